import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const script = fileURLToPath(new URL("../testdata/poisoned.mjs", import.meta.url));
const ways = [
  "none",
  "methods",
  "everything",
  "properties of Object.prototype",
  "hidden properties of Object.prototype",
];
ways.push("globals", "hidden items of Object.prototype", "getters of items of Object.prototype");
ways.push("another prototype of Array.prototype");
ways.push("as many properties of Object.prototype as before");
ways.push("setters of Object.prototype", "items of Array.prototype", "setters of Array.prototype");

for (const way of ways) {
  test(`tampered with: ${way}`, () => {
    const { stdout, stderr } = spawnSync(process.execPath, [script, way], { encoding: "utf8" });
    assert.equal(stdout, "right\n", stderr);
  });
}
