package name

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestIdentifiers(t *testing.T) {
	tests := []struct{ words, golang, local, typescript, rustType, rustField string }{
		{"user id", "UserID", "userID", "UserId", "UserId", "user_id"},
		{"id", "ID", "id", "Id", "Id", "id"},
		{"user ids", "UserIDs", "userIDs", "UserIds", "UserIds", "user_ids"},
		{"http server", "HTTPServer", "httpServer", "HttpServer", "HttpServer", "http_server"},
		{"ok", "OK", "ok", "Ok", "Ok", "ok"},
		{"is ok", "IsOK", "isOK", "IsOk", "IsOk", "is_ok"},
		{"book", "Book", "book", "Book", "Book", "book"},
		{"dns", "DNS", "dns", "Dns", "Dns", "dns"},
		{"utf8 name", "UTF8Name", "utf8Name", "Utf8Name", "Utf8Name", "utf8_name"},
		{"2fa", "N2fa", "n2fa", "N2fa", "N2fa", "n2fa"},
		{"1", "N1", "n1", "N1", "N1", "n1"},
		{"v1 10", "V1_10", "v1_10", "V1_10", "V1_10", "v1_10"},
		{"2020 12", "N2020_12", "n2020_12", "N2020_12", "N2020_12", "n2020_12"},
		{"type", "Type", "type_", "Type", "Type", "r#type"},
		{"async", "Async", "async", "Async", "Async", "r#async"},
		{"gen", "Gen", "gen", "Gen", "Gen", "r#gen"},
		{"self", "Self", "self", "Self", "Self_", "self_"},
		{"crate", "Crate", "crate", "Crate", "Crate", "crate_"},
		{"super", "Super", "super", "Super", "Super", "super_"},
		{"string", "String", "string_", "String", "String", "string"},
		{"len", "Len", "len_", "Len", "Len", "len"},
		{"u200b", "U200b", "u200b", "U200b", "U200b", "u200b"},
		{"", "N", "n", "N", "N", "n"},
		{"*/ a`B; é Type", "AbType", "abType", "AbType", "AbType", "ab_type"},
	}
	for _, tt := range tests {
		t.Run(tt.words, func(t *testing.T) {
			words := strings.Fields(tt.words)
			assert.Equal(t, tt.golang, Go(words), "Go")
			assert.Equal(t, tt.local, GoLocal(words), "GoLocal")
			assert.Equal(t, tt.typescript, TypeScript(words), "TypeScript")
			assert.Equal(t, tt.rustType, RustType(words), "RustType")
			assert.Equal(t, tt.rustType, RustVariant(words), "RustVariant")
			assert.Equal(t, tt.rustField, RustField(words), "RustField")
		})
	}
}
