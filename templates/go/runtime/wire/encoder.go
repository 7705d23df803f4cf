package wire

import (
	"encoding/binary"
	"encoding/json"
	"errors"
	"math"
	"slices"
	"strconv"
	"sync"
	"unicode/utf8"
)

// Append appends v to dst as JSON, written by encode. It appends only what Decode accepts where r is the rule of the
// whole; otherwise it returns dst as it was and, as error, the *Violation that Decode would report.
func Append[T any](dst []byte, v *T, r *Rule, encode func(*Encoder, *T)) ([]byte, error) {
	e := encoders.Get().(*Encoder)
	source, ok := e.source.(*T)
	if !ok {
		source = new(T)
		e.source = source
	}
	*source = *v
	write(e, source, encode)
	var zero T
	*source = zero
	refused := e.refused(r)
	if refused == nil {
		dst = append(dst, e.buf...)
	}
	e.empty()
	encoders.Put(e)
	if refused != nil {
		return dst, refused
	}
	return dst, nil
}

// write runs encode, which ends early when v is nested too deep.
func write[T any](e *Encoder, v *T, encode func(*Encoder, *T)) {
	defer func() {
		if p := recover(); p != nil && p != errDepth {
			panic(p)
		}
	}()
	encode(e, v)
}

var errDepth = errors.New("wire: nested too deep")

// encoders keeps encoders for the next message, with nothing of the last one in them but bytes that are written over.
var encoders = sync.Pool{New: func() any { return new(Encoder) }}

// An Encoder writes one text, for generated functions that call one method for each value. It is valid during the call
// of Append that made it.
//
// The methods look at each value only as far as that is cheap, and note when it may not be acceptable; then the finished
// text is checked as a whole. So generated functions need not look for failures.
type Encoder struct {
	buf     []byte
	depth   int
	more    bool // the object that is open has a member already
	suspect bool // the text has to be checked
	source  any  // a *T to write from; see Append
	lack    lack // the first Go value that stands for no JSON value
}

// refused is why the text cannot stand, if so: a Go value that stands for no JSON value, or else what r refuses.
func (e *Encoder) refused(r *Rule) *Violation {
	if e.lack.reason != "" {
		return e.lack.violation(e.buf)
	}
	if e.suspect {
		if found := check(e.buf, r, 1); len(found) > 0 {
			return &found[0]
		}
	}
	return nil
}

// empty makes e as good as new. It keeps its memory, unless that is large.
func (e *Encoder) empty() {
	e.buf = e.buf[:0]
	if cap(e.buf) > 1<<20 {
		e.buf = nil
	}
	e.depth, e.more, e.suspect, e.lack = 0, false, false, lack{}
}

// A lack is a Go value that stands for no JSON value; null was written for it.
type lack struct {
	reason string // "" when there is none
	at     int    // in the text
}

// violation says where in the text the lack is.
func (l lack) violation(text []byte) *Violation {
	v := &Violation{Code: CodeNoValue, Message: l.reason, Offset: l.at}
	if root, refused := parse(string(text)); refused == nil {
		v.Instance = root.locate(l.at)
	}
	return v
}

// Suspect says that the text has to be checked: for rules that no method knows.
func (e *Encoder) Suspect() { e.suspect = true }

// Open starts an object.
func (e *Encoder) Open() { e.enter('{') }

// Close ends an object.
func (e *Encoder) Close() { e.leave('}') }

// Key writes the name of a member, after the comma that it may need. The key is given as it stands in the text, quoted and
// with its colon: `"ref":`.
func (e *Encoder) Key(key string) {
	buf := e.buf
	if e.more {
		buf = append(buf, ',')
	}
	e.buf = append(buf, key...)
	e.more = true
}

// enter starts an array or object. A value that is nested too deep may be nested without an end, so it is left there.
func (e *Encoder) enter(open byte) {
	e.buf = append(e.buf, open)
	e.more = false
	if e.depth++; e.depth > MaxDepth {
		e.suspect = true
		panic(errDepth)
	}
}

// leave ends an array or object.
func (e *Encoder) leave(end byte) {
	e.buf = append(e.buf, end)
	e.more = true // whatever is around it is not empty
	e.depth--
}

// Null writes null.
func (e *Encoder) Null() { e.buf = append(e.buf, "null"...) }

// Lacks notes that a Go value stands for no JSON value, and writes null for it.
func (e *Encoder) Lacks(reason string) {
	if e.lack.reason == "" {
		e.lack = lack{reason, len(e.buf)}
	}
	e.Null()
}

// Literal writes a string that has one value; "" stands for it.
func (e *Encoder) Literal(s string, r *Rule) {
	if s == "" && r.Const != "" {
		e.buf = append(e.buf, r.Const...)
		return
	}
	e.String(s, r)
}

// String writes a string.
func (e *Encoder) String(s string, r *Rule) {
	if !r.anyString() && !r.fits(s) && !r.accepts(&value{kind: String, text: s}) {
		e.suspect = true
	}
	e.text(s)
}

