// Names that mean something elsewhere have the right types, and the constants beside them the right checks.

import * as names from "@rightkit/contracts/names/v1";

type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends (<T>() => T extends B ? 1 : 2) ? true : false;
type Expect<T extends true> = T;

export type Assertions = [
  Expect<Equal<keyof names.Required, keyof names.Optional>>,
  Expect<Equal<names.Required["__proto__"], string>>,
  Expect<Equal<names.Required["a`b"], string>>,
  Expect<Equal<names.Required[""], string>>,
  Expect<Equal<names.Required["default"], string>>,
  Expect<Equal<names.Required["a.b"], string>>,
  Expect<Equal<names.Required["😀"], string>>,
  Expect<Equal<names.Required["\u2028"], string>>,
  Expect<Equal<names.Required["*/"], string>>,
  Expect<Equal<names.Required["</script>"], string>>,
  Expect<Equal<names.Optional["then"], string | undefined>>,
  Expect<Equal<names.Object, "constructor" | "__proto__" | "" | "*/" | "`" | 'a"b' | "\\" | "</script>" | "\u2028" | "😀">>,
  Expect<Equal<names.Array, names.Object[]>>,
  Expect<Equal<names.Map["other"], string | number | object | undefined>>,
];

// An optional property of such a name can be left out, and what an object inherits is not taken for it.
export const nothing: names.Optional = {};
export const something: names.Optional = { constructor: "a", then: "b", "a`b": "c", "": "d", default: "e", ["__proto__"]: "f" };
// @ts-expect-error what is inherited is no string
export const inherited: string | undefined = something.constructor;
// @ts-expect-error a property of the other kind
export const wrong: names.Optional = { default: 1 };
// @ts-expect-error a property that is required, whatever it is called
export const missing: names.Required = { ...something };

export function pick(record: names.Record): string | number {
  return record.constructor === "a" ? record.x : record.y;
}

export function depth(symbol: names.Symbol): number {
  return 1 + Math.max(0, ...(symbol.then ?? []).map(depth));
}

export const kept: names.Number = names.Number.from(1.5);
export const flag: names.Proto = names.Proto.from(true);
export const all: readonly names.Object[] = names.Object.values;
export const checks: boolean = names.shapes["__proto__"].is(true) && names.Error.is({ Error: ["constructor"] });
