package main

import (
	"os"
	"strconv"
	"syscall"
	"time"
)

// A journal is a file with a line of JSON per event of a call. No line holds an argument or a result.
type journal struct {
	path  *string // nil: there is none
	tool  string
	since time.Time
}

func (o *options) openJournal(tool string) *journal { return &journal{path: o.journal, tool: tool} }

// refused says that the contract refuses the arguments: at the gate, with the reason, or else in the call.
func (j *journal) refused(t *tool, args []string, err error) {
	if j.path == nil {
		return
	}
	reason := t.denial(args)
	if reason == "" {
		j.started()
		j.settled(err)
		return
	}
	j.add(append([]byte(`{"by":"arguments","caller":"`+program+`","event":"denied","reason":`), quoted(reason)...))
}

func (j *journal) started() {
	j.since = time.Now()
	j.add([]byte(`{"caller":"` + program + `","event":"started"`))
}

// settled says how the call ended: by its error, or well when err is nil.
func (j *journal) settled(err error) {
	code, ok := "null", "true"
	if err != nil {
		code, ok = quoted(asError(err).Code), "false"
	}
	ms := strconv.FormatInt(time.Since(j.since).Milliseconds(), 10)
	j.add([]byte(`{"caller":"` + program + `","error":` + code + `,"event":"settled","ms":` + ms + `,"ok":` + ok))
}

// journalTimeout is how long a journal may take for a line: whoever reads one that is a pipe may have stopped to.
const journalTimeout = 100 * time.Millisecond

// add appends one line, to which the tool is added, in one piece. A journal that cannot be written stops no call: neither
// a pipe that nobody reads nor one that is full. What is neither a file nor a pipe is no journal.
func (j *journal) add(line []byte) {
	if j.path == nil {
		return
	}
	f, err := os.OpenFile(*j.path, os.O_APPEND|os.O_CREATE|os.O_WRONLY|syscall.O_NONBLOCK, 0o600)
	if err != nil {
		return
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil || !info.Mode().IsRegular() && info.Mode().Type() != os.ModeNamedPipe {
		return
	}
	_ = f.SetWriteDeadline(time.Now().Add(journalTimeout)) // a file has none, and needs none
	line = append(append(line, `,"tool":`...), quoted(j.tool)...)
	_, _ = f.Write(append(line, "}\n"...))
}
