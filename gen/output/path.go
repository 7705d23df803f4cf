package output

import (
	"errors"
	"fmt"
	"path"
	"strings"
	"unicode/utf8"
)

// checkPath tells why a path cannot lie below the project root on every system; nil when it can.
func checkPath(p string) error {
	switch {
	case p == "" || p == ".":
		return errors.New("names the project root itself")
	case strings.HasPrefix(p, "/"):
		return errors.New("is absolute")
	case strings.Contains(p, `\`):
		return errors.New(`has a "\"; folders are separated by "/"`)
	case !utf8.ValidString(p):
		return errors.New("is not UTF-8")
	}
	for part := range strings.SplitSeq(p, "/") {
		if part == ".." {
			return errors.New(`has a ".."`)
		}
		if part == "" || part == "." {
			return fmt.Errorf("is not clean; write %q", path.Clean(p))
		}
		if err := checkName(part); err != nil {
			return err
		}
	}
	return nil
}

// checkName tells why a name cannot be a file on every system. The rules are Windows', and git's for its own folder.
// https://learn.microsoft.com/windows/win32/fileio/naming-a-file
func checkName(n string) error {
	if i := strings.IndexFunc(n, forbidden); i >= 0 {
		r, _ := utf8.DecodeRuneInString(n[i:])
		return fmt.Errorf("the name %q has %q, which Windows cannot hold", n, r)
	}
	if strings.HasSuffix(n, ".") || strings.HasSuffix(n, " ") {
		return fmt.Errorf("the name %q ends in a dot or a space, which Windows cannot hold", n)
	}
	if len(n) > 200 {
		return fmt.Errorf("the name %.20q... has %d bytes, at most 200 are allowed", n, len(n))
	}
	base, _, _ := strings.Cut(strings.ToLower(n), ".")
	if devices[strings.TrimRight(base, " ")] {
		return fmt.Errorf("%q is a device on Windows", n)
	}
	switch fold(n) {
	case ".git", "git~1":
		return fmt.Errorf("%q belongs to git", n)
	case staging:
		return fmt.Errorf("%q is where files are staged", n)
	}
	return nil
}

var devices = map[string]bool{
	"con": true, "prn": true, "aux": true, "nul": true, "conin$": true, "conout$": true,
	"com1": true, "com2": true, "com3": true, "com4": true, "com5": true, "com6": true, "com7": true, "com8": true,
	"com9": true, "com0": true, "com¹": true, "com²": true, "com³": true,
	"lpt1": true, "lpt2": true, "lpt3": true, "lpt4": true, "lpt5": true, "lpt6": true, "lpt7": true, "lpt8": true,
	"lpt9": true, "lpt0": true, "lpt¹": true, "lpt²": true, "lpt³": true,
}

// forbidden reports whether Windows refuses a character in a name, or no reader would see it.
func forbidden(r rune) bool {
	return r < 0x20 || r >= 0x7f && r < 0xa0 || strings.ContainsRune(`<>:"|?*`, r) ||
		r >= 0x200b && r <= 0x200f || r >= 0x2028 && r <= 0x202e || r >= 0x2060 && r <= 0x206f || r == 0xfeff
}

// portable reports whether a character stands in generated names. Beyond these, file systems disagree on which names
// are equal (case, composed characters).
func portable(r rune) bool {
	return 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9' || strings.ContainsRune("._-+@/", r)
}

// fold returns what is equal for paths that are one on a disk that ignores case.
func fold(p string) string { return strings.ToLower(strings.ToUpper(p)) }

// inside reports whether p is folder or lies in it.
func inside(p, folder string) bool {
	return p == folder || strings.HasPrefix(p, folder) && p[len(folder)] == '/'
}
