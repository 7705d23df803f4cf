package lower

import (
	"math/big"
	"strconv"
	"strings"

	"github.com/rightkit/lockstep/gen/decimal"
	"github.com/rightkit/lockstep/gen/diag"
	"github.com/rightkit/lockstep/gen/ir"
	"github.com/rightkit/lockstep/gen/jsonschema"
	"github.com/rightkit/lockstep/gen/load"
	"github.com/rightkit/lockstep/gen/source"
)

// checkRanges warns of limits that no value can keep: those of one subschema, and of what holds with it where a type was
// made of them. Each pair is told once.
func (l *lowering) checkRanges() {
	told := map[[2]source.Pos]bool{}
	for _, s := range l.graph.Schemas {
		held := []*jsonschema.Schema{s}
		if v := l.views[s]; v != nil {
			held = v.nodes
		}
		for _, c := range l.contradictions(s, held) {
			pair := [2]source.Pos{c.low.node.Pos, c.high.node.Pos}
			if l.kinds(s)&c.kinds != 0 && !told[pair] {
				told[pair] = true
				l.contradict(s, c)
			}
		}
	}
}

// A demand is a keyword that bounds a value from one side.
type demand struct {
	node *load.Node
	says string // `"minLength" asks for 5`
	size int
}

// A contradiction is two demands that no value of some kinds can meet. For one demand that cannot be met, both are it.
type contradiction struct {
	kinds     ir.Kinds
	low, high demand
}

// contradict reports two demands: at the one that stands in s, if just one does, else at the one further down.
func (l *lowering) contradict(s *jsonschema.Schema, c contradiction) {
	at, other := c.high, c.low
	own, otherOwn := standsIn(s, at.node), standsIn(s, other.node)
	if otherOwn && !own || own == otherOwn && at.node.Pos.Compare(other.node.Pos) < 0 {
		at, other = other, at
	}
	who := "value"
	if l.kinds(s)&^c.kinds != 0 {
		who = kindWord(c.kinds)
	}
	d := diag.Diagnostic{
		Severity: diag.Warning, Code: "nothing-matches", Pos: at.node.Pos, At: at.node.Pointer,
		Message: "no " + who + " can match this schema: " + c.low.says + ", " + c.high.says,
		Hint:    "change one of the two",
	}
	if at.node == other.node {
		d.Message = "no " + who + " can match this schema: " + at.says
		d.Hint = "change it"
	} else {
		d.Also = []diag.Related{{Pos: other.node.Pos, Text: "the other keyword"}}
	}
	l.report(d)
}

// standsIn reports whether a keyword's value is in the text of a subschema.
func standsIn(s *jsonschema.Schema, n *load.Node) bool {
	return n.Pos.File == s.Node.Pos.File && strings.HasPrefix(string(n.Pointer), string(s.Pointer)+"/")
}

// contradictions returns what the keywords of subschemas that hold together leave no value for.
func (l *lowering) contradictions(s *jsonschema.Schema, held []*jsonschema.Schema) []contradiction {
	var found []contradiction
	clash := func(k ir.Kinds, low, high []demand) {
		var least, most *demand
		for i := range low {
			if least == nil || low[i].size > least.size {
				least = &low[i]
			}
		}
		for i := range high {
			if most == nil || high[i].size < most.size {
				most = &high[i]
			}
		}
		if least != nil && most != nil && least.size > most.size {
			found = append(found, contradiction{k, *least, *most})
		}
	}
	var length, items, members, closed [2][]demand
	names := map[string]bool{}
	for _, n := range held {
		limits(&length, "minLength", n.MinLength, "maxLength", n.MaxLength)
		limits(&items, "minItems", n.MinItems, "maxItems", n.MaxItems)
		limits(&members, "minProperties", n.MinProperties, "maxProperties", n.MaxProperties)
		if n.Contains != nil && (n.MinContains == nil || n.MinContains.Value > 0) {
			c := demand{n.Contains.Node, `"contains" asks for 1`, 1}
			if n.MinContains != nil {
				c = asks("minContains", n.MinContains)
			}
			if n.MaxContains != nil {
				clash(ir.KindArray, []demand{c}, []demand{allows("maxContains", n.MaxContains)})
			}
			items[0] = append(items[0], c)
		}
		if never(n.Items) {
			size := len(n.PrefixItems)
			items[1] = append(items[1], demand{n.Items.Node, `"items" allows ` + strconv.Itoa(size), size})
		}
		for _, r := range n.Required {
			names[r.Value] = true
		}
		if len(n.Required) > 0 {
			members[0] = append(members[0], demand{n.RequiredNode, `"required" asks for ` + strconv.Itoa(len(names)), len(names)})
		}
		if n.MinProperties != nil {
			closed[0] = append(closed[0], asks("minProperties", n.MinProperties))
		}
		if never(n.AdditionalProperties) && len(n.PatternProperties) == 0 {
			size := len(n.Properties)
			says := `"additionalProperties" allows ` + strconv.Itoa(size)
			closed[1] = append(closed[1], demand{n.AdditionalProperties.Node, says, size})
		}
	}
	clash(ir.KindString, length[0], length[1])
	clash(ir.KindArray, items[0], items[1])
	clash(ir.KindObject, members[0], members[1])
	clash(ir.KindObject, closed[0], closed[1])
	if c := l.emptyRange(s, held); c != nil {
		found = append(found, *c)
	}
	return found
}

