package rust_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rightkit/lockstep/gen/ir"
	"github.com/rightkit/lockstep/gen/rules"
	demov1 "github.com/rightkit/lockstep/generated/go/demo/v1"
	"github.com/rightkit/lockstep/templates/go/runtime/wire"
)

// pieces are put into texts: what decoders get wrong.
var pieces = []string{
	"null", "true", "false", "0", "-0", "1", "-1", "1.0", "1e2", "1.5", "100e-2", "1e400", "1e-400", "20", "21",
	"9223372036854775807", "9223372036854775808", "18446744073709551616", "123456789012345678901234567890", "01", "1.", "+1", "-",
	`""`, `"a"`, `"click"`, `"type"`, `"press"`, `"Click"`, `"safe"`, `"killed"`, `"\u0063lick"`, `"\ud83d\ude00"`, `"\ud83d"`, `"\udc00x"`,
	`"\u00"`, `"\x"`, `"😀"`, "\"\xff\"", "\"\xc3\"", "\"\x01\"", `"\/\b\f\n\r\t\"\\"`, "[]", "{}", "[[]]", `{"a":1,"a":2}`, `{"a":{"b":[1,{"c":1,"c":2}]}}`,
	`"ref":"x"`, `"text":"t"`, `"key":null`, `"extra":{"x":1}`, `"token":"t"`, `"\u0074oken":"t"`, `"Token":"t"`, `"op":"type"`, `"op":"press"`,
	",", ":", "[", "]", "{", "}", " ", "\n", "\t", "\v", "\ufeff", "//", "NaN",
}

// A mutator changes texts.
type mutator struct{ *rand.Rand }

func (m mutator) mutate(text []byte) []byte {
	text = slices.Clone(text)
	for range 1 + m.IntN(3) {
		at, end := m.span(text)
		switch m.IntN(6) {
		case 0: // one token for another
			text = slices.Replace(text, at, end, []byte(pieces[m.IntN(len(pieces))])...)
		case 1: // a piece more
			text = slices.Insert(text, at, []byte(pieces[m.IntN(len(pieces))])...)
		case 2: // a member or an item more
			text = slices.Insert(text, at, []byte(pieces[m.IntN(len(pieces))]+",")...)
		case 3: // less
			text = slices.Delete(text, at, end)
		case 4: // twice
			text = slices.Insert(text, at, append(slices.Clone(text[at:end]), ',')...)
		case 5:
			if len(text) > 0 {
				text[m.IntN(len(text))] = byte(m.IntN(256))
			}
		}
	}
	return text
}

// respell writes a text in another way: what it stands for stays, or nearly.
func (m mutator) respell(text []byte) []byte {
	var b bytes.Buffer
	quoted := false
	for i, c := range text {
		escaped := i > 0 && text[i-1] == '\\'
		switch {
		case c == '"' && !escaped:
			quoted = !quoted
			b.WriteByte(c)
		case quoted && !escaped && c >= 'a' && c <= 'z' && m.IntN(9) == 0:
			fmt.Fprintf(&b, `\u%04x`, c)
		case !quoted && c >= '0' && c <= '9' && m.IntN(2) == 0 && !bytes.ContainsAny(text[i+1:min(i+2, len(text))], "0123456789.eE"):
			b.WriteByte(c)
			b.WriteString([]string{".0", "e0", "0e-1", ".00e0", "E+0"}[m.IntN(5)])
		case !quoted && (c == '{' || c == '[') && m.IntN(4) == 0:
			b.WriteByte(c)
			b.WriteString(" \n")
		case !quoted && c == '{' && m.IntN(3) == 0 && i+1 < len(text) && text[i+1] == '"':
			b.WriteString(`{"more":[{"a":null}],`)
		default:
			b.WriteByte(c)
		}
	}
	return b.Bytes()
}

// Parts of a text that alter changes.
var (
	memberPart = regexp.MustCompile(`"[^"]*":("[^"]*"|[0-9]+|null|true|false)`)
	scalarPart = regexp.MustCompile(`("[^"]*"|[0-9]+|null|true|false)([,}\]]|$)`)
	stringPart = regexp.MustCompile(`"[a-zA-Z][^"]*"`)
	objectPart = regexp.MustCompile(`\{[^{}]*\}`)
	arrayPart  = regexp.MustCompile(`\[[^\[\]]*\]`)
)

// alter changes one part of a text, so that the rest still is a message.
func (m mutator) alter(text []byte) []byte {
	how := m.IntN(7)
	part := []*regexp.Regexp{memberPart, scalarPart, stringPart, objectPart, memberPart, objectPart, arrayPart}[how]
	all := part.FindAllIndex(text, -1)
	if len(all) == 0 {
		return text
	}
	at := all[m.IntN(len(all))]
	old := string(text[at[0]:at[1]])
	now := old
	switch how {
	case 0: // a member twice
		now = old + "," + old
	case 1: // another value
		end := ""
		if last := old[len(old)-1]; strings.IndexByte(",}]", last) >= 0 {
			end = string(last)
		}
		now = []string{"null", "-1", "-5", "1.5", "false", `"x"`, "[]", "{}", "7", "9223372036854775808"}[m.IntN(10)] + end
		if strings.HasPrefix(old, "true") && m.IntN(2) == 0 {
			now = "false" + end
		}
	case 2: // another case
		now = `"` + strings.ToUpper(old[1:2]) + old[2:]
	case 3: // a member that nobody knows, twice
		now = strings.Replace(old, "{", `{"more":1,"more":2,`, 1)
	case 4: // a member less
		now = `"other":0`
	case 5: // as many items as may be, or one more
		now = strings.Repeat(old+",", 19+m.IntN(2)) + old
	case 6: // no item
		now = "[]"
	}
	return slices.Concat(text[:at[0]], []byte(now), text[at[1]:])
}

