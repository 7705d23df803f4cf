// Package project reads lockstep.yaml, the configuration of a project: which contracts are read, and where each target
// writes. Read turns a load.Document into a Config. It touches no file system: that a path leads to a file, and that it
// stays in the project when symbolic links are followed, is for its user to see.
//
// Every path of a Config is relative to the folder of the file, clean, has slashes, and stays below that folder. No
// output folder holds a source.
package project

import (
	"go/token"
	"path"
	"strconv"
	"strings"

	"github.com/rightkit/lockstep/gen/diag"
	"github.com/rightkit/lockstep/gen/form"
	"github.com/rightkit/lockstep/gen/load"
)

// FileName is the name of the configuration at the root of a project.
const FileName = "lockstep.yaml"

// ContractName is the name of the file that a contract's folder holds.
const ContractName = "contract.yaml"

// A Config is a lockstep.yaml.
type Config struct {
	Node      *load.Node
	Contracts []Contract // in source order; at least one
	Out       form.Text  // folder of lock.json; "generated" when the file does not say
	Targets   Targets
}

// Targets are the languages that are generated. A target is nil when the file does not name it; one is named.
type Targets struct {
	Go *Go
}

// A Contract is one of the contracts of a project.
type Contract struct {
	Source form.Text // as it stands in the file, clean: a folder or a file
	File   string    // path of its contract.yaml
}

// Dir returns the folder of the contract; "." is the root of the project.
func (c Contract) Dir() string { return path.Dir(c.File) }

// Go says where Go is written.
type Go struct {
	Out      form.Text // folder of the packages
	Import   form.Text // import path of that folder
	Packages []Package
}

// A Package names the Go package of one version of a contract.
type Package struct {
	Contract form.Text // "demo/v1"
	Name     form.Text // "demo"
}

// PackageName returns the package name that is set for a version of a contract, or "".
func (g *Go) PackageName(contract, version string) string {
	for _, p := range g.Packages {
		if p.Contract.Value == contract+"/"+version {
			return p.Name.Value
		}
	}
	return ""
}

// What the strings of the file look like. schema/lockstep.schema.json says the same.
var (
	importPath = form.Match(`^[A-Za-z0-9_][A-Za-z0-9._~-]*(/[A-Za-z0-9_][A-Za-z0-9._~-]*)*$`,
		`an import path such as "example.com/project/generated/go"`)
	contractKey = form.Match(`^[a-z][a-z0-9]{0,39}(-[a-z0-9]{1,40}){0,4}/v(0|[1-9][0-9]{0,3})$`,
		`a contract and a version such as "demo/v1"`)
	packageName = form.Match(`^[a-z][a-z0-9]{0,39}$`, `a package name: lower-case letters and digits`)
)

// maxFindings is how many diagnostics a reading gives.
const maxFindings = 200

// Read turns the document of a lockstep.yaml into a Config, or says all that is wrong with it. The Config is nil if
// there is an error.
func Read(doc *load.Document) (*Config, diag.List) {
	var diags diag.List
	r := reader{&diags}
	c := r.config(doc.Root)
	if !diags.Failed() {
		c.separate(&diags)
	}
	diags.Sort()
	diags.Limit(maxFindings)
	if diags.Failed() {
		return nil, diags
	}
	return c, diags
}

// A reader reads the parts of the file.
type reader struct{ diags *diag.List }

func (r reader) config(n *load.Node) *Config {
	o := form.Open(n, r.diags, "version", "contracts", "targets")
	defer o.Close()
	o.Int("version", 1, 1)
	out := o.Path("out")
	if out.Node == nil {
		out = form.Text{Value: "generated", Node: n, Pos: n.Pos}
	}
	c := &Config{Node: n, Out: out, Targets: form.Struct(o, "targets", r.targets)}
	for _, source := range o.Paths("contracts", 1) {
		c.Contracts = append(c.Contracts, Contract{source, contractFile(source.Value)})
	}
	return c
}

// contractFile returns the path of the contract.yaml that a path means: the path itself, or a file in it.
func contractFile(p string) string {
	if ext := path.Ext(p); ext == ".yaml" || ext == ".yml" {
		return p
	}
	return path.Join(p, ContractName)
}

func (r reader) targets(n *load.Node) Targets {
	o := form.Open(n, r.diags)
	defer o.Close()
	o.AtLeast(1)
	return Targets{Go: form.Struct(o, "go", r.golang)}
}

func (r reader) golang(n *load.Node) *Go {
	o := form.Open(n, r.diags, "out", "import")
	defer o.Close()
	return &Go{
		Out:    o.Path("out"),
		Import: o.Text("import", importPath),
		Packages: form.Map(o, "packages", func(key form.Text, n *load.Node) Package {
			o.Key(key, contractKey)
			name := o.TextOf(n, packageName)
			if token.IsKeyword(name.Value) || name.Value == "main" {
				o.Refuse(n, "the name of a package that can be imported", "")
			}
			return Package{key, name}
		}),
	}
}

// separate reports contracts that stand twice, and output folders that overlap with a contract's folder. A folder may
// lie in that of a contract only where that is the root of the project.
func (c *Config) separate(diags *diag.List) {
	outs := []form.Text{c.Out}
	if c.Targets.Go != nil {
		outs = append(outs, c.Targets.Go.Out)
	}
	first := map[string]form.Text{}
	for _, contract := range c.Contracts {
		if twin, twice := first[contract.File]; twice {
			diags.Add(diag.Diagnostic{
				Severity: diag.Error, Code: "duplicate-contract", Pos: contract.Source.Pos, At: contract.Source.Node.Pointer,
				Message: strconv.Quote(contract.File) + " stands twice",
				Also:    []diag.Related{{Pos: twin.Pos, Text: "first"}},
			})
			continue
		}
		first[contract.File] = contract.Source
		dir := contract.Dir()
		for _, out := range outs {
			if within(dir, out.Value) || dir != "." && within(out.Value, dir) {
				diags.Add(diag.Diagnostic{
					Severity: diag.Error, Code: "output-over-source", Pos: out.Pos, At: out.Node.Pointer,
					Message: "the output folder " + strconv.Quote(out.Value) + " overlaps with the contract in " + strconv.Quote(dir),
					Also:    []diag.Related{{Pos: contract.Source.Pos, Text: "the contract"}},
					Hint:    "give generated files a folder of their own",
				})
			}
		}
	}
}

// within reports whether a clean path is a folder or lies in it. Case does not count, for there are file systems on
// which it does not.
func within(p, dir string) bool {
	if dir == "." {
		return true
	}
	p, dir = strings.ToLower(p), strings.ToLower(dir)
	return p == dir || strings.HasPrefix(p, dir+"/")
}
