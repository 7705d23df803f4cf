import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { test } from "node:test";

// The objects of JSON.parse take about 100 MB here.
const program = `
  const wire = await import(${JSON.stringify(new URL("../wire.js", import.meta.url).href)});
  const { shapes } = await import(${JSON.stringify(new URL("../testdata/fixture.mjs", import.meta.url).href)});
  const text = '{"ref":"e1","op":"click","x":[' + Array(1_500_000).fill("{}").join(",") + "]}";
  const ways = {
    text: () => wire.checkText(text, shapes.step[0]).length === 0,
    value: () => wire.checkValue(JSON.parse(text), shapes.step[0]).length === 0,
    parse: () => wire.parseText(text, ...shapes.step).x.length === 1_500_000,
  };
  process.stdout.write(String(ways[process.argv[1]]()));`;

for (const [way, megabytes] of Object.entries({ text: 300, value: 400, parse: 300 })) {
  test(`a message of many small objects takes little more memory than JSON.parse needs: ${way}`, () => {
    const args = [`--max-old-space-size=${megabytes}`, "--input-type=module", "-e", program, way];
    const { stdout, stderr } = spawnSync(process.execPath, args, { encoding: "utf8", timeout: 60_000 });
    assert.equal(stdout, "true", stderr.slice(0, 500));
  });
}

test("names are found among few members and among many", async () => {
  const wire = await import("../wire.js");
  for (const n of [1, 2, 7, 8, 9, 10, 100]) {
    const names = Array.from({ length: n }, (_, i) => `n${i}`);
    const rule = { at: "", keywords: [wire.keywordRequired], required: names };
    const text = `{${names.map((name) => `"${name}":1`)}}`;
    assert.deepEqual(wire.checkText(text, rule), []);
    assert.deepEqual(wire.checkValue(JSON.parse(text), rule), []);
    for (const name of names) {
      const twice = `${text.slice(0, -1)},"${name}":2}`;
      assert.equal(wire.checkText(twice, rule)[0].code, "duplicate-member");
      assert.equal(wire.checkText(text.replace(`"${name}"`, '"x"'), rule)[0].message, `missing property "${name}"`);
    }
  }
});
