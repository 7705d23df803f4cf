package main

import (
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// program returns the path of the program: the test binary, which is lockstep when it is called so.
func program(t *testing.T) string {
	t.Helper()
	binary, err := os.Executable()
	require.NoError(t, err)
	path := filepath.Join(t.TempDir(), "lockstep")
	require.NoError(t, os.Symlink(binary, path))
	return path
}

// A project is a Go module of its own, in a temporary folder, with the contract of testdata/door. There is no network.
type project struct {
	t   *testing.T
	dir string
}

func newProject(t *testing.T) *project {
	p := &project{t, t.TempDir()}
	lay(t, p.dir, "testdata/door")
	return p
}

// run runs a command in the project and returns its exit code and what it prints.
func (p *project) run(name string, args ...string) (int, string) {
	p.t.Helper()
	cmd := exec.Command(name, args...)
	cmd.Dir = p.dir
	cmd.Env = append(os.Environ(), "GOPROXY=off", "GOFLAGS=-mod=mod", "GOWORK=off", "GOTOOLCHAIN=local")
	out, err := cmd.CombinedOutput()
	var exit *exec.ExitError
	if err != nil {
		require.ErrorAs(p.t, err, &exit)
	}
	return cmd.ProcessState.ExitCode(), string(out)
}

// must runs a command that has to succeed.
func (p *project) must(name string, args ...string) string {
	p.t.Helper()
	code, out := p.run(name, args...)
	require.Zero(p.t, code, "%s %s\n%s", name, strings.Join(args, " "), out)
	return out
}

// edit replaces the first old in a file by new.
func (p *project) edit(name, old, new string) {
	p.t.Helper()
	name = filepath.Join(p.dir, name)
	text, err := os.ReadFile(name)
	require.NoError(p.t, err)
	require.Contains(p.t, string(text), old)
	require.NoError(p.t, os.WriteFile(name, []byte(strings.Replace(string(text), old, new, 1)), 0o644))
}

// TestOutside uses the program in a module that has nothing to do with this one: what it generates needs no module, and
// a program can decode, encode and parse arguments with it.
func TestOutside(t *testing.T) {
	p := newProject(t)
	lockstep := program(t)
	assert.Regexp(t, `^[0-9]+ written, 0 removed, 0 unchanged\n$`, p.must(lockstep, "gen"))
	p.must(lockstep, "check")
	require.NoError(t, os.WriteFile(filepath.Join(p.dir, "main.go"), []byte(outsideProgram), 0o644))
	p.must("go", "vet", "./...")
	p.must("go", "test", "./...")
	assert.Equal(t, strings.Join([]string{
		`{"how":"push","key":"1e3","times":2}`,
		`open: how: got "shove", want "push" or "pull"`,
		`/times: got 4, want at most 3 [maximum] at /$defs/open/params/properties/times/maximum`,
		`push 1e3`,
		`locked: The door is locked.`,
		``,
	}, "\n"), p.must("go", "run", "."))
	assert.Empty(t, changes(map[string]string{"go.mod": "module example.com/door\n\ngo 1.23\n"}, only(tree(t, p.dir), "go.mod", "go.sum")))
	assert.Empty(t, p.must("gofmt", "-l", "generated"))
}

const outsideProgram = `package main

import (
	"errors"
	"fmt"
	"os"

	door "example.com/door/generated/go/door/v1"
)

func main() {
	params, err := door.ParseArgs("open", []string{"how=push", "key=1e3", "times=2"})
	fmt.Println(string(params))
	_, wrong := door.ParseArgs("open", []string{"how=shove", "key=k"})
	fmt.Println(wrong)
	var v *door.Violation
	if _, err := door.DecodeOpenParams([]byte(` + "`" + `{"how": "pull", "key": "k", "times": 4}` + "`" + `)); errors.As(err, &v) {
		fmt.Println(v, "at", v.Keyword)
	}
	p, err := door.DecodeOpenParams(params)
	if err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
	fmt.Println(p.How, p.Key)
	fmt.Printf("%s: %s\n", door.ErrorCodeLocked, door.ErrorCodeLocked.Meaning())
}
`

// only returns the files of a tree that have one of the names.
func only(files map[string]string, names ...string) map[string]string {
	kept := map[string]string{}
	for _, name := range names {
		if text, ok := files[name]; ok {
			kept[name] = text
		}
	}
	return kept
}

// TestDrift changes a project that is in step. In each case the tests that were generated into it fail and say what to
// run, and check names each file with its cause.
func TestDrift(t *testing.T) {
	const out = "generated/go/door/v1/"
	p := newProject(t) // one for all cases: what does not change is compiled once
	lockstep := program(t)
	p.must(lockstep, "gen")
	p.must(lockstep, "check")
	good := t.TempDir()
	lay(t, good, p.dir)
	for _, c := range []struct {
		name   string
		change func(p *project)
		tests  []string // what go test says
		check  []string // path and code of each finding
	}{
		{
			"edited file",
			func(p *project) { p.edit(out+"models.go", "Key string", "Key  string") },
			[]string{"models.go was edited by hand", "run lockstep gen"},
			[]string{out + "models.go drift-edited"},
		},
		{
			"edited enum",
			func(p *project) { p.edit(out+"enums.go", `OpenParamsHow = "push"`, `OpenParamsHow = "shove"`) },
			[]string{"drift_test.go:", "duplicate key false in map literal", "[build failed]"},
			[]string{out + "enums.go drift-edited"},
		},
		{
			"edited limit",
			func(p *project) { p.edit(out+"limits.go", "= 1", "= 2") },
			[]string{"drift_test.go:", "duplicate key false in map literal", "[build failed]"},
			[]string{out + "limits.go drift-edited"},
		},
		{
			"edited rule",
			func(p *project) {
				p.edit(out+"rules.go", `Required: []string{"how", "key"}`, `Required: []string{"how"}`)
			},
			[]string{"rules.go was edited by hand", "/$defs/open/params/required", "run lockstep gen"},
			[]string{out + "rules.go drift-edited"},
		},
		{
			"edited test",
			func(p *project) { p.edit(out+"drift_test.go", `"maximum": 3`, `"maximum": 4`) },
			[]string{"schema.json:11: the schema has changed since this package was generated; run lockstep gen"},
			[]string{out + "drift_test.go drift-edited"},
		},
		{
			"edited runtime",
			func(p *project) { p.edit("generated/go/internal/wire/rule.go", "package wire\n", "package wire\n\n") },
			nil, // the runtime is the same for each contract, and check looks at it
			[]string{"generated/go/internal/wire/rule.go drift-edited"},
		},
		{
			"missing file",
			func(p *project) { require.NoError(p.t, os.Remove(filepath.Join(p.dir, out, "doc.go"))) },
			[]string{"doc.go is missing; run lockstep gen"},
			[]string{out + "doc.go drift-missing"},
		},
		{
			"added file",
			func(p *project) {
				require.NoError(p.t, os.WriteFile(filepath.Join(p.dir, out, "mine.go"), []byte("package door\n"), 0o644))
			},
			nil, // a package may be added to; check says that its folder is not for that
			[]string{out + "mine.go drift-orphan"},
		},
		{
			"edited schema",
			func(p *project) { p.edit("schema/schema.json", `"maximum": 3`, `"maximum": 4`) },
			[]string{"schema.json:11: the schema has changed since this package was generated", "run lockstep gen"},
			[]string{
				out + "drift_test.go drift-stale", out + "listing.go drift-stale", out + "models.go drift-stale",
				out + "rules.go drift-stale", out + "shapes.go drift-stale", out + "tools.go drift-stale", "generated/lock.json drift-stale",
			},
		},
		{
			"edited contract",
			func(p *project) { p.edit("schema/contract.yaml", "does not move", "does not budge") },
			nil, // the schema is the same; check knows the meaning too
			[]string{
				out + "drift_test.go drift-stale", out + "enums.go drift-stale", "generated/lock.json drift-stale",
			},
		},
		{
			"edited schema and file",
			func(p *project) {
				p.edit("schema/schema.json", `"maximum": 3`, `"maximum": 4`)
				p.edit(out+"args.go", "package door", "package  door")
			},
			[]string{"args.go was edited by hand", "schema.json:11: the schema has changed"},
			[]string{
				out + "args.go drift-edited", out + "drift_test.go drift-stale", out + "listing.go drift-stale",
				out + "models.go drift-stale", out + "rules.go drift-stale", out + "shapes.go drift-stale", out + "tools.go drift-stale",
				"generated/lock.json drift-stale",
			},
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			for _, name := range []string{"generated", "schema"} {
				require.NoError(t, os.RemoveAll(filepath.Join(p.dir, name)))
			}
			lay(t, p.dir, good)
			p := &project{t, p.dir}
			c.change(p)
			before := tree(t, p.dir)

			if c.tests != nil {
				code, printed := p.run("go", "test", "-vet=off", "./generated/go/door/v1")
				assert.Equal(t, 1, code)
				for _, want := range c.tests {
					assert.Contains(t, printed, want)
				}
			}
			code, printed := p.run(lockstep, "check")
			assert.Equal(t, exitFindings, code)
			assert.Equal(t, c.check, findings(printed), printed)
			assert.Contains(t, printed, "hint: ")
			assert.Empty(t, changes(before, tree(t, p.dir)), "check changes files")

			// What check says is what repairs it.
			if !strings.Contains(printed, "drift-orphan") {
				p.must(lockstep, "gen")
				p.must(lockstep, "check")
			}
		})
	}
}

