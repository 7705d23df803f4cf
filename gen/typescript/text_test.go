package typescript

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	tstemplate "github.com/rightkit/lockstep/templates/typescript"
)

func TestLiteral(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		{"plain", `"plain"`},
		{"", `""`},
		{`a"b\c`, `"a\"b\\c"`},
		{"a'b`c${d}", "\"a'b`c${d}\""},
		{"line\nbreak\r\ttab", `"line\nbreak\u000d\ttab"`},
		{"\x00\x7f", `"\u0000\u007f"`},
		{"\u2028\u2029\u202e\u200b", `"\u2028\u2029\u202e\u200b"`},
		{"é 😀", `"\u00e9 \u{1f600}"`},
		{"</script><!--<SCRIPT", `"\u003c/script>\u003c!--\u003cSCRIPT"`},
		{"a < b <= c", `"a < b <= c"`},
		{"*/ //", `"*/ //"`},
	} {
		assert.Equal(t, tt.want, literal(tt.text), "%q", tt.text)
		tokens, err := scan("x = " + literal(tt.text) + ";")
		require.NoError(t, err, "%q", tt.text)
		assert.Len(t, tokens, 4, "%q", tt.text)
	}
}

func TestProperty(t *testing.T) {
	for _, tt := range []struct{ name, want string }{
		{"ref", "ref"},
		{"default", "default"},
		{"$_a1", "$_a1"},
		{"constructor", "constructor"},
		{"__proto__", `"__proto__"`},
		{"", `""`},
		{"0", `"0"`},
		{"1a", `"1a"`},
		{"a.b", `"a.b"`},
		{"a`b", "\"a`b\""},
		{"é", `"\u00e9"`},
		{"😀", `"\u{1f600}"`},
	} {
		assert.Equal(t, tt.want, property(tt.name), "%q", tt.name)
	}
}

func TestDoc(t *testing.T) {
	for _, tt := range []struct {
		title      string
		paragraphs []paragraph
		want       string
	}{
		{"nothing", []paragraph{theirs(""), ours("")}, ""},
		{"one line", []paragraph{theirs("A step.")}, "/** A step. */\n"},
		{"the end of a comment", []paragraph{theirs("*/ alert(1) /*")}, "/** *\\/ alert(1) /* */\n"},
		{"the end of a comment over two lines", []paragraph{theirs("a *\n/ b")}, "/**\n * a *\n * / b\n */\n"},
		{"the end of a script", []paragraph{theirs("</script><!--")}, "/** <\\/script><\\!-- */\n"},
		{"tags", []paragraph{theirs("@deprecated {@link x}")}, "/** \\@deprecated \\{\\@link x\\} */\n"},
		{"breaks of every alphabet", []paragraph{theirs("a\rb\u2028c\u2029d\u0085e\vf\fg")}, "/**\n * a\n * b\n * c\n * d\n * e\n * f\n * g\n */\n"},
		{"direction", []paragraph{theirs("a\u202eb\u2066c\u200bd")}, "/** a\\u202eb\\u2066c\\u200bd */\n"},
		{"ours", []paragraph{theirs("A step."), ours("@defaultValue " + code("{\"a\": \"*/`@x\"}"))},
			"/**\n * A step.\n *\n * @defaultValue `{\"a\": \"*\\/'@x\"}`\n */\n"},
	} {
		text, err := tstemplate.Fill(doc("", tt.paragraphs...))
		require.NoError(t, err)
		assert.Equal(t, tt.want, string(text), tt.title)
		tokens, err := scan(string(text))
		require.NoError(t, err, tt.title)
		assert.Empty(t, tokens, tt.title)
	}
	long, err := tstemplate.Fill(doc("  ", theirs(strings.Repeat("word ", 60))))
	require.NoError(t, err)
	for line := range strings.Lines(string(long)) {
		assert.LessOrEqual(t, len(line), proseWidth+6)
	}
}

func TestMarkdown(t *testing.T) {
	assert.Equal(t, "a \\| b \\`c\\` \\[d\\](e) &lt;script&gt; \\*x\\* \\_y\\_ \\# z", markdown("a | b `c`\n[d](e) <script> *x* _y_ # z"))
}
