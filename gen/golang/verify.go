package golang

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"sort"
	"strings"

	"github.com/rightkit/lockstep/gen/output"
)

// verify parses the emitted files and compares the exported names that they declare with the plan: whatever a schema
// holds, it cannot add a declaration.
func (e *emitter) verify(files []output.File) error {
	declared := map[string]bool{}
	fset := token.NewFileSet()
	for _, f := range files {
		syntax, err := parser.ParseFile(fset, f.Path, f.Content, parser.SkipObjectResolution)
		if err != nil {
			return fmt.Errorf("the emitted file does not parse: %w", err)
		}
		for _, d := range syntax.Decls {
			for _, id := range declaredNames(d) {
				if ast.IsExported(id) {
					declared[id] = true
				}
			}
		}
	}
	allowed := map[string]bool{}
	for id := range e.plan.taken {
		allowed[id] = true
	}
	for _, effect := range e.effects() {
		allowed[effectName(effect)] = true
	}
	var wrong []string
	for id := range declared {
		if !allowed[id] {
			wrong = append(wrong, id+" is declared and was not planned")
		}
	}
	for _, s := range e.contract.Shapes {
		if id := e.plan.shapes[s]; !declared[id] {
			wrong = append(wrong, id+" was planned and is not declared")
		}
	}
	sort.Strings(wrong)
	if len(wrong) > 0 {
		return fmt.Errorf("the emitted package differs from the plan: %s", strings.Join(wrong, "; "))
	}
	return nil
}

// declaredNames returns the names that a declaration adds to the package; methods add none.
func declaredNames(d ast.Decl) []string {
	var names []string
	switch d := d.(type) {
	case *ast.FuncDecl:
		if d.Recv == nil {
			names = append(names, d.Name.Name)
		}
	case *ast.GenDecl:
		for _, spec := range d.Specs {
			switch spec := spec.(type) {
			case *ast.TypeSpec:
				names = append(names, spec.Name.Name)
			case *ast.ValueSpec:
				for _, id := range spec.Names {
					names = append(names, id.Name)
				}
			}
		}
	}
	return names
}

// comment returns a property name as the comment of a case: on one line, and safe there.
func comment(name string) string {
	if name == "" {
		return `""`
	}
	lines := proseLines(name)
	if len(lines) == 0 {
		return jsonString(name)
	}
	return strings.Join(lines, " ")
}

// jsonString returns a string as JSON, without the escapes that HTML needs.
func jsonString(s string) string {
	var b strings.Builder
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	_ = enc.Encode(s) // a string never fails
	return strings.TrimSuffix(b.String(), "\n")
}

// hash returns the SHA-256 of a text in hexadecimal.
func hash(text []byte) string {
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:])
}
