package pattern

import (
	"bytes"
	"encoding/json"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// question is what Node is asked: does the pattern, with flag u, match each of the texts.
type question struct {
	Pattern string   `json:"pattern"`
	Texts   []string `json:"texts"`
}

// askNode returns Node's answers, nil for a pattern that it refuses. The test is skipped when there is no Node.
func askNode(t *testing.T, questions []question) [][]bool {
	t.Helper()
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("node is not installed")
	}
	const program = `
		for (const line of require("fs").readFileSync(0, "utf8").trim().split("\n")) {
			const { pattern, texts } = JSON.parse(line);
			let answer = null;
			try {
				const re = new RegExp(pattern, "u");
				answer = texts.map((text) => re.test(text));
			} catch {}
			console.log(JSON.stringify(answer));
		}`
	var in bytes.Buffer
	encoder := json.NewEncoder(&in)
	for _, q := range questions {
		require.NoError(t, encoder.Encode(q))
	}
	command := exec.Command(node, "-e", program)
	command.Stdin = &in
	command.Stderr = os.Stderr
	out, err := command.Output()
	require.NoError(t, err)
	var answers [][]bool
	for line := range strings.Lines(string(out)) {
		var answer []bool
		require.NoError(t, json.Unmarshal([]byte(line), &answer))
		answers = append(answers, answer)
	}
	require.Len(t, answers, len(questions))
	return answers
}

// The parts that generated patterns and texts are made of. They hold no property that Unicode versions differ on.
var (
	atoms = []string{
		`a`, `b`, `-`, ` `, `é`, `😀`, `.`, `\d`, `\D`, `\w`, `\W`, `\s`, `\S`, `\.`, `\/`, `\n`, `\t`, `\cJ`, `\0`, `\x41`,
		`\u00e9`, `\u{1F600}`, `\uD83D\uDE00`, `\uD83D`, `\p{L}`, `\P{Lu}`, `\p{Script=Greek}`, `\p{ASCII}`, `[a-c]`, `[^a]`,
		`[]`, `[^]`, `[\s\d]`, `[^\s\d]`, `[^\S]`, `[\W_]`, `[^\W_]`, `[\b-]`, `[-a]`, `[a\-z]`, `[+--]`, `[\]^]`, `[😀-😂]`,
		`[\uD83D\uDE00]`, `[^\uD83D]`, `[^\p{L}\d]`, `[\P{L}a]`, `[&&~~]`, `[[a]`, `[.*$]`,
	}
	quantifiers = []string{"", "", "", "*", "+", "?", "*?", "+?", "??", "{2}", "{0}", "{1,}", "{0,2}", "{2,3}?"}
	assertions  = []string{"^", "$", `\b`, `\B`}
	characters  = []rune("aabbcAZz019_-+. /[]&~^$*é😀πΣ \t\n\r\v\u2028\u2029\ufeff\u00a0\u3000\u200b\u0085\x00\b")
)

func generatePattern(r *rand.Rand, depth int) string {
	var b strings.Builder
	for range r.IntN(4) {
		switch k := r.IntN(12); {
		case k == 0:
			b.WriteString(pick(r, assertions))
		case k < 4 && depth > 0:
			b.WriteString(pick(r, []string{"(", "(?:"}) + generatePattern(r, depth-1) + ")" + pick(r, quantifiers))
		case k < 5 && depth > 0:
			b.WriteString(generatePattern(r, depth-1) + "|")
		default:
			b.WriteString(pick(r, atoms) + pick(r, quantifiers))
		}
	}
	return b.String()
}

func generateTexts(r *rand.Rand) []string {
	texts := []string{""}
	for range 12 {
		text := make([]rune, 1+r.IntN(5))
		for i := range text {
			text[i] = pick(r, characters)
		}
		texts = append(texts, string(text))
	}
	return texts
}

func pick[T any](r *rand.Rand, from []T) T { return from[r.IntN(len(from))] }

func TestMeaningAgainstNode(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	var questions []question
	for range 1500 {
		pattern := generatePattern(r, 3)
		if r.IntN(2) == 0 {
			pattern = "^(?:" + pattern + ")$"
		}
		questions = append(questions, question{pattern, generateTexts(r)})
	}
	for i, want := range askNode(t, questions) {
		q := questions[i]
		require.NotNil(t, want, "node refuses %q", q.Pattern)
		p, err := Parse(q.Pattern)
		require.NoError(t, err, "%q", q.Pattern)
		text, err := p.RE2()
		require.NoError(t, err, "%q", q.Pattern)
		re, err := regexp.Compile(text)
		require.NoError(t, err, "%q", q.Pattern)
		for j, s := range q.Texts {
			if strings.Contains(q.Pattern, `\B`) && strings.ContainsRune(s, '\U0001F600') {
				continue // V8 looks for \B between the halves of a surrogate pair too, against the standard
			}
			assert.Equal(t, want[j], re.MatchString(s), "%q as %q on %q", q.Pattern, text, s)
		}
	}
}

