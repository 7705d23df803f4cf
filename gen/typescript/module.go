package typescript

import (
	"slices"
	"strings"

	"github.com/rightkit/lockstep/gen/ir"
	tstemplate "github.com/rightkit/lockstep/templates/typescript"
)

// module emits the JavaScript of a module, in both forms:
//
//	const ruleStep = { at: "/$defs/step", ... };
//	function fastStep(v) { ... }
//	const Step = shape("step", ruleStep, fastStep);
func (e *emitter) module() (module, common tstemplate.View, err error) {
	w := newCheckWriter(e.plan)
	checks := w.write()
	m := tstemplate.Module{
		About:   tstemplate.LineNote{Text: "The checks of " + code(e.contractName()) + ". Its types stand in index.d.ts."},
		Runtime: e.runtime, Again: "assertNever, ContractError",
	}
	views := append(e.rules(w.used), checks...)
	var companions []tstemplate.View
	made := map[string]bool{}
	for _, s := range e.contract.Shapes {
		view, maker := e.companionValue(s, w)
		made[maker] = true
		companions = append(companions, view)
		m.Exports = append(m.Exports, e.plan.shapes[s])
	}
	m.Shape = strings.Join(sortedKeys(made), ", ")
	m.Imports = importList(sortedKeys(w.used))
	views = append(views, companions...)
	for _, k := range e.constants() {
		views = append(views, tstemplate.Let{Doc: doc("", ours(k.about)), Name: k.name, Value: write(k.data, "", len(k.name)+9)})
		m.Exports = append(m.Exports, k.name)
	}
	text, err := tstemplate.Fill(tstemplate.Group{Views: views})
	m.Body = tstemplate.Text(text)
	c := tstemplate.Common(m)
	c.Shape = m.Again + ", " + m.Shape
	c.Exports = append(strings.Split(m.Again, ", "), m.Exports...)
	return m, c, err
}

// companionValue makes the checks of a shape; maker is the function of the runtime that does.
func (e *emitter) companionValue(s *ir.Shape, w *checkWriter) (view tstemplate.View, maker string) {
	id := e.plan.shapes[s]
	arguments := []string{literal(s.Wire), e.plan.rules[target(s.Rule)], w.functions[target(s.Rule)]}
	maker = "shape"
	if values := closedValues(s); values != nil {
		maker = "enumShape"
		all := list{values}
		if strings, _ := stringValues(target(s.Rule).Enum); all.value() != strs(strings).value() {
			arguments = append(arguments, write(all, "", len(id)*3+50)) // the rule has others
		}
	}
	call := "/* @__PURE__ */ " + maker + "(" + strings.Join(arguments, ", ") + ")"
	return tstemplate.Let{Name: id, Value: call}, maker
}

func sortedKeys(m map[string]bool) []string {
	var list []string
	for k := range m {
		list = append(list, k)
	}
	slices.Sort(list)
	return list
}

// importList returns names for between the braces of an import: on one line, or a line each.
func importList(names []string) string {
	if line := strings.Join(names, ", "); len(line) <= 70 {
		return " " + line + " "
	}
	return "\n  " + strings.Join(names, ",\n  ") + ",\n"
}
