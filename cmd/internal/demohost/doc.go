// Package demohost is the reference host of the demo contract: it turns the calls of the contract into questions to a
// person, sessions, changes of an app that lives in memory, and a folder of evidence per session, its bundle. It is for
// developers and tests. It never drives a real app, and it never remembers consent.
//
// # Sessions
//
//	demo.request -> waiting -> armed -> ended     by demo.end; its bundle is complete
//	                     \________\___> killed    by the kill control; its bundle is killed
//
// A session waits while the host is not armed, and is armed as soon as the host is. Its token dies with it. The end of a
// session is final: every later call gets session_ended or session_killed, or invalid_token once the session is so old
// that the host has forgotten it. A caller that goes before it is answered leaves no session; only if it goes at that
// very moment does one stay that nobody has the token of, until the kill control ends it.
//
// # Which call gets which code
//
// Checks run in this order, and the first that fails is the answer:
//
//	demo_disabled        every call but demo.end while demo mode is off; questions that stand open are withdrawn
//	unknown_app          demo.request, before anybody is asked
//	invalid_token        the token was never issued, or was forgotten
//	session_ended        the session was ended by demo.end
//	session_killed       the session was killed
//	not_armed            demo.snapshot, demo.act, demo.batch while the session waits; it is worth trying again
//	permission_missing   demo.request, before anybody is asked for what could not run; demo.snapshot, demo.act, demo.batch
//	too_many_sessions    demo.request, a code of this host: MaxSessions are live
//	consent_denied       demo.request: the person said no, did not answer, or could not be asked
//	capture_unsafe       demo.snapshot, demo.act, demo.batch while the app is not safe to capture
//	bundle_full          demo.act, demo.batch, a code of this host: MaxEvents are in the bundle
//	target_blocked       the element is a secret field, whatever the op
//	invalid_arguments    the ref is not one of this session, the element does not take the op (the snapshot lists what it
//	                     takes), or what was typed or pressed cannot be
//
// demo.end works in every state of the host, so that an agent can always stop.
//
// A full disk, or another fault of the machine, is the transport's code internal. A step may then be done without a receipt.
//
// A batch is refused as a call for what is wrong before its first step. What goes wrong from the first step on stands in
// failed_step and error_code, also when the session is killed meanwhile: the receipts of the steps before are not lost.
//
// # What never leaves
//
// The host keeps SHA-256 hashes of tokens. No token and no text that was typed is in a bundle, in a log line or in the
// message of an error. Bundles and log lines name an element by its fixed name, for its label may show what was typed.
package demohost
