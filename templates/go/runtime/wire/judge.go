package wire

// Kind is the type of the next value: Number for each number, 0 when no value comes next. Nothing is read.
func (d *Decoder) Kind() Types {
	d.space()
	return d.kind()
}

// TagValue is the string that the member called name of the next value holds; "" when it is no object with such a
// member. Nothing is read.
func (d *Decoder) TagValue(name string) string {
	d.space()
	if d.peek() != '{' || d.failed() {
		return ""
	}
	ahead := text{s: d.s, i: d.i, depth: d.depth}
	if !ahead.enter() {
		return ""
	}
	ahead.space()
	for more := ahead.peek() != '}'; more; more = ahead.more('}') {
		member, ok := ahead.name()
		if !ok || !ahead.colon() {
			return ""
		}
		if member == name {
			if ahead.peek() != '"' {
				return ""
			}
			value, _ := ahead.str()
			return value
		}
		if !ahead.skip() {
			return ""
		}
	}
	return ""
}

// Matches reports whether r accepts the next value. Nothing is read.
func (d *Decoder) Matches(r *Rule) bool {
	d.space()
	if d.failed() {
		return false
	}
	p := parser{text: &text{s: d.s, i: d.i, depth: d.depth}}
	v, ok := p.value()
	return ok && r.accepts(&v)
}

// Check asks all of r about the next value, for rules that the other methods cannot ask. If r accepts the value, it is
// still to be read; a Check of what is inside it is true without a further look, so what is inside must be part of r. If r
// refuses the value, the decoder has failed.
func (d *Decoder) Check(r *Rule) bool {
	d.space()
	if d.failed() {
		return false
	}
	if d.i < d.checked {
		return true
	}
	from := d.i
	p := parser{text: &d.text}
	v, ok := p.value()
	if !ok || !d.judge(r, &v) {
		return false
	}
	d.checked = d.i
	d.i = from
	return true
}

// Refuse refuses the next value because r does, or else because it is no value that keyword, one of r's, accepts: for a
// union none of whose variants fits.
func (d *Decoder) Refuse(r *Rule, keyword string) {
	d.space()
	if d.failed() {
		return
	}
	p := parser{text: &d.text}
	if v, ok := p.value(); ok && d.judge(r, &v) {
		d.refuse(r, keyword, v.glance(), "none", v.start)
	}
}

// judge reports whether r accepts v, a value that is read already, and fails with the violation of r when it does not.
func (d *Decoder) judge(r *Rule, v *value) bool {
	if d.failed() {
		return false
	}
	found := r.validate(v, 1)
	if len(found) == 0 {
		return true
	}
	d.fails(&found[0])
	return false
}

// mismatch refuses the value at i, whose type is not the one that is read here.
func (d *Decoder) mismatch(r *Rule) {
	if d.failed() {
		return
	}
	v := value{kind: d.kind(), start: d.i}
	if v.kind&r.Type != 0 || r.Type == 0 || v.kind == Number && r.Type&Integer != 0 {
		d.Refuse(r, "type")
		return
	}
	if d.skip() {
		v.text = d.s[v.start:d.i]
		d.refuse(r, "type", v.glance(), "", v.start)
	}
}

// refuse fails because r refuses the value at byte at; for code and detail see explain.
func (d *Decoder) refuse(r *Rule, code string, g glance, detail string, at int) {
	if !d.failed() {
		d.fails(&Violation{Code: code, Keyword: r.At + "/" + code, Message: explain(r, code, g, detail), Offset: at})
	}
}

// fails records the violation of a rule; v.Instance leads from the value at hand to the refused one.
func (d *Decoder) fails(v *Violation) {
	if !d.failed() {
		d.refused = v
		d.path = d.path[:0]
	}
}

// failed reports whether anything has been refused.
func (d *Decoder) failed() bool { return d.refused != nil || d.bad != nil }
