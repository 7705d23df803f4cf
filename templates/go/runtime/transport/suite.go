package transport

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// A Suite is the folder in which the programs of one user find each other. The zero Suite is none.
type Suite struct{ root string }

// At is the suite in an absolute folder, which need not exist.
func At(root string) (Suite, error) {
	if !filepath.IsAbs(root) || hasParent(root) {
		return Suite{}, &Error{Code: CodeNoSuiteRoot, Message: "suite root must be absolute: " + root}
	}
	return Suite{root}, nil
}

// hasParent reports whether one of the steps of a path is "..".
func hasParent(path string) bool {
	for _, step := range strings.Split(filepath.ToSlash(path), "/") {
		if step == ".." {
			return true
		}
	}
	return false
}

// Default is the user's own suite. The home folder comes from the account database: no environment variable can point a
// program at another suite.
func Default() (Suite, error) {
	home, err := accountHome()
	if err == nil && !filepath.IsAbs(home) {
		err = &Error{Message: "the home folder of the account is not absolute"}
	}
	if err != nil {
		message := err.Error()
		if e, ok := err.(*Error); ok {
			message = e.Message
		}
		return Suite{}, &Error{Code: CodeNoSuiteRoot, Message: "no suite root: " + message + "; name one", Cause: err}
	}
	return At(filepath.Join(home, dataFolder, "Orthic Labs", "shared"))
}

// Root is the folder.
func (s Suite) Root() string { return s.root }

// runtimeDir is where the folders of all services are.
func (s Suite) runtimeDir() string { return strings.TrimSuffix(s.root, "/") + "/runtime" }

// ServiceDir is the folder of one service, <root>/runtime/<service>.
func (s Suite) ServiceDir(service string) string {
	return s.runtimeDir() + "/" + service
}

func (s Suite) recordPath(service string) string { return s.ServiceDir(service) + "/service.json" }

// check refuses a suite or a service that cannot name a folder.
func (s Suite) check(service string) *Error {
	if s.root == "" {
		return &Error{Code: CodeNoSuiteRoot, Message: "got no suite root, want an absolute folder"}
	}
	ok := service != "" && len(service) <= 100 && service[0] != '.'
	for i := range len(service) {
		c := service[i]
		ok = ok && ('a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || c == '-' || c == '_' || c == '.')
	}
	if !ok {
		return &Error{Code: CodeUnavailable, Message: "got the service name " + strconv.Quote(service) +
			", want at most 100 letters, digits, '-', '_' and '.'"}
	}
	return nil
}

// Longest names of sockets. Systems allow 103 bytes or a few more; a name inside the suite gives way a little earlier.
const (
	longestInSuite = 100
	longestSocket  = 103
)

// endpoint is where a host of the service listens: inside the suite if the name is short enough, else in the folder for
// temporary files, under a name that is always as long and as good as unique.
func (s Suite) endpoint(service string) (string, *Error) {
	inside := s.ServiceDir(service) + "/" + service + ".sock"
	if len(inside) <= longestInSuite {
		return inside, nil
	}
	name := "rk-" + hex(uint64(fnv32(foldedRoot(s.root))), 8) + "-" + hex(fnv64(service), 16) + ".sock"
	outside := filepath.Join(os.TempDir(), name)
	if len(outside) > longestSocket {
		return "", &Error{Code: CodeUnavailable, Message: "the socket path " + strconv.Quote(outside) + " is " +
			strconv.Itoa(len(outside)) + " bytes, over the limit of " + strconv.Itoa(longestSocket) + "; set a shorter TMPDIR"}
	}
	return outside, nil
}

// foldedRoot is a root in the spelling that all of its spellings share.
func foldedRoot(root string) string {
	return strings.TrimRight(strings.ReplaceAll(strings.ToLower(strings.ToValidUTF8(root, "\uFFFD")), `\`, "/"), "/")
}

// fnv32 is the 32-bit FNV-1a hash.
func fnv32(s string) uint32 {
	h := uint32(2166136261)
	for i := range len(s) {
		h = (h ^ uint32(s[i])) * 16777619
	}
	return h
}

// fnv64 is the 64-bit FNV-1a hash.
func fnv64(s string) uint64 {
	h := uint64(14695981039346656037)
	for i := range len(s) {
		h = (h ^ uint64(s[i])) * 1099511628211
	}
	return h
}

// hex is n in so many hexadecimal digits.
func hex(n uint64, digits int) string {
	s := strconv.FormatUint(n, 16)
	return strings.Repeat("0", digits-len(s)) + s
}
