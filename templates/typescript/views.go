package tstemplate

// A LineComment is a comment for TypeDoc on one line.
type LineComment struct{ Indent, Text string }

// A LineNote is a comment for readers of the code.
type LineNote struct{ Text string }

// A BlockComment is a comment for TypeDoc. A line is empty or starts with a space.
type BlockComment struct {
	Indent string
	Lines  []string
}

// A Text is a view that is written already.
type Text string

// A Group is views one after the other, with an empty line between them.
type Group struct{ Views []View }

// Declarations is a file of types: index.d.ts or index.d.cts.
type Declarations struct {
	Doc     View
	Runtime string // folder of the runtime, as a module specifier: "../../runtime"
	Ext     string // extension of modules: ".js" or ".cjs"
	Body    View
}

// An Interface is an object type with a name.
type Interface struct {
	Doc     View
	Name    string
	Members []View
}

// A Member is a property of an object type on one line.
type Member struct {
	Doc        View
	Indent     string
	Before     string // "readonly ", or nothing
	Name, Mark string // Mark is "?" for a property that may be absent
	Type       string
}

// A Nested is a property of an object type that is an object type itself.
type Nested struct {
	Doc     View
	Indent  string
	Name    string
	Members []View
}

// An Alias is a type with a name.
type Alias struct {
	Doc        View
	Name, Type string
}

// A Union is an alias of one type of several, a line each.
type Union struct {
	Doc   View
	Name  string
	Types []string
}

// A Choices is an alias of one object type of several, each with comments of its own.
type Choices struct {
	Doc   View
	Name  string
	Cases []View
}

// A Shape is one of the object types.
type Shape struct{ Members []View }

// A Constant is the declaration of a value.
type Constant struct {
	Doc        View
	Name, Type string
}

// A Table is the declaration of a value that is an object.
type Table struct {
	Doc     View
	Name    string
	Members []View
}

// Methods is what there is for a contract with tools beside the map of methods: types that follow from it.
type Methods struct {
	Effects string // a union of string literals
	Code    string // type of an error code
	Inputs  []View // members of the map from methods to what the checks make of their params
}

// A Module is a file of JavaScript in the form of an ECMAScript module: index.js.
type Module struct {
	About   View
	Runtime string
	Imports string // names from the runtime, with what stands between and around them
	Shape   string // names from the shape module of the runtime
	Again   string // names from there that are exported too
	Exports []string
	Body    View
}

// A Common is a Module in the form of CommonJS: index.cjs.
type Common Module

// A Let is a constant that a module does not export by itself.
type Let struct {
	Doc         View
	Name, Value string
}

func (LineComment) template() string  { return "line-comment" }
func (LineNote) template() string     { return "line-note" }
func (BlockComment) template() string { return "block-comment" }
func (Text) template() string         { return "text" }
func (Group) template() string        { return "group" }
func (Declarations) template() string { return "declarations" }
func (Interface) template() string    { return "interface" }
func (Member) template() string       { return "member" }
func (Nested) template() string       { return "nested" }
func (Alias) template() string        { return "alias" }
func (Union) template() string        { return "union" }
func (Choices) template() string      { return "choices" }
func (Shape) template() string        { return "shape" }
func (Constant) template() string     { return "constant" }
func (Table) template() string        { return "table" }
func (Methods) template() string      { return "methods" }
func (Module) template() string       { return "module" }
func (Common) template() string       { return "common" }
func (Let) template() string          { return "let" }

// A Function is a straight-line check: a function of a value v, which Fast in the runtime describes.
type Function struct {
	Doc          View
	Name, Params string
	Body         []View
}

// A Refusal ends a check when a condition holds.
type Refusal struct{ Condition string }

// An Enter counts how deep a check has come.
type Enter struct{}

// A Read reads properties of the value, each into a variable.
type Read struct{ Pattern string }

// An OwnRead reads a property whose name every object has.
type OwnRead struct{ Variable, Name string }

// A Present starts the count of properties that are there.
type Present struct{ Count int }

// An IfPresent is the check of a property that may be absent.
type IfPresent struct{ Variable, Condition string }

// A Length reads how long an array is.
type Length struct{}

// A Holes is what tells whether a hole of an array shows something.
type Holes struct{}

// An Items is the check of each item of an array.
type Items struct{ Condition string }

// A Loop is the check of every property.
type Loop struct{ Rest View }

// A CountingLoop is the check of the properties that no other check names. Known says whether one does, which is counted.
type CountingLoop struct {
	Known string
	Rest  View
}

// What a loop does with a property: refuse it, see whether it is a JSON value, or check it.
type (
	RestNone  struct{}
	RestJSON  struct{}
	RestTyped struct{ Condition string }
)

// A Several counts which conditions hold.
type Several struct{ Conditions []string }

// A Choose picks the check of a value by one of its properties.
type Choose struct {
	Property string
	Cases    []Case
}

// A Case is the values that pick a result.
type Case struct {
	Values []string
	Result string
}

// A Values is whether the value is one of many strings.
type Values struct{ Values []string }

// A Return ends a check.
type Return struct{ Value string }

func (Function) template() string     { return "function" }
func (Refusal) template() string      { return "refusal" }
func (Enter) template() string        { return "enter" }
func (Read) template() string         { return "read" }
func (OwnRead) template() string      { return "own-read" }
func (Present) template() string      { return "present" }
func (IfPresent) template() string    { return "if-present" }
func (Length) template() string       { return "length" }
func (Holes) template() string        { return "holes" }
func (Items) template() string        { return "items" }
func (Loop) template() string         { return "loop" }
func (CountingLoop) template() string { return "counting-loop" }
func (RestNone) template() string     { return "rest-none" }
func (RestJSON) template() string     { return "rest-json" }
func (RestTyped) template() string    { return "rest-typed" }
func (Several) template() string      { return "several" }
func (Choose) template() string       { return "choose" }
func (Values) template() string       { return "values" }
func (Return) template() string       { return "return" }

// A Readme is the README.md of the package.
type Readme struct {
	Package, Repair string
	Contracts       []ReadmeContract
	Use, Methods    View
}

// A ReadmeContract is a row of the table of contracts, in Markdown.
type ReadmeContract struct{ Module, ID, Doc string }

// A ReadmeUse shows how the checks of one shape are used.
type ReadmeUse struct{ Module, Shape string }

// A ReadmeMethods shows how the methods of a contract are implemented and called.
type ReadmeMethods struct{ Module, Method string }

// A DriftTest is the test that compares the package with what was generated.
type DriftTest struct {
	Repair  string
	Files   []Hashed
	Modules []DriftModule
}

// A Hashed is a file with its SHA-256 in hexadecimal.
type Hashed struct{ Name, Hash string }

// A DriftModule is the module of a contract, with the path from the package to the schema.
type DriftModule struct{ Name, Schema, Hash string }

// An Assertions is a file that compiles while types are what they should be.
type Assertions struct {
	Module string
	Lines  []string
}

func (Readme) template() string        { return "readme" }
func (ReadmeUse) template() string     { return "readme-use" }
func (ReadmeMethods) template() string { return "readme-methods" }
func (DriftTest) template() string     { return "drift-test" }
func (Assertions) template() string    { return "assertions" }