// Parse and Node accept the same texts as patterns, but for the exceptions that Parse names.
func TestSyntaxAgainstNode(t *testing.T) {
	tokens := []string{
		"a", "1", "-", ",", "{", "}", "{2}", "{1,2}", "{2,1}", "{1", "[", "]", "[^", "(", ")", "(?:", "(?=", "(?<=", "(?<n>",
		"(?<!", "(?<é$1>", "|", "^", "$", "*", "+", "?", ".", "/", `\`, `\d`, `\b`, `\B`, `\k<n>`, `\k`, `\1`, `\2`, `\0`, `\c`, `\cA`,
		`\x4`, `\x41`, `\u`, `\u0041`, `\u{41}`, `\u{110000}`, `\uD83D`, `\uDE00`, `\p{L}`, `\pL`, `\P{Lu}`, `\-`, `\a`, `\/`, "é", "😀", "<", "=", "!",
	}
	r := rand.New(rand.NewPCG(3, 4))
	var questions []question
	for range 4000 {
		var b strings.Builder
		for range 1 + r.IntN(6) {
			b.WriteString(pick(r, tokens))
		}
		questions = append(questions, question{b.String(), []string{}})
	}
	accepted := 0
	for i, answer := range askNode(t, questions) {
		_, err := Parse(questions[i].Pattern)
		assert.Equal(t, answer != nil, err == nil, "%q: node accepts: %v, Parse: %v", questions[i].Pattern, answer != nil, err)
		if answer != nil {
			accepted++
		}
	}
	assert.Greater(t, accepted, 400, "too few patterns of the test are patterns")
}

// The official suite's tests of patterns.
func TestSuite(t *testing.T) {
	// Tests that the suite and this package see differently. Each entry must be needed.
	exceptions := map[string]string{} // by the descriptions of group and test; the value is the reason
	for _, file := range []string{"pattern.json", "optional/ecmascript-regex.json"} {
		var groups []struct {
			Description string
			Schema      struct {
				Pattern           *string
				PatternProperties map[string]bool
			}
			Tests []struct {
				Description string
				Data        any
				Valid       bool
			}
		}
		require.NoError(t, json.Unmarshal(readSuite(t, file), &groups))
		for _, g := range groups {
			var patterns []string
			if g.Schema.Pattern != nil {
				patterns = append(patterns, *g.Schema.Pattern)
			}
			for pattern := range g.Schema.PatternProperties {
				patterns = append(patterns, pattern)
			}
			require.Len(t, patterns, 1, g.Description)
			p, err := Parse(patterns[0])
			require.NoError(t, err)
			text, err := p.RE2()
			require.NoError(t, err)
			re := regexp.MustCompile(text)
			for _, tt := range g.Tests {
				name := g.Description + "/" + tt.Description
				got := true
				switch data := tt.Data.(type) {
				case string:
					got = re.MatchString(data)
				case map[string]any: // patternProperties with no other property allowed
					for key := range data {
						got = got && (g.Schema.Pattern != nil || re.MatchString(key))
					}
				}
				if reason, ok := exceptions[name]; ok {
					assert.NotEqual(t, tt.Valid, got, "%s is no exception any more: %s", name, reason)
					continue
				}
				assert.Equal(t, tt.Valid, got, name)
			}
		}
	}
}

// readSuite reads a file of the suite's draft 2020-12. The test is skipped when the suite is absent.
func readSuite(t *testing.T, file string) []byte {
	t.Helper()
	root, err := os.Getwd()
	require.NoError(t, err)
	for {
		if _, err := os.Stat(filepath.Join(root, "go.mod")); err == nil {
			break
		}
		parent := filepath.Dir(root)
		require.NotEqual(t, root, parent, "no go.mod above this folder")
		root = parent
	}
	text, err := os.ReadFile(filepath.Join(root, "..", "shared", "suites", "json-schema-test-suite", "tests", "draft2020-12", file))
	if os.IsNotExist(err) {
		t.Skip("the JSON Schema test suite is not beside the project")
	}
	require.NoError(t, err)
	return text
}
