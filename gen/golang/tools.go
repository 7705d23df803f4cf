package golang

import (
	"slices"
	"sort"
	"strconv"
	"strings"
	"time"

	"github.com/dave/jennifer/jen"
	"github.com/rightkit/lockstep/gen/ir"
)

// toolsFile emits the service, the tools in contract order, and the exit codes of the command line.
func (e *emitter) toolsFile() *file {
	c := e.contract
	if c.Service == nil && len(c.Tools) == 0 {
		return nil
	}
	f := e.newFile()
	if c.Service != nil {
		prose(f, "How the peers of the contract find each other.")
		f.Const().Defs(
			jen.Comment("// Service is the name under which a host is found."),
			jen.Id("Service").Op("=").Add(str(c.Service.Name)),
			jen.Comment("// ClientName is the label that a client gives itself."),
			jen.Id("ClientName").Op("=").Add(str(c.Service.Client)),
		)
		f.Line()
	}
	if len(c.Tools) > 0 {
		e.toolNames(f)
		e.toolTypes(f)
		e.toolTable(f)
	}
	if len(c.Exits) > 0 {
		e.exitCode(f)
	}
	return f
}

func (e *emitter) toolNames(f *file) {
	prose(f, "The tools of the contract: method names on the wire.")
	f.Const().DefsFunc(func(g *jen.Group) {
		for _, t := range e.contract.Tools {
			if t.Doc != "" {
				prose(g, join(t.Doc))
			}
			g.Id("Tool" + e.plan.tools[t]).Op("=").Add(str(t.Name))
		}
	})
	f.Line()
}

func (e *emitter) toolTypes(f *file) {
	prose(f, "An Effect says what a tool does to the machine of the host.")
	f.Type().Id("Effect").String()
	f.Line()
	prose(f, "The effects that the contract names.")
	f.Const().DefsFunc(func(g *jen.Group) {
		for _, effect := range e.effects() {
			g.Id(effectName(effect)).Id("Effect").Op("=").Add(str(effect))
		}
	})
	f.Line()
	prose(f, "A Tool is one method of the service.")
	f.Type().Id("Tool").Struct(
		jen.Id("Name").String().Comment("// method name on the wire"),
		jen.Id("Command").String().Comment("// word on the command line"),
		jen.Id("Description").String(),
		jen.Id("Effect").Id("Effect"),
		jen.Id("Timeout").Qual("time", "Duration"),
		jen.Id("Token").String().Comment("// property of the params that carries the session token; \"\" when there is none"),
		jen.Id("Params").Id("Shape"),
		jen.Id("Result").Id("Shape"),
		jen.Id("Arguments").Index().Id("Argument").Comment("// properties of the params, in the order of the contract"),
		jen.Id("FailClosed").Op("*").Id("FailClosed").Comment("// nil when every result of the right shape may be used"),
	)
	f.Line()
	prose(f, "An Argument is a property of the params of a tool, as help and completion show it.")
	f.Type().Id("Argument").Struct(
		jen.Id("Name").String(),
		jen.Id("Doc").String(),
		jen.Id("Type").String().Comment("// JSON type, such as \"string\" or \"array\""),
		jen.Id("Required").Bool(),
		jen.Id("Text").Bool().Comment("// the command line takes the value as it stands"),
		jen.Id("Values").Index().String().Comment("// nil when the contract does not list them"),
	)
	f.Line()
	prose(f, "A FailClosed names the property of a result that must hold Value. With any other value the result becomes the "+
		"error Code, and nothing of it is used.")
	f.Type().Id("FailClosed").Op("=").Add(e.transport("FailClosed"))
	f.Line()
}

// arguments returns the properties of the params of a tool.
func arguments(t *ir.Tool) []jen.Code {
	params, ok := t.Params.Type.(*ir.Struct)
	if !ok {
		return nil
	}
	var list []jen.Code
	for _, f := range params.Fields {
		items := []jen.Code{entry("Name", str(f.Name)), entry("Doc", str(f.Doc)), entry("Type", str(jsonType(f.Type)))}
		if f.Presence == ir.Required {
			items = append(items, entry("Required", jen.True()))
		}
		if slices.Contains(t.Text, f.Name) {
			items = append(items, entry("Text", jen.True()))
		}
		if values := enumValues(f.Type); len(values) > 0 {
			items = append(items, entry("Values", strs(values, str)))
		}
		list = append(list, jen.Values(items...))
	}
	return list
}

