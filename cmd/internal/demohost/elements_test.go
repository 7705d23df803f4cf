package demohost

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestKeys(t *testing.T) {
	for _, key := range []string{"enter", "cmd+s", "a", "é", "+", "cmd++", "ctrl+alt+shift+cmd+f12", "shift+tab", "-", "cmd+-"} {
		_, _, err := parseKey(key)
		assert.NoError(t, err, key)
	}
	for _, key := range []string{"", "cmd+", "cmd", "Enter", "ab", "cmd+cmd+s", "super+s", "s+cmd", " ", "\n", "\x7f", "cmd+enter+s", "\xff\xff"} {
		_, _, err := parseKey(key)
		assert.Error(t, err, key)
	}
}

func TestFieldKeys(t *testing.T) {
	var entered []string
	f := &Field{Enter: func(text string) { entered = append(entered, text) }}
	for _, s := range []struct{ typed, key, want string }{
		{"ab", "", "ab"},
		{"", "backspace", "a"},
		{"", "backspace", ""},
		{"", "backspace", ""},
		{"日本", "", "日本"},
		{"", "backspace", "日"},
		{"", "delete", "日"}, // the cursor is at the end: nothing is behind it
		{"", "ctrl+a", "日"},
		{"", "escape", "日"},
		{"", "delete", "日"},
		{"", "cmd+a", "日"},
		{"", "delete", ""},
		{"x", "", "x"},
		{"", "space", "x "},
		{"y", "", "x y"},
		{"", "shift+f5", "x y"},
		{"", "enter", ""},
		{"", "return", ""},
	} {
		var err error
		if s.key != "" {
			err = f.press(s.key)
		} else {
			err = f.write(s.typed)
		}
		assert.NoError(t, err)
		assert.Equal(t, s.want, f.Text, "%+v", s)
	}
	assert.Equal(t, []string{"x y", ""}, entered)
}
