package golang

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/token"
	"strings"
)

// groupImports puts the imports of the standard library before the others, with a blank line between, as Go programmers
// are used to; jennifer knows one group. The source is otherwise unchanged.
func groupImports(src []byte) ([]byte, error) {
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, "", src, parser.ImportsOnly)
	if err != nil {
		return nil, err
	}
	if len(f.Decls) == 0 {
		return src, nil
	}
	block := f.Decls[0].(*ast.GenDecl)
	var std, others []string
	for _, spec := range block.Specs {
		text := string(src[fset.Position(spec.Pos()).Offset:fset.Position(spec.End()).Offset])
		if strings.Contains(text, ".") {
			others = append(others, text)
		} else {
			std = append(std, text)
		}
	}
	if len(std) == 0 || len(others) == 0 {
		return src, nil
	}
	var out bytes.Buffer
	out.Write(src[:fset.Position(block.Lparen).Offset+1])
	out.WriteString("\n\t" + strings.Join(std, "\n\t") + "\n\n\t" + strings.Join(others, "\n\t") + "\n")
	out.Write(src[fset.Position(block.Rparen).Offset:])
	return out.Bytes(), nil
}
