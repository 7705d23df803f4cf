package output

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/rightkit/lockstep/gen/source"
)

func TestNewRefuses(t *testing.T) {
	for _, c := range []struct {
		name  string
		lock  string
		roots []string
		want  string
	}{
		{"no root", "generated/lock.json", nil, "no output folder"},
		{"project root", "lock.json", []string{"."}, "names the project root itself"},
		{"empty root", "lock.json", []string{""}, "names the project root itself"},
		{"parent", "lock.json", []string{"../generated"}, `has a ".."`},
		{"absolute", "lock.json", []string{"/generated"}, "is absolute"},
		{"nested", "lock.json", []string{"out", "out/go"}, "one lies in the other"},
		{"nested but for case", "lock.json", []string{"out/go", "OUT"}, "one lies in the other"},
		{"git", "lock.json", []string{".GIT"}, "belongs to git"},
		{"staging", "lock.json", []string{".lockstep-staging"}, "is where files are staged"},
		{"lock outside", "../lock.json", []string{"out"}, `has a ".."`},
		{"unclean", "lock.json", []string{"out//go"}, `write "out/go"`},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := New(c.lock, c.roots...)
			assert.ErrorContains(t, err, c.want)
		})
	}
	_, err := New("lock.json", "out", "outer", "größe/mit leerzeichen")
	assert.NoError(t, err)
}

func TestAddRefuses(t *testing.T) {
	for _, c := range []struct{ name, path, want string }{
		{"empty", "", "names the project root itself"},
		{"absolute", "/out/a", "is absolute"},
		{"drive", "C:/out/a", `has ':', which Windows cannot hold`},
		{"backslash", `out\a`, `has a "\"`},
		{"parent", "out/../a", `has a ".."`},
		{"dot", "out/./a", `write "out/a"`},
		{"slash at the end", "out/a/", `write "out/a"`},
		{"outside", "src/a", "outside the output folders (out)"},
		{"prefix of a root only", "outer/a", "outside the output folders (out)"},
		{"the root", "out", "outside the output folders (out)"},
		{"not UTF-8", "out/\xff", "is not UTF-8"},
		{"newline", "out/a\nb", `has '\n', which Windows cannot hold`},
		{"bidi", "out/a\u202eb", `has '\u202e', which Windows cannot hold`},
		{"stream", "out/a:b", `has ':', which Windows cannot hold`},
		{"final dot", "out/a.", "ends in a dot or a space, which Windows cannot hold"},
		{"final space", "out/a ", "ends in a dot or a space, which Windows cannot hold"},
		{"device", "out/Con.txt", "is a device on Windows"},
		{"device with two extensions", "out/nul.tar.gz", "is a device on Windows"},
		{"device as a folder", "out/lpt9/a", "is a device on Windows"},
		{"git", "out/.Git/hooks/pre-commit", "belongs to git"},
		{"short name of git", "out/GIT~1/config", "belongs to git"},
		{"not ASCII", "out/größe", `'ö' is not allowed`},
		{"space", "out/a b", `' ' is not allowed`},
		{"long", "out/" + strings.Repeat("a", 201), "at most 200"},
		{"twice", "out/x/file", "is generated twice"},
		{"case", "out/x/FILE", `differs only in case from "out/x/file"`},
		{"case of a folder", "out/X/other", `differs only in case from "out/x"`},
		{"file below a file", "out/x/file/below", `"out/x/file" is a file already`},
		{"file for a folder", "out/x", "is a folder already"},
		{"lock", "out/lock.json", "is generated twice"},
	} {
		t.Run(c.name, func(t *testing.T) {
			s, err := New("out/lock.json", "out")
			require.NoError(t, err)
			require.NoError(t, s.Add("out/x/file", nil))
			assert.ErrorContains(t, s.Add(c.path, nil), c.want)
			assert.Len(t, s.Files(), 1)
			assert.NoError(t, s.Add("out/x/another", nil), "a refused path takes nothing")
		})
	}
}

