package gen

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"

	"github.com/rightkit/lockstep/gen/check"
	"github.com/rightkit/lockstep/gen/contract"
	"github.com/rightkit/lockstep/gen/diag"
	"github.com/rightkit/lockstep/gen/ir"
	"github.com/rightkit/lockstep/gen/jsonschema"
	"github.com/rightkit/lockstep/gen/load"
	"github.com/rightkit/lockstep/gen/lower"
	"github.com/rightkit/lockstep/gen/output"
	"github.com/rightkit/lockstep/gen/project"
	"github.com/rightkit/lockstep/gen/scenario"
	"github.com/rightkit/lockstep/gen/source"
)

// A Project is a folder with a lockstep.yaml. It reads files below its root only, symbolic links resolved, and the go.mod
// that the Go output belongs to, which may lie above. A Project is used by one goroutine.
type Project struct {
	Root   string // absolute
	Config *project.Config

	root  *os.Root
	files map[string]*source.File // what was read, by path
}

// Open finds lockstep.yaml in dir or the nearest folder above it, and reads it.
func Open(dir string) (*Project, diag.List) {
	root, err := find(dir)
	if errors.Is(err, errGone) {
		return nil, diag.List{{
			Severity: diag.Error, Code: "no-project", Message: err.Error(),
			Hint: "go there again, as with: cd \"$PWD\"; writing output replaces its folders",
		}}
	}
	if err != nil {
		return nil, diag.List{{
			Severity: diag.Error, Code: "no-project", Message: err.Error(),
			Hint: "run \"lockstep init\" to start a project here",
		}}
	}
	opened, err := os.OpenRoot(root)
	if err != nil {
		return nil, diag.List{{Severity: diag.Error, Code: "no-project", Message: err.Error()}}
	}
	p := &Project{Root: root, root: opened, files: map[string]*source.File{}}
	doc, diags := p.read(project.FileName, source.Pos{})
	if diags.Failed() {
		p.Close()
		return nil, diags
	}
	config, more := project.Read(doc)
	diags = append(diags, more...)
	if diags.Failed() {
		p.Close()
		return nil, diags
	}
	p.Config = config
	return p, diags
}

// Close releases the root folder.
func (p *Project) Close() error { return p.root.Close() }

// errGone is what find says when the working directory was removed or replaced.
var errGone = errors.New("the folder that this command was started in is not there any more")

// find returns the nearest folder, from dir upwards, that holds a lockstep.yaml.
func find(dir string) (string, error) {
	start, err := filepath.Abs(dir)
	if err != nil {
		return "", errGone
	}
	for at := start; ; at = filepath.Dir(at) {
		info, err := os.Stat(filepath.Join(at, project.FileName))
		if err == nil && info.Mode().IsRegular() {
			return at, nil
		}
		if filepath.Dir(at) == at {
			return "", fmt.Errorf("there is no %s here or in a folder above", project.FileName)
		}
	}
}

// read loads a file of the project; from is the place that names it.
func (p *Project) read(name string, from source.Pos) (*load.Document, diag.List) {
	file, err := p.file(name)
	if err != nil {
		return nil, diag.List{{
			Severity: diag.Error, Code: "unreadable", Pos: from,
			Message: fmt.Sprintf("cannot read %s: %s", name, reason(err)),
		}}
	}
	return load.Read(file)
}

// file returns a file of the project, which is read once.
func (p *Project) file(name string) (*source.File, error) {
	if file := p.files[name]; file != nil {
		return file, nil
	}
	text, err := p.text(name)
	if err != nil {
		return nil, err
	}
	p.files[name] = source.NewFile(name, text)
	return p.files[name], nil
}

// text reads a file of at most load.MaxSize bytes.
func (p *Project) text(name string) ([]byte, error) {
	info, err := p.root.Stat(filepath.FromSlash(name))
	switch {
	case err != nil:
		return nil, err
	case !info.Mode().IsRegular():
		return nil, errors.New("it is no regular file")
	case info.Size() > load.MaxSize:
		return nil, fmt.Errorf("it has %d bytes, at most %d are read", info.Size(), load.MaxSize)
	}
	return p.root.ReadFile(filepath.FromSlash(name))
}

// reason returns an error of the file system without its path, which the message has already.
func reason(err error) string {
	var pe *fs.PathError
	if errors.As(err, &pe) {
		return pe.Err.Error()
	}
	return err.Error()
}

// Graphs holds what the first stages make of one contract.
type Graphs struct {
	Dir    string // folder of contract.yaml
	File   *contract.File
	Schema *source.File
	Graph  *jsonschema.Graph
}

