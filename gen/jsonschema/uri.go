package jsonschema

import (
	"net/url"
	"path"
	"strings"
)

// A base is what references start from, and the name of a resource: a URI, or, where no "$id" gives one, a path below
// the project's root. A path that starts with "/" or ".." leads out of the project.
type base struct{ uri, path string }

func (b base) String() string {
	if b.uri != "" {
		return b.uri
	}
	return b.path
}

// join returns the base that a reference leads to. An "$id" such as "rightkit.agent.demo.v1" is a relative reference,
// that is, the name of a sibling of the file: https://www.rfc-editor.org/rfc/rfc3986#section-5.2.
func (b base) join(u reference) base {
	switch {
	case u.local():
		return b
	case u.Scheme != "" || u.Host != "":
		return base{uri: u.withoutFragment()}
	case b.uri != "":
		from, err := url.Parse(b.uri)
		if err != nil {
			return base{uri: u.withoutFragment()}
		}
		return base{uri: reference{from.ResolveReference(u.URL)}.withoutFragment()}
	case strings.HasPrefix(u.Path, "/"):
		return base{path: path.Clean(u.Path)}
	}
	return base{path: path.Join(path.Dir(b.path), u.Path)}
}

// outside reports whether a base without a URI leads out of the project.
func (b base) outside() bool {
	return strings.HasPrefix(b.path, "/") || b.path == ".." || strings.HasPrefix(b.path, "../")
}

// A reference is a parsed URI reference.
type reference struct{ *url.URL }

// parseURI parses a URI reference.
func parseURI(text string) (reference, bool) {
	u, err := url.Parse(text)
	return reference{u}, err == nil
}

// local reports whether u has nothing but a fragment.
func (u reference) local() bool {
	return u.Scheme == "" && u.Host == "" && u.User == nil && u.Opaque == "" && u.Path == "" && u.RawQuery == "" &&
		!u.ForceQuery
}

func (u reference) withoutFragment() string {
	copied := *u.URL
	copied.Fragment, copied.RawFragment = "", ""
	return copied.String()
}

// plainPath reports whether the path of u has only characters that mean the same to each system: no separator or dot
// that hides behind a percent sign, no backslash, no control character, and no query after it.
func (u reference) plainPath() bool {
	if u.RawQuery != "" || u.ForceQuery {
		return false
	}
	escaped := strings.ToLower(u.EscapedPath())
	for _, hidden := range []string{"%2f", "%2e", "%5c"} {
		if strings.Contains(escaped, hidden) {
			return false
		}
	}
	return !strings.ContainsFunc(u.Path, func(c rune) bool { return c < 0x20 || c == 0x7f || c == '\\' || c == ':' })
}

// scheme returns the scheme of a URI.
func (b base) scheme() string {
	scheme, _, ok := strings.Cut(b.uri, ":")
	if !ok {
		return ""
	}
	return strings.ToLower(scheme)
}
