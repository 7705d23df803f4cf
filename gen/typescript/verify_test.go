package typescript

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestVerify(t *testing.T) {
	planned := map[string]bool{"Step": true, "contract": true}
	const good = `// A comment { with " in it.
/** Another * one. */
import type * as wire from "./wire.js";
export interface Step {
  "a b"?: string | null;
}
export declare const Step: wire.Shape<Step>;
export declare const contract: { readonly id: "x" };
`
	for _, tt := range []struct{ title, text, want string }{
		{"what was planned", good, ""},
		{"in another form", `const Step = f("\"}"); const contract = {}; export { Step, contract };`, ""},
		{"as CommonJS", `const Step = 1; module.exports = { Step, contract };`, ""},
		{"a name too many", good + "export type Evil = 1;\n", "Evil is exported and was not planned"},
		{"a name missing", "export { Step };", "contract was planned and is not exported"},
		{"a form that no template has", "export default Step;", "unexpected form of export"},
		{"a form that no template has, again", "export const a = 1;", "unexpected form of export"},
		{"a comment that does not end", "/* a", "a comment without an end"},
		{"a string over two lines", "x = \"a\nb\";", "a string without an end"},
		{"a string with a character of another alphabet", "x = \"é\";", "a string without an end"},
		{"a template", "x = `a`;", "unexpected character"},
		{"a regular expression", "x = /a/;", "unexpected character"},
		{"a character that cannot be seen", "x = \u200b1;", "unexpected character"},
		{"a comment that ended before its end", "/* a */ b */", "unexpected character"},
		{"a bracket too many", "x = {}};", "too many"},
		{"a bracket that closes another", "x = (};", "too many"},
		{"a bracket that stays open", "x = {", "is not closed"},
	} {
		err := verify("index.d.ts", tt.text, planned)
		if tt.want == "" {
			assert.NoError(t, err, tt.title)
			continue
		}
		require.Error(t, err, tt.title)
		assert.Contains(t, err.Error(), tt.want, tt.title)
	}
}
