package main_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"unicode"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// The lines are as they are typed; the cursor is at the end. A key or a folder that goes on has no space behind it.
var completions = []struct {
	line string
	want string // sorted
}{
	{"right-ctl ", "completion demo man"},
	{"right-ctl d", "demo"},
	{"right-ctl --", "--help --journal --suite-root --version"},
	{"right-ctl demo ", "act apps batch end request snapshot"},
	{"right-ctl demo a", "act apps"},
	{"right-ctl demo --", "--help --journal --suite-root --tools"},
	{"right-ctl demo act ", "key= op= ref= text= token="},
	{"right-ctl demo act t", "text= token="},
	{"right-ctl demo act token=s3cr3t ", "key= op= ref= text="},
	{"right-ctl demo act token=s3cr3t ref=a=b=c op", "op="},
	{"right-ctl demo act op=", "click press type"},
	{"right-ctl demo act op=p", "press"},
	{"right-ctl demo act op=click op=", "click press type"},
	{"right-ctl demo act token=", ""},
	{"right-ctl demo act token=s3cr3t", ""},
	{"right-ctl demo act -", "- --help --journal --suite-root"},
	{"right-ctl demo act token=x -", "--journal --suite-root"},
	{"right-ctl demo act - ", ""},
	{"right-ctl demo nope ", ""},
	{"right-ctl foo ", ""},
	{"right-ctl man ", ""},
	{"right-ctl completion ", "bash fish powershell zsh"},
	{"right-ctl completion bash ", ""},
	{"right-ctl --suite-root /x demo e", "end"},
	{"right-ctl demo --journal j end ", "token="},
	{"right-ctl --suite-root=/x d", ""},
	{"right-ctl demo act ref=--journal o", "op="},
}

func TestCompletionInBash(t *testing.T) {
	t.Parallel()
	bash := lookPath(t, "bash")
	for _, breaks := range []string{" \t\n\"'><=;|&(:", " \t\n\"'><;|&("} {
		for _, test := range completions {
			want := test.want
			if !strings.Contains(breaks, "=") && strings.HasSuffix(test.line, "=") && want != "" {
				want = "op=" + strings.ReplaceAll(want, " ", " op=")
			} else if !strings.Contains(breaks, "=") && want == "press" {
				want = "op=press"
			}
			assert.Equal(t, want, completeInBash(t, bash, breaks, test.line, filepath.Dir(withDemo)), test.line)
		}
	}
}

// completeInBash sets the variables of a completion as bash does, and calls the function that the script registers.
func completeInBash(t *testing.T, bash, breaks, line, path string) string {
	t.Helper()
	script := run(t, "completion", "bash")
	require.Equal(t, 0, script.code)
	words := splitAsBash(line, breaks)
	var b strings.Builder
	b.WriteString(script.out + "\nset -eu\ncomplete -p right-ctl | grep -q -- '-F _right_ctl right-ctl'\nCOMP_WORDS=(")
	for _, word := range words {
		b.WriteString(" '" + word + "'")
	}
	b.WriteString(" )\nCOMP_CWORD=" + strconv.Itoa(len(words)-1) + "\nCOMP_LINE='" + line + "'\nCOMP_POINT=" + strconv.Itoa(len(line)) + "\n")
	b.WriteString("COMP_WORDBREAKS=$(cat; echo .); COMP_WORDBREAKS=${COMP_WORDBREAKS%.}\nset +e\n_right_ctl\nprintf '%s\\n' \"${COMPREPLY[@]}\" | LC_ALL=C sort\n")
	file := filepath.Join(t.TempDir(), "script")
	require.NoError(t, os.WriteFile(file, []byte(b.String()), 0o600))
	cmd := exec.Command(bash, "--norc", "--noprofile", file)
	cmd.Stdin = strings.NewReader(breaks)
	cmd.Env = append(os.Environ(), "PATH="+path+":"+os.Getenv("PATH"))
	out, err := cmd.CombinedOutput()
	require.NoError(t, err, string(out))
	return strings.Join(strings.Fields(string(out)), " ")
}

// splitAsBash splits a line without quotes: at blanks, and before and behind each run of other break characters.
func splitAsBash(line, breaks string) []string {
	var words []string
	var kind rune
	for _, r := range line + "." {
		next := 'w'
		switch {
		case unicode.IsSpace(r):
			next = ' '
		case strings.ContainsRune(breaks, r):
			next = '='
		}
		if next != kind && next != ' ' {
			words = append(words, "")
		}
		if next != ' ' {
			words[len(words)-1] += string(r)
		}
		kind = next
	}
	last := &words[len(words)-1] // it holds the dot that stands for the cursor
	*last = strings.TrimSuffix(*last, ".")
	if *last == "" && strings.HasSuffix(line, "=") && strings.Contains(breaks, "=") {
		words = words[:len(words)-1] // the break itself is the current word
	}
	return words
}

