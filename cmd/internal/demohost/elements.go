package demohost

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	demo "github.com/rightkit/lockstep/generated/go/demo/v1"
)

// maxField is how many bytes a field holds.
const maxField = 2 << 20

// shown is how many characters of a field its label shows.
const shown = 60

// Button returns a button. label, when it is not nil, says what a snapshot shows.
func Button(name string, label func() string, click func()) Element {
	return Element{
		Role:  "button",
		Name:  name,
		Label: label,
		Ops:   []demo.ElementOp{demo.ElementOpClick},
		Do: func(context.Context, demo.ElementOp, string) error {
			click()
			return nil
		},
	}
}

// A Field is a line of text that can be typed into. Keys edit it as people expect: cmd+a or ctrl+a selects all, backspace
// and delete take away, escape ends a selection, enter hands the text to Enter. Other keys do nothing.
type Field struct {
	Text     string
	Enter    func(text string)
	selected bool
}

// Element returns the field as an element.
func (f *Field) Element(name string) Element {
	return Element{
		Role:  "textfield",
		Name:  name,
		Label: func() string { return name + ": " + f.visible() },
		Ops:   []demo.ElementOp{demo.ElementOpClick, demo.ElementOpType, demo.ElementOpPress},
		Do: func(_ context.Context, op demo.ElementOp, input string) error {
			switch op {
			case demo.ElementOpType:
				return f.write(input)
			case demo.ElementOpPress:
				return f.press(input)
			}
			f.selected = false
			return nil
		},
	}
}

func (f *Field) visible() string {
	count := utf8.RuneCountInString(f.Text)
	if count <= shown {
		return f.Text
	}
	return fmt.Sprintf("%s... (%d characters)", string([]rune(f.Text)[:shown]), count)
}

func (f *Field) write(text string) error {
	old := f.Text
	if f.selected {
		old = ""
	}
	if len(old)+len(text) > maxField {
		return badInput(fmt.Sprintf("The field holds no more than %d bytes. Take something away first, or type less.", maxField))
	}
	f.Text, f.selected = old+text, false
	return nil
}

func (f *Field) press(key string) error {
	modifiers, base, err := parseKey(key)
	if err != nil {
		return err
	}
	switch strings.Join(append(modifiers, base), "+") {
	case "cmd+a", "ctrl+a":
		f.selected = true
	case "backspace", "delete":
		if f.selected {
			f.Text = ""
		} else if base == "backspace" {
			_, size := utf8.DecodeLastRuneInString(f.Text)
			f.Text = f.Text[:len(f.Text)-size]
		}
		f.selected = false
	case "escape":
		f.selected = false
	case "space":
		return f.write(" ")
	case "enter", "return":
		f.submit()
	}
	return nil
}

func (f *Field) submit() {
	text := f.Text
	f.Text, f.selected = "", false
	if f.Enter != nil {
		f.Enter(text)
	}
}

// Secret returns a field for a password. It is blocked for every op.
func Secret(name string) Element {
	return Element{Role: "password", Name: name, Secret: true}
}

// modifierKeys and namedKeys are what a key is made of, beside single characters.
var (
	modifierKeys = []string{"cmd", "ctrl", "alt", "shift"}
	namedKeys    = []string{"enter", "return", "tab", "space", "escape", "backspace", "delete", "up", "down", "left", "right",
		"home", "end", "pageup", "pagedown", "f1", "f2", "f3", "f4", "f5", "f6", "f7", "f8", "f9", "f10", "f11", "f12"}
)

// parseKey takes a key such as enter or cmd+s apart. The plus sign itself may be the key: cmd++.
func parseKey(key string) (modifiers []string, base string, err error) {
	base = key
	for {
		m, rest, ok := strings.Cut(base, "+")
		if !ok || !slices.Contains(modifierKeys, m) {
			break
		}
		if slices.Contains(modifiers, m) {
			return nil, "", badInput("The key names a modifier twice. Write it as in cmd+s.")
		}
		modifiers, base = append(modifiers, m), rest
	}
	if slices.Contains(namedKeys, base) {
		return modifiers, base, nil
	}
	if r, size := utf8.DecodeRuneInString(base); size > 0 && size == len(base) && r > ' ' && r != 0x7f {
		return modifiers, base, nil
	}
	return nil, "", badInput("There is no such key. Write a character or one of " + strings.Join(namedKeys[:13], ", ") +
		" and so on, with " + strings.Join(modifierKeys, ", ") + " before it, as in cmd+s.")
}
