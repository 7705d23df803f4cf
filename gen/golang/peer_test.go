package golang_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rightkit/lockstep/templates/go/runtime/wire"
	"github.com/stretchr/testify/require"
)

// A question asks the decoder of a shape about a text; or, with Fill, its encoder about the value that the number stands
// for, which may be any that its type can hold.
type question struct {
	Package, Shape string
	Text           []byte
	Fill           uint64
	rule           *wire.Rule
	note           string
}

// An answer is the text encoded again, or the violation. Unencodable is the violation of a value that was decoded and is
// refused by its own encoder, Other says that it is encoded to another value. Problem says how the parts of the package
// contradict each other.
type answer struct {
	Text                   []byte
	Violation, Unencodable *wire.Violation
	Problem, Other         string
}

// A peer is a running program that has the packages of a workspace in it.
type peer struct {
	t   testing.TB
	in  io.WriteCloser
	out *bufio.Scanner
}

// start compiles the workspace and starts the peer, which ends with the test.
func (w *workspace) start() *peer {
	var imports, entries strings.Builder
	for _, pkg := range w.cases {
		var cases strings.Builder
		for _, s := range w.shapes[pkg] {
			fmt.Fprintf(&cases, "\tcase %q:\n\t\treturn probe.Ask(shape.Rule, text, fill, Decode%s)\n", s.wire, s.id)
		}
		w.write(pkg+"/probe.go", fmt.Appendf(nil, packageProbe, pkg, cases.String()))
		fmt.Fprintf(&imports, "\t%q\n", "cases/"+pkg)
		fmt.Fprintf(&entries, "\t%q: {%s.Probe, %s.Drift},\n", pkg, pkg, pkg)
	}
	w.write("probe/probe.go", []byte(probeProgram))
	w.write("main.go", fmt.Appendf(nil, mainProgram, imports.String(), entries.String()))
	w.run("build", "-o", "ask", ".")
	cmd := exec.Command(filepath.Join(w.dir, "ask"))
	cmd.Dir, cmd.Stderr = w.dir, os.Stderr
	in, err := cmd.StdinPipe()
	require.NoError(w.t, err)
	out, err := cmd.StdoutPipe()
	require.NoError(w.t, err)
	require.NoError(w.t, cmd.Start())
	w.t.Cleanup(func() {
		in.Close()
		require.NoError(w.t, cmd.Wait())
	})
	p := &peer{t: w.t, in: in, out: bufio.NewScanner(out)}
	p.out.Buffer(nil, 64<<20)
	return p
}

// ask returns an answer per question.
func (p *peer) ask(questions ...question) []answer {
	var stdin bytes.Buffer
	enc := json.NewEncoder(&stdin)
	for _, q := range questions {
		require.NoError(p.t, enc.Encode(q))
	}
	failed := make(chan error, 1)
	go func() {
		_, err := p.in.Write(stdin.Bytes())
		failed <- err
	}()
	answers := make([]answer, len(questions))
	for i := range answers {
		require.True(p.t, p.out.Scan(), "no answer to %s %q", questions[i].Shape, questions[i].Text)
		require.NoError(p.t, json.Unmarshal(p.out.Bytes(), &answers[i]))
	}
	require.NoError(p.t, <-failed)
	return answers
}

// packageProbe is added to each package: it finds the decoder of a shape by name, and compares the rules with the schema.
const packageProbe = `package %s

import (
	"cases/internal/drift"
	"cases/probe"
)

func Drift(schema string) []string {
	return drift.Compare([]byte(schema), Shapes)
}

func Probe(name string, text []byte, fill uint64) probe.Answer {
	shape, ok := LookupShape(name)
	if !ok {
		panic("no shape " + name)
	}
	switch name {
%s	}
	panic("no decoder of " + name)
}
`

