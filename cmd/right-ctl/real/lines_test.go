package real_test

import (
	"fmt"
	"slices"
	"strings"

	demo "github.com/rightkit/lockstep/generated/go/demo/v1"
)

// A line is one command line for both programs, and what the host answers to it.
type line struct {
	about string
	argv  []string // {suite} is the suite of the host, {dir} the folder that a program runs in
	host  *answer  // nil: with a valid result
}

// String is the line as a failed test shows it.
func (l line) String() string {
	text := fmt.Sprintf("%q", l.argv)
	if len(text) > 300 {
		text = text[:300] + "…"
	}
	if l.host != nil && l.host.err == nil {
		text += " answered with " + l.host.result[:min(len(l.host.result), 200)]
	}
	return l.about + ": " + text
}

// args are the arguments of the tool, for lines that call one.
func (l line) args() []string {
	if at := slices.Index(l.argv, "demo"); at >= 0 && len(l.argv) > at+2 {
		return l.argv[at+2:]
	}
	return nil
}

// A book collects lines.
type book struct {
	lines []line
	about string
}

// call adds a line that calls a tool: the word of the tool and its arguments.
func (b *book) call(words ...string) { b.argv(common(words...)...) }

func common(words ...string) []string {
	return append([]string{"--suite-root", "{suite}", "--journal", "{dir}/journal", "demo"}, words...)
}

func (b *book) argv(argv ...string) { b.lines = append(b.lines, line{about: b.about, argv: argv}) }

// good are arguments that each tool takes, in the order of the contract.
var good = []struct {
	tool  string
	pairs []string
}{
	{"request", []string{"app=app.example", "agent_name=An agent"}},
	{"apps", nil},
	{"snapshot", []string{"token=t1"}},
	{"act", []string{"token=t1", "ref=e1", "op=click"}},
	{"batch", []string{"token=t1", `steps=[{"ref":"e1","op":"click"}]`}},
	{"end", []string{"token=t1"}},
}

// object makes one JSON object of pairs; the value of steps is JSON already.
func object(pairs ...string) string {
	members := make([]string, len(pairs))
	for i, pair := range pairs {
		key, value, _ := strings.Cut(pair, "=")
		if key != "steps" {
			value = quote(value)
		}
		members[i] = quote(key) + ":" + value
	}
	return "{" + strings.Join(members, ",") + "}"
}

// quote is for texts without anything to escape but quotes and backslashes.
func quote(s string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(s) + `"`
}

// textKeys are the keys whose values are text as they stand, whichever the tool.
var textKeys = []string{"token", "ref", "text", "key", "app", "agent_name"}

// allLines are the lines of every rule.
func allLines() []line {
	b := &book{}
	for _, rule := range []struct {
		about string
		add   func(*book)
	}{
		{"good arguments", addGood}, {"a value", addValues}, {"a text key", addTextKeys}, {"a key", addKeys},
		{"a key twice", addTwice}, {"a missing key", addMissing}, {"a wrong type", addTypes}, {"an op", addOps},
		{"steps", addSteps}, {"an object", addObjects}, {"a deep value", addDeep}, {"a large argument", addLarge},
		{"not UTF-8", addInvalid}, {"a tool", addTools}, {"an option", addOptions}, {"drawn", addDrawn},
		{"a result", addResults}, {"an error of the host", addErrors},
	} {
		b.about = rule.about
		rule.add(b)
	}
	return b.lines
}

func addGood(b *book) {
	for _, g := range good {
		b.call(append([]string{g.tool}, g.pairs...)...)
		b.call(g.tool, object(g.pairs...))
		b.call(append(append([]string{g.tool}, g.pairs...), "more=1")...)
		b.call(g.tool, object(append(append([]string{}, g.pairs...), "more=1")...))
		reversed := append([]string{}, g.pairs...)
		slices.Reverse(reversed)
		b.call(append([]string{g.tool}, reversed...)...)
	}
}

func addValues(b *book) {
	for _, v := range values {
		b.call("apps", "extra="+v)
		b.call("apps", `{"extra":`+v+`}`)
	}
}

