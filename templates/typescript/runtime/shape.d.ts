import type { Fast, Rule, Violation } from "./wire.js";

export { ContractError } from "./wire.js";
export type { Violation } from "./wire.js";

/** The checks of one shape of a contract. Each is a function of its own: `values.filter(Step.is)` works. */
export interface Shape<T> {
  /** The name of the shape in the contract, such as "batch.params". */
  readonly name: string;

  /**
   * Whether a value is one of the shape: check finds nothing. It never throws, whatever the value is. What a value is to
   * JSON.stringify counts: a property that is not enumerable is absent, an item of an array is there all the same. A proxy
   * or a getter is taken for what it shows when it is asked.
   */
  readonly is: (value: unknown) => value is T;

  /** All that the shape refuses in a value, in the order of the contract; empty when the value is one of the shape. */
  readonly check: (value: unknown) => Violation[];

  /**
   * All that the shape refuses in the text of a message. A text is checked for what is lost once it is parsed: a member
   * that stands twice, half a character, numbers that nothing can hold, nesting without an end. Bytes must be UTF-8. It
   * throws a TypeError for what is neither a string nor bytes.
   */
  readonly checkText: (text: string | ArrayBufferView) => Violation[];

  /**
   * The value of a message, as JSON.parse makes it; throws a ContractError with all violations if the shape refuses it.
   * A string is always JSON text, as are bytes, which must be UTF-8. Any other value is taken as parsed already.
   */
  readonly parse: (message: unknown) => T;

  /** The same value, as one of the shape; throws a ContractError with all violations if it is none. A string is a value here. */
  readonly from: (value: unknown) => T;
}

/** The checks of a shape that has a closed set of values. */
export interface EnumShape<T extends string | number | boolean | null> extends Shape<T> {
  /** The values, in the order of the contract. */
  readonly values: readonly T[];
}

/** What a scalar with a name has besides its value, for the compiler alone: nothing is there when a program runs. */
export interface Brand<Name extends string> {
  readonly "~contract": Name;
}

/** What JSON can hold. */
export type JsonValue = null | boolean | number | string | JsonValue[] | { [name: string]: JsonValue };

/** Makes the checks of a shape. */
export function shape<T>(name: string, rule: Rule, fast?: Fast): Shape<T>;

/** Makes the checks of a shape that has a closed set of values: those of the rule, unless others are given. */
export function enumShape<T extends string | number | boolean | null>(
  name: string,
  rule: Rule,
  fast?: Fast,
  values?: readonly T[],
): EnumShape<T>;

/**
 * Stands where every case has been handled: with a case left out it does not compile. It throws should a value come that
 * the types do not know.
 *
 *     switch (code) {
 *       case "consent_denied": ...
 *       default: return assertNever(code);
 *     }
 */
export function assertNever(value: never): never;
