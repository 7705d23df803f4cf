package lower

import (
	"strings"

	"github.com/rightkit/lockstep/gen/diag"
	"github.com/rightkit/lockstep/gen/ir"
	"github.com/rightkit/lockstep/templates/go/runtime/wire"
)

// checkDefaults reports defaults that their own property would refuse.
func (l *lowering) checkDefaults() {
	if l.diags.Failed() {
		return // a rule may lack what could not be converted
	}
	for _, sh := range l.out {
		st, ok := sh.Type.(*ir.Struct)
		if !ok {
			continue
		}
		for _, f := range st.Fields {
			if f.Default == nil {
				continue
			}
			if v := wire.Check([]byte(f.Default.JSON), l.wires.Wire(f.Rule)); len(v) > 0 {
				l.report(diag.Diagnostic{
					Severity: diag.Error, Code: "invalid-default", Pos: f.Default.Origin.Pos, At: f.Default.Origin.Pointer,
					Message: "the default of " + quoted(f.Name) + " is refused by its own schema",
					Got:     short(f.Default.JSON), Want: strings.TrimSuffix(v[0].Error(), " ["+v[0].Code+"]"),
					Hint: "change the default, or remove it when an absent property has no meaning",
				})
			}
		}
	}
}
