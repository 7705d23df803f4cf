//go:build unix

package typescript_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rightkit/lockstep/gen/ir"
	"github.com/rightkit/lockstep/gen/typescript"
)

// BenchmarkChecks measures the checks in Node against others, each in a process of its own, and reports ratios:
// is against TypeBox and ajv, parse of a text against JSON.parse.
func BenchmarkChecks(b *testing.B) {
	tools := benchTools(b)
	pkg := write(b, b.TempDir(), emit(b, demo(b)))
	schema, err := filepath.Abs(filepath.Join("..", "..", filepath.FromSlash(demoFolder), "schema.json"))
	require.NoError(b, err)
	script := filepath.Join(filepath.Dir(tools), "bench", "bench.mjs")
	best := map[string]float64{}
	for range b.N {
		for range 3 { // in turns, so that a slow moment of the machine meets all of them
			for _, subject := range []string{"is", "is-commonjs", "typebox", "ajv", "ajv-refs", "check", "parse", "json-parse"} {
				ns, err := strconv.ParseFloat(strings.TrimSpace(run(b, ".", "node", script, subject, pkg, schema)), 64)
				require.NoError(b, err)
				if old, ok := best[subject]; !ok || ns < old {
					best[subject] = ns
				}
			}
		}
	}
	b.ReportMetric(0, "ns/op")
	for subject, ns := range best {
		b.ReportMetric(ns, subject+"-ns")
	}
	b.ReportMetric(best["is"]/best["typebox"], "is/typebox")
	b.ReportMetric(best["ajv"]/best["is"], "ajv/is")
	b.ReportMetric(best["ajv-refs"]/best["is"], "ajv-refs/is")
	b.ReportMetric(best["parse"]/best["json-parse"], "parse/JSON.parse")
}

// BenchmarkGenerate measures the CPU from a schema to the files of a package, for contracts of growing size.
func BenchmarkGenerate(b *testing.B) {
	for _, n := range []int{10, 100, 1000, 5000} {
		schema := synthetic(n)
		b.Run(strconv.Itoa(n), func(b *testing.B) {
			start := cpu(b)
			for range b.N {
				c, diags := model("synthetic", schema, nil)
				require.False(b, diags.Failed(), "%v", diags)
				_, diags = typescript.Emit([]*ir.Contract{c}, options)
				require.False(b, diags.Failed(), "%v", diags)
			}
			b.ReportMetric((cpu(b)-start)*1e6/float64(b.N)/float64(n), "us/definition")
		})
	}
}

// BenchmarkPeerTypes measures the CPU that json-schema-to-typescript takes for types alone, without that of starting Node.
func BenchmarkPeerTypes(b *testing.B) {
	tools := benchTools(b)
	script := filepath.Join(filepath.Dir(tools), "bench", "types.mjs")
	for _, n := range []int{10, 100, 1000} {
		file := filepath.Join(b.TempDir(), "schema.json")
		require.NoError(b, os.WriteFile(file, synthetic(n), 0o644))
		b.Run(strconv.Itoa(n), func(b *testing.B) {
			var used float64
			for range b.N {
				for _, c := range []struct {
					sign float64
					cmd  *exec.Cmd
				}{{1, exec.Command("node", script, file)}, {-1, exec.Command("node", "-e", "0")}} {
					require.NoError(b, c.cmd.Run())
					used += c.sign * (c.cmd.ProcessState.UserTime() + c.cmd.ProcessState.SystemTime()).Seconds()
				}
			}
			b.ReportMetric(used*1e6/float64(b.N)/float64(n), "us/definition")
		})
	}
}

// cpu returns the seconds of CPU that this process has used.
func cpu(b *testing.B) float64 {
	b.Helper()
	var used syscall.Rusage
	require.NoError(b, syscall.Getrusage(syscall.RUSAGE_SELF, &used))
	return float64(used.Utime.Nano()+used.Stime.Nano()) / 1e9
}

func benchTools(b *testing.B) string {
	b.Helper()
	needNode(b)
	tools, err := filepath.Abs(filepath.Join("testdata", "node_modules"))
	require.NoError(b, err)
	if _, err := os.Stat(tools); err != nil {
		b.Skip("the tools in gen/typescript/testdata are not installed: run the tests first")
	}
	return tools
}

// synthetic returns a schema of n definitions: objects of eight properties that refer to each other, and enums.
func synthetic(n int) []byte {
	var s strings.Builder
	s.WriteString(`{"$schema": "https://json-schema.org/draft/2020-12/schema", "$defs": {`)
	for i := range n {
		if i > 0 {
			s.WriteString(",\n")
		}
		if i%10 == 0 {
			fmt.Fprintf(&s, `"Kind%d": {"type": "string", "description": "Kind %d.", "enum": ["a%d", "b", "c", "d", "e"]}`, i, i, i)
			continue
		}
		fmt.Fprintf(&s, `"Thing%d": {"type": "object", "description": "Thing %d.", "properties": {
			"text": {"type": "string", "description": "Text of thing %d."}, "count": {"type": "integer", "minimum": 0},
			"other": {"$ref": "#/$defs/%s"}, "mode": {"type": "string", "enum": ["x%d", "y", "z"]},
			"list": {"type": "array", "items": {"$ref": "#/$defs/%s"}}, "note": {"type": ["string", "null"]},
			"kind": {"oneOf": [{"$ref": "#/$defs/Kind%d"}, {"type": "null"}]}, "on": {"type": "boolean"}},
			"required": ["text", "count", "mode", "note", "kind"]}`, i, i, i, earlier(i, 3), i, earlier(i, 7), i/10*10)
	}
	s.WriteString("}}")
	return []byte(s.String())
}

// earlier returns the name of a definition before another one.
func earlier(i, by int) string {
	if i = max(i-by, 0); i%10 == 0 {
		return fmt.Sprintf("Kind%d", i)
	}
	return fmt.Sprintf("Thing%d", i)
}
