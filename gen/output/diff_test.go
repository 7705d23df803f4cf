package output

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/rightkit/lockstep/gen/source"
)

// generation returns a set of one source and some files.
func generation(t testing.TB, schema string, pathsAndTexts ...string) *Set {
	t.Helper()
	s := newSet(t, pathsAndTexts...)
	require.NoError(t, s.AddSource(source.NewFile("schema.json", []byte(schema))))
	return s
}

func TestDiff(t *testing.T) {
	files := []string{"out/go/a.go", "package a\n\nconst A = 1\n", "out/go/b.go", "package a\n", "out/x/c.md", "# c\n"}
	moved := []string{"out/go/a.go", "package a\n\nconst A = 2\n", "out/go/b.go", "package a\n", "out/x/c.md", "# c\n"}
	for _, c := range []struct {
		name   string
		change func(t *testing.T, dir string)
		now    *Set
		want   string
	}{
		{
			name: "nothing",
			now:  generation(t, "{}", files...),
		},
		{
			name: "source and file moved",
			now:  generation(t, "{ }", moved...),
			want: `
out/go/a.go:3:11: is stale: schema.json moved, this file did not [drift-stale]
    got:  const A = 1
    want: const A = 2
    hint: run make gen
out/lock.json:4:21: is stale: schema.json moved since it was written [drift-stale]
    hint: run make gen
`,
		},
		{
			name: "generator moved",
			now:  generation(t, "{}", moved...),
			want: `
out/go/a.go:3:11: is stale: the generator moved, this file did not [drift-stale]
    got:  const A = 1
    want: const A = 2
    hint: run make gen
out/lock.json:7:21: is stale: the generator moved since it was written [drift-stale]
    hint: run make gen
`,
		},
		{
			name:   "edited",
			change: func(t *testing.T, dir string) { put(t, dir, "out/go/a.go", "package a\n\nconst A = 1 // mine\n") },
			now:    generation(t, "{}", files...),
			want: `
out/go/a.go:3:12: was edited by hand [drift-edited]
    got:  const A = 1 // mine
    want: const A = 1
    hint: change the source instead, and run make gen
`,
		},
		{
			name:   "line added at the end",
			change: func(t *testing.T, dir string) { put(t, dir, "out/go/b.go", "package a\n\u202e// x\n") },
			now:    generation(t, "{}", files...),
			want: `
out/go/b.go:2:1: was edited by hand [drift-edited]
    got:  \u202e// x
    want: the end of the file
    hint: change the source instead, and run make gen
`,
		},
		{
			name:   "final newline lost",
			change: func(t *testing.T, dir string) { put(t, dir, "out/go/b.go", "package a") },
			now:    generation(t, "{}", files...),
			want: `
out/go/b.go:1:10: was edited by hand [drift-edited]
    got:  the end of the file
    want: a line end
    hint: change the source instead, and run make gen
`,
		},
		{
			name: "line ends",
			change: func(t *testing.T, dir string) {
				put(t, dir, "out/go/a.go", "package a\r\n\r\nconst A = 1\r\n")
			},
			now: generation(t, "{}", files...),
			want: `
out/go/a.go:1:10: has other line ends than it was generated with [drift-edited]
    got:  package a\r
    want: package a
    hint: add "out/** -text" to .gitattributes, and run make gen
`,
		},
		{
			name:   "missing",
			change: func(t *testing.T, dir string) { require.NoError(t, os.Remove(filepath.Join(dir, "out/go/b.go"))) },
			now:    generation(t, "{}", files...),
			want: `
out/go/b.go:1:1: is missing: it was generated, and deleted since [drift-missing]
    hint: run make gen
`,
		},
		{
			name:   "everything missing",
			change: func(t *testing.T, dir string) { require.NoError(t, os.RemoveAll(filepath.Join(dir, "out"))) },
			now:    generation(t, "{}", "out/a", ""),
			want: `
out:1:1: is missing: it was not generated yet [drift-missing]
    hint: run make gen
`,
		},
		{
			name: "a file for everything",
			change: func(t *testing.T, dir string) {
				require.NoError(t, os.RemoveAll(filepath.Join(dir, "out")))
				put(t, dir, "out", "mine\n")
			},
			now: generation(t, "{}", files...),
			want: `
out:1:1: is a file, where a folder of generated files belongs [drift-orphan]
    hint: delete it, and run make gen
`,
		},
		{
			name: "orphans",
			change: func(t *testing.T, dir string) {
				put(t, dir, "out/go/mine.go", "package a\n")
				put(t, dir, "out/mine/a", "")
				put(t, dir, "out/mine/b", "")
				put(t, dir, "out/go/node_modules/x/y", "")
				require.NoError(t, os.MkdirAll(filepath.Join(dir, "out/empty/empty"), 0o777))
			},
			now: generation(t, "{}", files...),
			want: `
out/go/mine.go:1:1: is a file that nobody generates [drift-orphan]
    hint: delete it, or move it out of out/go
out/mine:1:1: is a folder of files that nobody generates [drift-orphan]
    hint: delete it, or move it out of out
`,
		},
		{
			name:   "edited, and no longer generated",
			change: func(t *testing.T, dir string) { put(t, dir, "out/x/c.md", "mine\n") },
			now:    generation(t, "{}", files[:4]...),
			want: `
out/lock.json:8:86: is stale: the generator moved since it was written [drift-stale]
    hint: run make gen
out/x/c.md:1:1: is no longer generated, and was edited by hand, so it is left as it is [drift-orphan]
    hint: delete it, or move it out of the output folder
`,
		},
		{
			name: "no longer generated",
			now:  generation(t, "{}", files[:4]...),
			want: `
out/lock.json:8:86: is stale: the generator moved since it was written [drift-stale]
    hint: run make gen
out/x/c.md:1:1: is stale: it is no longer generated [drift-stale]
    hint: run make gen
`,
		},
		{
			name: "somebody else's file in the way",
			change: func(t *testing.T, dir string) {
				put(t, dir, "out/new", "mine\n")
			},
			now: generation(t, "{}", append([]string{"out/new", "ours\n"}, files...)...),
			want: `
out/lock.json:9:10: is stale: the generator moved since it was written [drift-stale]
    hint: run make gen
out/new:1:1: stands where a file is generated, and no lock says that it was generated [drift-orphan]
    got:  mine
    want: ours
    hint: move it away, or delete it, and run make gen
`,
		},
		{
			name: "folder for a file, file for a folder",
			change: func(t *testing.T, dir string) {
				require.NoError(t, os.RemoveAll(filepath.Join(dir, "out/x")))
				put(t, dir, "out/x", "")
				require.NoError(t, os.Remove(filepath.Join(dir, "out/go/b.go")))
				require.NoError(t, os.Mkdir(filepath.Join(dir, "out/go/b.go"), 0o777))
			},
			now: generation(t, "{}", files...),
			want: `
out/go/b.go:1:1: is no regular file, where one is generated [drift-edited]
    hint: delete it, and run make gen
out/x:1:1: is a file, where a folder of generated files belongs [drift-orphan]
    hint: delete it, and run make gen
out/x/c.md:1:1: is missing: it was generated, and deleted since [drift-missing]
    hint: run make gen
`,
		},
		{
			name:   "no lock",
			change: func(t *testing.T, dir string) { require.NoError(t, os.Remove(filepath.Join(dir, "out/lock.json"))) },
			now:    generation(t, "{}", moved...),
			want: `
out/go/a.go:3:11: differs from what is generated, and there is no lock to tell whether it was edited [drift-stale]
    got:  const A = 1
    want: const A = 2
    hint: delete it, and run make gen
out/lock.json:1:1: is missing: without the lock, an edited file cannot be told from a stale one [drift-missing]
    hint: run make gen
`,
		},
		{
			name:   "lock with a conflict",
			change: func(t *testing.T, dir string) { put(t, dir, "out/lock.json", "<<<<<<< HEAD\n{\n") },
			now:    generation(t, "{}", files...),
			want: `
out/lock.json:1:1: the lock is no JSON: invalid character '<' looking for beginning of value [drift-lock]
    hint: run make gen
`,
		},
		{
			name: "lock edited",
			change: func(t *testing.T, dir string) {
				l := generation(t, "{}", files...).Lock()
				delete(l.Outputs, "out/x/c.md")
				put(t, dir, "out/lock.json", string(l.Encode()))
			},
			now: generation(t, "{}", files...),
			want: `
out/lock.json:8:86: does not list the output as it is [drift-edited]
    got:      "out/go/b.go": "7b39baa38a2ec2b8d111bbbd8e448e80226477ab40105d9d2123d4dc18067438"
    want:     "out/go/b.go": "7b39baa38a2ec2b8d111bbbd8e448e80226477ab40105d9d2123d4dc18067438",
    hint: run make gen
`,
		},
		{
			name: "newer lockstep",
			change: func(t *testing.T, dir string) {
				l := generation(t, "{}", files...).Lock()
				l.Format = 99
				put(t, dir, "out/lock.json", string(l.Encode()))
			},
			now: generation(t, "{}", files...),
			want: `
out/lock.json:2:13: is stale: the format of the generator moved from 99 to 1 since it was written [drift-stale]
    hint: a newer lockstep wrote it: use that one
`,
		},
		{
			name:   "interrupted",
			change: func(t *testing.T, dir string) { put(t, dir, journalPath, `{"remove":[],"rename":["out/go/a.go"]}`) },
			now:    generation(t, "{ }", moved...),
			want: `
.lockstep-staging/journal:1:1: a gen was interrupted half way; the output is partly old, partly new [drift-interrupted]
    hint: run make gen
`,
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := t.TempDir()
			_, err := Write(dir, generation(t, "{}", files...))
			require.NoError(t, err)
			if c.change != nil {
				c.change(t, dir)
			}
			before := snapshot(t, dir)
			c.now.Tolerate("node_modules")
			found, err := Diff(dir, c.now, "make gen")
			require.NoError(t, err)
			assert.Equal(t, strings.TrimPrefix(c.want, "\n"), lines(found.Error()))
			assert.Equal(t, before, snapshot(t, dir), "Diff touches nothing")
		})
	}
}

