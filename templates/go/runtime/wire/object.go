package wire

import "math/bits"

// Fields tells the decoder what it needs to know of an object type. Generated packages declare one for each struct.
type Fields struct {
	// Rule is the object's rule. The decoder looks at Type, Required, MinProperties and MaxProperties, and at whether
	// AdditionalProperties refuses everything; the rules of the members are up to the functions that read them.
	Rule *Rule
	// Names are the members that the type has fields for, 64 at most. All of Rule.Required are among them.
	Names []string
	// Keys[i] is Names[i] as it usually stands in a text, quoted and with its colon: `"ref":`. A text that has its members
	// in this order and spelling is read fastest.
	Keys []string
	// Required has bit i set when Names[i] is required.
	Required uint64
	// Extra hands out members that have no field, instead of skipping them.
	Extra bool
}

// Extra is the Members.Field of a member that has no field.
const Extra = -1

// Members are those of an object that is being read: see Decoder.Object.
type Members struct {
	// Field is the index in Fields.Names of the member whose value is to be read, or Extra.
	Field int
	// Name is the name of the member when Field is Extra.
	Name string

	fields *Fields
	seen   uint64  // the fields met so far
	next   int     // the field that follows in the usual order
	others members // the names met that are no fields
	count  int     // how many those are
	at     int     // where the object starts
	mark   int     // the byte that stands before the next member
}

// The marks of Members; those of Items are the same but for the first one, '['.
const (
	before = '{' // nothing has been read yet
	within = ','
	closed = -1
)

// Object starts to read an object. The members come from Next:
//
//	o := d.Object(&fields)
//	for d.Next(&o) {
//		switch o.Field {
//		case 0:
//			v.Ref = d.String(&ruleRef)
//		}
//	}
//
// The value of each member that Next announces must be read by exactly one call. (Declared in the for statement, o would
// be copied for each member.)
func (d *Decoder) Object(f *Fields) Members {
	return Members{fields: f, at: d.i, mark: before}
}

// Next moves to the next member; false at the end of the object and after a failure. At the end it has checked that the
// object is whole.
func (d *Decoder) Next(o *Members) bool {
	if d.refused != nil {
		return d.drain(o)
	}
	s, i, f := d.s, d.i, o.fields
	if i >= len(s) {
		return d.step(o)
	}
	c := int(s[i])
	if c == o.mark && o.next < len(f.Keys) {
		i++
		key := f.Keys[o.next]
		n := len(key)
		if len(s)-i <= n || o.seen>>o.next&1 != 0 {
			return d.step(o)
		}
		// The usual key is told by its first and last bytes, which overlap: a call would take longer than that.
		usual := false
		switch {
		case n > 16:
			usual = s[i:i+n] == key
		case n >= 8:
			usual = load(s, i) == load(key, 0) && load(s, i+n-8) == load(key, n-8)
		case n >= 4:
			usual = load4(s, i) == load4(key, 0) && load4(s, i+n-4) == load4(key, n-4)
		}
		if usual && (c == within || d.depth < MaxDepth) {
			if c == before {
				d.depth++
				o.mark = within
			}
			d.i = i + n
			o.seen |= 1 << o.next
			o.Field = o.next
			o.next++
			return true
		}
	}
	if c == '}' && o.mark == within {
		d.finish(o)
		return false
	}
	return d.step(o)
}

// step is Next for whatever is not the usual next member.
func (d *Decoder) step(o *Members) bool {
	if d.advance(o) {
		return true
	}
	o.mark = closed
	return false
}

func (d *Decoder) advance(o *Members) bool {
	var more bool
	switch {
	case o.mark == closed:
		return false
	case d.bad != nil:
		d.insideMember(o)
		return false
	case o.mark == before:
		d.space()
		if d.peek() != '{' {
			d.mismatch(o.fields.Rule)
			return false
		}
		o.at = d.i
		if !d.enter() {
			return false
		}
		o.mark = within
		d.space()
		more = d.peek() != '}'
	default:
		more = d.more('}')
	}
	for ; more; more = d.more('}') {
		if !d.key(o) {
			return false
		}
		if o.Field != Extra || o.fields.Extra {
			return true
		}
		if extra := o.fields.Rule.AdditionalProperties; extra != nil && extra.Never {
			d.refuseMember(o, extra)
			return d.drain(o)
		}
		if !d.skip() {
			d.inside(o.Name)
			return false
		}
	}
	if d.bad == nil {
		d.finish(o)
	}
	return false
}