// Values may be secret, so the program that is asked for candidates does not see them.
func TestCompletionPassesNoValue(t *testing.T) {
	t.Parallel()
	bash := lookPath(t, "bash")
	dir := t.TempDir()
	seen := filepath.Join(dir, "seen")
	spy := "#!/bin/sh\nprintf '%s\\n' \"$@\" >>'" + seen + "'\n"
	require.NoError(t, os.WriteFile(filepath.Join(dir, "right-ctl"), []byte(spy), 0o755))
	for _, line := range []string{"right-ctl demo act token=s3cr3t ref=s3cr3t=s3cr3t o", "right-ctl demo act token=s3cr3t", "right-ctl demo end token=s3cr3t "} {
		completeInBash(t, bash, "=", line, dir)
	}
	got, err := os.ReadFile(seen)
	require.NoError(t, err)
	assert.Contains(t, string(got), "token=\n")
	assert.NotContains(t, string(got), "s3cr3t")
}

func TestCompletionOfPaths(t *testing.T) {
	t.Parallel()
	bash := lookPath(t, "bash")
	dir := t.TempDir()
	require.NoError(t, os.Mkdir(filepath.Join(dir, "folder"), 0o700))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "file"), nil, 0o600))
	path := filepath.Dir(withDemo)
	assert.Equal(t, dir+"/folder", completeInBash(t, bash, "=", "right-ctl --suite-root "+dir+"/f", path))
	assert.Equal(t, dir+"/file "+dir+"/folder", completeInBash(t, bash, "=", "right-ctl demo --journal "+dir+"/f", path))
}

func TestCompletionInOtherShells(t *testing.T) {
	t.Parallel()
	t.Run("zsh", func(t *testing.T) {
		zsh := lookPath(t, "zsh")
		got := runWith(t, zsh, run(t, "completion", "zsh").out, "-f", "-n", "/dev/stdin")
		assert.Equal(t, ended{}, got)
	})
	t.Run("fish", func(t *testing.T) {
		fish := lookPath(t, "fish")
		script := filepath.Join(t.TempDir(), "right-ctl.fish")
		require.NoError(t, os.WriteFile(script, []byte(run(t, "completion", "fish").out), 0o600))
		ask := `source $argv[1]; set -x PATH $argv[2] $PATH; complete -C $argv[3]`
		got := runWith(t, fish, "", "--no-config", "-c", ask, script, filepath.Dir(withDemo), "right-ctl demo act op=c")
		assert.Equal(t, 0, got.code, got.err)
		assert.Equal(t, "op=click", strings.TrimSpace(got.out))
	})
	t.Run("powershell", func(t *testing.T) {
		pwsh := lookPath(t, "pwsh")
		ask := run(t, "completion", "powershell").out + "\n$env:PATH = '" + filepath.Dir(withDemo) + ":' + $env:PATH\n" +
			"$line = 'right-ctl demo act op=c'\n(TabExpansion2 $line $line.Length).CompletionMatches | ForEach-Object CompletionText\n"
		got := runWith(t, pwsh, "", "-NoProfile", "-Command", ask)
		assert.Equal(t, 0, got.code, got.err)
		assert.Equal(t, "op=click", strings.TrimSpace(got.out))
	})
}

// Candidates are asked for by index. Whatever the words, the answer is quiet.
func TestCandidates(t *testing.T) {
	t.Parallel()
	assert.Equal(t, "op=click\t\nop=type\t\nop=press\t\n", run(t, "__complete", "2", "demo", "act", "op=").out)
	assert.Equal(t, "ref=\tThe element to act on, as a snapshot of this session names it.\n", run(t, "__complete", "2", "demo", "act", "r").out)
	assert.Equal(t, ":folders\t\n", run(t, "__complete", "1", "--suite-root").out)
	assert.Equal(t, ":files\t\n", run(t, "__complete", "3", "demo", "apps", "--journal", "x").out)
	for _, line := range []string{"", "x", "-1", "1", "99999999999999999999", "0 \xff", "3 demo act {", "2 demo \xff"} {
		assert.Empty(t, run(t, append([]string{"__complete"}, strings.Fields(line)...)...).out, line)
	}
	assert.Equal(t, "completion\tPrint a completion script.\nman\tPrint the manual page.\n", runWith(t, plain, "", "__complete", "0").out)
}

func lookPath(t *testing.T, name string) string {
	t.Helper()
	path, err := exec.LookPath(name)
	if err != nil {
		t.Skip(name + " is not installed")
	}
	return path
}
