package main

import (
	_ "embed"
	"strconv"
	"strings"
)

// completeWord is the hidden command that the scripts ask: the index of the word to complete, and the words before it,
// without the value of any key, since a value may be secret. The word itself is given too if it has begun.
const completeWord = "__complete"

// Lines that stand for candidates that the shell knows better.
const (
	anyFolder = ":folders"
	anyFile   = ":files"
)

var shells = [...]string{"bash", "fish", "powershell", "zsh"}

//go:embed complete/bash
var bashScript string

//go:embed complete/fish
var fishScript string

//go:embed complete/powershell
var powershellScript string

//go:embed complete/zsh
var zshScript string

// completion prints the script for a shell.
func completion(words []string) int {
	word := ""
	if len(words) == 1 {
		word = words[0]
	}
	switch word {
	case "bash":
		return show(bashScript)
	case "fish":
		return show(fishScript)
	case "powershell":
		return show(powershellScript)
	case "zsh":
		return show(zshScript)
	case "--help", "-h":
		return show(completionHelp)
	}
	return misused("completion wants the name of a shell: " + list(shells[:], "or"))
}

const completionHelp = `Print a script that completes the command line of right-ctl.

usage: right-ctl completion bash|zsh|fish|powershell

bash:        right-ctl completion bash > ~/.local/share/bash-completion/completions/right-ctl
             or, for this shell alone: source <(right-ctl completion bash)
zsh:         right-ctl completion zsh > DIR/_right-ctl, where DIR is one of $fpath
fish:        right-ctl completion fish > ~/.config/fish/completions/right-ctl.fish
powershell:  right-ctl completion powershell | Out-String | Invoke-Expression
             in the file that $PROFILE names
`

// candidates are what the word at an index may be, one a line, each with a tab and a few words of help. A candidate
// that ends in "=" is a key whose value follows.
func candidates(args []string) string {
	if len(args) == 0 {
		return ""
	}
	at, err := strconv.Atoi(args[0])
	words := args[1:]
	if err != nil || at < 0 || at > len(words) {
		return ""
	}
	current := ""
	if at < len(words) {
		current = words[at]
	}
	var found []row
	before := words[:at]
	switch _, rest, complete := readOptions(before); {
	case !complete && before[at-1] == "--journal":
		found = []row{{anyFile, ""}}
	case !complete:
		found = []row{{anyFolder, ""}}
	case len(rest) == 0:
		found = firstWords(current)
	default:
		found = laterWords(rest, current)
		if strings.HasPrefix(current, "-") {
			found = append(found, optionRows[0].named(), optionRows[1].named())
		}
	}
	var b strings.Builder
	for _, r := range found {
		if strings.HasPrefix(r.term, current) || r.term[0] == ':' {
			b.WriteString(r.term + "\t" + r.text + "\n")
		}
	}
	return b.String()
}

// named is a row of an option without its value.
func (r row) named() row {
	name, _, _ := strings.Cut(r.term, " ")
	return row{name, firstSentence(r.text)}
}

var helpRow = row{"--help", "Print help."}

func firstWords(current string) []row {
	if strings.HasPrefix(current, "-") {
		return []row{optionRows[0].named(), optionRows[1].named(), helpRow, {"--version", "Print the version."}}
	}
	var rows []row
	for _, a := range apps {
		rows = append(rows, row{a.name, "Tools of " + a.contract + "."})
	}
	return append(rows, row{"completion", "Print a completion script."}, row{"man", "Print the manual page."})
}

// laterWords are candidates behind the first word.
func laterWords(words []string, current string) []row {
	a := findApp(words[0])
	switch {
	case words[0] == "completion" && len(words) == 1:
		var rows []row
		for _, shell := range shells {
			rows = append(rows, row{term: shell})
		}
		return rows
	case a == nil:
		return nil
	case len(words) > 1:
		if t := a.find(words[1]); t != nil {
			return t.candidates(words[2:], current)
		}
		return nil
	}
	var rows []row
	for _, t := range a.tools() {
		rows = append(rows, row{t.word, firstSentence(t.doc)})
	}
	if strings.HasPrefix(current, "-") {
		rows = append(rows, row{"--tools", "Print the tools and their JSON Schema."}, helpRow)
	}
	return rows
}

// candidates are the keys that are not given yet, or the values of the key that has begun.
func (t *tool) candidates(given []string, current string) []row {
	taken := map[string]bool{}
	for _, arg := range given {
		key, _, pair := strings.Cut(arg, "=")
		if !pair {
			return nil // a JSON object, or a mistake
		}
		taken[key] = true
	}
	var rows []row
	if key, _, pair := strings.Cut(current, "="); pair {
		if a := t.find(key); a != nil {
			for _, value := range a.values {
				rows = append(rows, row{term: key + "=" + value})
			}
		}
		return rows
	}
	for _, a := range t.arguments {
		if !taken[a.name] {
			rows = append(rows, row{a.name + "=", firstSentence(a.doc)})
		}
	}
	if strings.HasPrefix(current, "-") && len(given) == 0 {
		rows = append(rows, row{"-", "Read a JSON object from standard input."}, helpRow)
	}
	return rows
}

func firstSentence(text string) string {
	if sentence, _, more := strings.Cut(text, ". "); more {
		return sentence + "."
	}
	return text
}
