package golang_test

import (
	"encoding/json"
	"flag"
	"os"
	"testing"

	"github.com/rightkit/lockstep/gen/ir"
	"github.com/rightkit/lockstep/gen/rules"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// How long the comparison is. A longer run looks further: go test -run Differential -mutants 100000 -seed 7.
var (
	mutantsFlag = flag.Int("mutants", 650, "how many texts are made for each shape")
	seedFlag    = flag.Uint64("seed", 1, "other texts for another seed")
)

// contracts are the contracts on which generated code and the interpreter are compared, with the files of their messages.
// The rich one uses every keyword and every form that a type can take.
var contracts = []struct{ name, dir, messages string }{
	{"rich", "testdata/rich", "testdata/rich/messages.json"},
	{"demo", "../../schema/demo/v1", "testdata/demo/messages.json"},
}

// messages reads valid messages of each shape of a contract.
func messages(t testing.TB, file string) map[string][]json.RawMessage {
	t.Helper()
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	var m map[string][]json.RawMessage
	require.NoError(t, json.Unmarshal(text, &m))
	return m
}

// seedsOf returns the valid messages of a shape; for one that accepts nothing, something to start from.
func seedsOf(t testing.TB, s *ir.Shape, valid []json.RawMessage) []*tree {
	t.Helper()
	if s.Rule.Never {
		valid = []json.RawMessage{[]byte(`{"a": [1, "x", null]}`)}
	}
	require.NotEmpty(t, valid, "no messages of %s", s.Wire)
	seeds := make([]*tree, len(valid))
	for i, text := range valid {
		seeds[i] = plant(t, text)
	}
	return seeds
}

// TestDifferential compares what generated decoders and encoders do with the interpreter: on valid messages, and on texts
// that differ from them in a few places.
func TestDifferential(t *testing.T) {
	w := newWorkspace(t)
	models := map[string]*ir.Contract{}
	for _, c := range contracts {
		models[c.name] = folder(t, c.dir)
		require.Empty(t, w.emit(c.name, models[c.name]))
	}
	w.run("vet", "./...")
	p := w.start()

	total, values, encoded, accepted, codes := 0, 0, 0, 0, map[string]int{}
	for _, c := range contracts {
		valid := messages(t, c.messages)
		for i, s := range topLevel(models[c.name]) {
			seeds := seedsOf(t, s, valid[s.Wire])
			rule := rules.Wire(s.Rule)
			var questions []question
			add := func(text []byte, note string) {
				questions = append(questions, question{Package: c.name, Shape: s.Wire, Text: text, rule: rule, note: note})
			}
			for _, text := range valid[s.Wire] {
				add(text, "accept")
			}
			m := newMutator(*seedFlag<<16+uint64(i), seeds)
			for n := range *mutantsFlag {
				add(m.mutate(seeds[n%len(seeds)]), "")
			}
			for n := range *mutantsFlag / 4 {
				questions = append(questions, question{Package: c.name, Shape: s.Wire, Fill: *seedFlag<<16 + uint64(n+1)})
			}
			wrong := 0
			for i, a := range p.ask(questions...) {
				q := questions[i]
				total++
				if q.Fill != 0 {
					values++
				} else if a.Violation == nil {
					accepted++
				} else {
					codes[a.Violation.Code]++
				}
				if q.Fill != 0 && a.Violation == nil {
					encoded++
				}
				if problem := judge(q, a); problem != "" && wrong < 5 {
					wrong++
					assert.Fail(t, problem, "%s %s: %s", c.name, s.Wire, q.Text)
				}
			}
		}
	}
	t.Logf("%d texts, %d of them accepted; %d values, %d of them encoded; refused: %v", total-values, accepted, values, encoded, codes)
	assert.Greater(t, encoded, values/20)
	assert.Greater(t, accepted, total/20)
	assert.GreaterOrEqual(t, len(codes), 30, "%v", codes)
}

// topLevel returns the shapes of a contract that have a decoder by name.
func topLevel(c *ir.Contract) []*ir.Shape {
	var list []*ir.Shape
	for _, s := range c.Shapes {
		if !s.Nested {
			list = append(list, s)
		}
	}
	return list
}

// FuzzDifferential is TestDifferential on texts that the fuzzer makes. The coverage that leads it is the interpreter's.
func FuzzDifferential(f *testing.F) {
	w := newWorkspace(f)
	type subject struct {
		contract string
		shape    *ir.Shape
	}
	var subjects []subject
	wiring := rules.NewWiring()
	for _, c := range contracts {
		m := folder(f, c.dir)
		require.Empty(f, w.emit(c.name, m))
		valid := messages(f, c.messages)
		for _, s := range topLevel(m) {
			for _, text := range valid[s.Wire] {
				f.Add(uint8(len(subjects)), []byte(text))
			}
			subjects = append(subjects, subject{c.name, s})
		}
	}
	p := w.start()
	f.Fuzz(func(t *testing.T, n uint8, text []byte) {
		s := subjects[int(n)%len(subjects)]
		q := question{Package: s.contract, Shape: s.shape.Wire, Text: text, rule: wiring.Wire(s.shape.Rule)}
		p.t = t
		if problem := judge(q, p.ask(q)[0]); problem != "" {
			t.Fatalf("%s %s: %s", s.contract, s.shape.Wire, problem)
		}
	})
}
