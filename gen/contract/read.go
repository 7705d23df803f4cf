package contract

import (
	"github.com/rightkit/lockstep/gen/diag"
	"github.com/rightkit/lockstep/gen/form"
	"github.com/rightkit/lockstep/gen/load"
)

// What the strings of the file look like. schema/contract.schema.json says the same.
var (
	contractName = form.Match(`^[a-z][a-z0-9]{0,39}(-[a-z0-9]{1,40}){0,4}$`, `a lower-case name such as "demo"`)
	versionName  = form.Match(`^v(0|[1-9][0-9]{0,3})$`, `a version such as "v1"`)
	serviceName  = form.Match(`^[a-z][a-z0-9]*([._-][a-z0-9]+)*$`, `a service such as "rightkit.agent.demo", in lower case`)
	clientLabel  = form.Match(`^[A-Za-z0-9]+([._-][A-Za-z0-9]+)*$`, `a label such as "right-ctl"`)
	toolName     = form.Match(`^[A-Za-z][A-Za-z0-9_]*([./:-][A-Za-z0-9_]+)*$`, `a method name such as "demo.batch"`)
	commandWord  = form.Match(`^[a-z][a-z0-9]*([_-][a-z0-9]+)*$`, `a lower-case word such as "batch"`)
	appID        = form.Match(`^[A-Za-z0-9]+([._-][A-Za-z0-9]+)*$`, `an app id such as "app.example.demo-fixture"`)
	featureName  = form.Match(`^[a-z][a-z0-9]*([_-][a-z0-9]+)*$`, `a feature such as "demo"`)
	identifier   = form.Match(`^[A-Za-z][A-Za-z0-9_]{0,99}$`, `an identifier: letters, digits and "_", a letter first`)
)

// bounds are the keywords that a limit can assert.
var bounds = []string{"minItems", "maxItems", "minLength", "maxLength", "minProperties", "maxProperties"}

const maxInt = 1<<31 - 1

// maxFindings is how many diagnostics a reading or a check gives.
const maxFindings = 200

// Read turns the document of a contract.yaml into a File, or says all that is wrong with its form. The File is nil if
// there is an error.
func Read(doc *load.Document) (*File, diag.List) {
	var diags diag.List
	r := reader{&diags}
	f := r.file(doc.Root)
	f.distinct(&diags)
	diags.Sort()
	diags.Limit(maxFindings)
	if diags.Failed() {
		return nil, diags
	}
	f.index()
	return f, diags
}

// A reader reads the parts of the file.
type reader struct{ diags *diag.List }

func (r reader) file(n *load.Node) *File {
	o := form.Open(n, r.diags, "name", "version", "schema")
	defer o.Close()
	o.RequiredBy("tools", "service")
	return &File{
		Node:       n,
		Name:       o.Text("name", contractName),
		Version:    o.Text("version", versionName),
		Schema:     o.Path("schema"),
		Doc:        o.Text("doc", form.Prose),
		Service:    form.Struct(o, "service", r.service),
		Tools:      form.List(o, "tools", 1, r.tool),
		Errors:     form.Struct(o, "errors", r.errors),
		TextKeys:   o.Texts("text_keys", 0, form.Value),
		Conditions: form.List(o, "conditions", 1, r.condition),
		Limits:     form.List(o, "limits", 1, r.limit),
		Exits:      form.List(o, "exits", 1, r.exit),
		Fixture:    form.Struct(o, "fixture", r.fixture),
		Secrets:    o.Texts("secrets", 1, form.Value),
		Docs:       form.Map(o, "docs", r.shapeDoc),
		Names:      form.Map(o, "names", r.shapeNames),
	}
}

func (r reader) service(n *load.Node) *Service {
	o := form.Open(n, r.diags, "name", "client")
	defer o.Close()
	return &Service{
		Name:   o.Text("name", serviceName),
		Client: o.Text("client", clientLabel),
	}
}

func (r reader) tool(n *load.Node) *Tool {
	o := form.Open(n, r.diags, "name", "command", "doc", "effect", "timeout", "params", "result")
	defer o.Close()
	o.NamedBy("tool", "name")
	return &Tool{
		Node:       n,
		Name:       o.Text("name", toolName),
		Command:    o.Text("command", commandWord),
		Doc:        o.Text("doc", form.Prose),
		Effect:     o.Choice("effect", "launch", "observe", "act"),
		Timeout:    o.Duration("timeout"),
		Params:     o.Text("params", form.Value),
		Result:     o.Text("result", form.Value),
		Token:      o.Text("token", form.Value),
		FailClosed: form.Struct(o, "fail_closed", r.failClosed),
	}
}

