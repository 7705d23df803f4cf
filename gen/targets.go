package gen

import (
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/rightkit/lockstep/gen/diag"
	"github.com/rightkit/lockstep/gen/golang"
	"github.com/rightkit/lockstep/gen/ir"
	"github.com/rightkit/lockstep/gen/output"
	"github.com/rightkit/lockstep/gen/rust"
	"github.com/rightkit/lockstep/gen/typescript"
	goruntime "github.com/rightkit/lockstep/templates/go"
)

// A target is one language of the output.
type target struct {
	// root returns the folder that the target owns in a project; "" when the project does not want it.
	root func(*Project) string
	// emit returns the files for all contracts.
	emit func(*Project, []*ir.Contract) ([]output.File, diag.List)
}

// targets are the languages, in the order of their diagnostics. A new one is a folder and a line here.
var targets = []target{
	{root: goRoot, emit: emitGo},
	{root: typescriptRoot, emit: emitTypeScript},
	{root: rustRoot, emit: emitRust},
}

// roots returns the folders of the targets that the project wants.
func (p *Project) roots() []string {
	var roots []string
	for _, t := range targets {
		if r := t.root(p); r != "" {
			roots = append(roots, r)
		}
	}
	return roots
}

// emit adds the files of every target to the set.
func (p *Project) emit(set *output.Set, models []*ir.Contract) diag.List {
	var diags diag.List
	for _, t := range targets {
		if t.root(p) == "" {
			continue
		}
		files, more := t.emit(p, models)
		diags = append(diags, more...)
		for _, f := range files {
			if err := set.Add(f.Path, f.Content); err != nil {
				diags.Add(diag.Diagnostic{Severity: diag.Error, Code: "output", Message: err.Error()})
			}
		}
	}
	return diags
}

func goRoot(p *Project) string {
	if p.Config.Targets.Go == nil {
		return ""
	}
	return p.Config.Targets.Go.Out.Value
}

// emitGo emits a package per contract, and the runtime once.
func emitGo(p *Project, models []*ir.Contract) ([]output.File, diag.List) {
	dir, importPath := p.Config.Targets.Go.Out.Value, p.Config.Targets.Go.Import.Value
	internal := importPath + "/internal"
	files, err := goruntime.Files(path.Join(dir, "internal"), internal)
	if err != nil {
		return nil, diag.List{{Severity: diag.Error, Code: "internal", Message: err.Error()}}
	}
	if slices.ContainsFunc(models, func(c *ir.Contract) bool { return len(c.Tools) > 0 }) {
		copied, err := goruntime.TransportFiles(path.Join(dir, "transport"), internal)
		if err != nil {
			return nil, diag.List{{Severity: diag.Error, Code: "internal", Message: err.Error()}}
		}
		files = append(files, copied...)
	}
	diags := append(p.checkImport(), knownPackages(p, models)...)
	runtime := files
	for _, c := range models {
		place := path.Join(c.Name, c.Version)
		emitted, more := golang.Emit(c, golang.Options{
			Dir: path.Join(dir, place), Package: p.Config.Targets.Go.PackageName(c.Name, c.Version),
			Import: path.Join(importPath, place), Runtime: internal + "/wire", Repair: p.Config.Repair.Value,
			Beside: runtime,
		})
		files, diags = append(slices.Clip(files), emitted...), append(diags, more...)
	}
	return files, diags
}

// knownPackages reports the package names that are set for contracts that the project does not have.
func knownPackages(p *Project, models []*ir.Contract) diag.List {
	keys := make([]string, len(models))
	for i, c := range models {
		keys[i] = key(c)
	}
	var diags diag.List
	for _, pkg := range p.Config.Targets.Go.Packages {
		if !slices.Contains(keys, pkg.Contract.Value) {
			diags.Add(diag.Diagnostic{
				Severity: diag.Error, Code: "unknown-contract", Pos: pkg.Contract.Pos, At: pkg.Contract.Node.Pointer,
				Message: fmt.Sprintf("there is no contract %q", pkg.Contract.Value), Want: strings.Join(keys, ", "),
				Hint: diag.DidYouMean(diag.Near(pkg.Contract.Value, keys)),
			})
		}
	}
	return diags
}

func typescriptRoot(p *Project) string {
	if p.Config.Targets.TypeScript == nil {
		return ""
	}
	return p.Config.Targets.TypeScript.Out.Value
}

// emitTypeScript emits one package with a module per contract.
func emitTypeScript(p *Project, models []*ir.Contract) ([]output.File, diag.List) {
	c := p.Config.Targets.TypeScript
	opt := typescript.Options{
		Dir: c.Out.Value, Package: c.Package.Value, Version: c.Version.Value, Repair: p.Config.Repair.Value,
		License: c.License.Value,
	}
	if c.Terms.Node != nil {
		file, err := p.file(c.Terms.Value)
		if err != nil {
			return nil, diag.List{{
				Severity: diag.Error, Code: "unreadable", Pos: c.Terms.Pos, At: c.Terms.Node.Pointer,
				Message: fmt.Sprintf("cannot read %s: %s", c.Terms.Value, reason(err)),
			}}
		}
		opt.Terms = file.Text
	}
	return typescript.Emit(models, opt)
}

func rustRoot(p *Project) string {
	if p.Config.Targets.Rust == nil {
		return ""
	}
	return p.Config.Targets.Rust.Out.Value
}

// emitRust emits one crate with a module per contract.
func emitRust(p *Project, models []*ir.Contract) ([]output.File, diag.List) {
	c := p.Config.Targets.Rust
	return rust.Emit(models, rust.Options{
		Dir: c.Out.Value, Crate: c.Crate.Value, Version: c.Version.Value, License: c.License.Value,
	})
}

func sortedNames[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }
