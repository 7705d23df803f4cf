package typescript

import "github.com/rightkit/lockstep/gen/ir"

// A keywordSet has a bit for each group of keywords that straight-line checks treat alike.
type keywordSet uint32

const (
	kwNever keywordSet = 1 << iota
	kwType
	kwEnum
	kwConst
	kwString // minLength, maxLength, pattern
	kwNumber // minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf
	kwArray  // items, minItems, maxItems, uniqueItems
	kwObject // properties, required, additionalProperties, and the conditions of the contract
	kwRef
	kwAllOf
	kwAnyOf
	kwOneOf
	kwRule // whatever is left to the rule
)

func (k keywordSet) only(allowed keywordSet) bool { return k&^allowed == 0 }

// keywordsOf returns which keywords a rule has.
func keywordsOf(r *ir.Rule) keywordSet {
	var set keywordSet
	add := func(k keywordSet, present bool) {
		if present {
			set |= k
		}
	}
	add(kwNever, r.Never)
	add(kwType, r.Types != 0)
	add(kwEnum, r.Enum != nil)
	add(kwConst, r.Const != nil)
	add(kwString, r.MinLength != nil || r.MaxLength != nil || r.Pattern != nil)
	add(kwNumber, r.Minimum != nil || r.Maximum != nil || r.ExclusiveMinimum != nil || r.ExclusiveMaximum != nil || r.MultipleOf != nil)
	add(kwArray, r.Items != nil || r.MinItems != nil || r.MaxItems != nil || r.UniqueItems)
	add(kwObject, len(r.Properties) > 0 || len(r.Required) > 0 || r.AdditionalProperties != nil || len(r.RequiredWhen) > 0)
	add(kwRef, r.Ref != nil)
	add(kwAllOf, len(r.AllOf) > 0)
	add(kwAnyOf, len(r.AnyOf) > 0)
	add(kwOneOf, len(r.OneOf) > 0)
	add(kwRule, len(r.PrefixItems) > 0 || r.Contains != nil || r.MinContains != nil || r.MaxContains != nil ||
		r.UnevaluatedItems != nil || len(r.PatternProperties) > 0 || r.PropertyNames != nil || r.MinProperties != nil ||
		r.MaxProperties != nil || len(r.DependentRequired) > 0 || len(r.DependentSchemas) > 0 || r.UnevaluatedProperties != nil ||
		r.Not != nil || r.If != nil || r.Then != nil || r.Else != nil)
	return set
}

// enforcers returns the parts of the runtime that enforce the keywords of a rule, in the order in which wire.d.ts declares
// them: a bundle holds those that some rule has.
func enforcers(r *ir.Rule) []string {
	_, strings := stringValues(r.Enum)
	members := len(r.PatternProperties) > 0 || r.AdditionalProperties != nil || r.PropertyNames != nil
	union := len(r.AnyOf) > 0 || len(r.OneOf) > 0
	nullable := r.Nullable && r.Tag == nil && len(r.OneOf) == 0 || notNull(r) != nil && r.Tag == nil
	var list []string
	for _, k := range []struct {
		name    string
		present bool
	}{
		{"keywordNever", r.Never},
		{"keywordEnum", r.Enum != nil && strings},
		{"keywordJson", r.Enum != nil && !strings},
		{"keywordConst", r.Const != nil},
		{"keywordLength", r.MinLength != nil || r.MaxLength != nil},
		{"keywordPattern", r.Pattern != nil},
		{"keywordBounds", r.Minimum != nil || r.Maximum != nil || r.ExclusiveMinimum != nil || r.ExclusiveMaximum != nil},
		{"keywordMultipleOf", r.MultipleOf != nil},
		{"keywordPrefixItems", len(r.PrefixItems) > 0},
		{"keywordItems", r.Items != nil},
		{"keywordItemCount", r.MinItems != nil || r.MaxItems != nil},
		{"keywordUniqueItems", r.UniqueItems},
		{"keywordContains", r.Contains != nil || r.MinContains != nil || r.MaxContains != nil},
		{"keywordProperties", len(r.Properties) > 0 && !members},
		{"keywordMembers", members},
		{"keywordRequired", len(r.Required) > 0},
		{"keywordDependentRequired", len(r.DependentRequired) > 0},
		{"keywordPropertyCount", r.MinProperties != nil || r.MaxProperties != nil},
		{"keywordRequiredWhen", len(r.RequiredWhen) > 0},
		{"keywordDependentSchemas", len(r.DependentSchemas) > 0},
		{"keywordAllOf", r.Ref != nil || len(r.AllOf) > 0},
		{"keywordNullable", union && nullable},
		{"keywordUnion", union && !nullable},
		{"keywordNot", r.Not != nil},
		{"keywordIf", r.If != nil || r.Then != nil || r.Else != nil},
	} {
		if k.present {
			list = append(list, k.name)
		}
	}
	return list
}
