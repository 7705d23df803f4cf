package output

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/rightkit/lockstep/gen/diag"
	"github.com/rightkit/lockstep/gen/source"
)

// A Lock says what the last generation was made from and what it wrote. It is kept beside the output, so that a file
// that was edited can be told from one that is stale.
type Lock struct {
	Format  int               `json:"format"`  // Format of the generator that wrote it
	Sources map[string]string `json:"sources"` // SHA-256 in hex, by path
	Outputs map[string]string `json:"outputs"` // SHA-256 in hex, by path; the lock itself is not in it
}

// Encode returns the lock as text: sorted, indented, with a final newline. Equal locks have equal texts.
func (l *Lock) Encode() []byte {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	if err := enc.Encode(l); err != nil {
		panic(err) // a number and two maps of strings always encode
	}
	return b.Bytes()
}

// ParseLock reads a lock. It accepts only what Encode writes, line ends aside; anything else was edited, or merged by
// a tool that does not know it, and is a diagnostic with the code "drift-lock". The lock is nil exactly when there is
// a diagnostic.
func ParseLock(f *source.File) (*Lock, *diag.Diagnostic) {
	text := bytes.ReplaceAll(f.Text, []byte("\r\n"), []byte("\n"))
	bad := func(offset int, message string) (*Lock, *diag.Diagnostic) {
		return nil, &diag.Diagnostic{
			Severity: diag.Error,
			Code:     "drift-lock",
			Pos:      source.Pos{File: source.NewFile(f.Name, text), Offset: offset},
			Message:  message,
		}
	}
	l := &Lock{}
	dec := json.NewDecoder(bytes.NewReader(text))
	dec.DisallowUnknownFields()
	if err := dec.Decode(l); err != nil {
		var syntax *json.SyntaxError
		var kind *json.UnmarshalTypeError
		switch {
		case errors.As(err, &syntax):
			return bad(int(syntax.Offset)-1, "the lock is no JSON: "+err.Error())
		case errors.As(err, &kind):
			return bad(int(kind.Offset)-1, fmt.Sprintf("the lock is malformed: got a %s at %q", kind.Value, kind.Field))
		case errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF):
			return bad(len(text), "the lock is cut off")
		}
		return bad(int(dec.InputOffset()), "the lock is malformed: "+err.Error())
	}
	if l.Format < 1 {
		return bad(0, "the lock is malformed: it has no format version")
	}
	for _, p := range sortedKeys(l.Outputs) {
		if err := checkPath(p); err != nil {
			return bad(max(0, bytes.Index(text, []byte(p))), fmt.Sprintf("the lock is malformed: output %q: %v", p, err))
		}
	}
	if want := l.Encode(); !bytes.Equal(want, text) {
		return bad(firstDifference(text, want), "the lock is not as it was written: edited by hand, or merged")
	}
	return l, nil
}

// moved names the sources that changed, came or went between two locks, sorted.
func moved(old, new *Lock) []move {
	var moves []move
	for _, p := range sortedKeys(new.Sources) {
		switch h, ok := old.Sources[p]; {
		case !ok:
			moves = append(moves, move{p, "is new"})
		case h != new.Sources[p]:
			moves = append(moves, move{p, "moved"})
		}
	}
	for _, p := range sortedKeys(old.Sources) {
		if _, ok := new.Sources[p]; !ok {
			moves = append(moves, move{p, "is gone"})
		}
	}
	slices.SortFunc(moves, func(a, b move) int { return strings.Compare(a.path, b.path) })
	return moves
}

// A move is what became of a source since a lock was written: "moved", "is new" or "is gone".
type move struct{ path, what string }

func sortedKeys(m map[string]string) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}
