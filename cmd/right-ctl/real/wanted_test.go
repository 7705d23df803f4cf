package real_test

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// A difference is one that is meant to be. It covers some fields of the lines that it applies to.
type difference struct {
	name   string
	reason string
	fields []field
	// applies looks at the line and at what both programs did with it, so that it also says what each of them does.
	applies func(p *pair) bool
}

// turnedAway are the fields that differ when we refuse what the published program sends.
var turnedAway = []field{fieldExit, fieldStdout, fieldCode, fieldMessage, fieldJournal, fieldWire}

// wanted is every difference that is meant to be. A line that differs otherwise fails, and so does an entry that no line
// needs. Numbers have no entry: both programs write 1e3 as 1000.0, and what has more digits than a double as that double.
var wanted = []difference{
	{
		name:   "a key that stands twice is refused",
		reason: "of two values nobody knows which was meant; the published program takes the last one without a word",
		fields: turnedAway,
		applies: func(p *pair) bool {
			return p.ours.refused() && strings.Contains(p.ours.Message, " twice") && (p.real.done() || p.real.Code == "unknown_tool")
		},
	},
	{
		name:   "a pair without a key is refused",
		reason: "it is a slip of the shell, such as a variable that is not set, and no contract has a property without a name",
		fields: turnedAway,
		applies: func(p *pair) bool {
			pairs := slices.ContainsFunc(p.line.args(), func(arg string) bool { return strings.HasPrefix(arg, "=") })
			return pairs && p.ours.refused() && p.real.done()
		},
	},
	{
		name:   "an object beside other arguments is refused",
		reason: "the published program takes it for a pair when it holds an equals sign, and sends half of it as a key",
		fields: turnedAway,
		applies: func(p *pair) bool {
			return p.ours.refused() && strings.Contains(p.ours.Message, "beside other arguments") && p.real.done()
		},
	},
	{
		name:   "what is inside an argument is checked before it is sent",
		reason: "the contract says what a step is; the published program looks at the arguments themselves and leaves the rest to the host",
		fields: turnedAway,
		applies: func(p *pair) bool {
			return p.ours.refused() && strings.Contains(p.ours.Message, "steps[") && p.real.done()
		},
	},
	{
		name:   "text goes with type, and key with press",
		reason: "it is a rule of the contract, which the published program leaves to the host",
		fields: turnedAway,
		applies: func(p *pair) bool {
			return p.ours.refused() && strings.Contains(p.ours.Message, ", required when ") && p.real.done()
		},
	},
	{
		name:   "a number that no double holds is refused",
		reason: "the published program sends its digits as a string, which is another value than the one that was given",
		fields: turnedAway,
		applies: func(p *pair) bool {
			return p.ours.refused() && strings.Contains(p.ours.Message, "no 64-bit float holds") && p.real.done()
		},
	},
	{
		name:   "a value that is nested too deep is refused",
		reason: "the published program sends its text as a string, which is another value than the one that was given",
		fields: turnedAway,
		applies: func(p *pair) bool {
			return p.ours.refused() && strings.Contains(p.ours.Message, "nested deeper than") && (p.real.done() || p.real.refused())
		},
	},
	{
		name:   "arguments that are no UTF-8 are refused with an error",
		reason: "the published program panics",
		fields: []field{fieldExit, fieldCode, fieldMessage, fieldStderr},
		applies: func(p *pair) bool {
			bad := slices.ContainsFunc(p.line.argv, func(arg string) bool { return !utf8.ValidString(arg) })
			return bad && p.real.Exit == 101 && strings.Contains(p.real.Stderr, "panicked") && p.ours.Exit == 2 && p.ours.Code != ""
		},
	},
	{
		name:   "the words of invalid_arguments",
		reason: "messages are for people, and ours say what to do; nobody may rely on them",
		fields: []field{fieldMessage},
		applies: func(p *pair) bool {
			return p.ours.Code == "invalid_arguments" && p.real.Code == "invalid_arguments" && p.ours.Message != ""
		},
	},
	{
		name:   "the words of unknown_tool",
		reason: "ours name the tools that there are",
		fields: []field{fieldMessage},
		applies: func(p *pair) bool {
			return p.ours.Code == "unknown_tool" && p.real.Code == "unknown_tool" && strings.Contains(p.ours.Message,
				"there is no tool")
		},
	},
	{
		name:   "the words of malformed_response",
		reason: "the published program prints those of its library; both start with the method",
		fields: []field{fieldMessage},
		applies: func(p *pair) bool {
			method, _, ok := strings.Cut(p.real.Message, ": ")
			return ok && p.ours.Code == "malformed_response" && p.real.Code == "malformed_response" &&
				strings.HasPrefix(p.ours.Message, method+": ")
		},
	},
	{
		name:   "the words of capture_unsafe",
		reason: "ours name the property",
		fields: []field{fieldMessage},
		applies: func(p *pair) bool {
			return p.ours.Code == "capture_unsafe" && p.real.Code == "capture_unsafe" && strings.Contains(p.ours.Message,
				"capture_state")
		},
	},
	{
		name:   "a result in the form of an array is refused",
		reason: "the published program takes an array for an object, since its library does; the contract does not",
		fields: []field{fieldExit, fieldStdout, fieldCode, fieldMessage, fieldJournal},
		applies: func(p *pair) bool {
			return p.real.done() && p.ours.Code == "malformed_response" && strings.Contains(p.ours.Message,
				"got an array, want an object")
		},
	},
	{
		name:   "1.0 is an integer",
		reason: "it is one in the schema; the published program wants it without a point",
		fields: []field{fieldExit, fieldStdout, fieldCode, fieldMessage, fieldJournal},
		applies: func(p *pair) bool {
			return p.real.Code == "malformed_response" && strings.Contains(p.real.Message, "floating point") && p.ours.done()
		},
	},
	{
		name: "a result that the contract refuses is refused",
		reason: "the types of the published program were written by hand: failed_step and error_code may be missing, ended may be false, " +
			"and a value of an enumeration may stand in an object",
		fields: []field{fieldExit, fieldStdout, fieldCode, fieldMessage, fieldJournal},
		applies: func(p *pair) bool {
			return p.line.about == "a result" && p.real.done() && p.ours.Code == "malformed_response"
		},
	},
	{
		name:   "the list of tools",
		reason: "descriptions and schemas are those of the contract, which say more than the published program's own",
		fields: []field{fieldStdout},
		applies: func(p *pair) bool {
			return slices.Contains(p.line.argv, "--tools") && sameTools(p.real.Stdout, p.ours.Stdout)
		},
	},
	{
		name:   "help",
		reason: "the published program has none",
		fields: []field{fieldExit, fieldStdout, fieldCode, fieldMessage},
		applies: func(p *pair) bool {
			asked := slices.Contains(p.line.argv, "--help") || slices.Contains(p.line.argv, "-h")
			return asked && p.real.Exit == 2 && p.ours.Exit == 0 && strings.Contains(p.ours.Stdout, "usage: right-ctl")
		},
	},
	{
		name:   "the usage line",
		reason: "it says what the program can do",
		fields: []field{fieldStderr},
		applies: func(p *pair) bool {
			return p.real.Exit == 2 && p.ours.Exit == 2 && strings.HasPrefix(p.real.Stderr, "usage: right-ctl") &&
				strings.HasPrefix(p.ours.Stderr, "usage: right-ctl")
		},
	},
	{
		name:   "an option that does not exist is refused",
		reason: "the published program takes it for the name of an app",
		fields: []field{fieldExit, fieldCode, fieldRetry, fieldMessage, fieldStderr, fieldJournal},
		applies: func(p *pair) bool {
			return p.real.Code == "service_unavailable" && p.ours.Exit == 2 && strings.Contains(p.ours.Stderr, "there is no option")
		},
	},
	{
		name:   "a name that no app can have is refused",
		reason: "a name becomes a part of a path, and a second try does not help; the published program looks for the file",
		fields: []field{fieldExit, fieldCode, fieldRetry, fieldMessage, fieldStderr, fieldJournal},
		applies: func(p *pair) bool {
			return p.real.Code == "service_unavailable" && p.ours.Exit == 2 && strings.Contains(p.ours.Stderr,
				"an app has no name like")
		},
	},
}
