package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"slices"
	"strings"
	"time"

	"github.com/rightkit/lockstep/gen"
	"github.com/rightkit/lockstep/gen/diag"
	"github.com/rightkit/lockstep/gen/scenario"
	"github.com/rightkit/lockstep/templates/go/runtime/transport"
)

var conformCommand = command{
	name: "conform", args: "[CONTRACT]", short: "play the scenarios of a contract against a host",
	long: `
Plays the call sequences of scenarios.yaml, which stands beside contract.yaml, against the host that runs under a suite
root, and names each scenario that does not come out as written: where it stands, what was expected, what came. CONTRACT
is a name and a version such as demo/v1; it may be left out where only one contract has scenarios.

Most scenarios bring the host into a state first, through the control service that the file names. A host without one is
asked for the others alone, and those that were not run are named: as failures, unless --partial says that this is known.
The run resets the host: sessions that are alive end.

Exits with 0 when every scenario has passed, with 1 when one has not or the file is wrong, and with 2 when there is no
host.`,
	setup: func(fs *flag.FlagSet) func(*streams, []string) int {
		dir, format := dirFlag(fs, inProject), formatFlag(fs)
		host := fs.String("host", "", "suite `root` of the host: an absolute folder")
		var only []string
		fs.Func("scenario", "play the scenario of this `name`; may stand several times", func(name string) error {
			only = append(only, name)
			return nil
		})
		partial := fs.Bool("partial", false, "a scenario that cannot be run at this host is no failure")
		timeout := fs.Duration("timeout", 30*time.Second, "longest `time` of a call, such as 5s, where the contract allows more")
		return func(s *streams, args []string) int {
			switch {
			case len(args) > 1:
				return misuse(s, "conform", "it takes at most one contract")
			case *host == "":
				return misuse(s, "conform", "it needs --host ROOT, the suite root of the host")
			case *timeout <= 0:
				return misuse(s, "conform", "--timeout must be more than 0")
			}
			root, err := transport.At(*host)
			if err != nil {
				return misuse(s, "conform", err.Error())
			}
			return conform(s, *dir, *format, slices.Concat(args, []string{""})[0], root, *partial, scenario.Options{Only: only, Timeout: *timeout})
		}
	},
}

func conform(s *streams, dir, format, contract string, root transport.Suite, partial bool, o scenario.Options) int {
	p, diags := gen.Open(dir)
	if p == nil {
		report(s, format, diags)
		return exitUsage
	}
	defer p.Close()
	suite, code := findSuite(s, p, format, contract)
	if suite == nil {
		return code
	}
	if known := scenarioNames(suite); len(o.Only) > 0 {
		for _, name := range o.Only {
			if !slices.Contains(known, name) {
				return misuse(s, "conform", fmt.Sprintf("there is no scenario %q%s", name, meant(name, known)))
			}
		}
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	done, err := suite.Run(ctx, suite.Over(root), o)
	if err != nil {
		return internal(s, fmt.Errorf("there is no host to test under %s: %w", root.Root(), err))
	}
	findings := done.Findings()
	for i := range findings {
		if partial && findings[i].Code == "not-run" {
			findings[i].Severity = diag.Warning
		}
	}
	code = result(s, format, findings)
	if format == "text" {
		fmt.Fprintln(s.out, done.Summary())
	}
	return code
}

// findSuite reads the scenarios of a contract, or of the only contract that has some. The suite is nil when that is not
// possible; what is wrong has been printed then.
func findSuite(s *streams, p *gen.Project, format, contract string) (*scenario.Suite, int) {
	var keys, having []string
	var suites []*scenario.Suite
	known := false
	for _, c := range p.Config.Contracts {
		model, diags := p.Lower(c)
		if model == nil {
			return nil, report(s, format, diags)
		}
		key := model.Name + "/" + model.Version
		keys = append(keys, key)
		if contract != "" && key != contract {
			continue
		}
		known = true
		suite, diags := p.Scenarios(c, model)
		if diags.Failed() {
			return nil, report(s, format, diags)
		}
		if suite != nil {
			suites, having = append(suites, suite), append(having, key)
		}
	}
	switch {
	case contract != "" && !known:
		return nil, misuse(s, "conform", fmt.Sprintf("there is no contract %q, only %s%s", contract, strings.Join(keys, ", "), meant(contract, keys)))
	case len(suites) == 0 && contract != "":
		return nil, misuse(s, "conform", contract+" has no "+scenario.FileName+" beside its contract.yaml")
	case len(suites) == 0:
		return nil, misuse(s, "conform", "no contract has a "+scenario.FileName+" beside its contract.yaml")
	case len(suites) > 1:
		return nil, misuse(s, "conform", "several contracts have scenarios: say which, of "+strings.Join(having, ", "))
	}
	return suites[0], exitDone
}

func scenarioNames(s *scenario.Suite) []string {
	names := make([]string, len(s.Scenarios))
	for i, sc := range s.Scenarios {
		names[i] = sc.Name.Value
	}
	return names
}
