package wire

// One reports whether exactly one variant of a union is set. If not, it writes null and marks the text as suspect: the
// union holds no value that JSON could show.
func (e *Encoder) One(set ...bool) bool {
	n := 0
	for _, s := range set {
		if s {
			n++
		}
	}
	if n != 1 {
		e.Invalid()
	}
	return n == 1
}
