package golang

import (
	"slices"

	"github.com/dave/jennifer/jen"
	"github.com/rightkit/lockstep/gen/ir"
)

// argsFile emits the parser of command-line arguments:
//
//	func ParseArgs(tool string, args []string) (json.RawMessage, error) {
//		switch tool {
//		case ToolBatch, "batch":
//			return wire.ParseArgs(args, &argsBatch)
//		}
//		...
//	}
func (e *emitter) argsFile() *file {
	c := e.contract
	if len(c.Tools) == 0 {
		return nil
	}
	f := e.newFile()
	prose(f, "An ArgumentError says why the arguments of a tool are no message of the contract. Its code is "+
		"\"invalid_arguments\", or \"unknown_tool\" for a tool that the contract does not have.")
	f.Type().Id("ArgumentError").Op("=").Add(e.rt("ArgumentError"))
	f.Line()
	prose(f, "ParseArgs turns the arguments of a tool into its params: either key=value pairs, split at the first \"=\", or "+
		"one JSON object. Values of text keys stay as they are; other values are JSON where they are valid JSON, else "+
		"strings. The params have passed the same rules as any other message, so the command line has none of its own. "+
		"Keys that the contract does not name are kept.",
		"The tool is a method name or a word of the command line. An error is an *ArgumentError.")
	f.Func().Id("ParseArgs").Params(jen.Id("tool").String(), jen.Id("args").Index().String()).
		Params(jen.Qual("encoding/json", "RawMessage"), jen.Error()).Block(
		jen.Switch(jen.Id("tool")).BlockFunc(func(g *jen.Group) {
			for _, t := range c.Tools {
				g.Case(jen.Id("Tool"+e.plan.tools[t]), str(t.Command)).
					Block(jen.Return(e.rt("ParseArgs").Call(jen.Id("args"), jen.Op("&").Id("args"+e.plan.tools[t]))))
			}
		}),
		jen.Return(jen.Nil(), e.rt("UnknownTool").Call(jen.Id("tool"), jen.Index().String().ValuesFunc(func(g *jen.Group) {
			for _, t := range c.Tools {
				g.Add(str(t.Command))
			}
		}))),
	)
	f.Line()
	for _, t := range c.Tools {
		items := []jen.Code{entry("Tool", str(t.Command)), entry("Rule", e.ruleRef(t.Params.Rule))}
		if keys := textKeys(c, t); len(keys) > 0 {
			items = append(items, entry("Text", strs(keys, str)))
		}
		f.Var().Id("args" + e.plan.tools[t]).Op("=").Add(e.rt("Args")).Add(lines(items...))
		f.Line()
	}
	return f
}

// textKeys returns the keys whose values a tool takes as they stand: its own, and those of the other tools unless it has
// a use of its own for them. So a key means the same wherever it is typed.
func textKeys(c *ir.Contract, t *ir.Tool) []string {
	keys := slices.Clone(t.Text)
	params, _ := t.Params.Type.(*ir.Struct)
	own := func(key string) bool {
		return params != nil && slices.ContainsFunc(params.Fields, func(f *ir.Field) bool { return f.Name == key })
	}
	for _, other := range c.Tools {
		for _, key := range other.Text {
			if !slices.Contains(keys, key) && !own(key) {
				keys = append(keys, key)
			}
		}
	}
	return keys
}

// fixtureFile emits the id of the app that exists for tests alone, behind the build tag that gates it.
func (e *emitter) fixtureFile() *file {
	c := e.contract
	if c.Fixture == nil {
		return nil
	}
	f := e.newFile()
	f.HeaderComment("//go:build " + c.Fixture.Gate)
	prose(f, "FixtureApp is the app that exists only in builds with the tag "+c.Fixture.Gate+".")
	f.Const().Id("FixtureApp").Op("=").Add(str(c.Fixture.App))
	return f
}
