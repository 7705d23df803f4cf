package main

import (
	"crypto/sha256"
	"flag"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/rightkit/lockstep/gen"
	"github.com/rightkit/lockstep/gen/diag"
	"github.com/rightkit/lockstep/gen/ir"
	"github.com/rightkit/lockstep/gen/output"
	"github.com/rightkit/lockstep/schema"
)

// stages are what show can print of a project.
var stages = []string{"schema", "ir", "files"}

// formats are what show can print of Lockstep itself: the JSON Schemas of the files that people write.
var formats = []string{"contract.schema", "scenarios.schema", "lockstep.schema"}

var showCommand = command{
	name: "show", short: "print what a stage of the pipeline makes of the contracts",
	long: `
Prints one stage of the pipeline, for those who want to know why the output is as it is:

    schema   every subschema with its place, its pointer and its keywords
    ir       the model: shapes, fields, types, tools, error codes
    files    the files that gen would write, with size and hash

Or, without a project, a JSON Schema by which an editor completes and checks a file:

    contract.schema    of contract.yaml
    scenarios.schema   of scenarios.yaml
    lockstep.schema    of lockstep.yaml`,
	setup: func(fs *flag.FlagSet) func(*streams, []string) int {
		dir := dirFlag(fs, inProject)
		all := slices.Concat(stages, formats)
		stage := fs.String("stage", "ir", "the `stage`: "+strings.Join(all, ", "))
		return func(s *streams, args []string) int {
			switch {
			case len(args) > 0:
				return misuse(s, "show", "it takes no arguments")
			case !slices.Contains(all, *stage):
				return misuse(s, "show", fmt.Sprintf("there is no stage %q: want %s", *stage, strings.Join(all, ", ")))
			case *stage == "contract.schema":
				fmt.Fprint(s.out, schema.Contract)
				return exitDone
			case *stage == "scenarios.schema":
				fmt.Fprint(s.out, schema.Scenarios)
				return exitDone
			case *stage == "lockstep.schema":
				fmt.Fprint(s.out, schema.Lockstep)
				return exitDone
			}
			return show(s, *dir, *stage)
		}
	},
}

func show(s *streams, dir, stage string) int {
	p, diags := gen.Open(dir)
	if p == nil {
		return report(s, "text", diags)
	}
	defer p.Close()
	if stage == "files" {
		set, more := p.Build()
		diags = append(diags, more...)
		if set != nil {
			lock := output.File{Path: set.LockPath(), Content: set.Lock().Encode()}
			for _, f := range append(set.Files(), lock) {
				fmt.Fprintf(s.out, "%8d  %.12x  %s\n", len(f.Content), sha256.Sum256(f.Content), f.Path)
			}
		}
		return report(s, "text", diags)
	}
	for _, c := range p.Config.Contracts {
		if stage == "ir" {
			model, more := p.Lower(c)
			diags = append(diags, more...)
			if model != nil {
				fmt.Fprint(s.out, ir.Dump(model))
			}
			continue
		}
		g, more := p.Parse(c)
		diags = append(diags, more...)
		if g != nil {
			showSchema(s.out, g)
		}
	}
	return report(s, "text", diags)
}

// showSchema prints a line for each subschema.
func showSchema(w io.Writer, g *gen.Graphs) {
	for _, sub := range g.Graph.Schemas {
		var keywords []string
		for _, m := range sub.Node.Members {
			keywords = append(keywords, m.Name)
		}
		if sub.Bool != nil {
			keywords = append(keywords, fmt.Sprint(*sub.Bool))
		}
		fmt.Fprintf(w, "%s  %q  %s\n", sub.Node.Pos, string(sub.Pointer), diag.OneLine(strings.Join(keywords, " ")))
	}
}
