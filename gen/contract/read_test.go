package contract

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/rightkit/lockstep/gen/diag"
	"github.com/rightkit/lockstep/gen/load"
	"github.com/rightkit/lockstep/gen/source"
)

// door is a contract file that says everything that can be said.
const door = `name: door
version: v1
schema: schema.json
doc: Opens a door.
service:
  name: example.door
  client: door-ctl
tools:
  - name: door.knock
    command: knock
    doc: Ask to be let in.
    effect: launch
    timeout: 10m
    params: knock.params
    result: knock.result
  - name: door.open
    command: open
    doc: Open the door.
    effect: act
    timeout: 30s
    params: open.params
    result: open.result
    token: key
    fail_closed:
      property: state
      value: safe
      code: alarm
errors:
  shape: code
  pass_through: true
  meanings:
    alarm: The alarm is on.
    locked: The door is locked.
  beside:
    not_allowed: The caller may not open doors.
text_keys: [name, key, word]
conditions:
  - shapes: [open.params]
    property: how
    equals: say
    require: [word]
limits:
  - shape: open.params
    property: doors
    minItems: 1
    maxItems: 9
exits:
  - exit: 3
    codes: [not_allowed]
    doc: Not allowed.
  - exit: 1
    doc: Any other error.
fixture:
  app: app.example.door
  feature: door
secrets: [key]
docs:
  code:
    values:
      alarm: The alarm is on.
  knock.params:
    doc: Who knocks.
    properties:
      name: Name of the guest.
names:
  /$defs/open/result/properties/state:
    all: DoorState
    rust: State
    values:
      safe: {go: Safe}
  open.params:
    properties:
      key: {rust: door_key}
`

// parse reads a contract.yaml that is well-formed YAML.
func parse(t *testing.T, text string) *load.Document {
	t.Helper()
	doc, diags := load.YAML(source.NewFile("contract.yaml", []byte(text)))
	require.Empty(t, diags)
	return doc
}

// edit replaces the one place of old in a text.
func edit(t *testing.T, text, old, new string) string {
	t.Helper()
	require.Equal(t, 1, strings.Count(text, old), "%q must stand once in the text", old)
	return strings.Replace(text, old, new, 1)
}

// join makes a golden text of lines.
func join(lines ...string) string { return strings.Join(lines, "\n") }

func TestRead(t *testing.T) {
	f, diags := Read(parse(t, door))
	require.Empty(t, diags)

	assert.Equal(t, "door", f.Name.Value)
	assert.Equal(t, "v1", f.Version.Value)
	assert.Equal(t, "schema.json", f.Schema.Value)
	assert.Equal(t, "contract.yaml:3:9", f.Schema.Pos.String())
	assert.Equal(t, "door-ctl", f.Service.Client.Value)

	require.Len(t, f.Tools, 2)
	knock, open := f.Tools[0], f.Tools[1]
	assert.Equal(t, 10*time.Minute, knock.Timeout.Value)
	assert.Nil(t, knock.Token.Node)
	assert.Nil(t, knock.FailClosed)
	assert.Equal(t, "open.params", open.Params.Value)
	assert.Equal(t, source.Pointer("/tools/1/token"), open.Token.Node.Pointer)
	assert.Equal(t, "alarm", open.FailClosed.Code.Value)

	assert.True(t, f.Errors.PassThrough.Value)
	require.Len(t, f.Errors.Meanings, 2)
	assert.Equal(t, "locked", f.Errors.Meanings[1].Name.Value)
	assert.Equal(t, "contract.yaml:33:5", f.Errors.Meanings[1].Name.Pos.String())
	assert.Equal(t, "The door is locked.", f.Errors.Meanings[1].Text.Value)
	require.Len(t, f.TextKeys, 3)
	require.Len(t, f.Limits, 1)
	require.Len(t, f.Limits[0].Bounds, 2)
	assert.Equal(t, "maxItems", f.Limits[0].Bounds[1].Keyword)
	assert.Equal(t, 9, f.Limits[0].Bounds[1].Value.Value)
	require.Len(t, f.Exits, 2)
	assert.Equal(t, 3, f.Exits[0].Exit.Value)
	assert.Empty(t, f.Exits[1].Codes)
	assert.Equal(t, "door", f.Fixture.Feature.Value)

	assert.Equal(t, "Who knocks.", f.ShapeDoc("knock.params", "/$defs/knock/params").Doc.Value)
	assert.Nil(t, f.ShapeDoc("open.params", "/$defs/open/params"))
	state := f.ShapeNames("open.result#/properties/state", "/$defs/open/result/properties/state")
	require.NotNil(t, state)
	assert.Equal(t, "DoorState", state.Pinned.For("go"))
	assert.Equal(t, "State", state.Pinned.For("rust"))
	assert.Equal(t, "Safe", state.Values[0].Pinned.For("go"))
	assert.Empty(t, state.Values[0].Pinned.For("rust"))
	assert.True(t, f.Secret("key", "/$defs/key"))
	assert.False(t, f.Secret("code", "/$defs/code"))
}

