package typescript

import (
	"strings"

	"github.com/rightkit/lockstep/gen/ir"
	tstemplate "github.com/rightkit/lockstep/templates/typescript"
)

// assertions emits a file that compiles only while the types say what the contract does. It writes each type once more,
// on its own, so that an edit of the declarations shows:
//
//	Expect<Equal<contract.ElementOp, "click" | "type" | "press">>,
//	Expect<Equal<contract.Step, { ref: contract.ElementRef; op: contract.ElementOp; text?: string; key?: string }>>,
func (e *emitter) assertions() tstemplate.View {
	t := tstemplate.Assertions{Module: "../" + e.dir + "/index.js"}
	for _, s := range e.contract.Shapes {
		switch s.Type.(type) {
		case *ir.Struct, *ir.Enum, *ir.Union, *ir.List, *ir.Nullable, *ir.Tuple, *ir.Map:
			t.Lines = append(t.Lines, equal("contract."+e.plan.shapes[s], e.spelled(s)))
		}
	}
	if e.contract.Codes != nil {
		var codes []string
		for _, c := range e.codes() {
			codes = append(codes, literal(c.Value))
		}
		t.Lines = append(t.Lines, equal("contract.AnyCode", strings.Join(codes, " | ")),
			equal("keyof typeof contract.meanings", "contract.AnyCode"))
	}
	for _, tool := range e.contract.Tools {
		name := "contract.Methods[" + literal(tool.Name) + "]"
		t.Lines = append(t.Lines, equal(name+`["params"]`, "contract."+e.plan.shapes[tool.Params]),
			equal(name+`["result"]`, "contract."+e.plan.shapes[tool.Result]))
	}
	if len(e.contract.Tools) > 0 {
		var names []string
		for _, tool := range e.contract.Tools {
			names = append(names, literal(tool.Name))
		}
		t.Lines = append(t.Lines, equal("contract.MethodName", strings.Join(names, " | ")))
	}
	return t
}

func equal(a, b string) string { return "Expect<Equal<" + a + ", " + b + ">>" }

// spelled returns the type of a shape without its name.
func (e *emitter) spelled(s *ir.Shape) string {
	outer := *e
	outer.prefix = "contract."
	switch t := s.Type.(type) {
	case *ir.Struct:
		var members []string
		for _, f := range t.Fields {
			typ, mark := outer.fieldType(f, false)
			members = append(members, property(f.Name)+mark+": "+typ)
		}
		switch {
		case t.Extra != nil:
			members = append(members, "[name: string]: "+outer.extraType(t, false))
		case len(t.Fields) == 0:
			members = append(members, strings.Join(anyProperty(s.Rule), ": "))
		}
		return "{ " + strings.Join(members, "; ") + " }"
	case *ir.Enum:
		var values []string
		for _, v := range t.Values {
			values = append(values, literal(v.Value))
		}
		return strings.Join(values, " | ")
	}
	return outer.ruledType(s.Type, s.Rule, false).text
}
