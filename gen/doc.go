// Package gen is Lockstep: it turns the contracts of a project into the code that every peer compiles, or says how that
// code differs from what is on disk.
//
// # The pipeline
//
// A straight line with a type per stage, so that no stage can be left out:
//
//	load      bytes        -> load.Document      every node with file:line:col; duplicate members refused
//	parse     Document     -> jsonschema.Schema  every keyword read or reported
//	resolve   Schema       -> jsonschema.Graph   references linked, inside the project, without a network
//	lower     Graph        -> ir.Contract        names, presence, unions, cycles, tools: decided here and only here
//	check     ir.Contract  -> diag.List          rules as a table
//	emit      ir.Contract  -> output.Set         in memory, a folder per target; an error means that nothing is written
//	write     output.Set   -> the disk           atomically; diff compares instead, and touches nothing
//
// [Project.Build] runs all but the last stage; generating and checking differ only in that one.
//
// # The packages
//
//	source, decimal          places in files; exact numbers
//	name, pattern            words and identifiers; regular expressions
//	diag                     what is wrong, where, and what to do about it
//	load                     JSON and YAML with positions
//	form                     small readers for documents whose form we know: contract.yaml, lockstep.yaml
//	jsonschema               JSON Schema 2020-12, a field per keyword, and its references
//	contract, project        contract.yaml beside a schema; lockstep.yaml at the top of a project
//	ir                       the model: what a language holds (Type) and what it accepts (Rule), kept apart
//	lower                    schema to model
//	rules                    the model's rules as the runtime's, to check an instance without generated code
//	listing                  the tools of a contract as an agent is told of them, with schemas that stand alone
//	scenario                 scenarios.yaml beside a schema: calls and outcomes, run against any host
//	check                    findings about a whole contract
//	output                   files in memory: write, diff, lock
//	golang, typescript, rust the targets, a package each
//	../templates             what is copied or filled in instead of composed: the runtime of each language, and the
//	                         transport that carries the calls of any contract between programs
//	../cmd                   lockstep; right-ctl and right-ctl-host, which are built from generated code alone
//
// Imports go one way, from the end of the pipeline to its start; a test keeps this law and names the reason for each
// ban. Only cmd prints, exits, reads the environment, or knows the time.
//
// # Two decisions
//
// Representation and validation are separate. A Type says what a language holds, a Rule says which instances are
// accepted, keyword by keyword as in the schema. Generated decoders read by the Type and enforce by the Rule: directly
// where the runtime carries the keyword, through the runtime's rule interpreter otherwise. So a schema may use all of
// JSON Schema while types stay simple, and no keyword is lost because no type could carry it.
//
// The interpreter is the reference. Decoders that were generated must give its verdict, code and locations; tests and
// fuzzing compare the two.
package gen