// limits adds the demands of two keywords.
func limits(to *[2][]demand, low string, least *jsonschema.Count, high string, most *jsonschema.Count) {
	if least != nil {
		to[0] = append(to[0], asks(low, least))
	}
	if most != nil {
		to[1] = append(to[1], allows(high, most))
	}
}

func asks(keyword string, c *jsonschema.Count) demand {
	return demand{c.Node, strconv.Quote(keyword) + " asks for " + strconv.Itoa(c.Value), c.Value}
}

func allows(keyword string, c *jsonschema.Count) demand {
	return demand{c.Node, strconv.Quote(keyword) + " allows " + strconv.Itoa(c.Value), c.Value}
}

// emptyRange returns the bounds of numbers, or of integers where nothing else is accepted, that leave none.
func (l *lowering) emptyRange(s *jsonschema.Schema, held []*jsonschema.Schema) *contradiction {
	low, high := bounds(held)
	if low == nil && high == nil {
		return nil
	}
	if low != nil && high != nil {
		c := low.value.Compare(high.value)
		if c > 0 || c == 0 && (low.exclusive || high.exclusive) {
			return &contradiction{numbers, low.demand(), high.demand()}
		}
	}
	if l.kinds(s)&numbers != ir.KindInteger {
		return nil
	}
	least, most := minInt64, maxInt64
	for _, n := range held {
		if unsigned(n) {
			least, most = decimal.Decimal{}, maxUint64
		}
	}
	const beyond = ", beyond every integer that is held"
	switch {
	case low.above(most):
		only := low.demand()
		only.says += beyond
		return &contradiction{ir.KindInteger, only, only}
	case high.below(least):
		only := high.demand()
		only.says += beyond
		return &contradiction{ir.KindInteger, only, only}
	case low == nil || high == nil:
		return nil
	}
	from, to := low.integer(), high.integer()
	if from == nil || to == nil || from.Cmp(to) <= 0 {
		return nil
	}
	last := high.demand()
	last.says += ", and no integer is between"
	return &contradiction{ir.KindInteger, low.demand(), last}
}

// demand puts a bound in words.
func (b *bound) demand() demand {
	how := " asks for "
	switch b.keyword {
	case "exclusiveMinimum":
		how = " asks for more than "
	case "maximum":
		how = " allows "
	case "exclusiveMaximum":
		how = " allows less than "
	}
	return demand{node: b.node, says: strconv.Quote(b.keyword) + how + short(b.node.Text)}
}

// integer returns the integer within a bound that is nearest to it; nil when its text is too long to bother.
func (b *bound) integer() *big.Int {
	const longest = 400
	d := b.value
	if len(d.Digits) > longest || d.Exponent > longest || d.Exponent < -longest {
		return nil
	}
	r, ok := new(big.Rat).SetString(d.String())
	if !ok {
		return nil
	}
	n := new(big.Int).Div(r.Num(), r.Denom()) // the floor, for the denominator is above 0
	lower := b.keyword == "minimum" || b.keyword == "exclusiveMinimum"
	switch {
	case lower && (!r.IsInt() || b.exclusive):
		n.Add(n, big.NewInt(1))
	case !lower && r.IsInt() && b.exclusive:
		n.Sub(n, big.NewInt(1))
	}
	return n
}
