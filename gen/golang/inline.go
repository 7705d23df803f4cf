package golang

import "github.com/rightkit/lockstep/gen/ir"

// A decoder that reads a value token by token enforces the keywords that its type and the runtime carry. This file
// decides for which rules that is all there is: the others go through the runtime's interpreter first.

// target follows references that stand alone: the rule {"$ref": x} is x.
func target(r *ir.Rule) *ir.Rule {
	for steps := 0; r != nil && r.Ref != nil && steps < 1000; steps++ {
		bare := *r
		bare.Ref, bare.Origin, bare.Pointer, bare.Shape = nil, ir.Origin{}, "", nil
		if !isZero(&bare) {
			return r
		}
		r = r.Ref
	}
	return r
}

// isZero reports whether no keyword of a rule is set; where it comes from does not count.
func isZero(r *ir.Rule) bool {
	return keywords(r) == 0
}

// A keyword set has a bit for each group of keywords that a decoder may carry.
type keywordSet uint32

const (
	kwType keywordSet = 1 << iota
	kwEnum
	kwConst
	kwLength // minLength, maxLength
	kwPattern
	kwBounds // minimum, maximum, exclusiveMinimum, exclusiveMaximum
	kwMultipleOf
	kwItemCount // minItems, maxItems
	kwItems
	kwProperties
	kwRequired
	kwAdditional
	kwPropertyCount // minProperties, maxProperties
	kwPatternProperties
	kwWhen
	kwRef
	kwUnion // oneOf, anyOf
	kwOther // whatever only the interpreter enforces
)

// keywords returns which keywords a rule has.
func keywords(r *ir.Rule) keywordSet {
	var set keywordSet
	add := func(k keywordSet, present bool) {
		if present {
			set |= k
		}
	}
	add(kwType, r.Types != 0)
	add(kwEnum, len(r.Enum) > 0)
	add(kwConst, r.Const != nil)
	add(kwLength, r.MinLength != nil || r.MaxLength != nil)
	add(kwPattern, r.Pattern != nil)
	add(kwBounds, r.Minimum != nil || r.Maximum != nil || r.ExclusiveMinimum != nil || r.ExclusiveMaximum != nil)
	add(kwMultipleOf, r.MultipleOf != nil)
	add(kwItemCount, r.MinItems != nil || r.MaxItems != nil)
	add(kwItems, r.Items != nil)
	add(kwProperties, len(r.Properties) > 0)
	add(kwRequired, len(r.Required) > 0)
	add(kwAdditional, r.AdditionalProperties != nil)
	add(kwPropertyCount, r.MinProperties != nil || r.MaxProperties != nil)
	add(kwPatternProperties, len(r.PatternProperties) > 0)
	add(kwWhen, len(r.RequiredWhen) > 0)
	add(kwRef, r.Ref != nil)
	add(kwUnion, len(r.OneOf) > 0 || len(r.AnyOf) > 0)
	add(kwOther, r.Never || r.UniqueItems || len(r.PrefixItems) > 0 || r.Contains != nil || r.MinContains != nil ||
		r.MaxContains != nil || r.UnevaluatedItems != nil || r.PropertyNames != nil || len(r.DependentRequired) > 0 ||
		len(r.DependentSchemas) > 0 || r.UnevaluatedProperties != nil || len(r.AllOf) > 0 ||
		r.Not != nil || r.If != nil || r.Then != nil || r.Else != nil)
	return set
}

// maxFields is how many fields the runtime's bit set of an object can hold.
const maxFields = 64

// covered reports whether the decoder of a value of type t enforces all of r without the interpreter. The parts of the
// value are looked at when their own decoders are made; only the keywords of r itself count here.
func covered(t ir.Type, r *ir.Rule) bool {
	r = target(r)
	has := keywords(r)
	only := func(allowed keywordSet) bool { return has&^allowed == 0 }
	switch t := t.(type) {
	case *ir.Ref:
		return r == target(t.Shape.Rule)
	case *ir.Scalar:
		return coveredScalar(t.Kind, r)
	case *ir.Literal:
		return t.Kind == ir.Boolean && r.Types == ir.KindBoolean && only(kwType|kwConst) ||
			t.Kind == ir.String && r.Types&^ir.KindString == 0 && only(kwType|kwConst)
	case *ir.Enum:
		return (r.Types == 0 || r.Types == ir.KindString) && only(kwType|kwEnum) && len(r.Enum) == len(t.Values)
	case *ir.List:
		return r.Types == ir.KindArray && only(kwType|kwItems|kwItemCount) && t.Rule == r.Items
	case *ir.Map:
		return r.Types == ir.KindObject && only(kwType|kwAdditional|kwPropertyCount) && t.Rule == r.AdditionalProperties
	case *ir.Struct:
		return coveredStruct(t, r)
	case *ir.Nullable:
		inner := notNull(r)
		if inner == r { // {"type": [T, "null"]}: the keywords of T do not look at null
			bare := *r
			bare.Types &^= ir.KindNull
			return r.Types&ir.KindNull != 0 && covered(t.Type, &bare)
		}
		return only(kwUnion) && r.Nullable && covered(t.Type, inner)
	case *ir.Union:
		return coveredUnion(t, r)
	case *ir.Any:
		return has == 0
	}
	return false
}

