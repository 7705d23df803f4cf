package rstemplate

// A Manifest is the Cargo.toml.
type Manifest struct {
	Name, Version, License string // literals; License may be ""
	Description            string
	Features               []string
}

// A Lib is the root of the crate.
type Lib struct {
	Modules []ModuleLine
	Example *Example // nil when no shape is good for one
}

// An Example reads a shape that is an object.
type Example struct{ Crate, Module, Type string }

// Versions is the module of a contract.
type Versions struct{ Modules []ModuleLine }

// A ModuleLine declares a module.
type ModuleLine struct{ Name, Doc string }

// A Format is the configuration of rustfmt.
type Format struct{}

// A Module is one version of a contract: its types.
type Module struct {
	Doc                     []string
	Name, Version, ID, Hash string // literals
	Result, String, Option  string // as they are called in this module
	Constants               []View
	Types                   []View
	Tools                   View
	Shapes                  int
	Maps                    bool // some type is a map
	Times                   bool // some constant is a length of time
	Counts                  bool // some type is usize
}

// A Constant is a public constant.
type Constant struct {
	Doc               []string
	Name, Type, Value string
	Gate              string // literal: the feature without which it does not exist; "" for none
}

// A Struct is a type with fields.
type Struct struct {
	Doc          []string
	Derive, Name string
	Fields       []Field
}

// A Field of a Struct.
type Field struct {
	Doc        []string
	Name, Type string
}

// An Enum is a set of strings.
type Enum struct {
	Doc    []string
	Name   string
	Values []Variant
}

// A Variant of an Enum or a Union.
type Variant struct {
	Doc  []string
	Name string
}

// A Union holds one of its variants.
type Union struct {
	Doc          []string
	Derive, Name string
	Variants     []Variant
}

// An Alias is another name of a type.
type Alias struct {
	Doc        []string
	Name, Type string
}

// A Newtype is a type around another.
type Newtype struct {
	Doc                        []string
	Derive, Name, Type, Public string
}

// Tools are the methods of the service.
type Tools struct {
	Count                            int
	Result, String, Vec, From, Sized string // as they are called in this module
	Methods                          []Method
	Effects                          []Variant
	Closed                           bool // some method has a result that may be closed
}

// A Method of the service.
type Method struct {
	Doc                                               []string
	Variant, Name, Wire, Effect, Timeout, Description string
	Token                                             bool
	Params, Result                                    string
	ParamsWire, ResultWire                            string
	ParamsRule, ResultRule                            string
	ReadParams, WriteParams, ReadResult, WriteResult  string

	ClosedProperty, ClosedValue, ClosedCode string // literals; "" when the result is never closed
}

// A Codec is what the types of a module do.
type Codec struct {
	Functions []string
	Messages  []string
	Shapes    []ShapeRow
	Enums     []EnumTable
	Secrets   []Secret
	Tools     View
}

// A ShapeRow is a shape under its wire name.
type ShapeRow struct{ Wire, Rule, Read, Write string }

// An EnumTable is what the strings of an enum are.
type EnumTable struct {
	Name     string
	Count    int
	Values   []EnumRow
	Meanings bool
}

// An EnumRow is one of them.
type EnumRow struct{ Name, Value, Doc string }

// A Secret is a type whose value is not printed.
type Secret struct {
	Name, Redacted string
	Type           string // String, or "" when it is no string
}

// Rules are the rules of a module.
type Rules struct {
	Rules    []Rule
	Patterns []Pattern
}

// A Rule is a static.
type Rule struct {
	Name   string
	Fields []string
}

// A Pattern is a static.
type Pattern struct {
	Name, Source string
	Start        int
	Steps        []string
}

func (Manifest) template() string { return "manifest" }
func (Lib) template() string      { return "lib" }
func (Versions) template() string { return "versions" }
func (Format) template() string   { return "format" }
func (Module) template() string   { return "module" }
func (Constant) template() string { return "constant" }
func (Struct) template() string   { return "struct" }
func (Enum) template() string     { return "enum" }
func (Union) template() string    { return "union" }
func (Alias) template() string    { return "alias" }
func (Newtype) template() string  { return "newtype" }
func (Tools) template() string    { return "tools" }
func (Codec) template() string    { return "codec" }
func (Rules) template() string    { return "rules" }