// Parse loads, parses and resolves one contract. What it returns is nil when there is an error.
func (p *Project) Parse(c project.Contract) (*Graphs, diag.List) {
	doc, diags := p.read(c.File, c.Source.Pos)
	if diags.Failed() {
		if diags[0].Code == "unreadable" && path.Ext(c.Source.Value) == ".json" {
			diags[0].Hint = "name the contract.yaml beside the schema, or its folder"
		}
		return nil, diags
	}
	file, more := contract.Read(doc)
	if diags = append(diags, more...); diags.Failed() {
		return nil, diags
	}
	name := path.Join(c.Dir(), file.Schema.Value)
	doc, more = p.read(name, file.Schema.Pos)
	if diags = append(diags, more...); diags.Failed() {
		return nil, diags
	}
	root, more := jsonschema.Parse(doc)
	if diags = append(diags, more...); diags.Failed() {
		return nil, diags
	}
	graph, more := jsonschema.Resolve(root, jsonschema.Options{Load: func(name string) (*load.Document, error) {
		file, err := p.file(name)
		if err != nil {
			return nil, err
		}
		doc, diags := load.Read(file)
		if diags.Failed() {
			return nil, diags
		}
		return doc, nil
	}})
	if diags = append(diags, more...); diags.Failed() {
		return nil, diags
	}
	if diags = append(diags, file.Check(graph)...); diags.Failed() {
		return nil, diags
	}
	return &Graphs{Dir: c.Dir(), File: file, Schema: p.files[name], Graph: graph}, diags
}

// Lower runs the pipeline on one contract up to the model and its checks. The model is nil when there is an error.
func (p *Project) Lower(c project.Contract) (*ir.Contract, diag.List) {
	g, diags := p.Parse(c)
	if diags.Failed() {
		return nil, diags
	}
	model, more := lower.Lower(lower.Input{Graph: g.Graph, Contract: g.File})
	if diags = append(diags, more...); diags.Failed() {
		return nil, diags
	}
	model.Schema, model.SchemaPath = g.Schema.Text, g.Schema.Name
	return model, append(diags, check.Run(model)...)
}

// Scenarios reads the scenarios beside a contract and checks them against its model. They are nil when the contract has
// none, or when there is an error.
func (p *Project) Scenarios(c project.Contract, model *ir.Contract) (*scenario.Suite, diag.List) {
	name := path.Join(c.Dir(), scenario.FileName)
	if _, err := p.root.Lstat(filepath.FromSlash(name)); errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	doc, diags := p.read(name, source.Pos{})
	delete(p.files, name) // no output follows from it, so it is no source
	if diags.Failed() {
		return nil, diags
	}
	suite, more := scenario.Read(doc)
	if diags = append(diags, more...); diags.Failed() {
		return nil, diags
	}
	if diags = append(diags, suite.Check(model)...); diags.Failed() {
		return nil, diags
	}
	return suite, diags
}

// Build runs the pipeline on every contract and returns the files of the project, in memory. The set is nil when there
// is an error; the diagnostics are sorted.
func (p *Project) Build() (*output.Set, diag.List) {
	var diags diag.List
	set, err := output.New(path.Join(p.Config.Out.Value, "lock.json"), p.roots()...)
	if err != nil {
		return nil, diag.List{{Severity: diag.Error, Code: "output", Message: err.Error()}}
	}
	set.Tolerate("node_modules", "package-lock.json") // of an npm install in the TypeScript package
	set.Tolerate("target", "Cargo.lock")              // of cargo in the Rust crate
	var models []*ir.Contract
	first := map[string]project.Contract{}
	for _, c := range p.Config.Contracts {
		model, more := p.Lower(c)
		diags = append(diags, more...)
		if model == nil {
			continue
		}
		models = append(models, model)
		_, more = p.Scenarios(c, model)
		diags = append(diags, more...)
		if twin, twice := first[key(model)]; twice {
			diags.Add(diag.Diagnostic{
				Severity: diag.Error, Code: "duplicate-contract", Pos: c.Source.Pos, At: c.Source.Node.Pointer,
				Message: fmt.Sprintf("two contracts are %s: %q and %q", key(model), twin.Source.Value, c.Source.Value),
				Also:    []diag.Related{{Pos: twin.Source.Pos, Text: "the other"}},
				Hint:    "give one of them another name or version in its contract.yaml",
			})
			continue
		}
		first[key(model)] = c
	}
	if !diags.Failed() {
		diags = append(diags, p.emit(set, models)...)
	}
	for _, name := range sortedNames(p.files) {
		if err := set.AddSource(p.files[name]); err != nil {
			diags.Add(diag.Diagnostic{Severity: diag.Error, Code: "output", Message: err.Error()})
		}
	}
	diags.Sort()
	if diags.Failed() {
		return nil, diags
	}
	return set, diags
}

// Find returns the contract with a name and version such as "demo/v1".
func (p *Project) Find(name string) (*ir.Contract, diag.List) {
	var known []string
	for _, c := range p.Config.Contracts {
		model, diags := p.Lower(c)
		if diags.Failed() {
			return nil, diags
		}
		if key(model) == name {
			return model, diags
		}
		known = append(known, key(model))
	}
	return nil, diag.List{{
		Severity: diag.Error, Code: "unknown-contract", Message: fmt.Sprintf("there is no contract %q", name),
		Want: strings.Join(known, ", "),
	}}
}

// key is how commands and configurations name a contract, such as "demo/v1".
func key(c *ir.Contract) string { return c.Name + "/" + c.Version }
