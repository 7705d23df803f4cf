// Package rust turns the models of a project's contracts into one crate: types with serde's traits, decoders and encoders
// with the same verdict as the other languages, the methods of the service, and the runtime that they share. There is a
// module per version of a contract. No Rust toolchain is needed, and the crate depends on serde alone.
//
// Text of a schema reaches the output through the writers of text.go alone. Emit never writes a file.
package rust

import (
	"fmt"
	"path"
	"strings"

	"github.com/rightkit/lockstep/gen/diag"
	"github.com/rightkit/lockstep/gen/ir"
	"github.com/rightkit/lockstep/gen/name"
	"github.com/rightkit/lockstep/gen/output"
	rstemplate "github.com/rightkit/lockstep/templates/rust"
)

// Options say what the crate is.
type Options struct {
	Dir     string // folder of the crate below the project root, with slashes: "generated/rust"
	Crate   string // name of the crate: "rightkit-contracts"
	Version string // version of the crate: "0.1.0"
	License string // SPDX text of the license; "" when the manifest says none
}

// Emit returns the files of the crate. Its diagnostics are collisions of names, and types that Rust cannot hold; with an
// error among them there are no files.
func Emit(contracts []*ir.Contract, opt Options) ([]output.File, diag.List) {
	var diags diag.List
	c := &crate{opt: opt}
	for _, contract := range contracts {
		e := &emitter{contract: contract, plan: newPlan(contract), rules: map[*ir.Rule]int{}, patterns: map[string]int{}}
		diags = append(diags, e.plan.diags...)
		if ident(contract.Name) == "wire" {
			diags.Add(diag.Diagnostic{
				Severity: diag.Error, Code: "name-collision", Pos: contract.Origin.Pos, At: contract.Origin.Pointer,
				Message: "a contract cannot be called \"wire\" in Rust: the runtime's module has that name",
				Hint:    "give the contract another name",
			})
		}
		c.modules = append(c.modules, e)
	}
	if diags.Failed() {
		return nil, diags
	}
	files, err := c.files()
	if err != nil {
		diags.Add(diag.Diagnostic{Severity: diag.Error, Code: "internal", Message: "emitting Rust: " + err.Error()})
		return nil, diags
	}
	return files, diags
}

// A crate writes the crate.
type crate struct {
	opt     Options
	modules []*emitter
}

// An emitter writes the module of one version of a contract.
type emitter struct {
	contract *ir.Contract
	plan     *plan

	rules    map[*ir.Rule]int // statics, by number, in the order of list
	list     []*ir.Rule
	patterns map[string]int // statics, by number
}

// ident is the name of a contract or a version as a module: "user-list" is user_list.
func ident(text string) string { return name.RustField(strings.Split(text, "-")) }

func (c *crate) files() ([]output.File, error) {
	files, err := rstemplate.Runtime(path.Join(c.opt.Dir, "src", "wire"))
	if err != nil {
		return nil, err
	}
	add := func(name string, view rstemplate.View) error {
		text, err := rstemplate.Fill(view)
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		files = append(files, output.File{Path: path.Join(c.opt.Dir, name), Content: text})
		return nil
	}
	for _, e := range c.modules {
		emitted, err := e.files()
		if err != nil {
			return nil, err
		}
		dir := path.Join("src", fileName(e.contract.Name), fileName(e.contract.Version))
		for _, f := range emitted {
			if err := add(path.Join(dir, f.name), f.view); err != nil {
				return nil, err
			}
			if f.declared == nil {
				continue
			}
			if err := verify(f.name, string(files[len(files)-1].Content), f.declared); err != nil {
				return nil, err
			}
		}
	}
	for _, f := range c.root() {
		if err := add(f.name, f.view); err != nil {
			return nil, err
		}
	}
	return files, nil
}

// An emitted is a file before it is written.
type emitted struct {
	name     string
	view     rstemplate.View
	declared map[string]bool // the names that it has to declare; nil when that is not looked at
}

// fileName is the name of a contract or a version as the folder of a module.
func fileName(text string) string { return strings.TrimPrefix(ident(text), "r#") }
