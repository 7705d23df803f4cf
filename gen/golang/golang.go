// Package golang turns the model of a contract into one Go package: types, decoders, encoders, enums, error codes, the
// parser of command-line arguments, and a drift test. go-jsonschema writes the type declarations, jennifer all else.
// The output needs nothing but the standard library and the runtime that is copied beside it. It never writes a file,
// and it returns files only when every one of them parses and declares what was planned.
//
// Each file of the output is emitted by the file of the same name here: decode.go by decode.go, and so on.
package golang

import (
	"bytes"
	"fmt"
	"go/token"
	"path"
	"slices"
	"strings"

	"github.com/rightkit/lockstep/gen/diag"
	"github.com/rightkit/lockstep/gen/ir"
	"github.com/rightkit/lockstep/gen/output"
)

// Options say where the package goes.
type Options struct {
	Dir     string // folder of the package below the project root, with slashes: "generated/go/demo/v1"
	Package string // name of the package; "" is the name of the contract
	Import  string // import path of the package
	Runtime string // import path of the runtime package wire
	Repair  string // command that regenerates, as the drift test prints it: "make gen"

	// Beside are generated files that the package is used with, which its drift test looks at too: the runtime.
	Beside []output.File
}

// Emit returns the files of the package. Its diagnostics are collisions of names and keywords that Go output cannot
// honour; with an error among them there are no files.
func Emit(c *ir.Contract, opt Options) ([]output.File, diag.List) {
	e := &emitter{contract: c, opt: opt, wire: opt.Runtime, pkg: opt.Package, plan: newPlan(c)}
	if e.pkg == "" {
		e.pkg = lowerWord(c.Name)
	}
	e.checkPackage()
	if e.plan.diags.Failed() {
		return nil, e.plan.diags
	}
	files, err := e.files()
	if err != nil {
		diags := e.plan.diags
		diags.Add(diag.Diagnostic{Severity: diag.Error, Code: "internal", Message: "emitting Go for " + c.Name + ": " + err.Error()})
		return nil, diags
	}
	return files, e.plan.diags
}

// checkPackage reports names with which Go would not let the package be imported.
func (e *emitter) checkPackage() {
	d := diag.Diagnostic{Severity: diag.Error, Code: "bad-name", Pos: e.contract.Origin.Pos, At: e.contract.Origin.Pointer}
	switch {
	case !token.IsIdentifier(e.pkg) || e.pkg == "main":
		d.Message = fmt.Sprintf("%q cannot be the name of a Go package", e.pkg)
		d.Hint = "set one under \"packages\" in lockstep.yaml"
	case e.contract.Name == "internal" || e.contract.Name == "vendor" || e.contract.Name == "testdata":
		d.Message = fmt.Sprintf("Go gives a folder %q a meaning of its own", e.contract.Name)
		d.Hint = "give the contract another name"
	default:
		return
	}
	e.plan.diags.Add(d)
}

// An emitter writes one package.
type emitter struct {
	contract *ir.Contract
	opt      Options
	wire     string
	pkg      string
	plan     *plan
}

func (e *emitter) files() ([]output.File, error) {
	models, err := e.modelsFile()
	if err != nil {
		return nil, err
	}
	files := []output.File{e.at("models.go", models)}
	for _, f := range []struct {
		name string
		emit func() *file
	}{
		{"doc.go", e.docFile}, {"decode.go", e.decodeFile}, {"encode.go", e.encodeFile}, {"rules.go", e.rulesFile},
		{"unions.go", e.unionsFile}, {"enums.go", e.enumsFile}, {"shapes.go", e.shapesFile}, {"limits.go", e.limitsFile},
		{"defaults.go", e.defaultsFile}, {"secret.go", e.secretFile},
		{"tools.go", e.toolsFile}, {"args.go", e.argsFile}, {"client.go", e.clientFile}, {"host.go", e.hostFile},
		{"listing.go", e.listingFile}, {"fixture.go", e.fixtureFile},
	} {
		emitted := f.emit()
		if emitted == nil {
			continue // the contract has nothing of the kind
		}
		var b bytes.Buffer
		if err := emitted.Render(&b); err != nil {
			return nil, fmt.Errorf("%s: %w", f.name, err)
		}
		text, err := groupImports(b.Bytes())
		if err != nil {
			return nil, fmt.Errorf("%s: %w", f.name, err)
		}
		files = append(files, e.at(f.name, text))
	}
	if err := e.verify(files); err != nil {
		return nil, err
	}
	test, err := e.driftTest(append(slices.Clone(files), e.opt.Beside...))
	if err != nil {
		return nil, err
	}
	return append(files, e.at("drift_test.go", test)), nil
}

func (e *emitter) at(name string, content []byte) output.File {
	return output.File{Path: path.Join(e.opt.Dir, name), Content: content}
}

// lowerWord makes a package name: the letters and digits of a name, in lower case.
func lowerWord(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r >= 'a' && r <= 'z' || r >= '0' && r <= '9':
			return r
		case r >= 'A' && r <= 'Z':
			return r + 'a' - 'A'
		}
		return -1
	}, s)
}
