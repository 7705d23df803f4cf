package scenario

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/rightkit/lockstep/gen/diag"
)

// A State is what became of a scenario.
type State int

// The states. The zero State is invalid.
const (
	Passed State = iota + 1
	Failed
	NotRun
)

// An Outcome is what became of one scenario.
type Outcome struct {
	Scenario *Scenario
	State    State
	Finding  diag.Diagnostic // why it did not pass: at the part of the file that the host does not keep to
}

// A Report is what a run has found.
type Report struct{ Outcomes []Outcome }

// Findings are the diagnostics of scenarios that did not pass, in the order of the file.
func (r *Report) Findings() diag.List {
	var list diag.List
	for _, o := range r.Outcomes {
		if o.State != Passed {
			list.Add(o.Finding)
		}
	}
	return list
}

// Count returns how many scenarios are in a state.
func (r *Report) Count(s State) int {
	n := 0
	for _, o := range r.Outcomes {
		if o.State == s {
			n++
		}
	}
	return n
}

// Failed returns the names of the scenarios that failed.
func (r *Report) Failed() []string {
	var names []string
	for _, o := range r.Outcomes {
		if o.State == Failed {
			names = append(names, o.Scenario.Name.Value)
		}
	}
	return names
}

// Summary is one line, such as "29 of 29 scenarios passed".
func (r *Report) Summary() string {
	noun := "scenarios"
	if len(r.Outcomes) == 1 {
		noun = "scenario"
	}
	s := fmt.Sprintf("%d of %d %s passed", r.Count(Passed), len(r.Outcomes), noun)
	if n := r.Count(Failed); n > 0 {
		s += fmt.Sprintf(", %d failed", n)
	}
	if n := r.Count(NotRun); n > 0 {
		s += fmt.Sprintf(", %d not run", n)
	}
	return s
}

// diagnostic is the finding of a problem. What the contract calls secret is taken out of it.
func (p *problem) diagnostic(sc *Scenario, secrets []string) diag.Diagnostic {
	hide := func(s string) string {
		for _, secret := range secrets {
			spelled, _ := json.Marshal(secret)
			s = strings.ReplaceAll(s, strings.Trim(string(spelled), `"`), "(secret)")
			s = strings.ReplaceAll(s, secret, "(secret)")
		}
		return s
	}
	d := diag.Diagnostic{
		Severity: diag.Error, Code: p.code, Pos: p.node.Pos, At: p.node.Pointer,
		Message: sc.Name.Value + ": " + hide(p.message), Got: hide(p.got), Want: hide(p.want), Hint: hide(p.hint),
	}
	for _, text := range p.also {
		d.Also = append(d.Also, diag.Related{Text: hide(text)})
	}
	return d
}