func coveredScalar(k ir.ScalarKind, r *ir.Rule) bool {
	has := keywords(r)
	switch k {
	case ir.String:
		return r.Types == ir.KindString && has&^(kwType|kwLength|kwPattern) == 0
	case ir.Boolean:
		return r.Types == ir.KindBoolean && has == kwType
	case ir.Int64, ir.Uint64:
		return r.Types == ir.KindInteger && has&^(kwType|kwBounds|kwMultipleOf) == 0
	case ir.Float64:
		return r.Types&^(ir.KindInteger|ir.KindNumber) == 0 && r.Types&ir.KindNumber != 0 &&
			has&^(kwType|kwBounds|kwMultipleOf) == 0
	}
	return false
}

func coveredStruct(t *ir.Struct, r *ir.Rule) bool {
	if r.Types != ir.KindObject || len(t.Fields) > maxFields || len(t.Fields) != len(r.Properties) {
		return false
	}
	if keywords(r)&^(kwType|kwProperties|kwRequired|kwAdditional|kwPropertyCount|kwWhen) != 0 {
		return false
	}
	for i, f := range t.Fields {
		if f.Name != r.Properties[i].Name || f.Rule != r.Properties[i].Rule {
			return false
		}
	}
	for _, name := range r.Required {
		if fieldNamed(t, name) == nil {
			return false
		}
	}
	for i := range r.RequiredWhen {
		if f := fieldNamed(t, r.RequiredWhen[i].Property); f == nil || enumOf(f.Type) == nil {
			return false
		}
	}
	other := r.AdditionalProperties
	return other == nil || other.Never || isZero(other) || t.Extra != nil
}

// coveredUnion reports whether the variant of a value is known by its JSON type or its tag.
func coveredUnion(t *ir.Union, r *ir.Rule) bool {
	branches := r.OneOf
	if len(branches) == 0 {
		branches = r.AnyOf
	}
	if len(r.OneOf) > 0 && len(r.AnyOf) > 0 || len(branches) != len(t.Variants) {
		return false
	}
	for i, v := range t.Variants {
		if v.Rule != branches[i] {
			return false
		}
	}
	return t.Tag != "" && r.Tag != nil && keywords(r)&^(kwType|kwUnion) == 0 && (r.Types == 0 || r.Types == ir.KindObject)
}

// notNull returns the rule of the values that are not null: the other branch of a union with null, else r itself.
func notNull(r *ir.Rule) *ir.Rule {
	r = target(r)
	if !r.Nullable {
		return r
	}
	for _, b := range append(append([]*ir.Rule{}, r.OneOf...), r.AnyOf...) {
		if !onlyNull(b) {
			return b
		}
	}
	return r
}

// orEmpty returns a rule, or the one that accepts every value in place of nil.
func orEmpty(r *ir.Rule) *ir.Rule {
	if r == nil {
		return &ir.Rule{}
	}
	return r
}

// onlyNull reports whether a rule is one of the spellings of null.
func onlyNull(r *ir.Rule) bool {
	r = target(r)
	return r.Types == ir.KindNull ||
		r.Const != nil && r.Const.Kind == ir.KindNull ||
		len(r.Enum) == 1 && r.Enum[0].Kind == ir.KindNull
}

// fieldNamed returns the field with a wire name, or nil.
func fieldNamed(s *ir.Struct, wire string) *ir.Field {
	for _, f := range s.Fields {
		if f.Name == wire {
			return f
		}
	}
	return nil
}

// enumOf returns the enum that a type refers to, or nil.
func enumOf(t ir.Type) *ir.Enum {
	switch t := t.(type) {
	case *ir.Enum:
		return t
	case *ir.Ref:
		return enumOf(t.Shape.Type)
	}
	return nil
}