// A file may leave out everything but its name, its version and its schema.
func TestReadMinimal(t *testing.T) {
	f, diags := Read(parse(t, "name: note\nversion: v2\nschema: ./shapes/note.json\n"))
	require.Empty(t, diags)
	assert.Equal(t, "shapes/note.json", f.Schema.Value)
	assert.Nil(t, f.Service)
	assert.Nil(t, f.Errors)
	assert.Nil(t, f.TextKeys)
	assert.Nil(t, f.ShapeDoc("note", "/$defs/note"))

	f, diags = Read(parse(t, "name: note\nversion: v2\nschema: note.json\ntext_keys: []\n"))
	require.Empty(t, diags)
	assert.NotNil(t, f.TextKeys, "an empty list asserts that there is no text key")
}

func TestReadErrors(t *testing.T) {
	tests := []struct {
		name     string
		old, new string // edit of door
		want     string
	}{
		{
			"unknown key near a required one",
			"version: v1", "verison: v1",
			join(`contract.yaml:2:1: unknown key "verison" [unknown-key]`,
				`    at:   /verison`,
				`    hint: did you mean "version"?`),
		},
		{
			"unknown key near none",
			"    token: key\n", "    color: red\n",
			join(`contract.yaml:23:5: unknown key "color" [unknown-key]`,
				`    at:   /tools/1/color`,
				`    want: "name", "command", "doc", "effect", "timeout", "params", "result", "token" or "fail_closed"`),
		},
		{
			"missing key",
			"    effect: act\n", "",
			join(`contract.yaml:16:5: tool "door.open" lacks the key "effect" [missing-key]`,
				`    at:   /tools/1`),
		},
		{
			"tools without a service",
			"service:\n  name: example.door\n  client: door-ctl\n", "",
			`contract.yaml:1:1: the document lacks the key "service", which "tools" needs [missing-key]`,
		},
		{
			"string expected",
			"timeout: 30s", "timeout: 30",
			join(`contract.yaml:20:14: "timeout" must be a string [wrong-type]`,
				`    at:   /tools/1/timeout`,
				`    got:  30`,
				`    want: a time such as "30s" (ms, s, m or h)`),
		},
		{
			"no value",
			"    doc: Open the door.\n", "    doc: null\n",
			join(`contract.yaml:18:10: "doc" must be a string [wrong-type]`,
				`    at:   /tools/1/doc`,
				`    got:  null`,
				`    want: a text that is not blank`),
		},
		{
			"array expected",
			"secrets: [key]", "secrets: key",
			join(`contract.yaml:56:10: "secrets" must be an array [wrong-type]`,
				`    at:   /secrets`,
				`    got:  "key"`),
		},
		{
			"object expected",
			"  - exit: 1\n    doc: Any other error.\n", "  - 1\n",
			join(`contract.yaml:51:5: "exits/1" must be an object [wrong-type]`,
				`    at:   /exits/1`,
				`    got:  1`),
		},
		{
			"boolean expected",
			"pass_through: true", "pass_through: \"yes\"",
			join(`contract.yaml:30:17: "pass_through" must be a boolean [wrong-type]`,
				`    at:   /errors/pass_through`,
				`    got:  "yes"`),
		},
		{
			"no contract name",
			"name: door\nversion", "name: Front Door\nversion",
			join(`contract.yaml:1:7: "name" must be a lower-case name such as "demo" [bad-value]`,
				`    at:   /name`,
				`    got:  "Front Door"`),
		},
		{
			"no version",
			"version: v1", "version: v1.2",
			join(`contract.yaml:2:10: "version" must be a version such as "v1" [bad-value]`,
				`    at:   /version`,
				`    got:  "v1.2"`),
		},
		{
			"path out of the folder",
			"schema: schema.json", "schema: ../schema.json",
			join(`contract.yaml:3:9: "schema" must be a path below this file's folder, of letters, digits and "._@+~-", with "/" [bad-value]`,
				`    at:   /schema`,
				`    got:  "../schema.json"`),
		},
		{
			"no choice",
			"effect: launch", "effect: lanuch",
			join(`contract.yaml:12:13: "effect" must be "launch", "observe" or "act" [bad-value]`,
				`    at:   /tools/0/effect`,
				`    got:  "lanuch"`,
				`    hint: did you mean "launch"?`),
		},
		{
			"no time",
			"timeout: 30s", "timeout: 30sec",
			join(`contract.yaml:20:14: "timeout" must be a time such as "30s" (ms, s, m or h) [bad-value]`,
				`    at:   /tools/1/timeout`,
				`    got:  "30sec"`),
		},
		{
			"number out of bounds",
			"exit: 3", "exit: 126",
			join(`contract.yaml:48:11: "exit" must be a whole number from 1 to 125 [bad-value]`,
				`    at:   /exits/0/exit`,
				`    got:  126`),
		},
		{
			"no whole number",
			"maxItems: 9", "maxItems: 9.5",
			join(`contract.yaml:46:15: "maxItems" must be a whole number from 0 to 2147483647 [bad-value]`,
				`    at:   /limits/0/maxItems`,
				`    got:  9.5`),
		},
		{
			"blank text",
			"doc: Opens a door.", `doc: " "`,
			join(`contract.yaml:4:6: "doc" must be a text that is not blank [bad-value]`,
				`    at:   /doc`,
				`    got:  " "`),
		},
		{
			"no identifier",
			"rust: door_key", "rust: door-key",
			join(`contract.yaml:73:19: "rust" must be an identifier: letters, digits and "_", a letter first [bad-value]`,
				`    at:   /names/open.params/properties/key/rust`,
				`    got:  "door-key"`),
		},
		{
			"limit without a keyword",
			"    minItems: 1\n    maxItems: 9\n", "",
			join(`contract.yaml:43:5: "limits/0" says too little [missing-key]`,
				`    at:   /limits/0`,
				`    want: "minItems", "maxItems", "minLength", "maxLength", "minProperties" or "maxProperties"`),
		},
		{
			"empty list",
			"require: [word]", "require: []",
			join(`contract.yaml:41:14: "require" must be an array of at least 1 item [bad-value]`,
				`    at:   /conditions/0/require`,
				`    got:  an array of 0`),
		},
		{
			"item twice",
			"[name, key, word]", "[name, key, name]",
			join(`contract.yaml:36:24: "name" stands twice [duplicate-item]`,
				`    at:   /text_keys/2`,
				`    also: contract.yaml:36:13: first`),
		},
		{
			"tool twice",
			"name: door.open", "name: door.knock",
			join(`contract.yaml:16:11: "door.knock" stands twice [duplicate-tool]`,
				`    at:   /tools/1/name`,
				`    also: contract.yaml:9:11: first`),
		},
		{
			"command twice",
			"command: open", "command: knock",
			join(`contract.yaml:17:14: "knock" stands twice [duplicate-command]`,
				`    at:   /tools/1/command`,
				`    also: contract.yaml:10:14: first`),
		},
		{
			"code twice",
			"    not_allowed: The", "    alarm: The",
			join(`contract.yaml:35:5: "alarm" stands twice [duplicate-code]`,
				`    at:   /errors/beside/alarm`,
				`    also: contract.yaml:32:5: first`),
		},
		{
			"exit code twice",
			"exit: 1\n", "exit: 3\n",
			join(`contract.yaml:51:11: "3" stands twice [duplicate-exit]`,
				`    at:   /exits/1/exit`,
				`    also: contract.yaml:48:11: first`),
		},
		{
			"two exits for all other codes",
			"    codes: [not_allowed]\n", "",
			join(`contract.yaml:50:5: "any other code" stands twice [duplicate-exit-code]`,
				`    at:   /exits/1`,
				`    also: contract.yaml:48:5: first`),
		},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			f, diags := Read(parse(t, edit(t, door, test.old, test.new)))
			assert.Nil(t, f)
			assert.Equal(t, test.want, diags.Error())
		})
	}
}

// All that is wrong is reported at once, in the order of the file.
func TestReadReportsAll(t *testing.T) {
	_, diags := Read(parse(t, "name: 1\nversion: v1\ntools:\n  - 7\nexits: []\n"))
	var codes []string
	for _, d := range diags {
		assert.Equal(t, diag.Error, d.Severity)
		codes = append(codes, d.Code+" "+d.Pos.String())
	}
	assert.Equal(t, []string{
		"missing-key contract.yaml:1:1", // schema
		"missing-key contract.yaml:1:1", // service
		"wrong-type contract.yaml:1:7",
		"wrong-type contract.yaml:4:5",
		"bad-value contract.yaml:5:8",
	}, codes)
}

func TestReadNoObject(t *testing.T) {
	f, diags := Read(parse(t, "[]\n"))
	assert.Nil(t, f)
	assert.Equal(t, "contract.yaml:1:1: the document must be an object [wrong-type]\n    got:  an array of 0", diags.Error())
}
