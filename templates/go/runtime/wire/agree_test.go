package wire_test

import (
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"
)

// TestDecodeAgrees compares the decoder and the interpreter of rules on messages that are nearly right, one as each shape.
func TestDecodeAgrees(t *testing.T) {
	m := messages{rand.New(rand.NewPCG(5, 6))}
	for range 5000 {
		compare(t, m.act(), &ruleActParams, DecodeActParams)
		compare(t, m.batch(), &ruleBatchParams, DecodeBatchParams)
		compare(t, m.result(), &ruleBatchResult, DecodeBatchResult)
		compare(t, m.snapshot(), &ruleSnapshotResult, DecodeSnapshotResult)
	}
}

// messages makes messages that have, now and then, something wrong or unusual in them.
type messages struct{ *rand.Rand }

// seldom is one time in n.
func (m messages) seldom(n int) bool { return m.IntN(n) == 0 }

func (m messages) pick(list ...string) string { return list[m.IntN(len(list))] }

// odd is a value that may be of any kind.
func (m messages) odd() string {
	return m.pick("null", "true", "1", "-1", "1.5", "1e2", "1e400", `"x"`, "[]", `[1,{"a":"b"}]`, "{}", `{"a":{"b":[]}}`,
		`{"a":1,"a":2}`, `{"x":{"y":0,"\u0079":0}}`, `"\ud800"`, "[1,]", "\"\xff\"", "01", "")
}

func (m messages) or(value string) string {
	if m.seldom(60) {
		return m.odd()
	}
	return value
}

func (m messages) text() string {
	return m.or(m.pick(`""`, `"a"`, `"some longer text"`, `"é…"`, `"\u00e9\n"`, `"\ud83d\ude00"`, `"12345678"`))
}

func (m messages) op() string {
	return m.or(m.pick(`"click"`, `"type"`, `"press"`, `"click"`, `"type"`, `"press"`, `"\u0063lick"`, `"clik"`))
}

func (m messages) space() string {
	if m.seldom(20) {
		return m.pick(" ", "\n\t", "  \r\n")
	}
	return ""
}

// object has the members that are given as name, value, name, value.
func (m messages) object(members ...string) string {
	var list []string
	for i := 0; i < len(members); i += 2 {
		name := strconv.Quote(members[i])
		if m.seldom(30) {
			name = `"\u00` + strconv.FormatInt(int64(members[i][0]), 16) + members[i][1:] + `"`
		}
		list = append(list, m.space()+name+m.space()+":"+m.space()+members[i+1]+m.space())
	}
	if m.seldom(10) {
		list = append(list, `"`+m.pick("a", "A", "", "ref", "text", "op", "Token", "a/b~")+`":`+m.pick("1", "{}", m.odd()))
	}
	if m.seldom(10) {
		m.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
	}
	if m.seldom(20) && len(list) > 0 {
		list = list[1:]
	}
	return "{" + strings.Join(list, ",") + "}"
}

func (m messages) array(n int, item func() string) string {
	list := make([]string, n)
	for i := range list {
		list[i] = m.space() + item() + m.space()
	}
	return "[" + strings.Join(list, ",") + "]"
}

func (m messages) step() string {
	members := []string{"ref", m.text(), "op", m.op()}
	if !m.seldom(4) {
		members = append(members, "text", m.text())
	}
	if !m.seldom(4) {
		members = append(members, "key", m.text())
	}
	return m.or(m.object(members...))
}

func (m messages) act() string {
	return m.object("token", m.text(), "ref", m.text(), "op", m.op(), "text", m.text()) + m.space() + m.end()
}

func (m messages) batch() string {
	n := m.IntN(6)
	if m.seldom(20) {
		n = 20 + m.IntN(3)
	}
	return m.object("token", m.text(), "steps", m.or(m.array(n, m.step))) + m.end()
}

func (m messages) result() string {
	receipt := func() string { return m.or(m.object("receipt_id", m.text())) }
	return m.object("completed", m.or(m.pick("0", "7", "2.0", "1e3", "123456789012345678", "9223372036854775807")),
		"results", m.or(m.array(m.IntN(4), receipt)), "failed_step", m.or(m.pick("null", "3")),
		"error_code", m.or(m.pick("null", `"not_armed"`, `"invalid_arguments"`, `"oops"`)))
}

func (m messages) snapshot() string {
	element := func() string {
		return m.or(m.object("ref", m.text(), "role", m.text(), "label", m.text(), "ops", m.or(m.array(m.IntN(4), m.op))))
	}
	return m.object("capture_state", m.or(`"safe"`), "elements", m.or(m.array(m.IntN(5), element)))
}

func (m messages) end() string {
	if m.seldom(60) {
		return m.pick("}", "1", "null", "\x00", ",")
	}
	return ""
}
