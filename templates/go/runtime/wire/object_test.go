package wire_test

import (
	"fmt"
	"testing"

	"github.com/rightkit/lockstep/templates/go/runtime/wire"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// point has two fields, of which one is required, and keeps other members.
type point struct {
	X, Y  string
	Extra map[string]string
}

func decodePoint(f *wire.Fields) func(d *wire.Decoder, v *point) {
	return func(d *wire.Decoder, v *point) {
		o := d.Object(f)
		for d.Next(&o) {
			switch o.Field {
			case 0: // x
				v.X = d.String(&anyString)
			case 1: // y
				v.Y = d.String(&anyString)
			case wire.Extra:
				wire.Put(&v.Extra, o.Name, d.String(&anyString))
			}
		}
	}
}

func pointFields(r *wire.Rule, extra bool) *wire.Fields {
	return &wire.Fields{Rule: r, Names: []string{"x", "y"}, Keys: []string{`"x":`, `"y":`}, Required: 1 << 0, Extra: extra}
}

func TestObjectExtra(t *testing.T) {
	r := wire.Rule{
		At: "/point", Type: wire.Object, Required: []string{"x"}, AdditionalProperties: &anyString,
		Properties: []wire.Property{{Name: "x", Rule: &anyString}, {Name: "y", Rule: &anyString}},
	}
	decode := decodePoint(pointFields(&r, true))
	for _, test := range []struct {
		text     string
		want     point
		code, at string
	}{
		{`{"x":"1"}`, point{X: "1"}, "", ""},
		{`{"a":"b","x":"1","\u0079":"2","z":"c","X":"d"}`, point{"1", "2", map[string]string{"a": "b", "z": "c", "X": "d"}}, "", ""},
		{`{"x":"1","a":1}`, point{}, "type", "/a"},
		{`{"x":"1","a":"b","a":"c"}`, point{}, "duplicate-member", "/a"},
		{`{"a":"b"}`, point{}, "required", ""},
	} {
		got, err := wire.Decode([]byte(test.text), decode)
		found := wire.Check([]byte(test.text), &r)
		if test.code == "" {
			assert.NoError(t, err, test.text)
			assert.Equal(t, test.want, got, test.text)
			assert.Empty(t, found)
			continue
		}
		v := violation(t, err, test.text)
		assert.Equal(t, []string{test.code, test.at}, []string{v.Code, v.Instance}, test.text)
		assert.Equal(t, found[0], v)
	}
}

func TestObjectClosed(t *testing.T) {
	r := wire.Rule{
		At: "/point", Type: wire.Object, Required: []string{"x"},
		AdditionalProperties: &wire.Rule{At: "/point/additionalProperties", Never: true},
		Properties:           []wire.Property{{Name: "x", Rule: &anyString}, {Name: "long", Rule: &anyString}},
	}
	f := &wire.Fields{Rule: &r, Names: []string{"x", "long"}, Keys: []string{`"x":`, `"long":`}, Required: 1 << 0}
	decode := decodePoint(f)
	for _, test := range []struct{ text, code, at, keyword string }{
		{`{"a":1}`, "additionalProperties", "/a", "/point/additionalProperties"},
		{`{"x":"1","lnog":"2"}`, "additionalProperties", "/lnog", "/point/additionalProperties"},
		{`{"x":"1","a":{},"b":1}`, "additionalProperties", "/a", "/point/additionalProperties"},
		{`{"x":"1","a":[1,2,3],"a":1}`, "duplicate-member", "/a", ""},
		{`{"x":"1","a":[1,2,{"b":1,"b":1}]}`, "duplicate-member", "/a/2/b", ""},
		{`{"x":"1","a":[1,}`, "syntax", "", ""},
		{`{"x":"1","a":1`, "syntax", "", ""},
	} {
		_, err := wire.Decode([]byte(test.text), decode)
		v := violation(t, err, test.text)
		assert.Equal(t, test.code, v.Code, test.text)
		assert.Equal(t, test.at, v.Instance, test.text)
		assert.Equal(t, test.keyword, v.Keyword, test.text)
		assert.Equal(t, wire.Check([]byte(test.text), &r)[0], v)
	}
	got, err := wire.Decode([]byte(`{"x":"1","long":"2"}`), decode)
	require.NoError(t, err)
	assert.Equal(t, point{X: "1", Y: "2"}, got)
}

func TestObjectLimits(t *testing.T) {
	r := wire.Rule{At: "/point", Type: wire.Object, Required: []string{"x"}, MinProperties: 2, MaxProperties: 3}
	for _, extra := range []bool{false, true} {
		decode := decodePoint(pointFields(&r, extra))
		for text, code := range map[string]string{
			`{"x":"1"}`: "minProperties", `{"x":"1","a":"2"}`: "", `{"x":"1","y":"2","a":"3"}`: "",
			`{"x":"1","y":"2","a":"3","b":"4"}`: "maxProperties", `{}`: "required", `{"a":"1","b":"2","c":"3","d":"4"}`: "required",
		} {
			_, err := wire.Decode([]byte(text), decode)
			if code == "" {
				assert.NoError(t, err, text)
				continue
			}
			assert.Equal(t, wire.Check([]byte(text), &r)[0], violation(t, err, text), text)
		}
	}
}

// TestObjectFields is about objects of as many fields as there can be, and about names that need an escape.
func TestObjectFields(t *testing.T) {
	f := wire.Fields{Rule: &wire.Rule{At: "/r", Type: wire.Object}}
	text := "{"
	for i := range 64 {
		name := fmt.Sprintf("f%d", i)
		f.Names = append(f.Names, name)
		f.Keys = append(f.Keys, `"`+name+`":`)
		f.Required |= 1 << i
		f.Rule.Required = append(f.Rule.Required, name)
		text += fmt.Sprintf(`"f%d":%d,`, i, i)
	}
	decode := func(d *wire.Decoder, v *[64]int64) {
		o := d.Object(&f)
		for d.Next(&o) {
			v[o.Field] = d.Int64(&anyInteger)
		}
	}
	got, err := wire.Decode([]byte(text+`"x":0}`), decode)
	require.NoError(t, err)
	for i, n := range got {
		assert.EqualValues(t, i, n)
	}
	_, err = wire.Decode([]byte(text+`"f63":0}`), decode)
	assert.Equal(t, "/f63", violation(t, err, "").Instance)
	_, err = wire.Decode([]byte(`{"f63":0}`), decode)
	assert.Equal(t, "/r/required", violation(t, err, "").Keyword)

	odd := wire.Fields{Rule: &wire.Rule{Type: wire.Object}, Names: []string{"", `"`, "é\n"}, Keys: []string{`"":`, `"\"":`, `"é\n":`}}
	for _, text := range []string{`{"":0,"\"":1,"é\n":2}`, `{"é\n":2,"\u0022":1,"":0}`, `{ "\u00e9\u000a" : 2 , "\"" : 1 , "" : 0 }`} {
		got, err := wire.Decode([]byte(text), func(d *wire.Decoder, v *[3]int64) {
			o := d.Object(&odd)
			for d.Next(&o) {
				v[o.Field] = d.Int64(&anyInteger)
			}
		})
		assert.NoError(t, err, text)
		assert.Equal(t, [3]int64{0, 1, 2}, got, text)
	}
	got3, err := wire.Decode([]byte(`{"b":1,"a":0}`), func(d *wire.Decoder, v *[2]int64) {
		o := d.Object(&wire.Fields{Rule: &wire.Rule{}, Names: []string{"a", "b"}}) // without the usual spellings
		for d.Next(&o) {
			v[o.Field] = d.Int64(&anyInteger)
		}
	})
	require.NoError(t, err)
	assert.Equal(t, [2]int64{0, 1}, got3)
}
