package wire

// Map reads an object into a map, with decode for the value of each member, whatever its name. Of r it looks at what
// Fields.Rule says, but not at Required. The map is nil only after a failure.
func Map[T any](d *Decoder, r *Rule, decode func(*Decoder, *T)) map[string]T {
	fields := Fields{Rule: r, Extra: true}
	o := d.Object(&fields)
	m := map[string]T{}
	var v, zero T
	for d.Next(&o) {
		decode(d, &v)
		m[o.Name] = v
		v = zero
	}
	if d.failed() {
		return nil
	}
	return m
}

// Put sets a member of a map, which it makes if need be.
func Put[T any](m *map[string]T, name string, v T) {
	if *m == nil {
		*m = map[string]T{}
	}
	(*m)[name] = v
}
