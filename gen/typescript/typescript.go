// Package typescript turns the models of a project's contracts into one npm package: types, run-time checks in plain
// JavaScript, and tests that find what has moved. There is a module per version of a contract, as an ECMAScript module and
// as CommonJS, and the runtime that they share. Templates write it; no Node is needed, and the output depends on nothing.
//
// Text of a schema reaches the output through the writers of text.go alone. Emit returns files only when each of them
// reads as JavaScript or TypeScript up to its end and exports what was planned; it never writes a file.
package typescript

import (
	"fmt"
	"path"
	"strings"

	"github.com/rightkit/lockstep/gen/diag"
	"github.com/rightkit/lockstep/gen/ir"
	"github.com/rightkit/lockstep/gen/output"
	tstemplate "github.com/rightkit/lockstep/templates/typescript"
)

// Options say what the package is.
type Options struct {
	Dir     string // folder of the package below the project root, with slashes: "generated/typescript"
	Package string // name of the package: "@rightkit/contracts"
	Version string // version of the package: "0.1.0"
	Repair  string // command that regenerates, as the drift test prints it: "lockstep gen"
	License string // SPDX text of the license; "" stands for "UNLICENSED"
	Terms   []byte // text of the license; nil when the package has no file with it
}

// Emit returns the files of the package. Its diagnostics are collisions of names; with an error among them there are no
// files.
func Emit(contracts []*ir.Contract, opt Options) ([]output.File, diag.List) {
	var diags diag.List
	p := &pkg{opt: opt}
	for _, c := range contracts {
		e := &emitter{contract: c, plan: newPlan(c), dir: path.Join(c.Name, c.Version), runtime: "../../runtime"}
		diags = append(diags, e.plan.diags...)
		p.modules = append(p.modules, e)
	}
	if diags.Failed() {
		return nil, diags
	}
	files, err := p.files()
	if err != nil {
		diags.Add(diag.Diagnostic{Severity: diag.Error, Code: "internal", Message: "emitting TypeScript: " + err.Error()})
		return nil, diags
	}
	return files, diags
}

// A pkg writes the package.
type pkg struct {
	opt     Options
	modules []*emitter
}

// An emitter writes the module of one version of a contract.
type emitter struct {
	contract *ir.Contract
	plan     *plan
	dir      string // of the module in the package: "demo/v1"
	runtime  string // of the runtime, as a module specifier
	prefix   string // before the name of a type, where it is not declared in the same file
}

func (p *pkg) files() ([]output.File, error) {
	files, err := tstemplate.Runtime(path.Join(p.opt.Dir, "runtime"))
	if err != nil {
		return nil, err
	}
	add := func(name string, view tstemplate.View) error {
		text, err := tstemplate.Fill(view)
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		files = append(files, output.File{Path: path.Join(p.opt.Dir, name), Content: text})
		return nil
	}
	for _, e := range p.modules {
		emitted, err := e.files()
		if err != nil {
			return nil, err
		}
		for _, f := range emitted {
			if err := add(f.name, f.view); err != nil {
				return nil, err
			}
			if f.exports == nil {
				continue
			}
			if err := verify(f.name, string(files[len(files)-1].Content), f.exports); err != nil {
				return nil, err
			}
		}
	}
	manifest, err := p.manifest()
	if err != nil {
		return nil, err
	}
	files = append(files, output.File{Path: path.Join(p.opt.Dir, "package.json"), Content: manifest})
	if err := add("README.md", p.readme()); err != nil {
		return nil, err
	}
	if p.opt.Terms != nil {
		files = append(files, output.File{Path: path.Join(p.opt.Dir, "LICENSE"), Content: p.opt.Terms})
	}
	if err := add("test/drift.test.mjs", p.driftTest(files)); err != nil {
		return nil, err
	}
	return files, nil
}

// An emitted is a file of the package before it is written.
type emitted struct {
	name    string // below the folder of the package
	view    tstemplate.View
	exports map[string]bool // what it has to export; nil when nobody imports it
}

// files returns the files of one module.
func (e *emitter) files() ([]emitted, error) {
	module, common, err := e.module()
	if err != nil {
		return nil, err
	}
	types, commonTypes, err := e.declarations()
	if err != nil {
		return nil, err
	}
	index := e.dir + "/index"
	return []emitted{
		{index + ".js", module, e.plan.constants()}, {index + ".cjs", common, e.plan.constants()},
		{index + ".d.ts", types, e.plan.types()}, {index + ".d.cts", commonTypes, e.plan.types()},
		{"test/" + strings.ReplaceAll(e.dir, "/", "-") + ".types.ts", e.assertions(), nil},
	}, nil
}
