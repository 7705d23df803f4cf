package main

import (
	"errors"
	"flag"
	"fmt"

	"github.com/rightkit/lockstep/gen"
	"github.com/rightkit/lockstep/gen/diag"
	"github.com/rightkit/lockstep/gen/output"
)

var genCommand = command{
	name: "gen", short: "generate code from the contracts",
	long: `
Reads lockstep.yaml, here or in the nearest folder above, and the contracts that it names, and writes what they
generate. Either everything is written or nothing: an error in a contract, or a run that is killed, leaves the old files.
Files that are the same already are not touched.`,
	setup: func(fs *flag.FlagSet) func(*streams, []string) int {
		dir, format := dirFlag(fs, inProject), formatFlag(fs)
		return func(s *streams, args []string) int {
			if len(args) > 0 {
				return misuse(s, "gen", "it takes no arguments; contracts are named in lockstep.yaml")
			}
			return generate(s, *dir, *format, report, func(p *gen.Project, set *output.Set) (diag.List, string, error) {
				done, err := output.Write(p.Root, set)
				return done.Notes, done.String(), err
			})
		}
	},
}

var checkCommand = command{
	name: "check", short: "say what has moved, and change nothing",
	long: `
Generates in memory and compares with the files on disk. Each difference is named with its cause and the command that
repairs it: a file is stale when a source has moved, edited when somebody changed it by hand, missing, or an orphan that
nothing generates. Touches nothing. Exits with 1 when there is a difference.`,
	setup: func(fs *flag.FlagSet) func(*streams, []string) int {
		dir, format := dirFlag(fs, inProject), formatFlag(fs)
		return func(s *streams, args []string) int {
			if len(args) > 0 {
				return misuse(s, "check", "it takes no arguments; contracts are named in lockstep.yaml")
			}
			return generate(s, *dir, *format, result, func(p *gen.Project, set *output.Set) (diag.List, string, error) {
				found, err := output.Diff(p.Root, set, p.Config.Repair.Value)
				files := len(set.Files()) + 1 // with the lock
				return found, fmt.Sprintf("in step: %s of %s", count(files, "file"), count(len(p.Config.Contracts), "contract")), err
			})
		}
	},
}

// generate builds the output in memory and hands it to the last step, which writes or compares. All that was found on the
// way is printed at once, so that a machine reads one document; people read a summary of what succeeded after it.
func generate(s *streams, dir, format string, print func(*streams, string, diag.List) int,
	last func(*gen.Project, *output.Set) (found diag.List, summary string, err error)) int {
	p, diags := gen.Open(dir)
	if p == nil {
		return print(s, format, diags)
	}
	defer p.Close()
	set, more := p.Build()
	diags = append(diags, more...)
	if set == nil {
		return print(s, format, diags)
	}
	more, summary, err := last(p, set)
	diags = append(diags, more...)
	if err != nil {
		var list diag.List
		var one diag.Diagnostic
		switch {
		case errors.As(err, &list):
			diags = append(diags, list...)
		case errors.As(err, &one):
			diags = append(diags, one)
		default: // not the project's fault
			print(s, format, diags)
			return internal(s, err)
		}
	}
	code := print(s, format, diags)
	if code == exitDone && format == "text" {
		fmt.Fprintln(s.out, summary)
	}
	return code
}

// count returns a number and a noun.
func count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
