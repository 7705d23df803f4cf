package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// BenchmarkGen runs the built program and reports its CPU time: on this repository, with everything to write, and on
// synthetic contracts of 1,000 and 5,000 definitions, whose time per definition should be the same.
func BenchmarkGen(b *testing.B) {
	bin := filepath.Join(b.TempDir(), "lockstep")
	out, err := exec.Command("go", "build", "-o", bin, ".").CombinedOutput()
	require.NoError(b, err, string(out))
	b.Run("demo", func(b *testing.B) {
		dir := b.TempDir()
		require.NoError(b, os.CopyFS(filepath.Join(dir, "schema"), os.DirFS("../../schema")))
		config, err := os.ReadFile("../../lockstep.yaml")
		require.NoError(b, err)
		require.NoError(b, os.WriteFile(filepath.Join(dir, "lockstep.yaml"), config, 0o644))
		b.ReportMetric(1000*cpu(b, bin, dir), "cpu-ms/op")
	})
	for _, n := range []int{1000, 5000} {
		b.Run(fmt.Sprintf("definitions=%d", n), func(b *testing.B) {
			dir := b.TempDir()
			synthetic(b, dir, n)
			b.ReportMetric(1e6*cpu(b, bin, dir)/float64(n), "cpu-us/definition")
		})
	}
}

// cpu returns the seconds of CPU that one gen takes.
func cpu(b *testing.B, bin, dir string) float64 {
	total := 0.0
	for b.Loop() {
		require.NoError(b, os.RemoveAll(filepath.Join(dir, "generated")))
		cmd := exec.Command(bin, "gen", "-C", dir)
		out, err := cmd.CombinedOutput()
		require.NoError(b, err, string(out))
		total += (cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()).Seconds()
	}
	return total / float64(b.N)
}

// synthetic writes a project whose contract has n definitions: objects that refer to earlier ones, every tenth an enum.
func synthetic(b *testing.B, dir string, n int) {
	var defs []string
	for i := range n {
		if i%10 == 0 {
			defs = append(defs, fmt.Sprintf(`"kind%d": {"type": "string", "enum": ["a%d", "b%d", "c%d"]}`, i, i, i, i))
			continue
		}
		defs = append(defs, fmt.Sprintf(`"node%d": {"type": "object", "description": "Definition %d.", "properties": {
			"text": {"type": "string", "maxLength": 80},
			"count": {"type": "integer", "minimum": 0},
			"kind": {"$ref": "#/$defs/kind%d"},
			"maybe": {"oneOf": [{"$ref": "#/$defs/kind%d"}, {"type": "null"}]},
			"list": {"type": "array", "items": {"$ref": "#/$defs/node%d"}},
			"flag": {"type": "boolean"}
		}, "required": ["text", "kind", "maybe"]}`, i, i, i/10*10, i/20*10, max(i-1-i%7, 0)/10*10+1))
	}
	files := map[string]string{
		"lockstep.yaml":               "version: 1\ncontracts: [schema/big/v1]\ntargets:\n  go:\n    out: generated/go\n    import: example.com/big/generated/go\n",
		"schema/big/v1/contract.yaml": "name: big\nversion: v1\nschema: schema.json\ndoc: Many definitions.\n",
		"schema/big/v1/schema.json":   `{"$defs": {` + strings.Join(defs, ",\n") + `}}`,
	}
	for name, text := range files {
		path := filepath.Join(dir, filepath.FromSlash(name))
		require.NoError(b, os.MkdirAll(filepath.Dir(path), 0o755))
		require.NoError(b, os.WriteFile(path, []byte(text), 0o644))
	}
}
