package jsonschema

import "iter"

// Subschemas returns the schemas directly within s, those of its containers included, in the order of the fields.
func (s *Schema) Subschemas() iter.Seq[*Schema] {
	return func(yield func(*Schema) bool) {
		named := func(list []Named) bool {
			for _, n := range list {
				if !yield(n.Schema) {
					return false
				}
			}
			return true
		}
		one := func(sub *Schema) bool { return sub == nil || yield(sub) }
		for _, c := range s.Containers {
			if !named(c.Entries) {
				return
			}
		}
		for _, sub := range s.PrefixItems {
			if !yield(sub) {
				return
			}
		}
		for sub := range s.inPlace() {
			if !yield(sub) {
				return
			}
		}
		_ = named(s.Defs) && one(s.Items) && one(s.Contains) && named(s.Properties) && named(s.PatternProperties) &&
			one(s.AdditionalProperties) && one(s.PropertyNames) && one(s.UnevaluatedItems) &&
			one(s.UnevaluatedProperties) && one(s.ContentSchema)
	}
}

// inPlace returns the schemas directly within s that are applied to the same instance as s:
// https://json-schema.org/draft/2020-12/json-schema-core#section-10.2.
func (s *Schema) inPlace() iter.Seq[*Schema] {
	return func(yield func(*Schema) bool) {
		for _, list := range [][]*Schema{s.AllOf, s.AnyOf, s.OneOf, {s.Not, s.If, s.Then, s.Else}} {
			for _, sub := range list {
				if sub != nil && !yield(sub) {
					return
				}
			}
		}
		for _, n := range s.DependentSchemas {
			if !yield(n.Schema) {
				return
			}
		}
	}
}

// sameInstance returns what is applied to the same instance as s: inPlace, and what its references lead to.
func (s *Schema) sameInstance() iter.Seq[*Schema] {
	return func(yield func(*Schema) bool) {
		for _, r := range []*Reference{s.Ref, s.DynamicRef} {
			if r != nil && r.Target != nil && !yield(r.Target) {
				return
			}
		}
		s.inPlace()(yield)
	}
}
