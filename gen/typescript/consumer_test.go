package typescript_test

import (
	"bytes"
	"compress/gzip"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/rightkit/lockstep/gen/ir"
)

// compilers are TypeScript 7 and the last TypeScript 5, by their folders below node_modules.
var compilers = []string{"typescript", "typescript-5"}

// needTools installs what testdata/package-lock.json names, once, and returns the folder. Where that cannot be done the
// test is skipped; with CI=true it fails.
func needTools(t *testing.T) string {
	t.Helper()
	needNpm(t)
	dir, err := filepath.Abs("testdata")
	require.NoError(t, err)
	lock, err := os.Stat(filepath.Join(dir, "package-lock.json"))
	require.NoError(t, err)
	done, err := os.Stat(filepath.Join(dir, "node_modules", ".package-lock.json"))
	if err != nil || done.ModTime().Before(lock.ModTime()) {
		if out, err := try(dir, "npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund"); err != nil {
			if os.Getenv("CI") == "true" {
				t.Fatalf("npm ci: %v\n%s", err, out)
			}
			t.Skip("the tools in gen/typescript/testdata cannot be installed: npm ci fails")
		}
	}
	return filepath.Join(dir, "node_modules")
}

// pack emits a package and returns its folder and its tarball.
func pack(t *testing.T, contracts ...*ir.Contract) (dir, tarball string) {
	t.Helper()
	root := t.TempDir()
	dir = write(t, root, emit(t, contracts...))
	run(t, dir, "npm", "pack", "--silent", "--pack-destination", root)
	tarballs, err := filepath.Glob(filepath.Join(root, "*.tgz"))
	require.NoError(t, err)
	require.Len(t, tarballs, 1)
	return dir, tarballs[0]
}

// install copies projects of testdata beside each other and installs a package for them from its tarball.
func install(t *testing.T, tarball string, projects ...string) string {
	t.Helper()
	dir := t.TempDir()
	for _, p := range projects {
		require.NoError(t, os.CopyFS(filepath.Join(dir, p), os.DirFS(filepath.Join("testdata", p))))
	}
	require.NoError(t, os.WriteFile(filepath.Join(dir, "package.json"), []byte(`{"private": true}`), 0o644))
	run(t, dir, "npm", "install", "--silent", "--offline", "--no-save", "--no-package-lock", "--ignore-scripts", tarball)
	return dir
}

// compile runs a TypeScript compiler on a project.
func compile(tools, compiler, dir string, args ...string) (string, error) {
	return try(dir, "node", append([]string{filepath.Join(tools, compiler, "bin", "tsc"), "--pretty", "false"}, args...)...)
}

// bundler are the options that stand for a bundler instead of Node.
var bundler = []string{"--module", "preserve", "--moduleResolution", "bundler", "--noEmit"}

// TestConsumer builds and runs a project that uses the package as its users get it.
func TestConsumer(t *testing.T) {
	tools := needTools(t)
	dir, tarball := pack(t, demo(t))
	project := install(t, tarball, "consumer", "mistakes")
	for _, compiler := range compilers {
		t.Run(compiler, func(t *testing.T) {
			out, err := compile(tools, compiler, project, append(bundler, "-p", "consumer")...)
			assert.NoError(t, err, "with a bundler:\n%s", out)
			out, err = compile(tools, compiler, project, "-p", "mistakes")
			assert.NoError(t, err, "one mistake a line:\n%s", out)
			out, err = compile(tools, compiler, project, append(bundler, "-p", "mistakes")...)
			assert.NoError(t, err, "one mistake a line, with a bundler:\n%s", out)
			for _, optional := range []string{"true", "false"} {
				out, err = compile(tools, compiler, dir, "--noEmit", "--strict", "--exactOptionalPropertyTypes", optional,
					"--module", "nodenext", "--target", "es2022", "test/demo-v1.types.ts")
				assert.NoError(t, err, "the assertions of the package:\n%s", out)
			}
			out, err = compile(tools, compiler, project, "-p", "consumer")
			require.NoError(t, err, "with Node:\n%s", out)
			t.Log(lastLines(run(t, filepath.Join(project, "consumer"), "node", "--test", "test/consumer.test.mjs")))
		})
	}
	t.Run("publint", func(t *testing.T) {
		assert.Contains(t, run(t, project, "node", filepath.Join(tools, "publint", "src", "cli.js"), "run", tarball, "--strict"), "All good!")
	})
	t.Run("size", func(t *testing.T) {
		bundle := func(entry string) int {
			file := filepath.Join(project, "entry.ts")
			require.NoError(t, os.WriteFile(file, []byte(entry), 0o644))
			return compressed(t, run(t, project, "node", filepath.Join(tools, "esbuild", "bin", "esbuild"), file, "--bundle", "--minify",
				"--format=esm", "--log-level=error"))
		}
		all := bundle(`export { shapes } from "@rightkit/contracts/demo/v1"`)
		one := bundle(`export { Step } from "@rightkit/contracts/demo/v1"`)
		none := bundle(`import type { Step } from "@rightkit/contracts/demo/v1"; export const step = {} as Step;`)
		t.Logf("minified and compressed: all shapes %d bytes, one shape %d, types alone %d", all, one, none)
		assert.Less(t, all, 8192)
		assert.Less(t, one, all*4/5)
		assert.Less(t, none, 100)
	})
	t.Run("arethetypeswrong", func(t *testing.T) {
		assert.Contains(t, run(t, project, "node", filepath.Join(tools, "@arethetypeswrong", "cli", "dist", "index.js"), tarball),
			"No problems found")
	})
}

