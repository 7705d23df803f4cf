package main

import "strings"

// manPage is the manual page in the man macros of roff. What follows from the contracts follows from them here too.
func manPage() string {
	m := &roff{}
	m.raw(`.TH RIGHT\-CTL 1`)
	m.section("NAME")
	m.text("right-ctl - call the tools of an app that runs on this computer")
	m.section("SYNOPSIS")
	for _, line := range []string{
		"[--suite-root DIR] [--journal FILE] APP TOOL [ARGUMENT ...]",
		"[--suite-root DIR] APP --tools",
		"APP [TOOL] --help",
		"completion bash|zsh|fish|powershell",
		"man | --version | --help",
	} {
		m.synopsis(program, line)
	}
	m.section("DESCRIPTION")
	m.text("right-ctl checks the arguments of a tool against the contract of the app, sends them to the app's host over a " +
		"local socket, checks the answer, and prints it as one line of JSON. It talks only to a host of the same user.")
	m.paragraph(aboutArguments)
	m.paragraph("A single argument - reads the JSON object from standard input. --tools prints the tools of an app and the " +
		"JSON Schema of their arguments, as one line of JSON; the app need not run.")
	m.section("OPTIONS")
	m.text("They may stand anywhere among the arguments.")
	m.rows(optionRows[:])
	for _, a := range apps {
		a.man(m)
	}
	m.section("ERRORS")
	m.text(aboutErrors)
	m.paragraph("Codes of the transport and of hosts come through as they are. Those of the contracts are:")
	for _, a := range apps {
		for _, e := range a.errors() {
			m.row(row{e[0], e[1]})
		}
	}
	m.section("EXIT STATUS")
	m.rows(exitRows[:])
	m.section("FILES")
	m.rows([]row{
		{"~/.local/share/Orthic Labs/shared", "Where running apps are found on Linux, unless --suite-root says otherwise. HOME is not read: " +
			"the home directory is that of the account."},
		{"~/Library/Application Support/Orthic Labs/shared", "The same on macOS."},
		{"runtime/SERVICE/service.json", "Below that folder: what the host of a service says of itself, such as the path of its socket."},
	})
	m.section("SECURITY")
	m.text("Other users of this computer can see a command line while it runs, and with it the token of a session. Give the " +
		"object on standard input to keep it to yourself. right-ctl writes no token to a file, and the completion scripts pass " +
		"on the keys of arguments only.")
	m.section("JOURNAL")
	m.text("A call adds a line when it starts, and one when it ends or is turned away: " +
		"who called which tool, whether it worked, the code of the error, and the milliseconds it took. A journal that cannot be " +
		"written does not stop the call.")
	return m.b.String()
}

// man describes the tools of an app.
func (a *app) man(m *roff) {
	m.section("TOOLS OF " + strings.ToUpper(a.name))
	m.text("The contract " + a.contract + ".")
	for _, t := range a.tools() {
		m.raw(".SS " + argumentOf(t.word))
		m.synopsis(program, a.name+" "+t.word+t.usage())
		m.paragraph(t.doc + " A call takes at most " + inWords(t.timeout) + ".")
		m.rows(t.rows())
	}
}

// roff is a page that is being written. Its methods escape what they are given.
type roff struct{ b strings.Builder }

// raw adds a line of roff as it stands.
func (m *roff) raw(line string) { m.b.WriteString(line + "\n") }

func (m *roff) section(title string) { m.raw(".SH " + argumentOf(title)) }

// text adds a text, a sentence a line, as roff wants it.
func (m *roff) text(text string) {
	for _, sentence := range strings.SplitAfter(text, ". ") {
		m.raw(escaped(strings.TrimSpace(sentence)))
	}
}

func (m *roff) paragraph(text string) {
	m.raw(".PP")
	m.text(text)
}

// synopsis adds a command line.
func (m *roff) synopsis(command, rest string) {
	m.raw(".PP")
	m.raw(".B " + argumentOf(command))
	m.raw(escaped(rest))
}

func (m *roff) rows(rows []row) {
	for _, r := range rows {
		m.row(r)
	}
}

func (m *roff) row(r row) {
	m.raw(".TP")
	m.raw(".B " + argumentOf(r.term))
	m.text(r.text)
}

// escaped is a text as roff prints it. A control character at its start does nothing.
func escaped(text string) string {
	text = strings.NewReplacer(`\`, `\e`, "-", `\-`, "'", `\(aq`, "`", `\(ga`, "^", `\(ha`, "~", `\(ti`, "\n", " ").Replace(text)
	if strings.HasPrefix(text, ".") {
		text = `\&` + text
	}
	return text
}

// argumentOf is a text as one argument of a macro.
func argumentOf(text string) string {
	return `"` + strings.ReplaceAll(escaped(text), `"`, `\(dq`) + `"`
}
