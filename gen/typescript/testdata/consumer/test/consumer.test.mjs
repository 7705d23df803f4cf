import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { test } from "node:test";

import { Agent, complain, fields, fill } from "../dist/agent.mjs";
import { CutRightHost } from "../dist/host.mjs";
import { explain, serve } from "../dist/serve.mjs";
import { contract, ErrorCode, meanings, tools } from "@rightkit/contracts/demo/v1";

const common = createRequire(import.meta.url)("../dist/common.cjs");

test("an agent fills in a field through checked texts", async () => {
  const host = new CutRightHost();
  const agent = new Agent((method, text) => serve(host, method, text));
  assert.equal(await fill(agent, "hello"), "3 s1-4 complete true");
  assert.deepEqual(host.log, ["click Name", "type 5 characters into Name", "press enter", "click Save"]);
});

test("a call that does not fit is refused before the host sees it", async () => {
  const host = new CutRightHost();
  const refused = async (method, text) => serve(host, method, text);
  assert.deepEqual(await refused("demo.nothing", "{}"), { ok: false, code: "unknown_tool", violations: [] });
  const answer = await refused("demo.batch", '{"token":"t","steps":[{"ref":"a","op":"type"},{"ref":"b","op":"clik"}]}');
  assert.equal(answer.code, "invalid_arguments");
  assert.deepEqual(
    answer.violations.map(({ code, instance, keyword }) => [code, instance, keyword]),
    [
      ["required", "/steps/0", "contract.yaml#/conditions/0"],
      ["enum", "/steps/1/op", "/$defs/elementOp/enum"],
    ],
  );
  assert.equal((await refused("demo.snapshot", '{"token":"t","token":"t"}')).violations[0].code, "duplicate-member");
  assert.equal((await refused("demo.snapshot", '{"token":"unknown"}')).code, "invalid_token");
  assert.deepEqual(host.log, []);
});

test("a snapshot narrows only when it is safe", () => {
  const element = { ref: "e", role: "textfield", label: "Name", ops: ["type"] };
  assert.deepEqual(fields({ capture_state: "safe", elements: [element] }), ["e"]);
  assert.deepEqual(fields({ capture_state: "unsafe", elements: [element] }), []);
  assert.deepEqual(fields(null), []);
});

test("errors say what is wrong", () => {
  assert.equal(complain('{"ref":"a","op":"type","text":"b"}'), "type b");
  assert.match(complain('{"ref":"a","op":"clik"}'), /\/op: got "clik", want "click", "type" or "press" \[enum\]/);
});

test("every code has a meaning and an explanation", () => {
  assert.equal(ErrorCode.values.length, 13);
  for (const code of ErrorCode.values) {
    assert.notEqual(meanings[code], "");
    assert.notEqual(explain(code), "");
    assert.equal(typeof common.isFinal(code), "boolean");
  }
  assert.throws(() => explain("new_code"), /"new_code" is not handled/);
});

test("the constants are those of the contract", () => {
  assert.equal(contract.id, "rightkit.agent.demo.v1");
  assert.deepEqual(
    Object.values(tools).map(({ name, effect, timeout, token }) => [name, effect, timeout, token]),
    [
      ["demo.request", "launch", 600000, null],
      ["demo.apps", "observe", 30000, null],
      ["demo.snapshot", "observe", 30000, "token"],
      ["demo.act", "act", 30000, "token"],
      ["demo.batch", "act", 30000, "token"],
      ["demo.end", "launch", 30000, "token"],
    ],
  );
});

test("CommonJS works the same", async () => {
  assert.deepEqual((await common.batch()).results, [{ receipt_id: "click e1" }, { receipt_id: "type abc" }]);
  assert.equal(await common.label(), "Save");
  assert.deepEqual(common.codes, ErrorCode.values);
});
