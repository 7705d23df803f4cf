package lower

import (
	"errors"
	"strconv"

	"github.com/rightkit/lockstep/gen/diag"
	"github.com/rightkit/lockstep/gen/ir"
	"github.com/rightkit/lockstep/gen/pattern"
)

// pattern translates a regular expression for every target; nil, with an error reported, when one cannot honour it.
func (l *lowering) pattern(text string, at ir.Origin) *ir.Pattern {
	d := diag.Diagnostic{Severity: diag.Error, Code: "pattern-unsupported", Pos: at.Pos, At: at.Pointer, Got: short(text)}
	p, err := pattern.Parse(text)
	if err != nil {
		d.Code = "pattern-syntax"
		d.Message = "not a regular expression of ECMA-262 with flag u: " + err.Error()
		l.report(d)
		return nil
	}
	re2, err := p.RE2()
	if err == nil {
		_, err = p.Rust()
	}
	if err != nil {
		d.Message = "the pattern cannot be matched in linear time in every language: " + err.Error()
		if unsupported := (*pattern.Unsupported)(nil); errors.As(err, &unsupported) {
			d.Message = unsupported.Construct + " in a pattern is not supported by " + unsupported.Engine
			d.Want = "a pattern without it; it stands at character " + strconv.Itoa(unsupported.Offset+1)
		}
		d.Hint = "write the pattern without it, or say the same with not, anyOf, minLength or maxLength"
		l.report(d)
		return nil
	}
	if p.Exponential() {
		d.Severity, d.Code = diag.Warning, "pattern-exponential"
		d.Message = "JavaScript may need exponential time for this pattern"
		d.Hint = "let the repeats inside each other start with different characters"
		l.report(d)
	}
	return &ir.Pattern{Source: text, RE2: re2}
}
