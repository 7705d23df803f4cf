package wire

// An Optional is a property that may be absent, null, or a value: three things that a message keeps apart. The zero
// Optional is absent. It refers to its value, so that a type may hold an Optional of itself; == does not compare values.
type Optional[T any] struct {
	value *T // nil when absent or null
	null  bool
}

// SetTo returns an Optional that holds a value.
func SetTo[T any](v T) Optional[T] { return Optional[T]{value: &v} }

// SetToNull returns an Optional that is null.
func SetToNull[T any]() Optional[T] { return Optional[T]{null: true} }

// Get returns the value, and whether there is one: ok is false when o is absent or null.
func (o Optional[T]) Get() (v T, ok bool) {
	if o.value == nil {
		return v, false
	}
	return *o.value, true
}

// IsSet reports whether the property is there, null included.
func (o Optional[T]) IsSet() bool { return o.value != nil || o.null }

// IsNull reports whether the property is there and null.
func (o Optional[T]) IsNull() bool { return o.null }
