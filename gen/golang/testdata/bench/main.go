// Command bench decodes and encodes the messages of the demo contract with the generated package, with encoding/json
// into plain structs, and with the code that ogen generates from the same schema, all in one run, and prints ratios. Run
// it by "make bench".
package main

import (
	"encoding/json"
	"fmt"
	"os"
	"runtime"
	"runtime/debug"
	"syscall"
	"testing"
	"time"

	"github.com/go-faster/jx"
	"github.com/rightkit/lockstep/bench/peer"
	demo "github.com/rightkit/lockstep/generated/go/demo/v1"
)

// rounds is how often each measurement is taken; the fastest counts, since noise only slows.
const rounds = 5

// measure returns nanoseconds of CPU per call for each function, collection of garbage included, the rounds of all taken
// in turn.
func measure(fs ...func()) []float64 {
	best := make([]float64, len(fs))
	for range rounds {
		for i, f := range fs {
			n := 1
			for {
				runtime.GC()
				start := cpuTime()
				for range n {
					f()
				}
				took := cpuTime() - start
				if took > 100*time.Millisecond {
					if ns := float64(took.Nanoseconds()) / float64(n); best[i] == 0 || ns < best[i] {
						best[i] = ns
					}
					break
				}
				n *= 2
			}
		}
	}
	return best
}

// cpuTime returns the CPU time that the process has used.
func cpuTime() time.Duration {
	var u syscall.Rusage
	must(syscall.Getrusage(syscall.RUSAGE_SELF, &u))
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

func must(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

// A row compares the decoders of one shape.
type row struct {
	name   string
	valid  []byte
	broken []byte // one value of an enum is wrong, near the end
	plain  func([]byte) error
	ours   func([]byte) error
	ogen   func([]byte) error
	encode func() ([]byte, error) // ours, of the decoded message
	std    func() ([]byte, error) // encoding/json, of the plain struct
}

func main() {
	if os.Getenv("GOGC") == "" {
		// The heap of a benchmark is so small that each collection costs more than what it frees; all sides get some
		// room, as they have it in a program. GOGC=100 measures without.
		debug.SetGCPercent(400)
	}
	fmt.Println("decode, with full validation, as multiples of encoding/json into plain structs without any:")
	fmt.Printf("%-16s %9s %12s %8s %8s %12s %14s %10s\n", "message", "bytes", "encoding/json", "ogen", "ours", "ours/ogen", "refuse/accept", "encode")
	for _, r := range rows() {
		must(r.plain(r.valid))
		must(r.ours(r.valid))
		must(r.ogen(r.valid))
		if r.ours(r.broken) == nil {
			must(fmt.Errorf("%s: the broken message is accepted", r.name))
		}
		ns := measure(
			func() { _ = r.plain(r.valid) }, func() { _ = r.ogen(r.valid) }, func() { _ = r.ours(r.valid) },
			func() { _ = r.ours(r.broken) },
			func() { _, _ = r.std() }, func() { _, _ = r.encode() },
		)
		fmt.Printf("%-16s %9d %10.0f ns %7.2fx %7.2fx %11.2fx %13.2fx %9.2fx\n", r.name, len(r.valid), ns[0],
			ns[0]/ns[1], ns[0]/ns[2], ns[1]/ns[2], ns[3]/ns[2], ns[4]/ns[5])
	}
	fmt.Println("encode is a multiple of encoding/json's Marshal of the plain struct.")
	allocations()
}

func allocations() {
	for _, r := range rows() {
		fmt.Printf("allocations, %-16s ours %6.0f  ogen %6.0f  encoding/json %6.0f\n", r.name,
			testing.AllocsPerRun(20, func() { _ = r.ours(r.valid) }), testing.AllocsPerRun(20, func() { _ = r.ogen(r.valid) }),
			testing.AllocsPerRun(20, func() { _ = r.plain(r.valid) }))
	}
}

func rows() []row {
	return []row{
		newRow("act.params", act("type"), act("drag"), demo.DecodeActParams, func(b []byte) error {
			var v peer.ActParams
			return validated(b, &v)
		}, &plainAct{}),
		newRow("batch.params", batch("click"), batch("drag"), demo.DecodeBatchParams, func(b []byte) error {
			var v peer.BatchParams
			return validated(b, &v)
		}, &plainBatch{}),
		newRow("snapshot 50", snapshot(50, "press"), snapshot(50, "drag"), demo.DecodeSnapshotResult, ogenSnapshot, &plainSnapshot{}),
		newRow("snapshot 5,000", snapshot(5000, "press"), snapshot(5000, "drag"), demo.DecodeSnapshotResult, ogenSnapshot, &plainSnapshot{}),
	}
}

func newRow[T interface{ MarshalJSON() ([]byte, error) }, P any](name string, valid, broken []byte,
	decode func([]byte) (T, error), ogen func([]byte) error, plain *P,
) row {
	v, err := decode(valid)
	must(err)
	must(json.Unmarshal(valid, plain))
	return row{
		name: name, valid: valid, broken: broken, ogen: ogen,
		plain:  func(b []byte) error { var p P; return json.Unmarshal(b, &p) },
		ours:   func(b []byte) error { _, err := decode(b); return err },
		encode: v.MarshalJSON,
		std:    func() ([]byte, error) { return json.Marshal(plain) },
	}
}

func ogenSnapshot(b []byte) error {
	var v peer.SnapshotResult
	return validated(b, &v)
}

// validated reads a message as ogen's own request decoder does.
func validated(b []byte, v interface {
	Decode(*jx.Decoder) error
	Validate() error
}) error {
	if err := v.Decode(jx.DecodeBytes(b)); err != nil {
		return err
	}
	return v.Validate()
}
