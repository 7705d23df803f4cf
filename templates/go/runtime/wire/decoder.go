package wire

import (
	"encoding/json"
	"sync"
)

// Decode reads one message: a whole text, checked as a text, and by decode against the rules that it names. The error is
// a *Violation, the first one, and the result is zero then. The strings of the result are parts of one copy of data, so
// one of them keeps all of it in memory.
func Decode[T any](data []byte, decode func(*Decoder, *T)) (v T, err error) {
	d := decoders.Get().(*Decoder)
	d.s = string(data)
	// What decode writes to is on the heap, whatever it is: so it is used again, and the result is a copy.
	target, ok := d.target.(*T)
	if !ok {
		target = new(T)
		d.target = target
	}
	decode(d, target)
	refused := d.done()
	if refused == nil {
		v = *target
	} else {
		err = refused
	}
	var zero T
	*target = zero
	decoders.Put(d)
	return v, err
}

// Unmarshal is Decode into *v, which is left as it is when the message is refused.
func Unmarshal[T any](data []byte, v *T, decode func(*Decoder, *T)) error {
	read, err := Decode(data, decode)
	if err == nil {
		*v = read
	}
	return err
}

// decoders keeps decoders for the next message, with nothing of the last one in them.
var decoders = sync.Pool{New: func() any { return new(Decoder) }}

// done ends the text and returns why it is refused, if it is. The decoder is as good as new then.
func (d *Decoder) done() *Violation {
	d.end()
	v := d.violation()
	if v == nil && d.refused != nil {
		v = d.refused
		v.Instance = pointer(d.path) + v.Instance
	}
	d.empty()
	d.checked, d.sized, d.strings = 0, false, nil
	if d.refused != nil {
		d.refused = nil
	}
	d.slabs = d.slabs.empty()
	return v
}

// A Decoder reads one text into Go values, for generated functions that call one method for each value. It is valid
// during the call of Decode or Unmarshal that made it.
//
// A value that its rule refuses makes the decoder fail. It keeps that violation, and reads on only to see whether the
// text is JSON at all; from then on methods return zero values, Next and Item return false. So generated functions need
// not look for failures.
type Decoder struct {
	text
	refused *Violation // by a rule; the first one
	checked int        // values that start before this byte have passed Check
	sized   bool       // the first array of objects has been met; see room
	slabs   slabs
	strings []string // room for optional strings; see StringPtr
	target  any      // a *T to read into; see Decode
}

// Null reads null, if that comes next; otherwise nothing is read.
func (d *Decoder) Null() bool {
	d.space()
	return d.peek() == 'n' && d.literal("null")
}

// Raw reads a value of any kind that r's type allows, and returns its text. Other keywords are up to Check.
func (d *Decoder) Raw(r *Rule) json.RawMessage {
	d.space()
	v := value{kind: d.kind(), start: d.i}
	if d.failed() || !d.skip() {
		return nil
	}
	v.end = d.i
	v.text = d.s[v.start:v.end]
	if r.Type != 0 && !d.judge(&Rule{At: r.At, Type: r.Type, Unsigned: r.Unsigned}, &v) {
		return nil
	}
	return json.RawMessage(v.text)
}

// Ptr returns a pointer to v.
func Ptr[T any](v T) *T { return &v }