func lines(s string) string {
	if s == "" {
		return ""
	}
	return s + "\n"
}

func TestDiffNamesSeveralSources(t *testing.T) {
	dir := t.TempDir()
	old := generation(t, "{}", "out/a", "1\n")
	require.NoError(t, old.AddSource(source.NewFile("gone.yaml", nil)))
	_, err := Write(dir, old)
	require.NoError(t, err)

	now := generation(t, "{ }", "out/a", "2\n")
	require.NoError(t, now.AddSource(source.NewFile("new.yaml", nil)))
	found, err := Diff(dir, now, "lockstep gen")
	require.NoError(t, err)
	require.Len(t, found, 2)
	assert.Equal(t, `out/a:1:1: is stale: 3 sources moved, this file did not [drift-stale]
    got:  1
    want: 2
    also: gone.yaml:1:1: is gone
    also: new.yaml:1:1: is new
    also: schema.json:1:1: moved
    hint: run lockstep gen`, found[0].Text())
}

func TestDiffDoesNotFollowLinks(t *testing.T) {
	needLinks(t)
	dir, elsewhere := t.TempDir(), t.TempDir()
	s := generation(t, "{}", "out/go/a", "1\n", "out/go/b", "1\n")
	_, err := Write(dir, s)
	require.NoError(t, err)
	require.NoError(t, os.Rename(filepath.Join(dir, "out/go"), filepath.Join(elsewhere, "go")))
	require.NoError(t, os.Symlink(filepath.Join(elsewhere, "go"), filepath.Join(dir, "out/go")))
	require.NoError(t, os.Symlink("lock.json", filepath.Join(dir, "out/link")))
	found, err := Diff(dir, s, "lockstep gen")
	require.NoError(t, err)
	assert.Equal(t, `out/go:1:1: a symbolic link stands where generated files belong; it is not followed [output-symlink]
    hint: delete the link, or name the folder it leads to as the output folder
out/link:1:1: is a file that nobody generates [drift-orphan]
    hint: delete it, or move it out of out`, found.Error())
}

