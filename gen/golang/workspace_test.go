package golang_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rightkit/lockstep/gen/contract"
	"github.com/rightkit/lockstep/gen/diag"
	"github.com/rightkit/lockstep/gen/golang"
	"github.com/rightkit/lockstep/gen/ir"
	"github.com/rightkit/lockstep/gen/jsonschema"
	"github.com/rightkit/lockstep/gen/load"
	"github.com/rightkit/lockstep/gen/lower"
	"github.com/rightkit/lockstep/gen/output"
	"github.com/rightkit/lockstep/gen/source"
	goruntime "github.com/rightkit/lockstep/templates/go"
	"github.com/stretchr/testify/require"
)

// model runs the pipeline up to the model on a schema alone.
func model(name string, schema []byte) (*ir.Contract, diag.List) {
	return modelOf(name, schema, nil)
}

// modelOf runs the pipeline up to the model on a schema and the contract.yaml beside it, if there is one.
func modelOf(name string, schema, about []byte) (*ir.Contract, diag.List) {
	doc, diags := load.JSON(source.NewFile(name+".json", schema))
	if diags.Failed() {
		return nil, diags
	}
	root, more := jsonschema.Parse(doc)
	if diags = append(diags, more...); diags.Failed() {
		return nil, diags
	}
	graph, more := jsonschema.Resolve(root, jsonschema.Options{})
	if diags = append(diags, more...); diags.Failed() {
		return nil, diags
	}
	in := lower.Input{Graph: graph, Name: "case", Version: "v1"}
	if about != nil {
		doc, more := load.YAML(source.NewFile("contract.yaml", about))
		if diags = append(diags, more...); diags.Failed() {
			return nil, diags
		}
		in.Contract, more = contract.Read(doc)
		if diags = append(diags, more...); diags.Failed() {
			return nil, diags
		}
		if diags = append(diags, in.Contract.Check(graph)...); diags.Failed() {
			return nil, diags
		}
	}
	c, more := lower.Lower(in)
	diags = append(diags, more...)
	if c != nil {
		c.Schema, c.SchemaPath = schema, name+".json"
	}
	return c, diags
}

// folder returns the model of the contract in a folder: schema.json, and contract.yaml if it is there. It has no error.
func folder(t testing.TB, dir string) *ir.Contract {
	t.Helper()
	schema, err := os.ReadFile(filepath.Join(dir, "schema.json"))
	require.NoError(t, err)
	about, err := os.ReadFile(filepath.Join(dir, "contract.yaml"))
	if err != nil {
		require.ErrorIs(t, err, os.ErrNotExist)
	}
	c, diags := modelOf(filepath.Base(dir), schema, about)
	require.False(t, diags.Failed(), "%v", diags)
	return c
}

// A workspace is a module in a temporary folder in which emitted packages are compiled and asked.
type workspace struct {
	t      testing.TB
	dir    string
	cases  []string // package folders
	shapes map[string][]shapeName
}

func newWorkspace(t testing.TB) *workspace {
	w := &workspace{t: t, dir: t.TempDir(), shapes: map[string][]shapeName{}}
	w.write("go.mod", []byte("module cases\n\ngo 1.23\n"))
	files, err := goruntime.Files("internal", "cases/internal")
	require.NoError(t, err)
	w.add(files)
	files, err = goruntime.TransportFiles("transport", "cases/internal")
	require.NoError(t, err)
	w.add(files)
	return w
}

func (w *workspace) write(name string, content []byte) {
	name = filepath.Join(w.dir, filepath.FromSlash(name))
	require.NoError(w.t, os.MkdirAll(filepath.Dir(name), 0o755))
	require.NoError(w.t, os.WriteFile(name, content, 0o644))
}

func (w *workspace) add(files []output.File) {
	for _, f := range files {
		w.write(f.Path, f.Content)
	}
}

// emit adds the package of a contract and returns the diagnostics of the target.
func (w *workspace) emit(pkg string, c *ir.Contract) diag.List {
	files, diags := golang.Emit(c, golang.Options{
		Dir: pkg, Package: pkg, Import: "cases/" + pkg, Runtime: "cases/internal/wire", Repair: "lockstep gen",
	})
	if !diags.Failed() {
		w.add(files)
		w.write(pkg+"/"+pkg+".json", c.Schema)
		w.cases = append(w.cases, pkg)
		w.shapes[pkg] = shapesOf(c)
	}
	return diags
}

// run runs the go command in the workspace; it needs no module but the standard library.
func (w *workspace) run(args ...string) {
	w.t.Helper()
	cmd := exec.Command("go", args...)
	cmd.Dir = w.dir
	cmd.Env = append(os.Environ(), "GOFLAGS=-mod=mod", "GOWORK=off", "GOPROXY=off")
	out, err := cmd.CombinedOutput()
	require.NoError(w.t, err, "go %s:\n%s", strings.Join(args, " "), out)
}

type shapeName struct{ wire, id string }

// shapesOf returns the top-level shapes of an emitted package with their Go names.
func shapesOf(c *ir.Contract) []shapeName {
	var list []shapeName
	for _, s := range c.Shapes {
		if !s.Nested {
			list = append(list, shapeName{s.Wire, golang.TypeName(s)})
		}
	}
	return list
}
