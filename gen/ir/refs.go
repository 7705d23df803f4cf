package ir

import "iter"

// Refs yields the shapes that a type names, in order, one as often as it is named. It does not follow them.
func Refs(t Type) iter.Seq[*Shape] {
	return func(yield func(*Shape) bool) { refs(t, yield) }
}

func refs(t Type, yield func(*Shape) bool) bool {
	switch t := t.(type) {
	case *Ref:
		return yield(t.Shape)
	case *Struct:
		for _, f := range t.Fields {
			if !refs(f.Type, yield) {
				return false
			}
		}
		return refs(t.Extra, yield)
	case *Union:
		for _, v := range t.Variants {
			if !refs(v.Type, yield) {
				return false
			}
		}
	case *List:
		return refs(t.Item, yield)
	case *Tuple:
		for _, item := range t.Items {
			if !refs(item, yield) {
				return false
			}
		}
		return refs(t.Rest, yield)
	case *Map:
		return refs(t.Value, yield)
	case *Nullable:
		return refs(t.Type, yield)
	}
	return true
}
