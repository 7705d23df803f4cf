package main

import (
	"slices"
	"strconv"
	"strings"
	"time"
)

// The parts of the help that the man page has too.
var optionRows = [...]row{
	{"--suite-root DIR", "Look for running apps under DIR, an absolute path, and not under the folder of your account."},
	{"--journal FILE", "Append a line of JSON to FILE when a call starts, ends or is turned away. Arguments and results are never written."},
}

var exitRows = [...]row{
	{"0", "The result is on standard output, as one line of JSON."},
	{"1", "The call failed."},
	{"2", "The command line is wrong: there is no such tool, or the arguments do not fit."},
	{"3", "The call is not allowed."},
	{"130", "Ctrl-C ended the call."},
}

const (
	aboutErrors = "An error is one line of JSON on standard error, and then nothing is on standard output: " +
		`{"error":{"code":...,"message":...,"retryable":...}}. When retryable is true, the same call may work later.`
	aboutArguments = "Arguments are KEY=VALUE pairs, or one JSON object. Where a key takes TEXT, the value is taken as " +
		"it stands; where it takes JSON, it is read as JSON if it is JSON."
	aboutInput = "Other users of this computer can see a command line while it runs. The single argument - " +
		"reads the JSON object from standard input instead."
)

func programHelp() string {
	var b strings.Builder
	b.WriteString("Call the tools of an app that runs on this computer.\n\n" +
		"usage: right-ctl [--suite-root DIR] [--journal FILE] APP TOOL [ARGUMENT ...]\n" +
		"       right-ctl [--suite-root DIR] APP --tools\n" +
		"       right-ctl APP [TOOL] --help\n" +
		"       right-ctl completion bash|zsh|fish|powershell\n" +
		"       right-ctl man | --version | --help\n\nApps:\n")
	b.WriteString(table(appRows()))
	b.WriteString("\nCommands:\n" + table([]row{
		{"APP --tools", "Print the tools of an app and the JSON Schema of their arguments, as one line of JSON. The app need not run."},
		{"completion SHELL", "Print a script that completes command lines, for " + list(shells[:], "or") + "."},
		{"man", "Print the manual page."},
	}))
	b.WriteString("\nOptions, anywhere among the arguments:\n" + table(optionRows[:]))
	b.WriteString("\n" + wrapped("", aboutArguments, 0) + "\n" + wrapped("", aboutInput, 0))
	b.WriteString("\n" + wrapped("", aboutErrors, 0))
	b.WriteString("\nExit codes:\n" + table(exitRows[:]))
	return b.String()
}

// appRows name the apps of this build.
func appRows() []row {
	if len(apps) == 0 {
		return []row{{"NAME", "This build has the contract of no app. It can only tell whether the app NAME runs."}}
	}
	var rows []row
	for _, a := range apps {
		rows = append(rows, row{a.name, "The contract " + a.contract + "; right-ctl " + a.name + " --help lists its tools."})
	}
	return rows
}

// pageFor is the help that words ask for: of the app, or of a tool, for which it may be asked anywhere behind it. It is ""
// for words that ask for none.
func (a *app) pageFor(words []string) string {
	if isHelp(words[0]) {
		return a.help()
	}
	if t := a.find(words[0]); t != nil {
		return t.help(a)
	}
	return ""
}

func (a *app) help() string {
	command := program + " " + a.name
	var b strings.Builder
	b.WriteString("Call the tools of " + a.contract + ".\n\n" +
		wrapped("usage: ", "right-ctl [--suite-root DIR] [--journal FILE] "+a.name+" TOOL [ARGUMENT ...]", 7) +
		"       " + command + " --tools\n" +
		"       " + command + " TOOL --help\n\nTools:\n")
	var rows []row
	for _, t := range a.tools() {
		rows = append(rows, row{t.word, t.doc})
	}
	b.WriteString(table(rows))
	b.WriteString("\n" + wrapped("", aboutArguments, 0) + "\n" + wrapped("", aboutInput, 0))
	return b.String()
}

func (t *tool) help(a *app) string {
	command := program + " " + a.name + " " + t.word
	var b strings.Builder
	b.WriteString(wrapped("", t.doc, 0) + "\n")
	b.WriteString(wrapped("usage: ", command+t.usage(), 7+len(command)+1))
	b.WriteString("       " + command + " JSON-OBJECT\n" + "       " + command + " -\n")
	if len(t.arguments) > 0 {
		b.WriteString("\nArguments:\n" + table(t.rows()))
	}
	if slices.ContainsFunc(t.arguments, func(a argument) bool { return a.takesJSON() }) {
		b.WriteString("\n" + wrapped("", program+" "+a.name+" --tools prints the JSON Schema of what a key with JSON takes.", 0))
	}
	b.WriteString("\n" + wrapped("", "A call takes at most "+inWords(t.timeout)+".", 0))
	if t.token != "" {
		b.WriteString("\n" + wrapped("", aboutInput+" Use it where the "+t.token+" must stay secret:", 0) +
			"\n  " + command + " - <<'END'\n  " + t.example() + "\n  END\n")
	} else if len(t.arguments) > 0 {
		b.WriteString("\n" + wrapped("", aboutInput, 0))
	}
	return b.String()
}

// usage are the arguments of a usage line, each after a space.
func (t *tool) usage() string {
	var b strings.Builder
	for i := range t.arguments {
		if a := &t.arguments[i]; a.required {
			b.WriteString(" " + a.usage())
		} else {
			b.WriteString(" [" + a.usage() + "]")
		}
	}
	return b.String()
}

// usage is how an argument is given.
func (a *argument) usage() string {
	switch {
	case len(a.values) > 0:
		return a.name + "=" + strings.Join(a.values, "|")
	case a.takesJSON():
		return a.name + "=JSON"
	}
	return a.name + "=TEXT"
}

func (a *argument) takesJSON() bool { return len(a.values) == 0 && !a.verbatim }

// rows say what each argument is.
func (t *tool) rows() []row {
	var rows []row
	for i := range t.arguments {
		a := &t.arguments[i]
		rows = append(rows, row{a.usage(), a.doc})
	}
	return rows
}

// example is a JSON object with what the tool cannot do without.
func (t *tool) example() string {
	var members []string
	for _, a := range t.arguments {
		switch {
		case !a.required:
			continue
		case len(a.values) > 0:
			members = append(members, quoted(a.name)+":"+quoted(a.values[0]))
		case a.kind == "array":
			members = append(members, quoted(a.name)+":[...]")
		default:
			members = append(members, quoted(a.name)+`:"..."`)
		}
	}
	return "{" + strings.Join(members, ",") + "}"
}

// inWords is a duration of whole seconds, as people say it.
func inWords(d time.Duration) string {
	n, unit := int(d/time.Second), "second"
	if d >= time.Minute && d%time.Minute == 0 {
		n, unit = int(d/time.Minute), "minute"
	}
	if n != 1 {
		unit += "s"
	}
	return strconv.Itoa(n) + " " + unit
}

// list joins words: "a, b or c".
func list(words []string, last string) string {
	n := len(words) - 1
	return strings.Join(words[:n], ", ") + " " + last + " " + words[n]
}
