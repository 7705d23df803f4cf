package lower

import (
	"strings"

	"github.com/rightkit/lockstep/gen/diag"
	"github.com/rightkit/lockstep/gen/ir"
)

// formats are the names of https://json-schema.org/draft/2020-12/json-schema-validation#section-7.3 and those of
// https://spec.openapis.org/registry/format.
var formats = strings.Fields(`date-time date time duration email idn-email hostname idn-hostname ipv4 ipv6 uri
	uri-reference iri iri-reference uuid uri-template json-pointer relative-json-pointer regex

	base64url binary byte char commonmark date-time-local decimal decimal128 double double-int float html http-date int16
	int32 int64 int8 media-range password sf-binary sf-boolean sf-decimal sf-integer sf-string sf-token time-local uint16
	uint32 uint64 uint8 unixtime`)

// checkFormats warns of each format whose name nobody knows, once.
func (l *lowering) checkFormats() {
	const most = 100 // of such names
	known := make(map[string]bool, len(formats))
	for _, name := range formats {
		known[name] = true
	}
	limit := len(known) + most
	for _, s := range l.graph.Schemas {
		if s.Format == nil || known[s.Format.Value] || len(known) == limit {
			continue
		}
		known[s.Format.Value] = true
		hint := diag.DidYouMean(diag.Near(s.Format.Value, formats))
		if hint == "" {
			hint = "formats are not checked: a pattern says what the values look like"
		}
		l.report(diag.Diagnostic{
			Severity: diag.Warning, Code: "unknown-format", Pos: s.Format.Node.Pos, At: s.Format.Node.Pointer,
			Message: "unknown format " + quoted(s.Format.Value), Hint: hint,
		})
	}
}

// A claim is what annotations say of strings and numbers, which nothing checks.
type claim struct{ format, media, encoding string }

// claim returns what the annotations of a passage say.
func (p passage) claim() claim {
	var c claim
	for _, s := range p.held {
		if s.Format != nil && c.format == "" {
			c.format = diag.OneLine(short(s.Format.Value))
		}
		if s.ContentMediaType != nil && c.media == "" {
			c.media = diag.OneLine(short(s.ContentMediaType.Value))
		}
		if s.ContentEncoding != nil && c.encoding == "" {
			c.encoding = diag.OneLine(short(s.ContentEncoding.Value))
		}
	}
	return c
}

// implied reports whether what holds a number keeps it in the format anyway.
func (c claim) implied(k ir.ScalarKind) bool {
	switch k {
	case ir.Int64:
		return c.format == "int64"
	case ir.Uint64:
		return c.format == "uint64"
	case ir.Float64:
		return c.format == "double"
	}
	return false
}

// unchecked describes the annotations of a value that is held as a scalar, for the middle of a sentence.
func (p passage) unchecked(k ir.ScalarKind) string {
	c := p.claim()
	var words []string
	if c.format != "" && !c.implied(k) {
		words = append(words, "in the format "+c.format)
	}
	if k == 0 || k == ir.String { // content is text
		switch {
		case c.media != "" && c.encoding != "":
			words = append(words, "that holds "+c.media+" in "+c.encoding)
		case c.media != "":
			words = append(words, "that holds "+c.media)
		case c.encoding != "":
			words = append(words, "in "+c.encoding)
		}
	}
	if len(words) == 0 {
		return ""
	}
	return " " + strings.Join(words, ", ") + " (not checked)"
}

// unsaid returns the annotations of a value as sentences, unless its phrase has them already: that of a scalar, alone or
// in a list or map, when nobody has described it.
func (p passage) unsaid(t ir.Type, described bool) string {
	t = withoutNull(t)
	if r, ok := t.(*ir.Ref); ok {
		t = withoutNull(resolved(r))
	}
	scalar, ok := t.(*ir.Scalar)
	if ok && !described {
		return ""
	}
	c := p.claim()
	if ok && c.implied(scalar.Kind) {
		c.format = ""
	}
	if said := c.sentence(); said != "" {
		return said
	}
	if p.depth++; p.depth > maxPhrase {
		return ""
	}
	switch t := t.(type) {
	case *ir.List:
		return about("Each item", p.inside(t.Rule).unsaid(t.Item, described))
	case *ir.Map:
		return about("Each value", p.inside(t.Rule).unsaid(t.Value, described))
	case *ir.Union:
		for _, v := range t.Variants[:min(len(t.Variants), maxListed)] {
			if said := p.inside(v.Rule).unsaid(v.Type, described); said != "" {
				return about("The alternative "+strings.Join(v.Words, " "), said)
			}
		}
	}
	return ""
}

// about makes a sentence of unsaid one about what it is said of.
func about(what, said string) string {
	if said == "" {
		return ""
	}
	return what + ": " + strings.ToLower(said[:1]) + said[1:]
}

// sentence says what is claimed; "" for nothing.
func (c claim) sentence() string {
	var words []string
	if c.format != "" {
		words = append(words, "format "+c.format)
	}
	if c.media != "" {
		words = append(words, "content "+c.media)
	}
	if c.encoding != "" {
		words = append(words, "encoding "+c.encoding)
	}
	if len(words) == 0 {
		return ""
	}
	return sentence(strings.Join(words, ", ") + "; not checked")
}