// Enum writes a string that is one of r.Enum.
func (e *Encoder) Enum(s string, r *Rule) {
	if !slices.Contains(r.Enum, s) {
		e.suspect = true
	}
	e.text(s)
}

// text writes a string eight bytes at a time, and leaves the rest to appendRest once it meets an escape.
func (e *Encoder) text(s string) {
	n := len(e.buf)
	if cap(e.buf)-n < len(s)+2 {
		e.buf = slices.Grow(e.buf, len(s)+2)
	}
	out := e.buf[n : n+len(s)+2]
	out[0] = '"'
	var seen uint64
	i := 0
	for ; i+8 <= len(s); i += 8 {
		w := load(s, i)
		if special(w) != 0 {
			break
		}
		seen |= w
		binary.LittleEndian.PutUint64(out[1+i:], w)
	}
	for ; i < len(s) && letters[s[i]] == 0; i++ {
		seen |= uint64(s[i])
		out[1+i] = s[i]
	}
	if (seen&high != 0 || i < len(s)) && !utf8.ValidString(s) {
		e.suspect = true
	}
	if i < len(s) {
		e.buf = appendRest(e.buf[:n+1+i], s[i:])
		return
	}
	out[1+i] = '"'
	e.buf = e.buf[:n+len(out)]
}

// Bool writes a boolean.
func (e *Encoder) Bool(v bool, r *Rule) {
	word := strconv.FormatBool(v)
	if len(r.Const)|len(r.JSON) != 0 && !r.accepts(&value{kind: Boolean, text: word}) {
		e.suspect = true
	}
	e.buf = append(e.buf, word...)
}

// Int64 writes an integer.
func (e *Encoder) Int64(n int64, r *Rule) {
	from := len(e.buf)
	e.buf = strconv.AppendInt(e.buf, n, 10)
	if !r.acceptsInt64(n) {
		e.number(r, from)
	}
}

// Uint64 writes an integer.
func (e *Encoder) Uint64(n uint64, r *Rule) {
	from := len(e.buf)
	e.buf = strconv.AppendUint(e.buf, n, 10)
	if !r.acceptsUint64(n) {
		e.number(r, from)
	}
}

// Float64 writes a number as ECMAScript does, in as few digits as tell it from other numbers. NaN and the infinities are
// no JSON values.
func (e *Encoder) Float64(f float64, r *Rule) {
	if math.IsNaN(f) || math.IsInf(f, 0) {
		e.Lacks("got " + strconv.FormatFloat(f, 'g', -1, 64) + ", which is no JSON number")
		return
	}
	from := len(e.buf)
	e.buf = appendFloat(e.buf, f)
	if !r.acceptsFloat64() {
		e.number(r, from)
	}
}

// number asks r about the number that starts at byte from.
func (e *Encoder) number(r *Rule, from int) {
	if !r.accepts(&value{kind: Number, text: string(e.buf[from:])}) {
		e.suspect = true
	}
}

// Raw writes a value that is given as JSON, without white space.
func (e *Encoder) Raw(raw json.RawMessage, r *Rule) {
	if len(raw) == 0 {
		e.Lacks("no value is set, want the text of one")
		return
	}
	t := text{s: string(raw), depth: e.depth}
	t.space()
	if t.skip() && t.end() {
		e.buf = appendCompact(e.buf, raw)
	} else {
		e.buf = append(e.buf, raw...)
		e.suspect = true
	}
	if r.Type != 0 {
		e.suspect = true
	}
}

// AppendList writes an array, with encode for each item; a nil list is empty.
func AppendList[T any](e *Encoder, list []T, r *Rule, encode func(*Encoder, *T)) {
	if len(list) < r.MinItems || exceeds(len(list), r.MaxItems) {
		e.suspect = true
	}
	e.enter('[')
	for i := range list {
		if i > 0 {
			e.buf = append(e.buf, ',')
		}
		encode(e, &list[i])
	}
	e.leave(']')
}

// AppendMap writes an object whose members are those of m, in the order of their names, with encode for each value; a nil
// map is empty.
func AppendMap[T any](e *Encoder, m map[string]T, r *Rule, encode func(*Encoder, *T)) {
	if len(m) < r.MinProperties || exceeds(len(m), r.MaxProperties) {
		e.suspect = true
	}
	e.Open()
	appendMembers(e, m, encode)
	e.Close()
}

// AppendExtra writes the members of m into the object that is open, after its fields, which f names. No name in m may be
// that of a field: such a member is written twice, so that the text is refused.
func AppendExtra[T any](e *Encoder, m map[string]T, f *Fields, encode func(*Encoder, *T)) {
	for _, name := range f.Names {
		if v, ok := m[name]; ok {
			e.suspect = true
			appendMembers(e, map[string]T{name: v}, encode)
		}
	}
	appendMembers(e, m, encode)
}

func appendMembers[T any](e *Encoder, m map[string]T, encode func(*Encoder, *T)) {
	names := make([]string, 0, len(m))
	for name := range m {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		e.Key("")
		e.text(name)
		e.buf = append(e.buf, ':')
		v := m[name]
		encode(e, &v)
	}
}
