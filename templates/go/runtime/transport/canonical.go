package transport

import "github.com/rightkit/lockstep/templates/go/runtime/wire"

// A Member is a property of an object and its value as the text spells it.
type Member = wire.Member

// Members returns the properties of an object in the order of the text, which is checked to its last byte.
func Members(object []byte) ([]Member, error) {
	members, refused := wire.ReadMembers(object)
	if refused != nil {
		return nil, refused
	}
	return members, nil
}

// Canonical spells a JSON text as peers in Rust do: compact, properties sorted by name, numbers and strings as
// serde_json writes them. The error is a *wire.Violation.
func Canonical(text []byte) ([]byte, error) { return wire.Canonical(text) }

// AppendString appends s as a JSON string in the same spelling. Bytes that are not UTF-8 become U+FFFD.
func AppendString(dst []byte, s string) []byte { return wire.AppendString(dst, s) }
