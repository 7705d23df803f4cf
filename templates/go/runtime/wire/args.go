package wire

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Args says how the arguments of a command become the parameters of a tool.
type Args struct {
	Tool string   // the command, such as "batch"; messages start with it
	Rule *Rule    // of the parameters
	Text []string // keys whose values are taken as they stand, as strings
}

// An ArgumentError says why arguments are refused. It is meant for whoever typed them.
type ArgumentError struct {
	Code    string // "invalid_arguments", or "unknown_tool"
	Message string // one line; it never holds the value of a text key
	// Violation is what the parameters were refused for, nil when they did not come about.
	Violation *Violation
}

// Error returns the message.
func (e *ArgumentError) Error() string { return e.Message }

// Unwrap returns the violation, if there is one.
func (e *ArgumentError) Unwrap() error {
	if e.Violation == nil {
		return nil
	}
	return e.Violation
}

// ParseArgs makes one JSON object of command-line arguments, [key=value ... | JSON object], and checks it with a.Rule.
// The error is an *ArgumentError.
//
// A single argument that starts with a brace is the object itself. Otherwise each argument is a member, split at its
// first equals sign. The value of a text key is a string, as it stands; that of any other key is JSON if it is JSON,
// and a string if not. Members stand in the order of the arguments. Keys that the rule does not know are kept, so that
// the rule decides on them. No argument at all is the empty object.
func ParseArgs(args []string, a *Args) (json.RawMessage, error) {
	params, problem := a.object(args)
	if problem != "" {
		return nil, a.refuse(problem, nil)
	}
	root, refused := parse(params)
	if refused != nil {
		return nil, a.refuse(a.unreadable(refused, params), refused)
	}
	c := checker{root: &root, limit: 1}
	if c.check(a.Rule, &root, codeFalse); len(c.found) > 0 {
		return nil, a.refuse(a.unfit(&c), &c.found[0])
	}
	return json.RawMessage(params), nil
}

func (a *Args) refuse(problem string, v *Violation) error {
	return &ArgumentError{Code: "invalid_arguments", Message: a.Tool + ": " + problem, Violation: v}
}

// object is the text of the object that the arguments stand for, or what is wrong with them.
func (a *Args) object(args []string) (text, problem string) {
	for i, arg := range args {
		switch {
		case !utf8.ValidString(arg):
			return "", "argument " + strconv.Itoa(i+1) + " is not valid UTF-8"
		case strings.IndexByte(arg, 0) >= 0:
			return "", "argument " + strconv.Itoa(i+1) + " holds a NUL character"
		}
	}
	if slices.ContainsFunc(args, isObject) {
		if len(args) > 1 {
			return "", "got a JSON object beside other arguments, want key=value pairs or one JSON object"
		}
		return trim(args[0]), ""
	}
	seen := make(map[string]bool, len(args))
	object := []byte{'{'}
	for i, arg := range args {
		key, value, found := strings.Cut(arg, "=")
		switch {
		case !found:
			return "", "got " + a.named(i, arg) + " without '=', want key=value pairs or one JSON object"
		case key == "":
			return "", "argument " + strconv.Itoa(i+1) + " has no key before its '=', want key=value"
		case seen[key]:
			return "", "got the key " + quote(key) + " twice"
		}
		seen[key] = true
		if i > 0 {
			object = append(object, ',')
		}
		object = append(appendString(object, key), ':')
		if object, problem = a.appendValue(object, key, value); problem != "" {
			return "", problem
		}
	}
	return string(append(object, '}')), ""
}

// isObject reports whether an argument is meant as a JSON object.
func isObject(arg string) bool { return strings.HasPrefix(strings.TrimSpace(arg), "{") }

