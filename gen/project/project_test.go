package project

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/rightkit/lockstep/gen/load"
	"github.com/rightkit/lockstep/gen/source"
)

const config = `version: 1
contracts:
  - ./schema/demo/v1/
  - schema/door/v2/door.yaml
out: generated
repair: make gen
targets:
  go:
    out: generated/go
    import: example.com/door/generated/go
    packages:
      door/v2: doors
`

func parse(t *testing.T, text string) *load.Document {
	t.Helper()
	doc, diags := load.YAML(source.NewFile(FileName, []byte(text)))
	require.Empty(t, diags)
	return doc
}

func join(lines ...string) string { return strings.Join(lines, "\n") }

func TestRead(t *testing.T) {
	c, diags := Read(parse(t, config))
	require.Empty(t, diags)

	require.Len(t, c.Contracts, 2)
	assert.Equal(t, "schema/demo/v1", c.Contracts[0].Source.Value)
	assert.Equal(t, "lockstep.yaml:3:5", c.Contracts[0].Source.Pos.String())
	assert.Equal(t, "schema/demo/v1/contract.yaml", c.Contracts[0].File)
	assert.Equal(t, "schema/demo/v1", c.Contracts[0].Dir())
	assert.Equal(t, "schema/door/v2/door.yaml", c.Contracts[1].File)
	assert.Equal(t, "generated", c.Out.Value)
	assert.Equal(t, "make gen", c.Repair.Value)

	golang := c.Targets.Go
	require.NotNil(t, golang)
	assert.Equal(t, "generated/go", golang.Out.Value)
	assert.Equal(t, "example.com/door/generated/go", golang.Import.Value)
	assert.Equal(t, "doors", golang.PackageName("door", "v2"))
	assert.Empty(t, golang.PackageName("door", "v1"))
}

// The output has a default, and a project may be one contract in its root.
func TestReadMinimal(t *testing.T) {
	c, diags := Read(parse(t, "version: 1\ncontracts: [.]\ntargets: {go: {out: gen, import: example.com/gen}}\n"))
	require.Empty(t, diags)
	assert.Equal(t, "contract.yaml", c.Contracts[0].File)
	assert.Equal(t, ".", c.Contracts[0].Dir())
	assert.Equal(t, "generated", c.Out.Value)
	assert.True(t, c.Out.Pos.IsValid())
	assert.Equal(t, "lockstep gen", c.Repair.Value)
}

func TestReadTypeScript(t *testing.T) {
	read := func(more string) *TypeScript {
		c, diags := Read(parse(t, "version: 1\ncontracts: [.]\ntargets: {typescript: {out: gen, package: doors"+more+"}}\n"))
		require.Empty(t, diags)
		return c.Targets.TypeScript
	}
	ts := read("")
	assert.Equal(t, "UNLICENSED", ts.License.Value)
	assert.Equal(t, "0.0.0", ts.Version.Value)
	assert.Nil(t, ts.Terms.Node)
	for _, license := range []string{"MIT", "MIT OR Apache-2.0", "(MIT AND GPL-2.0+)", "LicenseRef-doors", "SEE LICENSE IN LICENSE"} {
		ts = read(", license: '" + license + "', license_file: ./legal/LICENSE.txt")
		assert.Equal(t, license, ts.License.Value)
		assert.Equal(t, "legal/LICENSE.txt", ts.Terms.Value)
	}
}

func TestReadRust(t *testing.T) {
	read := func(more string) *Rust {
		c, diags := Read(parse(t, "version: 1\ncontracts: [.]\ntargets: {rust: {out: gen, crate: door-contracts"+more+"}}\n"))
		require.Empty(t, diags)
		return c.Targets.Rust
	}
	rust := read("")
	assert.Equal(t, "gen", rust.Out.Value)
	assert.Equal(t, "door-contracts", rust.Crate.Value)
	assert.Equal(t, "0.0.0", rust.Version.Value)
	assert.Empty(t, rust.License.Value)
	rust = read(", version: 1.2.0-rc.1, license: MIT OR Apache-2.0")
	assert.Equal(t, "1.2.0-rc.1", rust.Version.Value)
	assert.Equal(t, "MIT OR Apache-2.0", rust.License.Value)
}

