package typescript

import (
	"slices"
	"strconv"
	"strings"

	"github.com/rightkit/lockstep/gen/ir"
	tstemplate "github.com/rightkit/lockstep/templates/typescript"
)

// declarations emits the types of a module: index.d.ts, and index.d.cts with another extension for what it imports.
//
//	/** One step, which says what to do with which element. */
//	export interface Step {
//	  /** The element to act on. */
//	  ref: ElementRef;
//	}
//
//	/** The checks of {@link Step}. */
//	export declare const Step: wire.Shape<StepInput>;
func (e *emitter) declarations() (module, common tstemplate.View, err error) {
	var body []tstemplate.View
	for _, s := range e.contract.Shapes {
		body = append(body, e.shapeType(s))
		if e.plan.inputs[s] != "" {
			body = append(body, e.inputType(s))
		}
		body = append(body, e.companion(s))
	}
	body = append(body, e.contractTypes()...)
	text, err := tstemplate.Fill(tstemplate.Group{Views: body})
	d := tstemplate.Declarations{Doc: e.moduleDoc(), Runtime: e.runtime, Ext: ".js", Body: tstemplate.Text(text)}
	module = d
	d.Ext = ".cjs"
	return module, d, err
}

func (e *emitter) moduleDoc() tstemplate.View {
	c := e.contract
	title := c.Title
	if title == "" {
		title = c.Doc
	}
	second := c.Doc
	if second == title {
		second = ""
	}
	return doc("", theirs(join("The contract "+e.contractName(), title)), theirs(second),
		ours("A type has the name of a shape of the contract. The constant of the same name has its checks: is, check, checkText, "+
			"parse and from. Codes, instance locations and keyword locations of violations are the same in every language that "+
			"Lockstep generates."), ours("@packageDocumentation"))
}

// contractName is how comments name the contract.
func (e *emitter) contractName() string {
	if e.contract.ID != "" {
		return e.contract.ID
	}
	return e.contract.Name + "/" + e.contract.Version
}

// shapeDoc returns the comment of a type: the words of the contract, and where they stand.
func shapeDoc(s *ir.Shape, more ...paragraph) tstemplate.View {
	where := "Shape " + code(s.Wire) + " of the contract."
	if s.Nested {
		parent, _, _ := strings.Cut(s.Wire, "#")
		where = "Part of the shape " + code(parent) + "."
	}
	text, deprecated := described(s.Doc)
	paragraphs := append([]paragraph{text}, more...)
	return doc("", append(paragraphs, ours(where+" Schema: "+code(string(s.Origin.Pointer))), deprecated)...)
}

// described splits what a contract says of something from the mark that it is out of date.
func described(text string) (about, deprecated paragraph) {
	before, after, found := strings.Cut(text, "Deprecated: the schema marks it so.")
	if !found {
		return theirs(join(text)), ours("")
	}
	return theirs(join(strings.TrimSpace(before) + " " + strings.TrimSpace(after))), ours("@deprecated The schema marks it so.")
}

// shapeType declares the type of a shape.
func (e *emitter) shapeType(s *ir.Shape) tstemplate.View {
	id := e.plan.shapes[s]
	switch t := s.Type.(type) {
	case *ir.Struct:
		return tstemplate.Interface{Doc: shapeDoc(s), Name: id, Members: e.members(s.Rule, t, false)}
	case *ir.Enum:
		return enumType(s, id, t)
	case *ir.Union:
		types := make([]string, len(t.Variants))
		for i, v := range t.Variants {
			types[i] = e.typeOf(v.Type, false).text
		}
		return aliasOf(shapeDoc(s), id, types)
	case *ir.Scalar:
		if literalValues(t, s.Rule) == nil {
			return e.brandedType(s, id, t)
		}
	}
	return tstemplate.Alias{Doc: shapeDoc(s), Name: id, Type: e.ruledType(s.Type, s.Rule, false).text}
}

// members declares the properties of a struct.
func (e *emitter) members(r *ir.Rule, t *ir.Struct, input bool) []tstemplate.View {
	var list []tstemplate.View
	for _, f := range t.Fields {
		typ, mark := e.fieldType(f, input)
		list = append(list, tstemplate.Member{Doc: fieldDoc("  ", f), Indent: "  ", Name: property(f.Name), Mark: mark, Type: typ})
	}
	switch {
	case t.Extra != nil:
		list = append(list, tstemplate.Member{
			Doc: doc("  ", ours("The properties that no other one names.")), Indent: "  ", Name: "[name: string]", Type: e.extraType(t, input),
		})
	case len(t.Fields) == 0: // a type without members would take any value
		about := "No property is accepted."
		property := anyProperty(r)
		if property[1] != "never" {
			about = "The contract names no property, and accepts any."
		}
		list = append(list, tstemplate.Member{
			Doc: doc("  ", ours(about)), Indent: "  ", Name: property[0], Type: property[1],
		})
	}
	return list
}

// anyProperty returns the name and the type of what stands for the properties of an object that names none.
func anyProperty(r *ir.Rule) []string {
	r = target(r)
	for _, rest := range []*ir.Rule{r.AdditionalProperties, r.UnevaluatedProperties} {
		if rest != nil && target(rest).Never {
			return []string{"[name: string]", "never"}
		}
	}
	return []string{"readonly [name: string]", "unknown"}
}

