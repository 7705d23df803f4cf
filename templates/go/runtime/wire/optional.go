package wire

// An Optional is a property that may be absent, null, or a value: three things that a message keeps apart. The zero
// Optional is absent.
type Optional[T any] struct {
	value T
	state optionalState
}

type optionalState uint8

const (
	absent optionalState = iota
	null
	present
)

// SetTo returns an Optional that holds a value.
func SetTo[T any](v T) Optional[T] { return Optional[T]{v, present} }

// SetToNull returns an Optional that is null.
func SetToNull[T any]() Optional[T] { return Optional[T]{state: null} }

// Get returns the value, and whether there is one: ok is false when o is absent or null.
func (o Optional[T]) Get() (v T, ok bool) { return o.value, o.state == present }

// IsSet reports whether the property is there, null included.
func (o Optional[T]) IsSet() bool { return o.state != absent }

// IsNull reports whether the property is there and null.
func (o Optional[T]) IsNull() bool { return o.state == null }