func TestExcerpts(t *testing.T) {
	long := strings.Repeat("x", 300)
	for _, c := range []struct{ name, got, want, wantGot, wantWant string }{
		{"whole lines", "a\nbcd\n", "a\nbXd\n", "bcd", "bXd"},
		{"empty line", "a\n\nb\n", "a\nb\n", "an empty line", "b"},
		{"end", "a\n", "a\nb\n", "the end of the file", "b"},
		{"shorter line", "ab\n", "a\n", "ab", "a"},
		{"half of a character", "é\n", "è\n", "é", "è"},
		{"not UTF-8", "a\xff\n", "a\xfe\n", "a byte that is not UTF-8", "a byte that is not UTF-8"},
		{
			"long line", long + "A" + long + "\n", long + "B" + long + "\n",
			"…" + long[:40] + "A" + long[:77] + "…", "…" + long[:40] + "B" + long[:77] + "…",
		},
		{"long, at the end", long + "A", long + "B", "…" + long[:118] + "A", "…" + long[:118] + "B"},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, want := excerpts([]byte(c.got), []byte(c.want), firstDifference([]byte(c.got), []byte(c.want)))
			assert.Equal(t, c.wantGot, got)
			assert.Equal(t, c.wantWant, want)
		})
	}
}

func FuzzExcerpts(f *testing.F) {
	f.Add([]byte("a\n"), []byte("b\n"))
	f.Add([]byte("é"), []byte("è"))
	f.Add([]byte("a\r\nb"), []byte("a\nb"))
	f.Fuzz(func(t *testing.T, a, b []byte) {
		if string(a) == string(b) {
			return
		}
		offset := firstDifference(a, b)
		require.Equal(t, string(a[:offset]), string(b[:offset]))
		for _, e := range func() []string { g, w := excerpts(a, b, offset); return []string{g, w} }() {
			assert.LessOrEqual(t, len([]rune(e)), lineWidth)
			assert.NotContains(t, e, "\n")
		}
	})
}

func needLinks(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("links need a privilege on Windows")
	}
}

func put(t testing.TB, dir, p, text string) {
	t.Helper()
	require.NoError(t, os.MkdirAll(filepath.Join(dir, filepath.Dir(p)), 0o777))
	require.NoError(t, os.WriteFile(filepath.Join(dir, p), []byte(text), 0o666))
}
