package jsonschema

import (
	"fmt"
	"slices"
	"strings"

	"github.com/rightkit/lockstep/gen/diag"
	"github.com/rightkit/lockstep/gen/load"
	"github.com/rightkit/lockstep/gen/source"
)

// Options are what Resolve needs from outside.
type Options struct {
	// Load reads a document of the project. The path is below the project root, clean, with slashes, and ends in .json,
	// .yaml or .yml; Load must not follow a symbolic link out of the root. An error that wraps fs.ErrNotExist says that
	// there is no such file; of a diag.List only place and code of the first error are shown. Without Load, a reference
	// to another file is an error.
	Load func(path string) (*load.Document, error)
}

// Resolve links the references of a schema, and those of the documents that they lead to. It never touches the network
// and asks Options.Load for nothing outside the project. References that lead back without a step into the instance are
// errors, and so are names in "required" that look like a slip. The graph is nil when the list holds an error.
func Resolve(root *Schema, opts Options) (*Graph, diag.List) {
	r := &resolver{
		opts:      opts,
		files:     make(map[string]*document),
		resources: make(map[base]*resource),
		dynamic:   make(map[string][]*Schema),
	}
	r.add(root, root.Node.Pos.File.Name)
	for i := 0; i < len(r.links); i++ { // linking may add documents with links of their own
		r.link(&r.links[i])
	}
	for _, l := range r.links {
		r.linkDynamic(l)
	}
	graph := &Graph{Root: root}
	for _, d := range r.documents {
		graph.Schemas = append(graph.Schemas, d.schemas...)
	}
	r.loops(graph.Schemas)
	r.undeclared(graph.Schemas)
	r.diags.Sort()
	r.diags.Limit(maxFindings)
	if r.diags.Failed() {
		return nil, r.diags
	}
	return graph, r.diags
}

// A resolver knows each document, each resource and each reference that it has come to.
type resolver struct {
	opts      Options
	diags     diag.List
	documents []*document
	files     map[string]*document // by path; nil for a file that could not be read
	size      int                  // bytes of the documents
	searched  int                  // names that near has looked at
	resources map[base]*resource
	links     []link
	dynamic   map[string][]*Schema // schemas with a "$dynamicAnchor", by its name
}

// A document is a parsed file.
type document struct {
	root    *Schema
	schemas []*Schema                   // each subschema, in source order
	at      map[source.Pointer]*Schema  // the same by pointer
	holders map[source.Pointer][]string // containers by pointer, with the names of their entries
}

// A resource is a schema with a base URI of its own, and what is below it up to the next one:
// https://json-schema.org/draft/2020-12/json-schema-core#section-4.3.5.
type resource struct {
	root    *Schema
	base    base
	in      *document
	anchors map[string]*Schema // "$anchor" and "$dynamicAnchor"
}

// A link is one reference and where it is.
type link struct {
	ref     *Reference
	keyword string
	in      *resource
	dynamic bool // a "$dynamicRef" whose target was found by its "$dynamicAnchor"
}

// fail adds an error that is about a node.
func (r *resolver) fail(code string, n *load.Node, d diag.Diagnostic) {
	d.Severity, d.Code, d.Pos, d.At = diag.Error, code, n.Pos, n.Pointer
	r.diags.Add(d)
}

// add enters the document at a path: its resources, anchors and references.
func (r *resolver) add(root *Schema, path string) *document {
	d := &document{root: root, at: make(map[source.Pointer]*Schema), holders: make(map[source.Pointer][]string)}
	r.documents = append(r.documents, d)
	r.files[path] = d
	r.size += len(root.Node.Pos.File.Text)
	for _, c := range root.Containers {
		for _, e := range c.Entries {
			d.holders[c.Node.Pointer] = append(d.holders[c.Node.Pointer], e.Name)
		}
	}
	own := &resource{root: root, base: base{path: path}, in: d, anchors: make(map[string]*Schema)}
	r.resources[own.base] = own
	r.enter(root, own)
	slices.SortFunc(d.schemas, func(a, b *Schema) int { return a.Node.Pos.Offset - b.Node.Pos.Offset })
	return d
}