// compressed returns how many bytes of gzip a text takes.
func compressed(t *testing.T, text string) int {
	t.Helper()
	var b bytes.Buffer
	z, err := gzip.NewWriterLevel(&b, gzip.BestCompression)
	require.NoError(t, err)
	_, err = z.Write([]byte(text))
	require.NoError(t, err)
	require.NoError(t, z.Close())
	return b.Len()
}

// lastLines returns the summary of a run of Node's tests.
func lastLines(out string) string {
	return strings.Join(regexp.MustCompile(`(?m)^# (?:tests|pass|fail|skipped) \d+`).FindAllString(out, -1), ", ")
}

// TestNewCode adds an error code to the contract: the consumer, which handles each of them, does not compile any more.
func TestNewCode(t *testing.T) {
	tools := needTools(t)
	schema := bytes.Replace(demoSource(t, "schema.json"), []byte(`"malformed_response"`), []byte(`"malformed_response", "new_code"`), 1)
	file := bytes.Replace(demoSource(t, "contract.yaml"), []byte("    malformed_response:"),
		[]byte("    new_code: A code that nobody handles yet.\n    malformed_response:"), 1)
	changed, diags := model("demo", schema, file)
	require.False(t, diags.Failed(), "%v", diags)
	_, tarball := pack(t, changed)
	project := install(t, tarball, "consumer")
	for _, compiler := range compilers {
		out, err := compile(tools, compiler, project, "-p", "consumer")
		require.Error(t, err)
		var places []string
		for _, m := range regexp.MustCompile(`(?m)^consumer/src/(\w+\.\wts)\((\d+),\d+\): error (TS\d+): (.*)$`).FindAllStringSubmatch(out, -1) {
			places = append(places, m[1]+" "+m[3])
			assert.Contains(t, m[4], `"new_code"`)
		}
		assert.Equal(t, []string{"common.cts TS2345", "serve.mts TS2345"}, places, "%s:\n%s", compiler, out)
	}
}

// TestDrift runs the test that a package carries: on the package as it is, and after edits by hand.
func TestDrift(t *testing.T) {
	needNpm(t)
	dir := write(t, t.TempDir(), emit(t, demo(t)))
	t.Log(lastLines(run(t, dir, "npm", "test", "--silent")))

	schema := filepath.Join(dir, "..", "..", filepath.FromSlash(demoFolder), "schema.json")
	require.NoError(t, os.MkdirAll(filepath.Dir(schema), 0o755))
	require.NoError(t, os.WriteFile(schema, demoSource(t, "schema.json"), 0o644))
	assert.NotContains(t, run(t, dir, "npm", "test", "--silent"), "# skipped 1", "the schema is there")

	for _, name := range []string{"demo/v1/index.d.ts", "demo/v1/index.js", "runtime/wire.cjs", "README.md", "../../" + demoFolder + "schema.json"} {
		file := filepath.Join(dir, filepath.FromSlash(name))
		before, err := os.ReadFile(file)
		require.NoError(t, err)
		require.NoError(t, os.WriteFile(file, append(before, ' '), 0o644))
		out, err := try(dir, "npm", "test", "--silent")
		assert.Error(t, err, name)
		assert.Contains(t, out, filepath.Base(name))
		assert.Contains(t, out, "run: "+options.Repair)
		require.NoError(t, os.WriteFile(file, before, 0o644))
	}
}

// TestNames compiles a project with names that mean something elsewhere, or try to get out of a string or a comment.
func TestNames(t *testing.T) {
	tools := needTools(t)
	schema, err := os.ReadFile(filepath.Join("testdata", "names", "schema.json"))
	require.NoError(t, err)
	c, diags := model("names", schema, nil)
	require.False(t, diags.Failed(), "%v", diags)
	dir, tarball := pack(t, c)
	project := install(t, tarball, "consumer", "names")
	for _, compiler := range compilers {
		out, err := compile(tools, compiler, project, "-p", "names")
		assert.NoError(t, err, "%s:\n%s", compiler, out)
		out, err = compile(tools, compiler, dir, "--noEmit", "--strict", "--exactOptionalPropertyTypes", "--module", "nodenext",
			"--target", "es2022", "test/names-v1.types.ts")
		assert.NoError(t, err, "%s:\n%s", compiler, out)
	}
}
