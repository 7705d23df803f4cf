//go:build demo

package main

import (
	"errors"
	"strings"

	demo "github.com/rightkit/lockstep/generated/go/demo/v1"
)

// apps is the demo alone. Without the tag nothing of it is in the program.
var apps = []*app{&demoApp}

var demoApp = app{
	name:     demo.ContractName,
	contract: demo.ContractID,
	listing:  demo.Listing + "\n",
	tools:    demoTools,
	find:     findDemoTool,
	parse:    parseDemo,
	dial:     demo.Dial,
	call:     demo.CallText,
	exit:     demo.ExitCode,
	errors:   demoErrors,
}

func demoTools() []tool {
	tools := make([]tool, 0, len(demo.Tools))
	for i := range demo.Tools {
		tools = append(tools, demoTool(&demo.Tools[i]))
	}
	return tools
}

func findDemoTool(word string) *tool {
	for i := range demo.Tools {
		if demo.Tools[i].Command == word {
			t := demoTool(&demo.Tools[i])
			return &t
		}
	}
	return nil
}

func demoTool(t *demo.Tool) tool {
	arguments := make([]argument, 0, len(t.Arguments))
	for _, a := range t.Arguments {
		arguments = append(arguments, argument{a.Name, a.Doc, a.Type, a.Required, a.Text, a.Values})
	}
	return tool{t.Command, t.Name, t.Description, t.Timeout, t.Token, arguments}
}

func parseDemo(word string, args []string) ([]byte, *refusal) {
	params, err := demo.ParseArgs(word, args)
	if err == nil {
		return params, nil
	}
	var refused *demo.ArgumentError
	if !errors.As(err, &refused) {
		return nil, &refusal{code: string(demo.ErrorCodeInvalidArguments), message: err.Error(), malformed: true}
	}
	// Only a text that is no JSON is refused without a keyword of the schema.
	v := refused.Violation
	malformed := v == nil || v.Keyword == ""
	return nil, &refusal{refused.Code, strings.TrimPrefix(refused.Message, word+": "), malformed}
}

func demoErrors() [][2]string {
	var list [][2]string
	for _, code := range demo.ErrorCodeValues() {
		list = append(list, [2]string{string(code), code.Meaning()})
	}
	return list
}