// enter enters a schema of a resource and what is below it. The depth of the recursion is that of the document.
func (r *resolver) enter(s *Schema, in *resource) {
	in.in.schemas = append(in.in.schemas, s)
	in.in.at[s.Pointer] = s
	if s.ID != nil {
		in = r.identify(s, in)
	}
	for _, a := range []*Text{s.Anchor, s.DynamicAnchor} {
		if a != nil {
			r.anchor(s, a, in)
		}
	}
	if s.DynamicAnchor != nil {
		r.dynamic[s.DynamicAnchor.Value] = append(r.dynamic[s.DynamicAnchor.Value], s)
	}
	if s.Ref != nil {
		r.links = append(r.links, link{ref: s.Ref, keyword: "$ref", in: in})
	}
	if s.DynamicRef != nil {
		r.links = append(r.links, link{ref: s.DynamicRef, keyword: "$dynamicRef", in: in})
	}
	for sub := range s.Subschemas() {
		r.enter(sub, in)
	}
}

// identify enters the resource that a schema with an "$id" starts, and returns it. The root of a document keeps its
// path as a second name: https://json-schema.org/draft/2020-12/json-schema-core#section-8.2.1.
func (r *resolver) identify(s *Schema, in *resource) *resource {
	u, ok := parseURI(s.ID.Value)
	if !ok {
		r.fail("ref-syntax", s.ID.Node, diag.Diagnostic{Message: `"$id" is no URI`, Got: describe(s.ID.Node)})
		return in
	}
	name := in.base.join(u)
	if earlier, ok := r.resources[name]; ok && earlier.root != s {
		r.fail("duplicate-id", s.ID.Node, diag.Diagnostic{
			Message: `two schemas have the same "$id"`, Got: name.String(),
			Also: []diag.Related{{Pos: earlier.place(), Text: "the other one"}},
			Hint: "rename or remove one of them",
		})
		return in
	}
	if s == in.root {
		in.base = name
		r.resources[name] = in
		return in
	}
	own := &resource{root: s, base: name, in: in.in, anchors: make(map[string]*Schema)}
	r.resources[name] = own
	return own
}

// place returns where a resource gets its name.
func (res *resource) place() source.Pos {
	if res.root.ID != nil {
		return res.root.ID.Node.Pos
	}
	return res.root.Node.Pos
}

func (r *resolver) anchor(s *Schema, a *Text, in *resource) {
	earlier, ok := in.anchors[a.Value]
	if !ok {
		in.anchors[a.Value] = s
		return
	}
	if earlier == s {
		return // "$anchor" and "$dynamicAnchor" of one schema
	}
	r.fail("duplicate-anchor", a.Node, diag.Diagnostic{
		Message: fmt.Sprintf("two schemas have the anchor %q", a.Value),
		Also:    []diag.Related{{Pos: earlier.Node.Pos, Text: "the other one"}},
		Hint:    "rename or remove one of them",
	})
}

// link finds the target of a reference.
func (r *resolver) link(l *link) {
	u, ok := parseURI(l.ref.Value)
	if !ok {
		d := diag.Diagnostic{Message: fmt.Sprintf("%q is no URI reference", l.keyword), Got: describe(l.ref.Node)}
		if strings.Contains(l.ref.Value, "%") {
			d.Hint = "write % as %25 in a reference"
		}
		r.fail("ref-syntax", l.ref.Node, d)
		return
	}
	to := l.in
	if !u.local() {
		if to = r.resource(l, u); to == nil {
			return
		}
	}
	l.ref.Target = r.target(l, to, u.Fragment)
	if s := l.ref.Target; s != nil && s.DynamicAnchor != nil {
		l.dynamic = l.keyword == "$dynamicRef" && s.DynamicAnchor.Value == u.Fragment
	}
}

// linkDynamic checks a "$dynamicRef" that is not a plain reference in the end. Its target depends on the schemas through
// which an instance has come, unless only one schema has the anchor:
// https://json-schema.org/draft/2020-12/json-schema-core#section-8.2.3.2.
func (r *resolver) linkDynamic(l link) {
	if !l.dynamic {
		return
	}
	name := l.ref.Target.DynamicAnchor.Value
	anchors := r.dynamic[name]
	if len(anchors) == 1 {
		return
	}
	d := diag.Diagnostic{
		Message: fmt.Sprintf(`"$dynamicRef" to one of several schemas with the "$dynamicAnchor" %q: not supported yet`, name),
		Hint:    `write "$ref" if one of them is meant`,
	}
	for _, s := range anchors[:min(len(anchors), 3)] {
		d.Also = append(d.Also, diag.Related{Pos: s.DynamicAnchor.Node.Pos, Text: "a schema with that anchor"})
	}
	r.fail("dynamic-ref", l.ref.Node, d)
	l.ref.Target = nil
}
