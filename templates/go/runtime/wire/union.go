package wire

// One reports whether exactly one variant of a union is set. If not, the union holds no JSON value, and Append says so.
func (e *Encoder) One(set ...bool) bool {
	n := 0
	for _, s := range set {
		if s {
			n++
		}
	}
	switch n {
	case 1:
		return true
	case 0:
		e.Lacks("no variant of the union is set, want one")
	default:
		e.Lacks("several variants of the union are set, want one")
	}
	return false
}
