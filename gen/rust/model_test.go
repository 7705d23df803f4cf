package rust_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/rightkit/lockstep/gen/contract"
	"github.com/rightkit/lockstep/gen/diag"
	"github.com/rightkit/lockstep/gen/ir"
	"github.com/rightkit/lockstep/gen/jsonschema"
	"github.com/rightkit/lockstep/gen/load"
	"github.com/rightkit/lockstep/gen/lower"
	"github.com/rightkit/lockstep/gen/output"
	"github.com/rightkit/lockstep/gen/rust"
	"github.com/rightkit/lockstep/gen/source"
	"github.com/stretchr/testify/require"
)

const demoFolder = "schema/demo/v1/"

// options are those of the crate that tests emit.
var options = rust.Options{
	Dir: "generated/rust", Crate: "rightkit-contracts-generated", Version: "0.1.0", License: "MIT",
}

// model runs the pipeline up to the model on a schema, and a contract file if there is one.
func model(name string, schema, contractFile []byte) (*ir.Contract, diag.List) {
	doc, diags := load.JSON(source.NewFile(name+".json", schema))
	if diags.Failed() {
		return nil, diags
	}
	root, more := jsonschema.Parse(doc)
	if diags = append(diags, more...); diags.Failed() {
		return nil, diags
	}
	graph, more := jsonschema.Resolve(root, jsonschema.Options{})
	if diags = append(diags, more...); diags.Failed() {
		return nil, diags
	}
	in := lower.Input{Graph: graph, Name: name, Version: "v1"}
	if contractFile != nil {
		doc, more := load.YAML(source.NewFile(demoFolder+"contract.yaml", contractFile))
		if diags = append(diags, more...); diags.Failed() {
			return nil, diags
		}
		if in.Contract, more = contract.Read(doc); more.Failed() {
			return nil, append(diags, more...)
		}
		if more = in.Contract.Check(graph); more.Failed() {
			return nil, append(diags, more...)
		}
	}
	c, more := lower.Lower(in)
	diags = append(diags, more...)
	if c != nil {
		c.Schema, c.SchemaPath = schema, name+".json"
	}
	return c, diags
}

// demoSource returns a file of the demo contract.
func demoSource(t testing.TB, name string) []byte {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "..", filepath.FromSlash(demoFolder+name)))
	require.NoError(t, err)
	return text
}

// demo returns the model of the demo contract.
func demo(t testing.TB) *ir.Contract {
	t.Helper()
	c, diags := model("demo", demoSource(t, "schema.json"), demoSource(t, "contract.yaml"))
	require.False(t, diags.Failed(), "%v", diags)
	c.SchemaPath = demoFolder + "schema.json"
	return c
}

// emit returns the files of a crate.
func emit(t testing.TB, contracts ...*ir.Contract) []output.File {
	t.Helper()
	files, diags := rust.Emit(contracts, options)
	require.False(t, diags.Failed(), "%v", diags)
	return files
}
