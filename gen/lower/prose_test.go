package lower

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/rightkit/lockstep/templates/go/runtime/wire"
)

func TestArticle(t *testing.T) {
	for noun, want := range map[string]string{
		"address": "an", "apiKey": "an", "item": "an", "order": "an", "Element": "an", "update": "an", "unknown": "an",
		"unit": "a", "user": "a", "uuid": "a", "url": "a", "UseCase": "a", "euro": "a", "oneOf": "a", "hour": "an", "host": "a",
		"step": "a", "": "a", "unimportant": "an",
	} {
		assert.Equal(t, want+" "+noun, article(noun))
	}
}

func TestFurther(t *testing.T) {
	for _, test := range []struct{ doc, sentence, want string }{
		{"", "", ""},
		{"A doc.", "", "A doc."},
		{"", "More.", "More."},
		{"A doc.", "More.", "A doc. More."},
		{"A title", "More.", "A title. More."},
		{"Why?", "More.", "Why? More."},
		{"Two\nlines", "More.", "Two\nlines\n\nMore."},
	} {
		assert.Equal(t, test.want, further(test.doc, test.sentence))
	}
}

func TestGotWant(t *testing.T) {
	for _, test := range []struct{ message, instance, got, want string }{
		{"got 0, want at least 1", "", "0", "at least 1"},
		{"got a string of 7 characters, want a match of ^a$", "", "a string of 7 characters", "a match of ^a$"},
		{"got a number, want a string", "/1", "a number at /1", "a string"},
		{`missing property "a"`, "", `missing property "a"`, ""},
		{"got 1 that matches none of 2 schemas", "", "1 that matches none of 2 schemas", ""},
		{`got "x, want y", want "a"`, "", `"x, want y"`, `"a"`},
	} {
		got, want := gotWant(&wire.Violation{Message: test.message, Instance: test.instance})
		assert.Equal(t, test.got, got)
		assert.Equal(t, test.want, want)
	}
}
