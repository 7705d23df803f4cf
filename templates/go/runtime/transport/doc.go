// Package transport carries the calls of a contract between programs of one user on one machine. It is written once and
// used by the clients and hosts of every contract.
//
// A host says where it is in a record, <suite>/runtime/<service>/service.json, and listens on a Unix socket. Both are
// private to the user, and both sides ask the kernel who is at the other end before a byte is exchanged. Then lines of
// JSON go back and forth: a hello, its answer, and calls, one at a time on a connection.
//
//	conn, err := transport.Dial(ctx, suite, "example.greeter", "my-app")
//	result, err := conn.Call(ctx, "greeter.greet", []byte(`{"name":"Ada"}`))
//
//	host, err := transport.Listen(suite, transport.Config{Service: "example.greeter", Methods: methods})
//	err = host.Serve(ctx, handler)
//
// Every error of this package is an *Error. A host's own errors reach the caller as they were: code, message, details
// and whether a second try can help. Nothing waits for ever: a call ends with its context, a host drops a peer that does
// not read, does not say hello, or stops in the middle of a line. No text of a message is ever written to disk.
//
// Linux and macOS are supported. Elsewhere Dial and Listen return an error.
package transport

// Limits of the protocol.
const (
	protocolMajor = 1
	protocolMinor = 0
	frameLimit    = 16 << 20 // bytes of one line, without its end
	helloLimit    = 64 << 10 // the same, of the first line that a host reads
	drainLimit    = 64 << 20 // bytes that a host skips to find the end of a line that is too long
	chunkBytes    = 1 << 20  // told to peers in the hello; nothing is sent in pieces here
)
