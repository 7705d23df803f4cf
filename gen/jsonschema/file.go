package jsonschema

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/rightkit/lockstep/gen/diag"
	"github.com/rightkit/lockstep/gen/load"
)

// maxFiles is how many files the references of one schema may lead to.
const maxFiles = 1000

// resource returns the resource that the part of a reference before its fragment leads to, or nil after an error. No
// text of a file is quoted before the file has shown itself to be a schema.
func (r *resolver) resource(l *link, u reference) *resource {
	name := l.in.base.join(u)
	if name.uri != "" {
		if res, ok := r.resources[name]; ok {
			return res
		}
		r.failURI(l, u, name)
		return nil
	}
	if name.outside() || !u.plainPath() {
		r.fail("ref-outside", l.ref.Node, diag.Diagnostic{
			Message: "the reference leads out of the project", Got: describe(l.ref.Node),
			Want: "a path from the file's folder, with plain slashes, to a file of the project",
		})
		return nil
	}
	if res, ok := r.resources[name]; ok {
		return res
	}
	return r.read(l, name)
}

// failURI reports a URI that no "$id" has.
func (r *resolver) failURI(l *link, u reference, name base) {
	d := diag.Diagnostic{Got: describe(l.ref.Node)}
	if u.Scheme == "" {
		d.Got += fmt.Sprintf(", that is, %q", shorten(name.uri))
		d.Hint = `an "$id" makes the reference a URI; remove that "$id" to refer to files`
	}
	scheme := name.scheme()
	switch {
	case scheme == "urn" || scheme == "tag":
		d.Message = "no schema has this name"
		d.Want = `the "$id" of a schema in the documents at hand`
		r.fail("ref-target", l.ref.Node, d)
	case scheme == "file" || len(scheme) == 1: // C:\...
		d.Message = "the reference leads out of the project"
		d.Want = "a path from the file's folder, with plain slashes, to a file of the project"
		r.fail("ref-outside", l.ref.Node, d)
	default:
		d.Message = "the reference leads to the network, from which nothing is read"
		d.Want = `the "$id" of a schema in the documents at hand, or the path of a file of the project`
		r.fail("ref-network", l.ref.Node, d)
	}
}

// read loads the document at a path and enters it.
func (r *resolver) read(l *link, name base) *resource {
	doc, seen := r.files[name.path]
	if !seen {
		doc = r.load(l, name.path)
		r.files[name.path] = doc
	} else if doc == nil {
		r.failFile(l, "the file could not be read, as another reference to it says")
	}
	if doc == nil {
		return nil
	}
	return r.resources[name]
}

func (r *resolver) failFile(l *link, message string, also ...diag.Related) {
	r.fail("ref-file", l.ref.Node, diag.Diagnostic{Message: message, Got: describe(l.ref.Node), Also: also})
}

// load reads and parses a document; nil after an error.
func (r *resolver) load(l *link, name string) *document {
	switch {
	case r.opts.Load == nil:
		r.failFile(l, "references to other files are not read here")
		return nil
	case !slices.Contains([]string{".json", ".yaml", ".yml"}, path.Ext(name)):
		r.failFile(l, "the file's name does not end in .json, .yaml or .yml")
		return nil
	case len(r.files) >= maxFiles || r.size > load.MaxSize:
		r.failFile(l, fmt.Sprintf("the schema has more than %d files or %d MiB", maxFiles, load.MaxSize>>20))
		return nil
	}
	doc, err := r.opts.Load(name)
	var list diag.List
	switch {
	case errors.Is(err, fs.ErrNotExist):
		r.failFile(l, "there is no such file")
		return nil
	case errors.As(err, &list):
		r.failFile(l, "the file is no JSON or YAML document", firstError(list)...)
		return nil
	case err != nil || doc == nil || doc.Root == nil:
		r.failFile(l, "the file cannot be read")
		return nil
	}
	root, diags := Parse(doc)
	if root == nil {
		if s := doc.Root.Get("$schema"); s != nil && s.Kind == load.String && strings.TrimSuffix(s.Text, "#") == Dialect {
			r.diags = append(r.diags, diags...)
		} else {
			r.failFile(l, "the file is no schema", firstError(diags)...)
		}
		return nil
	}
	r.diags = append(r.diags, diags...)
	return r.add(root, name)
}

// firstError returns the place and the code of the first error of a list.
func firstError(list diag.List) []diag.Related {
	for _, d := range list {
		if d.Severity == diag.Error {
			return []diag.Related{{Pos: d.Pos, Text: d.Code}}
		}
	}
	return nil
}