// refuseMember skips and refuses a member, because never, a false schema, stands for those that have no field.
func (d *Decoder) refuseMember(o *Members, never *Rule) {
	at := d.i
	if !d.skip() {
		return
	}
	const code = "additionalProperties"
	message := explain(never, code, glance{}, nearest(o.Name, d.absent(o)))
	d.fails(&Violation{Code: code, Keyword: never.At, Message: message, Offset: at})
}

// absent returns the fields that the object has neither so far nor in what is left of it.
func (d *Decoder) absent(o *Members) []string {
	seen := o.seen
	ahead := text{s: d.s, i: d.i, depth: d.depth}
	for ahead.more('}') {
		name, ok := ahead.name()
		if !ok || !ahead.colon() {
			break
		}
		if n := o.fields.index(name); n >= 0 {
			seen |= 1 << n
		}
		if !ahead.skip() {
			break
		}
	}
	absent := make([]string, 0, len(o.fields.Names))
	for n, name := range o.fields.Names {
		if seen>>n&1 == 0 {
			absent = append(absent, name)
		}
	}
	return absent
}

// key reads the name of a member and its colon, and sets Field and Name.
func (d *Decoder) key(o *Members) bool {
	at := d.i
	n := o.usual(d.s[at:])
	name := ""
	if n >= 0 {
		name = o.fields.Names[n]
	} else {
		var ok bool
		if name, ok = d.name(); !ok {
			return false
		}
		n = o.fields.index(name)
	}
	if n < 0 {
		if o.count == 0 {
			o.others = d.open()
		}
		o.count++
		o.Field, o.Name = Extra, name
		return d.declare(&o.others, name, at) && d.colon()
	}
	if o.seen>>n&1 != 0 {
		return d.repeated(name, at)
	}
	o.seen |= 1 << n
	o.Field, o.next = n, n+1
	if d.i == at {
		d.i += len(o.fields.Keys[n])
		d.space()
		return true
	}
	return d.colon()
}

// usual finds the field whose usual key s starts with, the likely ones first; -1 when there is none.
func (o *Members) usual(s string) int {
	keys := o.fields.Keys
	for n := range keys {
		n += o.next
		if n >= len(keys) {
			n -= len(keys)
		}
		if key := keys[n]; len(s) > len(key) && s[1] == key[1] && s[:len(key)] == key {
			return n
		}
	}
	return -1
}

// index finds the field called name; -1 when there is none.
func (f *Fields) index(name string) int {
	for n, field := range f.Names {
		if field == name {
			return n
		}
	}
	return -1
}

// finish steps out of the object and asks what can only be asked at its end.
func (d *Decoder) finish(o *Members) {
	o.mark = closed
	d.leave()
	if o.count > 0 {
		d.close(o.others)
	}
	r := o.fields.Rule
	if o.seen&o.fields.Required != o.fields.Required {
		for _, name := range r.Required {
			if !o.has(name) {
				d.refuse(r, "required", glance{}, name, o.at)
				return
			}
		}
	}
	if r.MinProperties|r.MaxProperties == 0 {
		return
	}
	g := glance{kind: Object, size: bits.OnesCount64(o.seen) + o.count}
	switch {
	case g.size < r.MinProperties:
		d.refuse(r, "minProperties", g, "", o.at)
	case exceeds(g.size, r.MaxProperties):
		d.refuse(r, "maxProperties", g, "", o.at)
	}
}

// Require is asked after the last member of o: it refuses the object unless it has every member that c requires.
func (d *Decoder) Require(o *Members, c *Condition) {
	if d.failed() {
		return
	}
	for _, name := range c.Required {
		if !o.has(name) {
			d.fails(&Violation{Code: "required", Keyword: c.At, Message: c.explain(name), Offset: o.at})
			return
		}
	}
}

// has reports whether the object has the field called name.
func (o *Members) has(name string) bool {
	n := o.fields.index(name)
	return n >= 0 && o.seen>>n&1 != 0
}

// drain leaves an object after a failure. The rest of it is still read, because a text that is no JSON is refused as such.
func (d *Decoder) drain(o *Members) bool {
	started := o.mark == within
	o.mark = closed
	if !started {
		return false
	}
	d.insideMember(o)
	for d.bad == nil && d.more('}') {
		if !d.key(o) {
			return false
		}
		if !d.skip() {
			d.insideMember(o)
			return false
		}
	}
	if d.bad == nil {
		d.leave()
		if o.count > 0 {
			d.close(o.others)
		}
	}
	return false
}

// insideMember says that the member at hand has failed.
func (d *Decoder) insideMember(o *Members) {
	switch {
	case o.mark == before:
	case o.Field == Extra:
		d.inside(o.Name)
	default:
		d.inside(o.fields.Names[o.Field])
	}
}
