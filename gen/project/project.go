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
	Repair    form.Text  // command that generates anew, as findings name it; "lockstep gen" when the file does not say
	Targets   Targets
}

// Targets are the languages that are generated. A target is nil when the file does not name it; one is named.
type Targets struct {
	Go         *Go
	TypeScript *TypeScript
	Rust       *Rust
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

// TypeScript says where TypeScript is written.
type TypeScript struct {
	Out     form.Text // folder of the npm package
	Package form.Text // name of the npm package
	Version form.Text // version of the npm package; "0.0.0" when the file does not say
	License form.Text // SPDX text; "UNLICENSED" when the file does not say
	Terms   form.Text // path of the file with the text of the license; no Node when there is none
}

// Rust says where Rust is written.
type Rust struct {
	Out     form.Text // folder of the crate
	Crate   form.Text // name of the crate
	Version form.Text // version of the crate; "0.0.0" when the file does not say
	License form.Text // SPDX text; no Node when the file does not say
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

// IsImportPath reports whether "import" of the Go target can be a string.
func IsImportPath(s string) bool { return importPath.Fits(s) }

// What the strings of the file look like. schema/lockstep.schema.json says the same.
var (
	importPath = form.Match(`^[A-Za-z0-9_][A-Za-z0-9._~-]*(/[A-Za-z0-9_][A-Za-z0-9._~-]*)*$`,
		`an import path such as "example.com/project/generated/go"`)
	contractKey = form.Match(`^[a-z][a-z0-9]{0,39}(-[a-z0-9]{1,40}){0,4}/v(0|[1-9][0-9]{0,3})$`,
		`a contract and a version such as "demo/v1"`)
	packageName = form.Match(`^[a-z][a-z0-9]{0,39}$`, `a package name: lower-case letters and digits`)
	repair      = form.Match("^[!-_a-~]([ -_a-~]{0,58}[!-_a-~])?$",
		`a command such as "make gen": one line of at most 60 characters of ASCII, no back-quotes`)
	npmName = form.Match(`^(@[a-z0-9][a-z0-9._-]{0,99}/)?[a-z0-9][a-z0-9._-]{0,99}$`,
		`the name of an npm package such as "@example/contracts"`)
	npmVersion = form.Match(`^(0|[1-9][0-9]{0,9})\.(0|[1-9][0-9]{0,9})\.(0|[1-9][0-9]{0,9})(-[0-9A-Za-z][0-9A-Za-z.-]{0,99})?$`,
		`a version such as "1.2.0"`)
	crateName = form.Match(`^[a-z][a-z0-9]{0,39}([-_][a-z0-9]{1,40}){0,9}$`, `the name of a crate such as "example-contracts"`)
	license   = form.Match(`^[A-Za-z0-9(]([A-Za-z0-9 ().+:-]{0,118}[A-Za-z0-9)+])?$`,
		`an SPDX expression such as "MIT", or "UNLICENSED"`)
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
	c := &Config{
		Node:    n,
		Out:     or(o.Path("out"), "generated", n),
		Repair:  or(o.Text("repair", repair), "lockstep gen", n),
		Targets: form.Struct(o, "targets", r.targets),
	}
	for _, source := range o.Paths("contracts", 1) {
		c.Contracts = append(c.Contracts, Contract{source, contractFile(source.Value)})
	}
	return c
}

// or returns a text, or the one that stands for it when it is absent from an object.
func or(t form.Text, instead string, n *load.Node) form.Text {
	if t.Node == nil {
		return form.Text{Value: instead, Node: n, Pos: n.Pos}
	}
	return t
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
	return Targets{
		Go:         form.Struct(o, "go", r.golang),
		TypeScript: form.Struct(o, "typescript", r.typescript),
		Rust:       form.Struct(o, "rust", r.rust),
	}
}

func (r reader) rust(n *load.Node) *Rust {
	o := form.Open(n, r.diags, "out", "crate")
	defer o.Close()
	return &Rust{
		Out:     o.Path("out"),
		Crate:   o.Text("crate", crateName),
		Version: or(o.Text("version", npmVersion), "0.0.0", n),
		License: o.Text("license", license),
	}
}

func (r reader) typescript(n *load.Node) *TypeScript {
	o := form.Open(n, r.diags, "out", "package")
	defer o.Close()
	return &TypeScript{
		Out:     o.Path("out"),
		Package: o.Text("package", npmName),
		Version: or(o.Text("version", npmVersion), "0.0.0", n),
		License: or(o.Text("license", license), "UNLICENSED", n),
		Terms:   o.Path("license_file"),
	}
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

// separate reports contracts that stand twice, and output folders that overlap with a contract's folder or with that of
// another target. A folder may lie in that of a contract only where that is the root of the project.
func (c *Config) separate(diags *diag.List) {
	var targets []form.Text
	if c.Targets.Go != nil {
		targets = append(targets, c.Targets.Go.Out)
	}
	if c.Targets.TypeScript != nil {
		targets = append(targets, c.Targets.TypeScript.Out)
	}
	if c.Targets.Rust != nil {
		targets = append(targets, c.Targets.Rust.Out)
	}
	for i, out := range targets {
		for _, other := range targets[:i] {
			if within(out.Value, other.Value) || within(other.Value, out.Value) {
				diags.Add(diag.Diagnostic{
					Severity: diag.Error, Code: "output-over-output", Pos: out.Pos, At: out.Node.Pointer,
					Message: "the output folder " + strconv.Quote(out.Value) + " overlaps with " + strconv.Quote(other.Value),
					Also:    []diag.Related{{Pos: other.Pos, Text: "the other"}},
					Hint:    "give each language a folder of its own",
				})
			}
		}
	}
	c.separateTerms(diags)
	outs := append(targets, c.Out)
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

// separateTerms reports a text of a license that lies where the package is written.
func (c *Config) separateTerms(diags *diag.List) {
	t := c.Targets.TypeScript
	if t == nil || t.Terms.Node == nil || !within(t.Terms.Value, t.Out.Value) {
		return
	}
	diags.Add(diag.Diagnostic{
		Severity: diag.Error, Code: "output-over-source", Pos: t.Terms.Pos, At: t.Terms.Node.Pointer,
		Message: "the output folder " + strconv.Quote(t.Out.Value) + " holds " + strconv.Quote(t.Terms.Value),
		Also:    []diag.Related{{Pos: t.Out.Pos, Text: "the output folder"}},
		Hint:    "keep the text of the license elsewhere; it is copied into the package as LICENSE",
	})
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