// probeProgram asks one decoder about one text, in every way that the package offers, and compares the answers.
const probeProgram = `package probe

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"unsafe"

	"cases/internal/wire"
)

type Answer struct {
	Text                   []byte
	Violation, Unencodable *wire.Violation
	Problem, Other         string
}

type encoder interface {
	json.Marshaler
	AppendJSON([]byte) ([]byte, error)
}

func Ask[T encoder](rule *wire.Rule, text []byte, seed uint64, decode func([]byte) (T, error)) (a Answer) {
	if seed != 0 {
		var v T
		fill(rand.New(rand.NewPCG(seed, 0)), reflect.ValueOf(&v).Elem(), 0)
		out, err := v.AppendJSON(nil)
		if err != nil && !errors.As(err, &a.Violation) || err != nil && out != nil {
			a.Problem = fmt.Sprintf("the encoder returns %s and %v", out, err)
		} else if all := wire.Check(out, rule); err == nil && len(all) > 0 {
			a.Problem = fmt.Sprintf("%+v is encoded to %s, which is refused: %v", v, out, all)
		}
		return a
	}
	given := bytes.Clone(text)
	v, err := decode(text)
	var read T
	unmarshalled := json.Unmarshal(text, &read)
	all := wire.Check(text, rule)
	if !bytes.Equal(given, text) {
		a.Problem = "the decoder changes the text"
	}
	if err != nil {
		if !errors.As(err, &a.Violation) {
			a.Problem = "the error is no violation: " + err.Error()
		} else if len(all) == 0 {
			a.Problem = "Check accepts the text"
		} else if all[0] != *a.Violation {
			a.Problem = fmt.Sprintf("Decode reports %+v, Check %+v", *a.Violation, all[0])
		}
		var zero, other T
		var same *wire.Violation
		switch {
		case !reflect.DeepEqual(v, zero) || !reflect.DeepEqual(read, other):
			a.Problem = "a value beside the error"
		case unmarshalled == nil:
			a.Problem = "json.Unmarshal accepts the text"
		case json.Valid(text) && !errors.As(unmarshalled, &same):
			a.Problem = "json.Unmarshal reports " + unmarshalled.Error()
		case same != nil && (same.Code != a.Violation.Code || same.Instance != a.Violation.Instance || same.Keyword != a.Violation.Keyword):
			a.Problem = "json.Unmarshal reports " + same.Error()
		}
		return a
	}
	switch {
	case len(all) > 0:
		a.Problem = fmt.Sprintf("Check reports %+v", all[0])
	case unmarshalled != nil:
		a.Problem = "json.Unmarshal refuses the text: " + unmarshalled.Error()
	case !reflect.DeepEqual(v, read):
		a.Problem = "json.Unmarshal reads another value"
	default:
		encode(&a, text, v, decode)
	}
	return a
}

var (
	strs = []string{"", "a", "b", "ab", "abc", "low", "fixed", "opened", "type", "press", "\xff", "\u2028", "x\x00", "id", "é"}
	ints = []int64{0, 1, -1, 2, 3, 9, 10, 100, 300, 301, math.MaxInt64, math.MinInt64}
	reals = []float64{0, 1, -1, 0.5, 0.01, 1.5, math.NaN(), math.Inf(1), math.MaxFloat64, 5e-324, math.Copysign(0, -1)}
	raws = []string{"", "null", "1", "1.0", "\"a\"", "[1,2]", "[ 1 , 2 ]", "{\"a\":1}", "{\"a\":1,\"a\":2}", "[", "1 2", "\"\xff\"", "true", "{}"}
)

// fill puts a random value of its type into v.
func fill(r *rand.Rand, v reflect.Value, depth int) {
	some := func() bool { return depth < 8 && r.IntN(2+depth/3) > 0 }
	switch v.Kind() {
	case reflect.String:
		v.SetString(strs[r.IntN(len(strs))])
	case reflect.Int64:
		v.SetInt(ints[r.IntN(len(ints))])
	case reflect.Uint64:
		v.SetUint(uint64(ints[r.IntN(len(ints))]))
	case reflect.Float64:
		v.SetFloat(reals[r.IntN(len(reals))])
	case reflect.Bool:
		v.SetBool(r.IntN(2) == 0)
	case reflect.Pointer:
		if some() {
			v.Set(reflect.New(v.Type().Elem()))
			fill(r, v.Elem(), depth+1)
		}
	case reflect.Slice:
		if v.Type() == reflect.TypeFor[json.RawMessage]() {
			v.SetBytes([]byte(raws[r.IntN(len(raws))]))
		} else if some() {
			v.Set(reflect.MakeSlice(v.Type(), r.IntN(4), 4))
			for i := range v.Len() {
				fill(r, v.Index(i), depth+1)
			}
		}
	case reflect.Map:
		if some() {
			v.Set(reflect.MakeMap(v.Type()))
			for range r.IntN(4) {
				item := reflect.New(v.Type().Elem()).Elem()
				fill(r, item, depth+1)
				v.SetMapIndex(reflect.ValueOf(strs[r.IntN(len(strs))]), item)
			}
		}
	case reflect.Struct:
		for i := range v.NumField() {
			f := v.Field(i)
			if !f.CanSet() { // of an Optional
				f = reflect.NewAt(f.Type(), unsafe.Pointer(f.UnsafeAddr())).Elem()
			}
			fill(r, f, depth+1)
		}
		if null := v.FieldByName("null"); null.IsValid() && !v.FieldByName("value").IsNil() {
			reflect.NewAt(null.Type(), unsafe.Pointer(null.UnsafeAddr())).Elem().SetBool(false)
		}
	}
}

func encode[T encoder](a *Answer, text []byte, v T, decode func([]byte) (T, error)) {
	out, err := v.MarshalJSON()
	if err != nil {
		if !errors.As(err, &a.Unencodable) {
			a.Problem = "the error of the encoder is no violation: " + err.Error()
		}
		return
	}
	a.Text = out
	again, err := decode(out)
	if err != nil {
		a.Problem = fmt.Sprintf("encodes to %s, which is refused: %v", out, err)
		return
	}
	var compact bytes.Buffer
	if err := json.Compact(&compact, text); err != nil {
		a.Problem = "accepts what is no JSON: " + err.Error()
		return
	}
	dense, err := decode(compact.Bytes())
	if err != nil {
		a.Problem = "without white space it is refused: " + err.Error()
		return
	}
	twice, err := again.AppendJSON([]byte("kept"))
	if err != nil || string(twice) != "kept"+string(out) {
		a.Problem = fmt.Sprintf("encodes to %s, and that to %s (%v)", out, twice, err)
		return
	}
	if !reflect.DeepEqual(dense, again) {
		a.Other = "encodes to " + string(out) + ", which is another value"
	}
}
`

const mainProgram = `package main

import (
	"bufio"
	"encoding/json"
	"os"

	"cases/probe"
%s)

var packages = map[string]struct {
	probe func(string, []byte, uint64) probe.Answer
	drift func(string) []string
}{
%s}

func main() {
	for pkg, p := range packages {
		schema, err := os.ReadFile(pkg + "/" + pkg + ".json")
		if err != nil {
			panic(err)
		}
		if problems := p.drift(string(schema)); len(problems) > 0 {
			panic(pkg + ": " + problems[0])
		}
	}
	in := bufio.NewScanner(os.Stdin)
	in.Buffer(nil, 64<<20)
	buffered := bufio.NewWriter(os.Stdout)
	out := json.NewEncoder(buffered)
	for in.Scan() {
		var q struct {
			Package, Shape string
			Text           []byte
			Fill           uint64
		}
		if err := json.Unmarshal(in.Bytes(), &q); err != nil {
			panic(err)
		}
		if err := out.Encode(packages[q.Package].probe(q.Shape, q.Text, q.Fill)); err != nil {
			panic(err)
		}
		buffered.Flush()
	}
}
`