func addTextKeys(b *book) {
	verbatim := []string{"", "1e3", "{}", "null", `"q"`, " a b ", "=", "a=b", "{", "é😀e\u0301", "\u2028", "\x01\t\n\x7f",
		`\u0041`, "--journal"}
	for _, v := range verbatim {
		b.call("act", "token="+v, "ref="+v, "op=type", "text="+v, "key="+v)
		b.call("request", "app="+v, "agent_name="+v)
	}
	// A text key is one for every tool, also where the tool does not know it.
	for _, key := range textKeys {
		b.call("apps", key+"=1e3")
		b.call("apps", key+`={"a":[1]}`)
		b.call("snapshot", "token=t1", key+"s=1e3")
	}
	b.call("batch", "token=1", `steps=[{"ref":"e1","op":"type","text":"1e3"}]`, "text=null")
}

func addKeys(b *book) {
	for _, arg := range []string{
		"", " ", "=", "=1", "abc", "-", "--", "--flag", "-h", "[1]", `"a"`, "null", "=a=b", " =1", "a b=1", "Token=1", "a.b=1", "/a=1",
		"~0=1", `a"b=1`, `a\b=1`, "é=1", "😀=1", "e\u0301=1", "\u2028=1", "\n=1", "a\x00"[:1] + "=", "__proto__=1", "{=1",
		"a={", "--a=1",
	} {
		b.call("apps", arg)
		b.call("snapshot", "token=t1", arg)
	}
	b.call("apps", "a=1", "b=2", "c=3", "B=4", "aa=5", "é=6", "😀=7", "\ufffd=8", "=x") // how they are sorted
	b.call("apps", "z=1", "a=1", "10=1", "9=1", "\uffff=1", "𐀀=1")
	b.call("apps", `{"z":1,"a":1,"10":1,"9":1,"￿":1,"𐀀":1,"":1}`)
}

func addTwice(b *book) {
	b.call("snapshot", "token=a", "token=b")
	b.call("snapshot", "token=a", "token=a")
	b.call("apps", "x=1", "y=2", "x=3")
	b.call("act", "token=t1", "ref=a", "op=clik", "op=click", "ref=b")
	b.call("snapshot", `{"token":"a","token":"b"}`)
	b.call("snapshot", `{"token":"a","\u0074oken":"b"}`)
	b.call("snapshot", `{"token":1,"token":"b"}`)
	b.call("apps", `{"x":{"y":1,"y":2}}`)
	b.call("batch", "token=t1", `steps=[{"ref":"a","op":"click","ref":"b"}]`)
	b.call("apps", `x={"y":1,"y":2}`) // no JSON for us, so a string
	b.call("apps", "a=1", "A=2")
}

func addMissing(b *book) {
	for _, g := range good {
		b.call(g.tool)
		b.call(g.tool, "{}")
		for i := range g.pairs {
			rest := slices.Delete(append([]string{}, g.pairs...), i, i+1)
			b.call(append([]string{g.tool}, rest...)...)
			b.call(g.tool, object(rest...))
		}
	}
	b.call("act", "op=clik")
	b.call("act", `{"op":1}`)
}

func addTypes(b *book) {
	for _, t := range demo.Tools {
		for _, a := range t.Arguments {
			for _, wrong := range []string{"null", "1", "true", "[]", "{}", `"s"`} {
				members := []string{quote(a.Name) + ":" + wrong}
				for _, other := range t.Arguments {
					switch {
					case !other.Required || other.Name == a.Name:
					case other.Name == "op":
						members = append(members, `"op":"click"`)
					case other.Name == "steps":
						members = append(members, `"steps":[{"ref":"e1","op":"click"}]`)
					default:
						members = append(members, quote(other.Name)+`:"v"`)
					}
				}
				b.call(t.Command, "{"+strings.Join(members, ",")+"}")
			}
		}
	}
}

func addOps(b *book) {
	for _, op := range []string{"click", "clik", "Click", "", " click", `"click"`, `"clik"`, "1", "null", "[]", "type",
		"press", "constructor"} {
		b.call("act", "token=t1", "ref=e1", "op="+op)
		b.call("act", "token=t1", "ref=e1", "op="+op, "text=hello", "key=enter")
	}
	b.call("act", `{"token":"t","ref":"e","op":"type","text":null}`)
	b.call("act", `{"token":"t","ref":"e","op":"press","key":null}`)
	b.call("act", `{"token":"t","ref":"e","op":"type","key":"enter"}`)
	b.call("act", `{"token":"t","ref":"e","op":"press","text":"a"}`)
}
