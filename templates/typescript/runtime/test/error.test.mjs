import assert from "node:assert/strict";
import { test } from "node:test";
import * as wire from "../wire.js";

test("instanceof knows the errors of another copy", async () => {
  const other = await import("../wire.js?another");
  const copy = await import("../error.js?another");
  assert.equal(other.ContractError, wire.ContractError); // files that it imports are the same
  assert.notEqual(copy.ContractError, wire.ContractError);
  const error = new copy.ContractError([]);
  assert.ok(error instanceof wire.ContractError);
  assert.ok(new wire.ContractError([]) instanceof copy.ContractError);
  assert.ok(error instanceof Error);
});

test("instanceof knows what is no such error", () => {
  for (const value of [null, undefined, 5, "ContractError", {}, new Error("x"), wire.ContractError, { violations: [] }]) {
    assert.ok(!(value instanceof wire.ContractError));
  }
  class Mine extends wire.ContractError {}
  assert.ok(!(new wire.ContractError([]) instanceof Mine));
  assert.ok(new Mine([]) instanceof Mine);
  assert.ok(new Mine([]) instanceof wire.ContractError);
  assert.deepEqual(Object.keys(new wire.ContractError([])), ["violations"]);
});