// jsonType names the JSON type of a value; "any" when there is not just one.
func jsonType(t ir.Type) string {
	switch t := t.(type) {
	case *ir.Ref:
		return jsonType(t.Shape.Type)
	case *ir.Nullable:
		return jsonType(t.Type)
	case *ir.Struct, *ir.Map:
		return "object"
	case *ir.List, *ir.Tuple:
		return "array"
	case *ir.Enum:
		return "string"
	case *ir.Scalar:
		return kindNames[t.Kind]
	case *ir.Literal:
		return kindNames[t.Kind]
	}
	return "any"
}

var kindNames = map[ir.ScalarKind]string{
	ir.String: "string", ir.Boolean: "boolean", ir.Int64: "integer", ir.Uint64: "integer", ir.Float64: "number",
}

func enumValues(t ir.Type) []string {
	switch t := t.(type) {
	case *ir.Ref:
		return enumValues(t.Shape.Type)
	case *ir.Nullable:
		return enumValues(t.Type)
	case *ir.Enum:
		var values []string
		for _, v := range t.Values {
			values = append(values, v.Value)
		}
		return values
	}
	return nil
}

// effects returns the effects of the tools, each once, sorted.
func (e *emitter) effects() []string {
	seen := map[string]bool{}
	var list []string
	for _, t := range e.contract.Tools {
		if t.Effect != "" && !seen[t.Effect] {
			seen[t.Effect] = true
			list = append(list, t.Effect)
		}
	}
	sort.Strings(list)
	return list
}

func effectName(effect string) string {
	return "Effect" + strings.ToUpper(effect[:1]) + effect[1:]
}

func (e *emitter) toolTable(f *file) {
	var tools []jen.Code
	for _, t := range e.contract.Tools {
		items := []jen.Code{
			entry("Name", jen.Id("Tool"+e.plan.tools[t])),
			entry("Command", str(t.Command)),
			entry("Description", str(t.Doc)),
		}
		if t.Effect != "" {
			items = append(items, entry("Effect", jen.Id(effectName(t.Effect))))
		}
		items = append(items, entry("Timeout", duration(t.Timeout)))
		if t.Token != nil {
			items = append(items, entry("Token", str(t.Token.Name)))
		}
		items = append(items, entry("Params", e.shapeLit(t.Params)), entry("Result", e.shapeLit(t.Result)))
		if args := arguments(t); len(args) > 0 {
			items = append(items, entry("Arguments", jen.Index().Id("Argument").Add(lines(args...))))
		}
		if t.Closed != nil {
			items = append(items, entry("FailClosed", ref("failClosed"+e.plan.tools[t])))
		}
		tools = append(tools, lines(items...))
	}
	prose(f, "Tools are the tools of the contract, in its order.")
	f.Var().Id("Tools").Op("=").Index().Id("Tool").Add(lines(tools...))
	f.Line()
	prose(f, "LookupTool returns the tool with a method name or with a word of the command line.")
	f.Func().Id("LookupTool").Params(jen.Id("name").String()).Params(jen.Id("Tool"), jen.Bool()).Block(
		jen.For(jen.List(jen.Id("_"), jen.Id("t")).Op(":=").Range().Id("Tools")).Block(
			jen.If(jen.Id("t").Dot("Name").Op("==").Id("name").Op("||").Id("t").Dot("Command").Op("==").Id("name")).
				Block(jen.Return(jen.Id("t"), jen.True())),
		),
		jen.Return(jen.Id("Tool").Values(), jen.False()),
	)
	f.Line()
}

func (e *emitter) shapeLit(s *ir.Shape) *jen.Statement {
	return jen.Id("Shape").Values(entry("Name", str(s.Wire)), entry("Rule", e.ruleRef(s.Rule)))
}

// duration returns a time.Duration in the largest unit that divides it.
func duration(d time.Duration) *jen.Statement {
	for _, unit := range []struct {
		size time.Duration
		name string
	}{{time.Hour, "Hour"}, {time.Minute, "Minute"}, {time.Second, "Second"}, {time.Millisecond, "Millisecond"}} {
		if d != 0 && d%unit.size == 0 {
			return jen.Op(strconv.FormatInt(int64(d/unit.size), 10)).Op("*").Qual("time", unit.name)
		}
	}
	return jen.Op(strconv.FormatInt(int64(d), 10))
}

func (e *emitter) exitCode(f *file) {
	other := 1
	prose(f, "ExitCode returns the exit code of the command line for an error code.")
	f.Func().Id("ExitCode").Params(jen.Id("code").String()).Int().Block(
		jen.Switch(jen.Id("code")).BlockFunc(func(g *jen.Group) {
			for _, x := range e.contract.Exits {
				if len(x.Codes) == 0 {
					if x.Code != 0 {
						other = x.Code
					}
					continue
				}
				g.Case(strCodes(x.Codes)...).Block(jen.Return(num(x.Code)))
			}
		}),
		jen.Return(num(other)),
	)
	f.Line()
}
