package main

import (
	"flag"
	"fmt"
	"runtime/debug"
	"strings"

	"github.com/rightkit/lockstep/gen/output"
)

// usage is the text of "lockstep help".
func usage() string {
	var b strings.Builder
	b.WriteString(`Lockstep keeps every side of a wire contract in step. It reads JSON Schemas and the
contract.yaml beside each, and writes code that accepts and refuses the same messages.

Usage:

    lockstep COMMAND [flags] [arguments]

Commands:

`)
	for _, c := range commands {
		fmt.Fprintf(&b, "    %-10s %s\n", c.name, c.short)
	}
	b.WriteString(`
A project is a folder with a lockstep.yaml. To start one: "lockstep init", then
"lockstep gen". "lockstep help COMMAND" tells more.

What check, validate and conform find is printed to standard output. What gen and show find is
printed to standard error, as are wrong usage and faults; in the formats for programs,
what gen finds is printed to standard output, too.

Exit codes: 0 done, 1 bad input, drift or an invalid message, 2 wrong usage or an
internal fault.
`)
	return b.String()
}

// help prints the list of commands, or what there is to know of one.
func help(s *streams, args []string) int {
	if len(args) == 0 || args[0] == "help" {
		fmt.Fprint(s.out, usage())
		return exitDone
	}
	c := find(args[0])
	if c == nil {
		return unknown(s, args[0])
	}
	fmt.Fprint(s.out, c.help())
	return exitDone
}

// help is the text of "lockstep help COMMAND".
func (c *command) help() string {
	var b strings.Builder
	fmt.Fprintf(&b, "Usage: lockstep %s [flags]", c.name)
	if c.args != "" {
		b.WriteString(" " + c.args)
	}
	fmt.Fprintf(&b, "\n\n%s\n", strings.TrimSpace(c.long))
	fs := flag.NewFlagSet(c.name, flag.ContinueOnError)
	c.setup(fs)
	first := true
	fs.VisitAll(func(f *flag.Flag) {
		if first {
			b.WriteString("\nFlags:\n\n")
			first = false
		}
		value, text := flag.UnquoteUsage(f)
		name := "-" + f.Name
		if len(f.Name) > 1 {
			name = "--" + f.Name
		}
		fmt.Fprintf(&b, "    %-18s %s\n", strings.TrimSpace(name+" "+value), text)
	})
	return b.String()
}

var versionCommand = command{
	name: "version", short: "print the version of lockstep",
	long: "Prints the version of lockstep, the version of the format of its output, and the Go that built it.",
	setup: func(*flag.FlagSet) func(*streams, []string) int {
		return func(s *streams, args []string) int {
			if len(args) > 0 {
				return misuse(s, "version", "it takes no arguments")
			}
			version, goVersion := "(devel)", "unknown"
			if info, ok := debug.ReadBuildInfo(); ok {
				goVersion = info.GoVersion
				if info.Main.Version != "" {
					version = info.Main.Version
				}
			}
			fmt.Fprintf(s.out, "lockstep %s, output format %d, %s\n", version, output.Format, goVersion)
			return exitDone
		}
	},
}
