package lower

import (
	"strconv"
	"strings"

	"github.com/rightkit/lockstep/gen/diag"
	"github.com/rightkit/lockstep/gen/ir"
	"github.com/rightkit/lockstep/gen/jsonschema"
	"github.com/rightkit/lockstep/gen/load"
	"github.com/rightkit/lockstep/templates/go/runtime/wire"
)

// maxAsked bounds the work of asking rules about the values that stand in a schema.
const maxAsked = 20_000_000

// refused asks a rule about a value of the schema, and returns the first violation; nil when it is accepted. Steps is how
// many subschemas a scalar is asked about.
func (l *lowering) refused(n *load.Node, v *ir.Value, r *wire.Rule, steps int) *wire.Violation {
	if size := nodes(n); size > 1 {
		steps = size * l.heaviest
	}
	if l.asked < 0 {
		return nil
	}
	if l.asked += steps; l.asked > maxAsked {
		l.asked = -1
		l.report(diag.Diagnostic{
			Severity: diag.Error, Code: "too-large", Pos: n.Pos, At: n.Pointer,
			Message: "asking the schema about its own values takes more than " + strconv.Itoa(maxAsked) + " steps",
			Hint:    "let fewer subschemas apply to the values of enum, const and default",
		})
		return nil
	}
	if found := wire.Check([]byte(v.JSON), r); len(found) > 0 {
		return &found[0]
	}
	return nil
}

// nodes counts a value and what is in it.
func nodes(n *load.Node) int {
	count := 1
	for _, item := range n.Items {
		count += nodes(item)
	}
	for _, m := range n.Members {
		count += nodes(m.Value)
	}
	return count
}

// checkDefaults reports defaults that their own property would refuse.
func (l *lowering) checkDefaults() {
	if l.diags.Failed() {
		return // a rule may lack what could not be converted
	}
	for _, sh := range l.out {
		st, ok := sh.Type.(*ir.Struct)
		if !ok {
			continue
		}
		for _, f := range st.Fields {
			if f.Default == nil {
				continue
			}
			if n, steps := l.defaultOf(f); n != nil {
				l.checkDefault(f, l.refused(n, f.Default, l.wires.Wire(f.Rule), steps))
			}
		}
	}
}

// defaultOf returns the default of a field, and how many subschemas it is asked about.
func (l *lowering) defaultOf(f *ir.Field) (n *load.Node, steps int) {
	for _, s := range l.fields[f] {
		if n == nil {
			n = s.Default
		}
		steps += l.facts[s].steps
	}
	return n, steps
}

func (l *lowering) checkDefault(f *ir.Field, v *wire.Violation) {
	if v == nil {
		return
	}
	got, want := gotWant(v)
	l.report(diag.Diagnostic{
		Severity: diag.Error, Code: "invalid-default", Pos: f.Default.Origin.Pos, At: f.Default.Origin.Pointer,
		Message: "the default of " + quoted(f.Name) + " is refused by its own schema", Got: got, Want: want,
		Hint: "change the default, or remove it when an absent property has no meaning",
	})
}

// gotWant splits the message of a violation, such as "got 0, want at least 1". Of one that is not at the value itself,
// got says where it is.
func gotWant(v *wire.Violation) (got, want string) {
	got = v.Message
	if i := strings.LastIndex(got, ", want "); i >= 0 {
		got, want = got[:i], got[i+len(", want "):]
	}
	got = strings.TrimPrefix(got, "got ")
	if v.Instance != "" {
		got += " at " + short(v.Instance)
	}
	return got, want
}

// checkConstants warns of each const that another keyword beside it refuses.
func (l *lowering) checkConstants() {
	if l.diags.Failed() {
		return
	}
	for _, s := range l.graph.Schemas {
		if s.Const == nil || l.kinds(s) == 0 || countAssertions(s) == 1 {
			continue
		}
		l.checkConstant(s)
	}
}

func (l *lowering) checkConstant(s *jsonschema.Schema) {
	v := l.refused(s.Const, l.value(s.Const), l.wires.Wire(l.rules[s]), l.facts[s].steps)
	if v == nil {
		return
	}
	l.report(diag.Diagnostic{
		Severity: diag.Warning, Code: "nothing-matches", Pos: s.Const.Pos, At: s.Const.Pointer,
		Message: "no value can match this schema: its const is refused",
		Also:    []diag.Related{{Text: "by the keyword at " + short(v.Keyword)}},
		Hint:    "change the const, or remove the other keyword",
	})
}