// fieldDoc returns the comment of a property.
func fieldDoc(indent string, f *ir.Field) tstemplate.View {
	note := ""
	_, nullable := f.Type.(*ir.Nullable)
	switch {
	case nullable && f.Presence != ir.Required:
		note = "It may be absent, null, or a value."
	case f.Presence != ir.Required && inherited[f.Name]:
		note = "Without it, an object has what it inherits."
	}
	text, deprecated := described(f.Doc)
	paragraphs := []paragraph{text, ours(note)}
	if f.Presence == ir.Defaulted && f.Default != nil {
		paragraphs = append(paragraphs, ours("Absent, it means the default."), ours("@defaultValue "+code(f.Default.JSON)))
	}
	return doc(indent, append(paragraphs, deprecated)...)
}

func enumType(s *ir.Shape, id string, t *ir.Enum) tstemplate.View {
	values := make([]string, len(t.Values))
	var docs []string
	for i, v := range t.Values {
		values[i] = literal(v.Value)
		if v.Doc != "" {
			docs = append(docs, "- "+code(v.Value)+": "+strings.Join(proseLines(proseWidth, join(v.Doc)), " "))
		}
	}
	return aliasOf(shapeDoc(s, ours(strings.Join(docs, "\n"))), id, values)
}

// aliasOf declares a union: on one line if it fits.
func aliasOf(doc tstemplate.View, id string, types []string) tstemplate.View {
	oneLine := strings.Join(types, " | ")
	if len(types) == 1 || len(oneLine) <= 80 && len(types) <= 6 {
		return tstemplate.Alias{Doc: doc, Name: id, Type: oneLine}
	}
	return tstemplate.Union{Doc: doc, Name: id, Types: types}
}

// brandedType declares a scalar with a name: a plain value becomes one by its checks alone.
func (e *emitter) brandedType(s *ir.Shape, id string, t *ir.Scalar) tstemplate.View {
	base := scalarType(t.Kind)
	if t.Kind == ir.Boolean {
		return tstemplate.Alias{Doc: shapeDoc(s), Name: id, Type: base}
	}
	return tstemplate.Alias{
		Doc:  shapeDoc(s, ours("A plain "+base+" is none: `"+id+".from(value)` makes one of it.")),
		Name: id, Type: base + " & wire.Brand<" + literal(e.contract.Name+"/"+e.contract.Version+"/"+s.Wire) + ">",
	}
}

// companion declares the constant with the checks of a shape.
func (e *emitter) companion(s *ir.Shape) tstemplate.View {
	id := e.plan.shapes[s]
	held := id
	if input, ok := e.plan.inputs[s]; ok {
		held = input
	}
	kind := "wire.Shape"
	if closedValues(s) != nil {
		kind = "wire.EnumShape"
	}
	return tstemplate.Constant{Doc: doc("", ours("The checks of {@link "+id+"}.")), Name: id, Type: kind + "<" + held + ">"}
}

// inputType declares what the conditions make of a shape.
func (e *emitter) inputType(s *ir.Shape) tstemplate.View {
	id, input := e.plan.shapes[s], e.plan.inputs[s]
	c := choiceOf(s)
	if c != nil {
		t := s.Type.(*ir.Struct)
		cases := make([]tstemplate.View, len(c.cases))
		for i, a := range c.cases {
			cases[i] = e.alternative(t, c, a)
		}
		about := ours("{@link " + id + "} as a union: " + code(c.tag.Name) + " decides what else there is. This is what to write, and " +
			"what the checks leave.")
		return tstemplate.Choices{Doc: doc("", about), Name: input, Cases: cases}
	}
	about := doc("", ours("{@link "+id+"} with the unions that the conditions of the contract make of its parts. This is "+
		"what to write, and what the checks leave."))
	if t, ok := s.Type.(*ir.Struct); ok {
		return tstemplate.Interface{Doc: about, Name: input, Members: e.members(s.Rule, t, true)}
	}
	return tstemplate.Alias{Doc: about, Name: input, Type: e.ruledType(s.Type, s.Rule, true).text}
}

// alternative returns one member of the union of an input type.
func (e *emitter) alternative(t *ir.Struct, c *choice, a alternative) tstemplate.View {
	const indent = "      "
	var members []tstemplate.View
	for _, f := range t.Fields {
		if a.left[f.Name] {
			continue
		}
		typ, mark := e.fieldType(f, true)
		switch {
		case f == c.tag:
			typ = literals(a.values, " | ")
		case slices.Contains(a.required, f.Name):
			mark = ""
		}
		members = append(members, tstemplate.Member{
			Doc: fieldDoc(indent, f), Indent: indent, Name: property(f.Name), Mark: mark, Type: typ,
		})
	}
	if t.Extra != nil {
		members = append(members, tstemplate.Member{
			Doc: doc(indent, ours("The properties that no other one names.")), Indent: indent, Name: "[name: string]",
			Type: e.extraType(t, true),
		})
	}
	return tstemplate.Shape{Members: members}
}

func number(n int64) string { return strconv.FormatInt(n, 10) }
