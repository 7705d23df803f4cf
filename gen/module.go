package gen

import (
	"fmt"
	"os"
	"path"
	"path/filepath"
	"regexp"

	"github.com/rightkit/lockstep/gen/diag"
	"github.com/rightkit/lockstep/gen/load"
	"github.com/rightkit/lockstep/gen/project"
	"github.com/rightkit/lockstep/gen/source"
)

// A goModule is what a go.mod says of a folder in it or below it.
type goModule struct {
	importPath string // of the folder
	file       string // the go.mod, as an absolute path
	text       []byte
	offset     int // of the module's path in the text
}

var moduleLine = regexp.MustCompile("(?m)^module[ \\t]+[\"`]?([^\\s\"`]+)")

// moduleOf reads the nearest go.mod, from a folder upwards; nil when there is none, or when it names no module. The
// folder need not be there.
func moduleOf(dir string) *goModule {
	at, err := filepath.Abs(dir)
	if err != nil {
		return nil
	}
	below := ""
	for {
		file := filepath.Join(at, "go.mod")
		if info, err := os.Stat(file); err == nil && info.Mode().IsRegular() && info.Size() <= load.MaxSize {
			text, err := os.ReadFile(file)
			if m := moduleLine.FindSubmatchIndex(text); err == nil && m != nil {
				return &goModule{path.Join(string(text[m[2]:m[3]]), below), file, text, m[2]}
			}
			return nil
		}
		if filepath.Dir(at) == at {
			return nil
		}
		at, below = filepath.Dir(at), path.Join(filepath.Base(at), below)
	}
}

// ImportPath returns the import path of a folder, as the go.mod in it or in the nearest folder above says; "" when there
// is none.
func ImportPath(dir string) string {
	if m := moduleOf(dir); m != nil {
		return m.importPath
	}
	return ""
}

// IsImportPath reports whether lockstep.yaml takes a string for an import path.
func IsImportPath(s string) bool { return project.IsImportPath(s) }

// checkImport warns of an import path that is not that of the output folder. Where no go.mod is, nothing is known.
func (p *Project) checkImport() diag.List {
	target := p.Config.Targets.Go
	m := moduleOf(filepath.Join(p.Root, filepath.FromSlash(target.Out.Value)))
	if m == nil || m.importPath == target.Import.Value {
		return nil
	}
	name, err := filepath.Rel(p.Root, m.file)
	if err != nil {
		name = "go.mod"
	}
	file := source.NewFile(filepath.ToSlash(name), m.text)
	return diag.List{{
		Severity: diag.Warning, Code: "import-differs", Pos: target.Import.Pos, At: target.Import.Node.Pointer,
		Message: fmt.Sprintf("%q is not the import path of %s, so the output does not compile", target.Import.Value, target.Out.Value),
		Want:    m.importPath,
		Also:    []diag.Related{{Pos: source.Pos{File: file, Offset: m.offset}, Text: "the module"}},
	}}
}