// TestThisRepository checks that the output of this repository is in step with its contracts, and that go generate does
// what make gen does.
func TestThisRepository(t *testing.T) {
	code, stdout, stderr := lockstep("check", "-C", "../..")
	assert.Equal(t, exitDone, code, stderr)
	assert.Empty(t, stderr)
	assert.Regexp(t, `^in step: \d+ files of \d+ contracts?\n$`, stdout)

	list := exec.Command("go", "generate", "-n", "./...")
	list.Dir = "../.."
	commands, err := list.CombinedOutput()
	require.NoError(t, err, string(commands))
	assert.Equal(t, "go run github.com/rightkit/lockstep/cmd/lockstep gen -C ..\n", string(commands))
	makefile, err := os.ReadFile("../../Makefile")
	require.NoError(t, err)
	assert.Regexp(t, `(?m)^gen:.*\n\tgo run \./cmd/lockstep gen$`, string(makefile))
}

var finding = regexp.MustCompile(`(?m)^([^ :]+):\d+:\d+: .* \[(drift-[a-z]+)\]$`)

// findings returns the path and the code of each finding.
func findings(printed string) []string {
	var list []string
	for _, m := range finding.FindAllStringSubmatch(printed, -1) {
		list = append(list, m[1]+" "+m[2])
	}
	return list
}

