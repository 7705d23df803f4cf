package lower

import (
	"slices"
	"testing"
	"time"

	"github.com/rightkit/lockstep/gen/contract"
	"github.com/rightkit/lockstep/gen/diag"
	"github.com/rightkit/lockstep/gen/ir"
	"github.com/rightkit/lockstep/gen/jsonschema"
	"github.com/rightkit/lockstep/gen/load"
	"github.com/rightkit/lockstep/gen/rules"
	"github.com/rightkit/lockstep/gen/source"
	"github.com/rightkit/lockstep/templates/go/runtime/wire"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// withContract returns the model of a schema and a contract file.
func withContract(t *testing.T, schema, file string) (*ir.Contract, diag.List) {
	t.Helper()
	doc, diags := load.JSON(source.NewFile("x/schema.json", []byte(schema)))
	require.False(t, diags.Failed(), "%v", diags)
	s, diags := jsonschema.Parse(doc)
	require.False(t, diags.Failed(), "%v", diags)
	g, diags := jsonschema.Resolve(s, jsonschema.Options{})
	require.False(t, diags.Failed(), "%v", diags)
	doc, diags = load.YAML(source.NewFile("x/contract.yaml", []byte(file)))
	require.False(t, diags.Failed(), "%v", diags)
	f, diags := contract.Read(doc)
	require.False(t, diags.Failed(), "%v", diags)
	diags = f.Check(g)
	require.False(t, diags.Failed(), "%v", diags)
	return Lower(Input{Graph: g, Contract: f})
}

const shopSchema = `{
  "$id": "shop.v2", "title": "Shop",
  "$defs": {
    "order": {
      "params": {
        "type": "object",
        "properties": {
          "who": {"type": "string"},
          "how": {"enum": ["card", "cash"]},
          "number": {"type": "string", "maxLength": 20},
          "lines": {"type": "array", "items": {"type": "object", "properties": {"sku": {"type": "string"}, "count": {"type": "integer"}}}}
        },
        "required": ["who", "how"]
      },
      "result": {"type": "string"}
    },
    "pay": {
      "params": {
        "type": "object", "properties": {"who": {"type": "string"}},
        "oneOf": [{"properties": {"card": {"type": "string"}}}, {"properties": {"cash": {"type": "integer"}}}]
      },
      "result": {"type": "object", "properties": {"state": {"enum": ["done", "open"]}}}
    },
    "code": {"enum": ["no_stock", "no_money"]}
  }
}`

const shopContract = `name: shop
version: v2
schema: schema.json
service: {name: example.shop, client: shop-ctl}
tools:
  - name: shop.order
    command: order
    doc: Order things.
    effect: act
    timeout: 5s
    params: order.params
    result: order.result
    token: who
  - name: shop.pay
    command: pay
    doc: Pay for them.
    effect: act
    timeout: 1m
    params: pay.params
    result: pay.result
    fail_closed: {property: state, value: done, code: no_money}
errors:
  shape: code
  pass_through: true
  meanings: {no_stock: Nothing is left., no_money: It costs more.}
conditions:
  - shapes: [order.params]
    property: how
    equals: card
    require: [number]
secrets: [order.result]
docs:
  order.params: {doc: What is ordered., properties: {who: Who orders., number: Number of the card.}}
  /$defs/order/params/properties/lines/items: {doc: One line., properties: {sku: What.}}
names:
  /$defs/order/params/properties/lines/items: {all: Line, rust: OrderLine, properties: {sku: {go: SKU}}}
  /$defs/order/params/properties/how: {values: {cash: {go: Coins}}}
exits:
  - {exit: 3, codes: [no_stock], doc: Nothing is left.}
  - {exit: 1, doc: Anything else.}
`

func TestContract(t *testing.T) {
	c, diags := withContract(t, shopSchema, shopContract)
	require.False(t, diags.Failed(), "%v", diags)
	requireSound(t, c)
	assert.Equal(t, "shop", c.Name)
	assert.Equal(t, "v2", c.Version)
	assert.Equal(t, "shop.v2", c.ID)
	assert.Equal(t, "Shop", c.Title)
	assert.Equal(t, "x/schema.json", c.SchemaPath)
	assert.Equal(t, shopSchema, string(c.Schema))
	assert.Equal(t, &ir.Service{Name: "example.shop", Client: "shop-ctl"}, c.Service)

	params := c.Lookup("order.params")
	assert.Equal(t, "What is ordered.", params.Doc)
	fields := params.Type.(*ir.Struct).Fields
	assert.Equal(t, "Who orders.", fields[0].Doc)
	assert.Equal(t, "Number of the card.", fields[2].Doc)

	line := c.Lookup("order.params#/properties/lines/items")
	assert.Equal(t, map[string]string{"go": "Line", "typescript": "Line", "rust": "OrderLine"}, line.Pinned)
	assert.Equal(t, "One line.", line.Doc)
	assert.Equal(t, map[string]string{"go": "SKU"}, line.Type.(*ir.Struct).Fields[0].Pinned)
	assert.Equal(t, "What.", line.Type.(*ir.Struct).Fields[0].Doc)
	how := c.Lookup("order.params#/properties/how").Type.(*ir.Enum)
	assert.Equal(t, map[string]string{"go": "Coins"}, how.Values[1].Pinned)
	assert.True(t, c.Lookup("order.result").Secret)
	assert.False(t, params.Secret)

	order, pay := c.Tools[0], c.Tools[1]
	assert.Equal(t, []string{"order"}, order.Words)
	assert.Equal(t, 5*time.Second, order.Timeout)
	assert.Same(t, params, order.Params)
	assert.Same(t, fields[0], order.Token)
	assert.Equal(t, []string{"who", "number"}, order.Text)
	assert.Nil(t, order.Closed)
	assert.Equal(t, []string{"who", "card"}, pay.Text, "the properties of alternatives count")
	assert.Equal(t, &ir.FailClosed{Property: "state", Value: "done", Code: "no_money"}, pay.Closed)
	assert.Equal(t, "Nothing is left.", c.Codes.Shape.Type.(*ir.Enum).Values[0].Doc)
	assert.True(t, c.Codes.PassThrough)
	assert.Equal(t, []ir.Exit{{Code: 3, Codes: []string{"no_stock"}, Doc: "Nothing is left."}, {Code: 1, Doc: "Anything else."}}, c.Exits)
}

func TestCondition(t *testing.T) {
	c, diags := withContract(t, shopSchema, shopContract)
	require.False(t, diags.Failed(), "%v", diags)
	r := rules.Wire(c.Lookup("order.params").Rule)
	assert.Empty(t, wire.Check([]byte(`{"who":"a","how":"cash"}`), r))
	violations := wire.Check([]byte(`{"who":"a","how":"card"}`), r)
	require.Len(t, violations, 1)
	assert.Equal(t, "required", violations[0].Code)
	assert.Equal(t, "contract.yaml#/conditions/0", violations[0].Keyword)
}

// TestTokenOfAlternatives refuses what the model has no place for.
func TestTokenOfAlternatives(t *testing.T) {
	c, diags := withContract(t, shopSchema, `name: shop
version: v2
schema: schema.json
service: {name: example.shop, client: shop-ctl}
tools:
  - {name: shop.pay, command: pay, doc: Pay., effect: act, timeout: 1m, params: pay.params, result: pay.result, token: who}
`)
	assert.Nil(t, c)
	d := find(diags, "unsupported")
	require.NotNil(t, d, "%v", diags)
	assert.Equal(t, "x/contract.yaml", d.Pos.File.Name)
	assert.NotEmpty(t, d.Also)
}

// TestSecretOrNull keeps the name of a secret where null is accepted beside it, so that no place prints it.
func TestSecretOrNull(t *testing.T) {
	c, diags := withContract(t, `{"$defs": {
		"apiKey": {"type": "string"},
		"login": {"type": "object", "properties": {
			"key": {"oneOf": [{"$ref": "#/$defs/apiKey"}, {"type": "null"}]},
			"keys": {"type": "array", "items": {"anyOf": [{"type": "null"}, {"$ref": "#/$defs/apiKey"}]}},
			"by name": {"type": "object", "additionalProperties": {"oneOf": [{"$ref": "#/$defs/apiKey"}, {"type": "null"}]}}
		}}
	}}`, "name: shop\nversion: v2\nschema: schema.json\nsecrets: [apiKey]\ndocs:\n  apiKey: {doc: Opens the door.}\n")
	require.False(t, diags.Failed(), "%v", diags)
	key := c.Lookup("apiKey")
	require.True(t, key.Secret)
	for _, f := range fieldsOf(c.Lookup("login")) {
		assert.Equal(t, []*ir.Shape{key}, slices.Collect(ir.Refs(f.Type)), f.Name)
	}
	assert.Equal(t, "Opens the door.", fieldsOf(c.Lookup("login"))[0].Doc, "what the contract file says of a shape holds for its fields")
}

// TestDocsAreCompleted adds what annotations say to docs of the contract file.
func TestDocsAreCompleted(t *testing.T) {
	c, diags := withContract(t, `{"$defs": {"visit": {"type": "object", "properties": {
		"at": {"type": "string", "format": "date-time", "deprecated": true}, "who": {"type": "string"}
	}}}}`, "name: shop\nversion: v2\nschema: schema.json\ndocs:\n  visit: {properties: {at: When they came}}\n")
	require.False(t, diags.Failed(), "%v", diags)
	fields := fieldsOf(c.Lookup("visit"))
	assert.Equal(t, "When they came. Format date-time; not checked.\n\nDeprecated: the schema marks it so.", fields[0].Doc)
	assert.Equal(t, "A string.", fields[1].Doc)
}

// TestSpelledOut tells of names that are longer in code, unless the contract file pins them.
func TestSpelledOut(t *testing.T) {
	const schema = `{"$defs": {"van": {"enum": ["own-van", "own_van", "rented"]}}}`
	const file = "name: shop\nversion: v2\nschema: schema.json\n"
	_, diags := withContract(t, schema, file)
	require.Len(t, diags, 2)
	assert.Equal(t, `x/schema.json:1:29: notice: the value "own-van" is called OwnDashVan in code, to tell it apart from another one [name-spelled-out]
    at:   /$defs/van/enum/0
    hint: to choose the name, pin one under "names" in contract.yaml`, diags[0].Text())
	c, diags := withContract(t, schema, file+"names:\n  van: {values: {own-van: {all: OwnVan}}}\n")
	require.Len(t, diags, 1)
	assert.Contains(t, diags[0].Text(), "OwnUnderscoreVan")
	assert.Equal(t, "OwnVan", c.Lookup("van").Type.(*ir.Enum).Values[0].Pinned["go"])
}
