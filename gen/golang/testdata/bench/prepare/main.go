// Command prepare writes an OpenAPI document that holds three shapes of the demo contract, and has ogen generate Go from
// it, so that the benchmark compares with a peer on the same schema.
package main

import (
	"encoding/json"
	"log"
	"os"
	"os/exec"
	"strings"
)

func main() {
	log.SetFlags(0)
	text, err := os.ReadFile("../../../../schema/demo/v1/schema.json")
	if err != nil {
		log.Fatal(err)
	}
	var schema struct {
		Defs map[string]json.RawMessage `json:"$defs"`
	}
	if err := json.Unmarshal([]byte(strings.ReplaceAll(string(text), "#/$defs/", "#/components/schemas/")), &schema); err != nil {
		log.Fatal(err)
	}
	schemas, paths := map[string]json.RawMessage{}, map[string]any{}
	for _, name := range []string{"token", "elementRef", "elementOp", "step"} {
		schemas[name] = schema.Defs[name]
	}
	for name, part := range map[string]string{"act": "params", "batch": "params", "snapshot": "result"} {
		var container map[string]json.RawMessage
		if err := json.Unmarshal(schema.Defs[name], &container); err != nil {
			log.Fatal(err)
		}
		id := name + "_" + part
		schemas[id] = container[part]
		paths["/"+id] = map[string]any{"post": map[string]any{
			"operationId": id,
			"requestBody": map[string]any{"required": true, "content": map[string]any{
				"application/json": map[string]any{"schema": map[string]string{"$ref": "#/components/schemas/" + id}}}},
			"responses": map[string]any{"204": map[string]string{"description": "done"}},
		}}
	}
	document, err := json.MarshalIndent(map[string]any{
		"openapi": "3.1.0", "info": map[string]string{"title": "demo", "version": "1"},
		"paths": paths, "components": map[string]any{"schemas": schemas},
	}, "", "  ")
	if err != nil {
		log.Fatal(err)
	}
	if err := os.MkdirAll("peer", 0o755); err != nil {
		log.Fatal(err)
	}
	if err := os.WriteFile("peer/openapi.json", document, 0o644); err != nil {
		log.Fatal(err)
	}
	cmd := exec.Command("go", "run", "github.com/ogen-go/ogen/cmd/ogen", "--clean", "--package", "peer", "--target", "peer", "peer/openapi.json")
	cmd.Stdout, cmd.Stderr = os.Stderr, os.Stderr
	if err := cmd.Run(); err != nil {
		log.Fatal("ogen: ", err)
	}
}