func TestSetIsSorted(t *testing.T) {
	s := newSet(t, "out/b", "2", "out/a", "1", "out/a-b/c", "3")
	var paths []string
	for _, f := range s.Files() {
		paths = append(paths, f.Path)
	}
	assert.Equal(t, []string{"out/a", "out/a-b/c", "out/b"}, paths)
	assert.Equal(t, []string{"out"}, s.Roots())
	assert.Equal(t, "out/lock.json", s.LockPath())
}

func TestSourceReadTwice(t *testing.T) {
	s := newSet(t)
	require.NoError(t, s.AddSource(source.NewFile("a.json", []byte("1"))))
	require.NoError(t, s.AddSource(source.NewFile("a.json", []byte("1"))))
	assert.ErrorContains(t, s.AddSource(source.NewFile("a.json", []byte("2"))), "read twice with different texts")
}

func TestLockText(t *testing.T) {
	s := newSet(t, "out/b", "two", "out/a", "one")
	require.NoError(t, s.AddSource(source.NewFile("schema/<x>.json", []byte("{}"))))
	text := s.Lock().Encode()
	assert.Equal(t, `{
  "format": 1,
  "sources": {
    "schema/<x>.json": "44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a"
  },
  "outputs": {
    "out/a": "7692c3ad3540bb803c020b3aee66cd8887123234ea0c6e7143c0add73ff431ed",
    "out/b": "3fc4ccfe745870e2c0d99f71f30ff0656c8dedd41cc1d7d3d376b0dbe685e2f3"
  }
}
`, string(text))

	l, bad := ParseLock(source.NewFile("out/lock.json", text))
	require.Nil(t, bad)
	assert.Equal(t, s.Lock(), l)
	_, bad = ParseLock(source.NewFile("out/lock.json", []byte(strings.ReplaceAll(string(text), "\n", "\r\n"))))
	assert.Nil(t, bad, "git may have changed the line ends")
}

func TestParseLockRefuses(t *testing.T) {
	good := string(newSet(t, "out/a", "one").Lock().Encode())
	for _, c := range []struct{ name, text, want string }{
		{"empty", "", "out/lock.json:1:1: the lock is cut off [drift-lock]"},
		{"cut off", good[:30], "out/lock.json:3:14: the lock is cut off [drift-lock]"},
		{"merge conflict", "<<<<<<< HEAD\n" + good, "out/lock.json:1:1: the lock is no JSON: "},
		{"other type", strings.Replace(good, "1,", `"1",`, 1), `out/lock.json:2:15: the lock is malformed: got a string at "format"`},
		{"unknown member", strings.Replace(good, "{", `{"x": 1,`, 1), `the lock is malformed: json: unknown field "x"`},
		{"no format", "{}\n", "out/lock.json:1:1: the lock is malformed: it has no format version"},
		{"path out of the project", strings.Replace(good, "out/a", "../a", 1), `output "../a": has a ".."`},
		{"text after it", good + "{}\n", "out/lock.json:8:1: the lock is not as it was written"},
		{"twice the same path", strings.Replace(good, `"out/a"`, `"out/a": "", "out/a"`, 1), "out/lock.json:5:15: the lock is not as it was written"},
		{"other spaces", strings.Replace(good, `": 1`, `":  1`, 1), "out/lock.json:2:13: the lock is not as it was written"},
	} {
		t.Run(c.name, func(t *testing.T) {
			l, bad := ParseLock(source.NewFile("out/lock.json", []byte(c.text)))
			assert.Nil(t, l)
			require.NotNil(t, bad)
			assert.Contains(t, bad.Text(), c.want)
		})
	}
}

// newSet returns a set with the root out, and files given as paths and texts in turn.
func newSet(t testing.TB, pathsAndTexts ...string) *Set {
	t.Helper()
	s, err := New("out/lock.json", "out")
	require.NoError(t, err)
	for i := 0; i < len(pathsAndTexts); i += 2 {
		require.NoError(t, s.Add(pathsAndTexts[i], []byte(pathsAndTexts[i+1])))
	}
	return s
}
