package gen

import (
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const module = "github.com/rightkit/lockstep"

// ranks is the import law: a package imports only packages of a lower rank. Packages of one rank never import each
// other. A folder of the table stands for the packages below it too, unless they have a line of their own.
var ranks = []struct {
	pkgs []string
	why  string
}{
	{[]string{"gen/source", "gen/decimal", "gen/pattern", "templates/go/runtime/pattern", "templates/go/runtime/wire"}, "leaves: they know nothing of the pipeline"},
	{[]string{"gen/name", "gen/diag", "templates/go/runtime/drift", "templates/go/runtime/transport"}, "what is wrong, and where; what generated code calls"},
	{[]string{"gen/load", "gen/ir", "gen/output"}, "documents, the model and files do not know each other"},
	{[]string{"gen/form", "gen/jsonschema", "gen/listing", "gen/rules", "templates/go", "templates/typescript", "templates/rust"}, "readers of documents, and the model as data of the runtime"},
	{[]string{"gen/contract", "gen/project", "gen/scenario"}, "what a project and a contract say beside the schema"},
	{[]string{"gen/lower", "gen/check", "gen/golang", "gen/typescript", "gen/rust"}, "a target sees the model, never the schema, and no other target"},
	{[]string{"schema"}, "the contracts of this repository"},
	{[]string{"gen"}, "the pipeline"},
	{[]string{"generated"}, "what was generated, which programs use as anybody would"},
	{[]string{"cmd/internal"}, "what programs share"},
	{[]string{"cmd"}, "programs"},
}

// bans are packages of the standard library that only cmd may import, and where else for which reason.
var bans = map[string]map[string]string{
	"log":       {},
	"log/slog":  {},
	"flag":      {},
	"os/signal": {},
	"math/rand": {},
	"net/http":  {},
	"os": {
		"gen":                            "reads the sources of a project",
		"gen/output":                     "writes and compares generated files",
		"templates/go/runtime/drift":     "reads generated files in a test",
		"templates/go/runtime/transport": "sockets and discovery",
	},
	"time": {
		"gen/form": "timeouts", "gen/ir": "timeouts", "gen/golang": "timeouts",
		"gen/rust": "timeouts", "gen/typescript": "timeouts", "templates/go/runtime/transport": "deadlines",
		"gen/output": "waits for another writer", "gen/scenario": "deadlines of calls",
	},
}

func TestImportLaw(t *testing.T) {
	rank := map[string]int{}
	for i, r := range ranks {
		for _, p := range r.pkgs {
			rank[p] = i
		}
	}
	used := map[string]bool{}
	for pkg, imports := range moduleImports(t) {
		own, ok := lookup(rank, pkg)
		if !assert.True(t, ok, "package %s has no rank: add it to the law", pkg) {
			continue
		}
		for _, imp := range imports {
			if allowed, banned := bans[imp]; banned && !strings.HasPrefix(pkg, "cmd/") {
				assert.Contains(t, allowed, pkg, "%s imports %s, which only programs may", pkg, imp)
				used[imp+" "+pkg] = true
			}
			other, inside := strings.CutPrefix(imp, module+"/")
			if !inside {
				continue
			}
			theirs, ok := lookup(rank, other)
			if assert.True(t, ok, "package %s has no rank: add it to the law", other) {
				assert.Less(t, theirs, own, "%s (%s) imports %s (%s)", pkg, ranks[own].why, other, ranks[theirs].why)
			}
		}
	}
	for imp, allowed := range bans {
		for pkg := range allowed {
			assert.True(t, used[imp+" "+pkg], "the exception of %s for %s is no longer needed", imp, pkg)
		}
	}
}

// lookup returns the rank of a package: its own, or that of the nearest folder above it.
func lookup(rank map[string]int, pkg string) (int, bool) {
	for p := pkg; p != "."; p = path.Dir(p) {
		if r, ok := rank[p]; ok {
			return r, true
		}
	}
	return 0, false
}

// moduleImports returns the imports of each package of the module, tests, test data and generated output left out.
func moduleImports(t *testing.T) map[string][]string {
	t.Helper()
	imports := map[string][]string{}
	fset := token.NewFileSet()
	require.NoError(t, filepath.WalkDir("..", func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() {
			if n := d.Name(); n == "testdata" || n == "generated" || n == "node_modules" || n == ".git" {
				return fs.SkipDir
			}
			if _, err := os.Stat(filepath.Join(name, "go.mod")); err == nil && name != ".." {
				return fs.SkipDir // a module of its own
			}
			return nil
		}
		if !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") {
			return nil
		}
		f, err := parser.ParseFile(fset, name, nil, parser.ImportsOnly)
		if err != nil {
			return err
		}
		rel, err := filepath.Rel("..", filepath.Dir(name))
		if err != nil {
			return err
		}
		pkg := filepath.ToSlash(rel)
		for _, spec := range f.Imports {
			p, err := strconv.Unquote(spec.Path.Value)
			if err != nil {
				return err
			}
			imports[pkg] = append(imports[pkg], p)
		}
		return nil
	}))
	require.NotEmpty(t, imports)
	return imports
}