// named is an argument that looks like a key, or else its place: a token whose key was forgotten is not shown.
func (a *Args) named(i int, arg string) string {
	const longest = 16
	key := arg != "" && len(arg) <= longest
	for j := range len(arg) {
		c := arg[j]
		key = key && ('a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || c == '_' || j > 0 && '0' <= c && c <= '9')
	}
	if key {
		return strconv.Quote(arg)
	}
	return "argument " + strconv.Itoa(i+1)
}

// appendValue appends the value of a pair as JSON, or says what is wrong with it. What is JSON but for a member that
// stands twice, or for its depth, was not meant as a string.
func (a *Args) appendValue(dst []byte, key, value string) (to []byte, problem string) {
	if slices.Contains(a.Text, key) {
		return appendString(dst, value), ""
	}
	t := text{s: value}
	if t.space(); t.skip() && t.end() {
		return append(dst, trim(value)...), ""
	}
	switch v := t.violation(); v.Code {
	case CodeDuplicateMember:
		return nil, "got the key " + place("/"+escapeToken(key)+v.Instance) + " twice"
	case CodeDepth:
		return nil, plain(key) + ": " + v.Message
	}
	return appendString(dst, value), ""
}

// trim leaves out the white space of JSON around a text.
func trim(s string) string { return strings.Trim(s, " \t\r\n") }

// unreadable says why an object that was given as JSON is no JSON.
func (a *Args) unreadable(v *Violation, params string) string {
	switch v.Code {
	case CodeDepth:
		return v.Message
	case CodeDuplicateMember:
		return "got the key " + place(v.Instance) + " twice in the JSON object"
	}
	at := utf8.RuneCountInString(params[:v.Offset]) + 1
	return v.Message + ", at character " + strconv.Itoa(at) + " of the JSON object"
}

// unfit says in words of the command line why the rule refuses the parameters.
func (a *Args) unfit(c *checker) string {
	v := &c.found[0]
	if v.Instance != "" {
		if v.Code == "enum" && slices.ContainsFunc(a.Text, func(key string) bool { return v.Instance == "/"+escapeToken(key) }) {
			v.Message = "got a string that is none of the accepted values" // without the value
		}
		return place(v.Instance) + ": " + v.Message + slip(c.root, v)
	}
	if v.Code != "required" {
		return v.Message
	}
	problem := v.Message + ", give it as " + a.usage(c.detail)
	known := a.Rule.names(nil, 4)
	for _, m := range c.root.list {
		if !slices.Contains(known, m.name) && nearest(m.name, []string{c.detail}) != "" {
			return problem + "; got " + quote(m.name) + ", did you mean " + quote(c.detail) + "?"
		}
	}
	return problem
}

// slip says what keeps a value that was meant as an array or object from being one; "" when it was not.
func slip(params *value, v *Violation) string {
	for i := range params.list {
		m := &params.list[i]
		s := trim(m.text)
		if v.Code != "type" || v.Instance != "/"+escapeToken(m.name) || m.kind != String || s == "" || s[0] != '[' && s[0] != '{' {
			continue
		}
		t := text{s: s}
		if !t.skip() || !t.end() {
			bad := t.violation()
			return "; as JSON it is wrong at character " + strconv.Itoa(utf8.RuneCountInString(s[:bad.Offset])+1) + ": " + bad.Message
		}
	}
	return ""
}

// usage is how a key is given.
func (a *Args) usage(key string) string {
	if slices.Contains(a.Text, key) {
		return quote(key + "=TEXT")
	}
	return quote(key + "=VALUE")
}

// place writes a JSON pointer as one would on a command line: "/steps/3/op" is steps[3].op.
func place(instance string) string {
	var b strings.Builder
	for i, token := range strings.Split(instance, "/")[1:] {
		token = strings.ReplaceAll(strings.ReplaceAll(token, "~1", "/"), "~0", "~")
		switch n, err := strconv.Atoi(token); {
		case err == nil && n >= 0 && i > 0:
			b.WriteString("[" + token + "]")
		case i > 0:
			b.WriteString("." + plain(token))
		default:
			b.WriteString(plain(token))
		}
	}
	return b.String()
}

// plain is a key without quotes where it needs none.
func plain(key string) string {
	if quoted := quote(key); quoted != `"`+key+`"` || key == "" {
		return quoted
	}
	return key
}
