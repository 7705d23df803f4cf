// The object that stands for one shape in a generated module. It does nothing itself: its functions pass the rule of
// the shape, and the straight-line function beside it, to the checks.

import { checkText, checkValue, parseText, parseValue, test, textOf } from "./wire.js";

export { ContractError } from "./wire.js";

const isView = ArrayBuffer.isView; // unlike instanceof, it asks nothing of a proxy

export function shape(name, rule, fast) {
  return {
    name,
    is: (value) => test(value, rule, fast),
    check: (value) => checkValue(value, rule),
    checkText: (text) => checkText(asText(text), rule),
    parse: (message) =>
      typeof message === "string" || isView(message)
        ? parseText(asText(message), rule, fast)
        : parseValue(message, rule, fast),
    from: (value) => parseValue(value, rule, fast),
  };
}

export function enumShape(name, rule, fast, values = rule.enum) {
  return { ...shape(name, rule, fast), values };
}

function asText(text) {
  if (typeof text === "string") return text;
  if (isView(text)) return textOf(text);
  throw new TypeError("want a string or bytes");
}

export function assertNever(value) {
  const shown = typeof value === "string" ? JSON.stringify(value.slice(0, 64)) : `a value of type ${typeof value}`;
  throw new TypeError(`${shown} is not handled`);
}
