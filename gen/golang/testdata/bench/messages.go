package main

import (
	"fmt"
	"strings"
)

// The plain structs of a program that uses encoding/json alone.

type plainStep struct {
	Ref  string  `json:"ref"`
	Op   string  `json:"op"`
	Text *string `json:"text,omitempty"`
	Key  *string `json:"key,omitempty"`
}

type plainAct struct {
	Token string  `json:"token"`
	Ref   string  `json:"ref"`
	Op    string  `json:"op"`
	Text  *string `json:"text,omitempty"`
	Key   *string `json:"key,omitempty"`
}

type plainBatch struct {
	Token string      `json:"token"`
	Steps []plainStep `json:"steps"`
}

type plainElement struct {
	Ref   string   `json:"ref"`
	Role  string   `json:"role"`
	Label string   `json:"label"`
	Ops   []string `json:"ops"`
}

type plainSnapshot struct {
	CaptureState string         `json:"capture_state"`
	Elements     []plainElement `json:"elements"`
}

// The messages are what a session really sends: compact, mostly ASCII, some escapes, some other alphabets.

const sessionToken = "tok_5b1f0a6e8c3d4972b0e1f2a3c4d5e6f7"

// One in thirteen holds escapes, two in thirteen another alphabet.
var texts = []string{
	"Save", "Open file", "Close window", "Find and replace", "Invoice 2026-031", "Größe ändern", "Send", "送信", "Undo",
	`a \"quoted\" word`, "Settings for this device and its accounts", "OK", "Next page", "Search in all folders", "Sign in",
	"Show hidden files", "Zoom in", `two\nlines`, "Page 4 of 12", "Reply to all", "Toggle sidebar", "Preferences", "Préférences",
	"Export as PDF", "Share with your team", "Ελληνικά",
}

var (
	kinds     = []string{"button", "link", "textbox", "menuitem", "checkbox", "cell", "tab"}
	abilities = []string{`["click"]`, `["click","type"]`, `["click","press","type"]`, `[]`, `["press"]`}
	chords    = []string{"enter", "escape", "cmd+s", "ctrl+shift+k"}
)

// A sequence gives the same numbers on every run.
type sequence uint32

func (s *sequence) below(n int) int {
	*s = *s*1664525 + 1013904223
	return int(*s>>8) % n
}

func act(op string) []byte {
	return []byte(`{"token":"` + sessionToken + `","ref":"window-2/form/e41","op":"` + op + `","text":"caf\u00e9 na\u00efve, two words"}`)
}

func batch(last string) []byte {
	s := sequence(11)
	var b strings.Builder
	b.WriteString(`{"token":"` + sessionToken + `","steps":[`)
	for i := range 20 {
		if i > 0 {
			b.WriteByte(',')
		}
		fmt.Fprintf(&b, `{"ref":"window-2/form/section-%d/e%d",`, s.below(9), s.below(500))
		switch pick := s.below(3); {
		case i == 19:
			fmt.Fprintf(&b, `"op":"%s"}`, last)
		case pick == 0:
			b.WriteString(`"op":"click"}`)
		case pick == 1:
			fmt.Fprintf(&b, `"op":"type","text":"%s; %s; %s; %s; %s"}`, texts[s.below(len(texts))], texts[s.below(len(texts))],
				texts[s.below(len(texts))], texts[s.below(len(texts))], texts[s.below(len(texts))])
		default:
			fmt.Fprintf(&b, `"op":"press","key":"%s"}`, chords[s.below(len(chords))])
		}
	}
	b.WriteString("]}")
	return []byte(b.String())
}

func snapshot(n int, last string) []byte {
	s := sequence(n)
	var b strings.Builder
	b.WriteString(`{"capture_state":"safe","elements":[`)
	for i := range n {
		if i > 0 {
			b.WriteByte(',')
		}
		ops := abilities[s.below(len(abilities))]
		if i == n-1 {
			ops = `["click","` + last + `"]`
		}
		fmt.Fprintf(&b, `{"ref":"window-2/list/e%d","role":"%s","label":"%s %d","ops":%s}`, i, kinds[s.below(len(kinds))],
			texts[s.below(len(texts))], s.below(1000), ops)
	}
	b.WriteString("]}")
	return []byte(b.String())
}
