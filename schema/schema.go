// Package schema embeds what this folder holds: the contracts, and the JSON Schemas of the files that people write:
// contract.yaml, scenarios.yaml and lockstep.yaml. The files are embedded byte by byte; it reads and changes none of them.
package schema

import "embed"

// go generate ./... does what make gen does: it writes generated/ anew from lockstep.yaml and the contracts.
//
//go:generate go run github.com/rightkit/lockstep/cmd/lockstep gen -C ..

// Contract is the JSON Schema of contract.yaml.
//
//go:embed contract.schema.json
var Contract string

// Scenarios is the JSON Schema of scenarios.yaml.
//
//go:embed scenarios.schema.json
var Scenarios string

// Lockstep is the JSON Schema of lockstep.yaml.
//
//go:embed lockstep.schema.json
var Lockstep string

// Contracts holds the contracts of this repository, by the paths that they have here: "demo/v1/schema.json".
//
//go:embed demo
var Contracts embed.FS
