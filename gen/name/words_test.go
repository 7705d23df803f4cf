package name

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestWords(t *testing.T) {
	tests := []struct{ name, want string }{
		{"failed_step", "failed step"},
		{"failed-step", "failed step"},
		{"batch.params", "batch params"},
		{"elementRef", "element ref"},
		{"ElementRef", "element ref"},
		{"HTTPServer", "http server"},
		{"serverHTTP", "server http"},
		{"unmarshalJSON", "unmarshal json"},
		{"userIDs", "user ids"},
		{"IDs_of", "ids of"},
		{"URLsafe", "ur lsafe"},
		{"v1", "v1"},
		{"utf8Name", "utf8 name"},
		{"UTF8", "utf8"},
		{"sha256Sum", "sha256 sum"},
		{"base64url", "base64url"},
		{"2fa", "2fa"},
		{"2020-12", "2020 12"},
		{"iso-8859-1", "iso 8859 1"},
		{"app id", "app id"},
		{"  a  b  ", "a b"},
		{"_version", "version"},
		{"__proto__", "proto"},
		{"$ref", "ref"},
		{"a`b", "a b"},
		{"/api/v1/{id}", "api v1 id"},
		{"mW", "m w"},
		{"C++", "c plus plus"},
		{"+1", "plus 1"},
		{"UTC+1", "utc plus 1"},
		{"image/svg+xml", "image svg plus xml"},
		{"", "empty"},
		{"\"", "quote"},
		{"_", "underscore"},
		{">=", "greater equals"},
		{"!=", "not equals"},
		{"\t\x7f", "u0009 u007f"},
		{"\u0430dmin", "u0430 dmin"},
		{"admin\u200b", "admin u200b"},
		{"a \u00e9_b", "a u00e9 b"},
		{"名前", "u540d u524d"},
		{"😀", "u1f600"},
		{"a\xffB", "a ufffd b"},
		{"A{x:string};export const INJECTED=1;interface B", "a x string export const injected 1 interface b"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			assert.Equal(t, tt.want, strings.Join(Words(tt.name), " "))
		})
	}
}