// span is a token of the text, or a few.
func (m mutator) span(text []byte) (from, to int) {
	if len(text) == 0 {
		return 0, 0
	}
	from = m.IntN(len(text))
	for from > 0 && !bytes.ContainsRune([]byte(`{}[],:"`), rune(text[from-1])) {
		from--
	}
	to = from
	for n := 1 + m.IntN(2); to < len(text) && n > 0; to++ {
		if to > from && bytes.ContainsRune([]byte(`{}[],:"`), rune(text[to])) {
			n--
		}
	}
	return from, to
}

// recodeGo is what the Go package makes of a text.
var recodeGo = map[string]func([]byte) ([]byte, error){
	"step":            recode(demov1.DecodeStep),
	"request.params":  recode(demov1.DecodeRequestParams),
	"request.result":  recode(demov1.DecodeRequestResult),
	"apps.params":     recode(demov1.DecodeAppsParams),
	"apps.result":     recode(demov1.DecodeAppsResult),
	"snapshot.params": recode(demov1.DecodeSnapshotParams),
	"snapshot.result": recode(demov1.DecodeSnapshotResult),
	"act.params":      recode(demov1.DecodeActParams),
	"act.result":      recode(demov1.DecodeActResult),
	"batch.params":    recode(demov1.DecodeBatchParams),
	"batch.result":    recode(demov1.DecodeBatchResult),
	"end.params":      recode(demov1.DecodeEndParams),
	"end.result":      recode(demov1.DecodeEndResult),
	"token":           recode(demov1.DecodeToken),
	"elementRef":      recode(demov1.DecodeElementRef),
	"elementOp":       recode(demov1.DecodeElementOp),
	"errorCode":       recode(demov1.DecodeErrorCode),
}

func recode[T interface {
	AppendJSON([]byte) ([]byte, error)
}](decode func([]byte) (T, error)) func([]byte) ([]byte, error) {
	return func(text []byte) ([]byte, error) {
		v, err := decode(text)
		if err != nil {
			return nil, err
		}
		return v.AppendJSON(nil)
	}
}

// mutatedDemo returns tens of thousands of changed messages of the demo contract.
func mutatedDemo(t *testing.T, c *ir.Contract) []question {
	t.Helper()
	text, err := os.ReadFile(shared(t, "cases/demo-instances/instances.jsonl")[0])
	require.NoError(t, err)
	seeds := map[string][][]byte{}
	in := bufio.NewScanner(bytes.NewReader(text))
	in.Buffer(nil, 16<<20)
	for in.Scan() {
		var instance struct{ Shape, Instance string }
		require.NoError(t, json.Unmarshal(in.Bytes(), &instance))
		seeds[instance.Shape] = append(seeds[instance.Shape], []byte(instance.Instance))
	}
	require.NoError(t, in.Err())
	m := mutator{rand.New(rand.NewPCG(1, 2))}
	var questions []question
	for _, s := range demov1.Shapes {
		list := seeds[s.Name]
		for _, text := range []string{
			`"click"`, `"demo_disabled"`, `{"ref":"e1","op":"type","text":"a"}`, `{"ref":"e1","op":"press","key":"enter"}`,
			`{"ref":"e1","op":"click","text":"a","key":"b"}`, `{"token":"t","ref":"e1","op":"type","text":"a"}`,
			`{"completed":0,"results":[],"failed_step":null,"error_code":null}`,
		} {
			list = append(list, []byte(text))
		}
		rule := rules.Wire(c.Lookup(s.Name).Rule)
		var good [][]byte
		for _, text := range list {
			if len(wire.Check(text, rule)) == 0 {
				good = append(good, text)
			}
		}
		for n := range 2500 {
			text := m.mutate(list[m.IntN(len(list))])
			if n%2 == 0 && len(good) > 0 {
				text = m.respell(good[m.IntN(len(good))])
			} else if n%4 == 1 && len(good) > 0 {
				text = m.alter(good[m.IntN(len(good))])
			}
			questions = append(questions, question{module: "demo/v1", shape: s.Name, text: text, rule: rule})
		}
	}
	return questions
}

// TestMutated puts tens of thousands of changed messages through the crate and the Go package: all violations, the first
// reason, and what is written again are the same.
func TestMutated(t *testing.T) {
	needCargo(t)
	c := demo(t)
	questions := mutatedDemo(t, c)
	answers := newLane(t, c).ask(t, questions)
	report(t, answers, questions)
	accepted, wrong := 0, 0
	for i, a := range answers {
		q := questions[i]
		want, err := recodeGo[q.shape](q.text)
		if err == nil {
			accepted++
		}
		if (err == nil) != (a.refused == nil) || string(want) != a.text {
			if wrong++; wrong <= 10 {
				t.Errorf("%s: %q: Go writes %q, %v; Rust writes %q, %v", q.shape, q.text, want, err, a.text, a.refused)
			}
		}
	}
	t.Logf("%d texts, %d accepted, %d written otherwise", len(questions), accepted, wrong)
}