func TestReadErrors(t *testing.T) {
	tests := []struct {
		name     string
		old, new string // edit of config
		want     string
	}{
		{
			"format of the future",
			"version: 1", "version: 2",
			join(`lockstep.yaml:1:10: "version" must be 1 [bad-value]`,
				`    at:   /version`,
				`    got:  2`),
		},
		{
			"unknown key",
			"contracts:", "contract:",
			join(`lockstep.yaml:2:1: unknown key "contract" [unknown-key]`,
				`    at:   /contract`,
				`    hint: did you mean "contracts"?`),
		},
		{
			"unknown target",
			"  go:", "  cobol:",
			join(`lockstep.yaml:8:3: unknown key "cobol" [unknown-key]`,
				`    at:   /targets/cobol`,
				`    want: "go", "typescript" or "rust"`),
		},
		{
			"no import path",
			"    import: example.com/door/generated/go\n", "",
			join(`lockstep.yaml:9:5: "go" lacks the key "import" [missing-key]`,
				`    at:   /targets/go`),
		},
		{
			"import path that is none",
			"example.com/door/generated/go", `"example.com/\"; import \"os"`,
			join(`lockstep.yaml:10:13: "import" must be an import path such as "example.com/project/generated/go" [bad-value]`,
				`    at:   /targets/go/import`,
				`    got:  "example.com/\"; import \"os"`),
		},
		{
			"repair of two lines",
			"repair: make gen", `repair: "make gen\nrm x"`,
			join("lockstep.yaml:6:9: \"repair\" must be a command such as \"make gen\": one line of at most 60 characters of ASCII, no back-quotes [bad-value]",
				`    at:   /repair`,
				`    got:  "make gen\nrm x"`),
		},
		{
			"targets in one another",
			"    packages:\n      door/v2: doors\n", "  typescript: {out: generated/Go/ts, package: doors}\n",
			join(`lockstep.yaml:11:21: the output folder "generated/Go/ts" overlaps with "generated/go" [output-over-output]`,
				`    at:   /targets/typescript/out`,
				`    also: lockstep.yaml:9:10: the other`,
				`    hint: give each language a folder of its own`),
		},
		{
			"crate that is none, in the folder of another target",
			"    packages:\n      door/v2: doors\n", "  rust: {out: generated/go, crate: Doors}\n",
			join(`lockstep.yaml:11:36: "crate" must be the name of a crate such as "example-contracts" [bad-value]`,
				`    at:   /targets/rust/crate`,
				`    got:  "Doors"`),
		},
		{
			"license that is none",
			"    packages:\n      door/v2: doors\n", "  typescript: {out: ts, package: doors, license: 'MIT\"'}\n",
			join(`lockstep.yaml:11:50: "license" must be an SPDX expression such as "MIT", or "UNLICENSED" [bad-value]`,
				`    at:   /targets/typescript/license`,
				`    got:  "MIT\""`),
		},
		{
			"text of a license out of the project",
			"    packages:\n      door/v2: doors\n", "  typescript: {out: ts, package: doors, license_file: ../LICENSE}\n",
			join(`lockstep.yaml:11:55: "license_file" must be a path below this file's folder, of letters, digits and "._@+~-", with "/" [bad-value]`,
				`    at:   /targets/typescript/license_file`,
				`    got:  "../LICENSE"`),
		},
		{
			"text of a license in the output",
			"    packages:\n      door/v2: doors\n", "  typescript: {out: ts, package: doors, license_file: ts/LICENSE}\n",
			join(`lockstep.yaml:11:55: the output folder "ts" holds "ts/LICENSE" [output-over-source]`,
				`    at:   /targets/typescript/license_file`,
				`    also: lockstep.yaml:11:21: the output folder`,
				`    hint: keep the text of the license elsewhere; it is copied into the package as LICENSE`),
		},
		{
			"absolute path",
			"out: generated\n", "out: /generated\n",
			join(`lockstep.yaml:5:6: "out" must be a path below this file's folder, of letters, digits and "._@+~-", with "/" [bad-value]`,
				`    at:   /out`,
				`    got:  "/generated"`),
		},
		{
			"path out of the project",
			"./schema/demo/v1/", "schema/../../v1",
			join(`lockstep.yaml:3:5: "contracts/0" must be a path below this file's folder, of letters, digits and "._@+~-", with "/" [bad-value]`,
				`    at:   /contracts/0`,
				`    got:  "schema/../../v1"`),
		},
		{
			"package of no contract's form",
			"door/v2: doors", "door: doors",
			join(`lockstep.yaml:12:7: the key must be a contract and a version such as "demo/v1" [bad-value]`,
				`    at:   /targets/go/packages/door`,
				`    got:  "door"`),
		},
		{
			"package that is a keyword",
			"door/v2: doors", "door/v2: type",
			join(`lockstep.yaml:12:16: "door/v2" must be the name of a package that can be imported [bad-value]`,
				`    at:   /targets/go/packages/door~1v2`,
				`    got:  "type"`),
		},
		{
			"contract twice",
			"schema/door/v2/door.yaml", "schema/demo/v1/contract.yaml",
			join(`lockstep.yaml:4:5: "schema/demo/v1/contract.yaml" stands twice [duplicate-contract]`,
				`    at:   /contracts/1`,
				`    also: lockstep.yaml:3:5: first`),
		},
		{
			"output around a contract",
			"out: generated/go", "out: schema/demo",
			join(`lockstep.yaml:9:10: the output folder "schema/demo" overlaps with the contract in "schema/demo/v1" [output-over-source]`,
				`    at:   /targets/go/out`,
				`    also: lockstep.yaml:3:5: the contract`,
				`    hint: give generated files a folder of their own`),
		},
		{
			"output in a contract's folder, in another case",
			"out: generated/go", "out: schema/DEMO/v1/go",
			join(`lockstep.yaml:9:10: the output folder "schema/DEMO/v1/go" overlaps with the contract in "schema/demo/v1" [output-over-source]`,
				`    at:   /targets/go/out`,
				`    also: lockstep.yaml:3:5: the contract`,
				`    hint: give generated files a folder of their own`),
		},
		{
			"output in the root",
			"out: generated\n", "out: .\n",
			join(`lockstep.yaml:5:6: the output folder "." overlaps with the contract in "schema/demo/v1" [output-over-source]`,
				`    at:   /out`,
				`    also: lockstep.yaml:3:5: the contract`,
				`    hint: give generated files a folder of their own`,
				`lockstep.yaml:5:6: the output folder "." overlaps with the contract in "schema/door/v2" [output-over-source]`,
				`    at:   /out`,
				`    also: lockstep.yaml:4:5: the contract`,
				`    hint: give generated files a folder of their own`),
		},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			require.Equal(t, 1, strings.Count(config, test.old))
			c, diags := Read(parse(t, strings.Replace(config, test.old, test.new, 1)))
			assert.Nil(t, c)
			assert.Equal(t, test.want, diags.Error())
		})
	}
}

func TestIsImportPath(t *testing.T) {
	for s, want := range map[string]bool{
		"example.com/a/v2": true, "a": true, "": false, "/a": false, "a//b": false, "a b": false, "../a": false, "a\n": false,
	} {
		assert.Equal(t, want, IsImportPath(s), "%q", s)
	}
}
