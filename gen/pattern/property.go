package pattern

import (
	"strings"
	"unicode"
)

// A property is what \p{...} names.
type property struct {
	name   string // "Lu" or "Greek"; "" for a set that both dialects spell out
	script bool
	set    set
}

// lookup finds a property by what stands in the braces of \p{...}: a general category ("Lu", "Uppercase_Letter",
// "gc=Lu"), a script by its long name ("Script=Greek", "sc=Greek"), Any or ASCII. Names are exact, as ECMA-262 has them.
// Not known are the short names of scripts, Script_Extensions, and the binary properties, which package regexp lacks.
func lookup(text string) (property, bool) {
	key, value, pair := strings.Cut(text, "=")
	switch {
	case pair && (key == "Script" || key == "sc"):
		table, ok := unicode.Scripts[value]
		if !ok {
			return property{}, false
		}
		return property{value, true, tableSet(table)}, true
	case pair && key != "General_Category" && key != "gc":
		return property{}, false
	case text == "Any":
		return property{set: all}, true
	case text == "ASCII":
		return property{set: set{{0, unicode.MaxASCII}}}, true
	case !pair:
		value = text
	}
	if short, ok := unicode.CategoryAliases[value]; ok {
		value = short
	}
	table, ok := unicode.Categories[value]
	switch {
	case !ok:
		return property{}, false
	case value == "Cs": // surrogates, which are in no text; not a property in Rust
		return property{}, true
	}
	return property{name: value, set: tableSet(table)}, true
}