func (r reader) failClosed(n *load.Node) *FailClosed {
	o := form.Open(n, r.diags, "property", "value", "code")
	defer o.Close()
	return &FailClosed{
		Property: o.Text("property", form.Value),
		Value:    o.Text("value", form.Value),
		Code:     o.Text("code", form.Value),
	}
}

func (r reader) errors(n *load.Node) *Errors {
	o := form.Open(n, r.diags, "shape", "pass_through", "meanings")
	defer o.Close()
	return &Errors{
		Node:        n,
		Shape:       o.Text("shape", form.Value),
		PassThrough: o.Flag("pass_through"),
		Meanings:    docs(o, "meanings"),
		Beside:      docs(o, "beside"),
	}
}

func (r reader) condition(n *load.Node) *Condition {
	o := form.Open(n, r.diags, "shapes", "property", "equals", "require")
	defer o.Close()
	return &Condition{
		Node:     n,
		Shapes:   o.Texts("shapes", 1, form.Value),
		Property: o.Text("property", form.Value),
		Equals:   o.Text("equals", form.Value),
		Require:  o.Texts("require", 1, form.Value),
	}
}

func (r reader) limit(n *load.Node) *Limit {
	o := form.Open(n, r.diags, "shape", "property")
	defer o.Close()
	o.AtLeast(3) // with one bound
	l := &Limit{
		Shape:    o.Text("shape", form.Value),
		Property: o.Text("property", form.Value),
	}
	for _, keyword := range bounds {
		if v := o.Int(keyword, 0, maxInt); v.Node != nil {
			l.Bounds = append(l.Bounds, Bound{keyword, v})
		}
	}
	return l
}

func (r reader) exit(n *load.Node) *Exit {
	o := form.Open(n, r.diags, "exit", "doc")
	defer o.Close()
	return &Exit{
		Node:  n,
		Exit:  o.Int("exit", 1, 125),
		Codes: o.Texts("codes", 1, form.Value),
		Doc:   o.Text("doc", form.Prose),
	}
}

func (r reader) fixture(n *load.Node) *Fixture {
	o := form.Open(n, r.diags, "app", "feature")
	defer o.Close()
	return &Fixture{
		App:     o.Text("app", appID),
		Feature: o.Text("feature", featureName),
	}
}

func (r reader) shapeDoc(shape form.Text, n *load.Node) *ShapeDoc {
	o := form.Open(n, r.diags)
	defer o.Close()
	o.AtLeast(1)
	return &ShapeDoc{
		Shape:      shape,
		Doc:        o.Text("doc", form.Prose),
		Properties: docs(o, "properties"),
		Values:     docs(o, "values"),
	}
}

func (r reader) shapeNames(shape form.Text, n *load.Node) *ShapeNames {
	o := form.Open(n, r.diags)
	defer o.Close()
	o.AtLeast(1)
	return &ShapeNames{
		Shape:      shape,
		Pinned:     pinned(o),
		Properties: form.Map(o, "properties", r.names),
		Values:     form.Map(o, "values", r.names),
	}
}

func (r reader) names(name form.Text, n *load.Node) Names {
	o := form.Open(n, r.diags)
	defer o.Close()
	o.AtLeast(1)
	return Names{Name: name, Pinned: pinned(o)}
}

func pinned(o *form.Object) Pinned {
	return Pinned{
		All:        o.Text("all", identifier),
		Go:         o.Text("go", identifier),
		Rust:       o.Text("rust", identifier),
		TypeScript: o.Text("typescript", identifier),
	}
}

// docs reads a map from names to texts.
func docs(o *form.Object, name string) []Doc {
	return form.Map(o, name, func(key form.Text, n *load.Node) Doc {
		return Doc{Name: key, Text: o.TextOf(n, form.Prose)}
	})
}

// index prepares the look-ups of a file that was read without errors.
func (f *File) index() {
	f.docs = make(map[string]*ShapeDoc, len(f.Docs))
	for _, d := range f.Docs {
		f.docs[d.Shape.Value] = d
	}
	f.names = make(map[string]*ShapeNames, len(f.Names))
	for _, n := range f.Names {
		f.names[n.Shape.Value] = n
	}
	f.secrets = make(map[string]bool, len(f.Secrets))
	for _, s := range f.Secrets {
		f.secrets[s.Value] = true
	}
}
