package main

import (
	"flag"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/rightkit/lockstep/gen"
	"github.com/rightkit/lockstep/gen/diag"
	"github.com/rightkit/lockstep/gen/ir"
	"github.com/rightkit/lockstep/gen/rules"
	"github.com/rightkit/lockstep/gen/source"
	"github.com/rightkit/lockstep/templates/go/runtime/wire"
)

// maxMessage is how many bytes a message may have.
const maxMessage = 64 << 20

var validateCommand = command{
	name: "validate", args: "CONTRACT SHAPE [FILE|-]", short: "check a message against a contract",
	long: `
Checks one message by the rules that generated decoders enforce, and prints every violation with its place. CONTRACT is
a name and a version such as demo/v1, SHAPE a wire name such as batch.params. The message is read from FILE, or from
standard input; FILE starts at the current folder, even with -C. Exits with 0 when the message is valid, with 1 when it
is not, and with 2 when that cannot be said.`,
	setup: func(fs *flag.FlagSet) func(*streams, []string) int {
		dir, format := dirFlag(fs, inProject), formatFlag(fs)
		return func(s *streams, args []string) int {
			if len(args) < 2 || len(args) > 3 {
				return misuse(s, "validate", "it takes a contract, a shape and at most one file")
			}
			name := "-"
			if len(args) == 3 {
				name = args[2]
			}
			return validate(s, *dir, *format, args[0], args[1], name)
		}
	},
}

func validate(s *streams, dir, format, contract, shape, name string) int {
	p, diags := gen.Open(dir)
	if p == nil {
		report(s, format, diags)
		return exitUsage
	}
	defer p.Close()
	c, diags := p.Find(contract)
	if c == nil {
		report(s, format, diags)
		return exitUsage
	}
	found := c.Lookup(shape)
	if found == nil || found.Nested {
		return misuse(s, "validate", fmt.Sprintf("%s has no shape %q, only %s%s", contract, shape,
			strings.Join(wireNames(c), ", "), meant(shape, wireNames(c))))
	}
	text, err := read(s, name)
	if err != nil {
		return internal(s, err)
	}
	if name == "-" {
		name = "<stdin>"
	}
	violations := wire.Check(text, rules.Wire(found.Rule))
	if len(violations) == 0 && format == "text" {
		fmt.Fprintf(s.out, "%s: valid %s of %s\n", name, shape, contract)
		return exitDone
	}
	return result(s, format, diagnose(source.NewFile(name, text), violations))
}

// diagnose turns violations into diagnostics at their places in the message.
func diagnose(f *source.File, violations wire.Violations) diag.List {
	var list diag.List
	for _, v := range violations {
		d := diag.Diagnostic{
			Severity: diag.Error, Code: v.Code, Message: v.Message,
			Instance: source.Pointer(v.Instance), At: source.Pointer(v.Keyword),
		}
		if v.Offset >= 0 {
			d.Pos = source.Pos{File: f, Offset: v.Offset}
		}
		list.Add(d)
	}
	if len(violations) == wire.MaxViolations {
		list.Add(diag.Diagnostic{
			Severity: diag.Notice, Code: "too-many",
			Message: fmt.Sprintf("a check stops at %d violations; more are not shown", wire.MaxViolations),
		})
	}
	return list
}

func wireNames(c *ir.Contract) []string {
	var list []string
	for _, s := range c.Shapes {
		if !s.Nested {
			list = append(list, s.Wire)
		}
	}
	return list
}

// read returns a file, or standard input for "-".
func read(s *streams, name string) ([]byte, error) {
	in := s.in
	if name != "-" {
		f, err := os.Open(name)
		if err != nil {
			return nil, err
		}
		defer f.Close()
		in = f
	}
	text, err := io.ReadAll(io.LimitReader(in, maxMessage+1))
	if err == nil && len(text) > maxMessage {
		err = fmt.Errorf("%s: the message has more than %d bytes", name, maxMessage)
	}
	return text, err
}