// TestKill kills the program while it writes: the output is the old one or the new one, whole.
func TestKill(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("only Linux exchanges two folders in one step")
	}
	const kills = 20
	p := newProject(t)
	lockstep := program(t)
	schemas, trees, length := [2]string{}, [2]map[string]string{}, time.Duration(0)
	for i, edit := range []func(){
		func() {},
		func() {
			p.edit("schema/schema.json", `"errorCode": {`, `"more": { "type": "object", "properties": { "a": { "enum": ["b"] } } },`+"\n"+`"errorCode": {`)
		},
	} {
		edit()
		text, err := os.ReadFile(filepath.Join(p.dir, "schema/schema.json"))
		require.NoError(t, err)
		schemas[i] = string(text)
		start := time.Now()
		p.must(lockstep, "gen")
		length = max(length, time.Since(start))
		trees[i] = tree(t, filepath.Join(p.dir, "generated"))
	}
	require.NotEmpty(t, changes(trees[0], trees[1]))

	seen := map[string]int{}
	for n := range kills {
		require.NoError(t, os.WriteFile(filepath.Join(p.dir, "schema/schema.json"), []byte(schemas[n%2]), 0o644))
		cmd := exec.Command(lockstep, "gen")
		cmd.Dir = p.dir
		require.NoError(t, cmd.Start())
		time.Sleep(rand.N(length))
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
		if cmd.ProcessState.ExitCode() != 0 {
			seen["killed"]++
		}
		got := tree(t, filepath.Join(p.dir, "generated"))
		i := slices.IndexFunc(trees[:], func(want map[string]string) bool { return len(changes(want, got)) == 0 })
		require.GreaterOrEqual(t, i, 0, "kill %d left neither tree: %v and %v", n, changes(trees[0], got), changes(trees[1], got))
		if i == n%2 {
			seen["new"]++
		} else {
			seen["old"]++
		}
	}
	t.Log(seen)
	assert.NotZero(t, seen["killed"])
	p.must(lockstep, "gen")
	p.must(lockstep, "check")
	assert.Empty(t, changes(trees[(kills-1)%2], tree(t, filepath.Join(p.dir, "generated"))))
	assert.NoDirExists(t, filepath.Join(p.dir, ".lockstep-staging"))
}
