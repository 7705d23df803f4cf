/**
 * A rule says which JSON values are accepted: one subschema of a contract, keyword by keyword. Rules are plain data. A
 * rule without fields but `at` accepts every JSON value. A rule must not be changed once it is in use.
 */
export interface Rule {
  /**
   * The JSON pointer of the subschema in its document. The keyword location of a violation is this, a slash, the
   * keyword.
   */
  readonly at: string;
  /**
   * What enforces the fields below: for each field that the rule has, the constant of this module that says so, once
   * each and in the order of their declarations. It is part of the rule so that a bundle holds only what its rules
   * need. A field without its keyword is not enforced.
   */
  readonly keywords?: readonly Keyword[];

  /** What would be in keywords, were it not for keywordUnevaluated, which always stands alone there. */
  readonly evaluators?: readonly Keyword[];

  /** Refuses every value (the schema false). No other keyword is looked at. */
  readonly never?: boolean;

  /** Accepted types, a sum of: 1 null, 2 boolean, 4 integer, 8 number, 16 string, 32 array, 64 object. */
  readonly type?: number;
  /** Accepted strings, when each value of "enum" is a string. */
  readonly enum?: readonly string[];
  /** Accepted values as JSON texts, when "enum" has a value that is no string. */
  readonly json?: readonly string[];
  /** The one accepted value as JSON text. */
  readonly const?: string;

  /** In code points. */
  readonly minLength?: number;
  /** In code points. */
  readonly maxLength?: number;
  /** The source of a regular expression of ECMA-262 for the flag u. */
  readonly pattern?: string;

  /** Decimal texts, so that comparing is exact. */
  readonly minimum?: string;
  readonly maximum?: string;
  readonly exclusiveMinimum?: string;
  readonly exclusiveMaximum?: string;
  readonly multipleOf?: string;
  /** Integers are held in 64 bits without a sign. Otherwise they are held in 64 bits with one. */
  readonly unsigned?: boolean;

  readonly minItems?: number;
  readonly maxItems?: number;
  readonly uniqueItems?: boolean;
  readonly prefixItems?: readonly RuleRef[];
  /** For the items after prefixItems. */
  readonly items?: RuleRef;
  readonly contains?: RuleRef;
  /** Looked at when contains is set; 1 when absent. */
  readonly minContains?: number;
  readonly maxContains?: number;
  readonly unevaluatedItems?: RuleRef;

  /** Names with their rules, in the order of the schema. */
  readonly properties?: readonly (readonly [name: string, rule: RuleRef])[];
  readonly required?: readonly string[];
  /** Sources of regular expressions with their rules. */
  readonly patternProperties?: readonly (readonly [pattern: string, rule: RuleRef])[];
  readonly additionalProperties?: RuleRef;
  readonly propertyNames?: RuleRef;
  readonly minProperties?: number;
  readonly maxProperties?: number;
  /** Names with the names of the properties that must be present beside them. */
  readonly dependentRequired?: readonly (readonly [name: string, required: readonly string[]])[];
  readonly dependentSchemas?: readonly (readonly [name: string, rule: RuleRef])[];
  readonly unevaluatedProperties?: RuleRef;
  /** The conditions that a contract states beside its schema. */
  readonly requiredWhen?: readonly Condition[];

  readonly ref?: RuleRef;
  readonly allOf?: readonly RuleRef[];
  readonly anyOf?: readonly RuleRef[];
  readonly oneOf?: readonly RuleRef[];
  readonly not?: RuleRef;
  readonly if?: RuleRef;
  readonly then?: RuleRef;
  readonly else?: RuleRef;

  /** Tells the branches of oneOf, or else anyOf, apart by the value of one property. */
  readonly tag?: Tag;
  /** Marks a oneOf or anyOf of one schema and `{"type": "null"}`. */
  readonly nullable?: boolean;
}

/** Enforces some fields of a rule. */
export type Keyword = (...args: never[]) => boolean;

/** never */
export const keywordNever: Keyword;
/** enum */
export const keywordEnum: Keyword;
/** json */
export const keywordJson: Keyword;
/** const */
export const keywordConst: Keyword;
/** minLength, maxLength */
export const keywordLength: Keyword;
/** pattern */
export const keywordPattern: Keyword;
/** minimum, maximum, exclusiveMinimum, exclusiveMaximum */
export const keywordBounds: Keyword;
/** multipleOf */
export const keywordMultipleOf: Keyword;
/** prefixItems */
export const keywordPrefixItems: Keyword;
/** items */
export const keywordItems: Keyword;
/** minItems, maxItems */
export const keywordItemCount: Keyword;
/** uniqueItems */
export const keywordUniqueItems: Keyword;
/** contains, minContains, maxContains */
export const keywordContains: Keyword;
/** properties; for a rule that has none of the other fields of keywordMembers */
export const keywordProperties: Keyword;
/** properties, patternProperties, additionalProperties, propertyNames */
export const keywordMembers: Keyword;
/** required */
export const keywordRequired: Keyword;
/** dependentRequired */
export const keywordDependentRequired: Keyword;
/** minProperties, maxProperties */
export const keywordPropertyCount: Keyword;
/** requiredWhen */
export const keywordRequiredWhen: Keyword;
/** dependentSchemas */
export const keywordDependentSchemas: Keyword;
/** ref, allOf */
export const keywordAllOf: Keyword;
/**
 * anyOf, oneOf, nullable; for a rule that has nullable and no tag, not both of anyOf and oneOf, and, if it has oneOf, a
 * second branch that does not accept null
 */
export const keywordNullable: Keyword;
/** anyOf, oneOf, tag, nullable */
export const keywordUnion: Keyword;
/** not */
export const keywordNot: Keyword;
/** if, then, else */
export const keywordIf: Keyword;
/** unevaluatedItems, unevaluatedProperties; alone in keywords, with the others in evaluators */
export const keywordUnevaluated: Keyword;

/** A rule, or a function that returns one: for a rule that is declared further down, or that contains itself. */
export type RuleRef = Rule | (() => Rule);

/** Requires properties when another property holds one string. */
export interface Condition {
  /** Where the contract file states it, such as "contract.yaml#/conditions/0". */
  readonly at: string;
  readonly property: string;
  readonly equals: string;
  readonly required: readonly string[];
}

/** Tells the branches of a union apart: values[i] are the strings that pick branch i, and no string stands twice. */
export interface Tag {
  readonly property: string;
  readonly values: readonly (readonly string[])[];
}

/** Says why a message is refused. Code, instance and keyword are the same in Go, TypeScript and Rust. */
export interface Violation {
  /**
   * The keyword that refused the value ("enum", "required", "minItems"); or "range" for a number that a program cannot
   * hold; or, for a text that is no message whatever the schema says, "syntax", "trailing-text", "invalid-utf8",
   * "lone-surrogate", "depth" or "duplicate-member".
   */
  readonly code: string;
  /** The JSON pointer of the refused value: "" is the message itself. A missing property is reported at its object. */
  readonly instance: string;
  /**
   * The JSON pointer of the keyword in the contract's schema, such as "/$defs/step/required"; "" when no schema was
   * looked at.
   */
  readonly keyword: string;
  /**
   * What was found and what was expected, in plain words. It never holds a whole value that could be long or
   * secret.
   */
  readonly message: string;
}

/**
 * A message is refused. The message of the error has one violation a line. With this class, instanceof knows the errors
 * of every copy of the runtime: of the other module system, and of other packages.
 */
export class ContractError extends Error {
  constructor(violations: readonly Violation[]);
  readonly name: "ContractError";
  /** All violations, 1,000 at most, in the order that every language of a contract keeps to; never empty. */
  readonly violations: readonly Violation[];
}

/** How deep arrays and objects may nest: [] is 1 deep. */
export const MAX_DEPTH: 127;
/** How many violations a check reports at most. */
export const MAX_VIOLATIONS: 1000;

/** One violation in one line: `/steps/3/op: got "clik", want "click", "type" or "press" [enum]`. */
export function describe(violation: Violation): string;

/**
 * All that a rule refuses in the text of one message, in order; empty when it is accepted. A text that is no message at
 * all has that one violation. With a limit of 1 it is the first violation.
 */
export function checkText(text: string, rule: Rule, limit?: number): Violation[];

/**
 * All that a rule refuses in a value, in order; empty when it is accepted. See the comment in value.js for what counts
 * as a JSON value, and for what can no longer be seen once a text has become a value.
 */
export function checkValue(value: unknown, rule: Rule, limit?: number): Violation[];

/**
 * The value of a text that the rule accepts; otherwise throws a ContractError with all violations. With `fast`, the
 * rule's straight-line function, an accepted text costs little more than JSON.parse.
 */
export function parseText(text: string, rule: Rule, fast?: Fast): unknown;

/** The same value, if the rule accepts it; otherwise throws a ContractError with all violations. */
export function parseValue(value: unknown, rule: Rule, fast?: Fast): unknown;

/** Whether the rule accepts a value: checkValue finds nothing. It never throws. With `fast` it is quick. */
export function test(value: unknown, rule: Rule, fast?: Fast): boolean;

/**
 * The text that the bytes of a typed array or DataView stand for. Bytes that are no UTF-8 make a text that every
 * function here refuses as invalid-utf8. It throws a TypeError where the language has no TextDecoder.
 */
export function textOf(view: ArrayBufferView): string;

/**
 * A straight-line function that says whether one rule accepts a value, generated beside the rule. It is only called by
 * the functions above, never directly, as they make sure that no prototype is tampered with and catch what it throws.
 * Where it returns true, it must be right; where it returns false or calls unsure(), the rule is asked, for what it has
 * read may be hidden or inherited.
 *
 *     function fastStep(v) {
 *       if (typeof v !== "object" || v === null) return false;
 *       const { ref, op, text, key } = v;                        // each known property is read exactly once
 *       if (typeof ref !== "string" || !fastOp(op)) return false;
 *       let n = 2;                                               // how many known properties are present
 *       if (text !== undefined) { if (typeof text !== "string") return false; n++; }
 *       if (key !== undefined) { if (typeof key !== "string") return false; n++; }
 *       if (op === "type" && text === undefined) return false;
 *       return isOpen(v, n, namesStep);                          // last: quicker after the reads, and needed for safety
 *     }
 *
 *     function fastSteps(v) {
 *       if (!isArray(v)) return false;
 *       const n = v.length;
 *       if (n < 1 || n > 20) return false;
 *       for (let i = 0; i < n; i++) {
 *         if (i in holes) unsure();                              // holes is []: what it has, a hole of v shows
 *         if (!fastStep(v[i])) return false;
 *       }
 *       return true;
 *     }
 *
 * A property whose name Object.prototype has (constructor, toString, valueOf, __proto__, ...) is read with own(v,
 * name).
 */
export type Fast = (value: unknown) => boolean;

/**
 * Ends an object whose further properties the rule does not look at: v is a plain object, its n known properties that
 * were found present are its own enumerable ones, and every other property is a JSON value. names: all known names.
 * v is an object and not null.
 */
export function isOpen(v: object, n: number, names: readonly string[]): boolean;
/** The same for an object that must have no further property. */
export function isClosed(v: object, n: number, names: readonly string[]): boolean;
/**
 * Whether v is a plain object: the start of an object whose keys are looked at one by one (a map). After it,
 * `for (const k in v)` gives its own enumerable string keys, for v[k].
 */
export function isMap(v: unknown): boolean;
/** v's own property, or undefined. */
export function own(v: object, name: string): unknown;
/** Whether v is a plain array. A hole in it reads as undefined, which no rule accepts, unless an item is inherited. */
export function isArray(v: unknown): boolean;
/** Whether v is any JSON value: what an untyped rule accepts. It throws when v is none. */
export function isJson(v: unknown): boolean;
/** Whether v is a finite number. */
export function isNumber(v: unknown): boolean;
/** Whether v is an integer from -2^63 to 2^63 - 1. */
export function isInt64(v: unknown): boolean;
/** Whether v is an integer from 0 to 2^64 - 1. */
export function isUint64(v: unknown): boolean;
/** Whether v has min to max code points. */
export function isLength(v: string, min: number, max?: number): boolean;
/** Whether v has a match of a pattern. */
export function isMatch(v: string, pattern: string): boolean;
/** Whether no two items are equal. v is an array of JSON values. */
export function isUnique(v: readonly unknown[]): boolean;
/** Whether v is the value of a JSON text. v is a JSON value. */
export function isEqual(v: unknown, json: string): boolean;
/**
 * -1, 0 or 1 as v is less than, equal to or greater than a decimal text. v is a finite number. Only needed for texts
 * that are not what String(Number(text)) is in value: for others, v < 0.1 says the same.
 */
export function compare(v: number, decimal: string): -1 | 0 | 1;
/** Whether v is a multiple of a decimal text, in exact decimal arithmetic. v is a finite number. */
export function isMultiple(v: number, decimal: string): boolean;
/** Whether a rule accepts v: for a part of a value that has no straight-line function. */
export function accepts(v: unknown, rule: RuleRef): boolean;
/**
 * The first line of a function that can call itself: depth is how many arrays and objects there are around the value,
 * which the function passes on. It ends what goes on too deep or too long, such as a cycle.
 */
export function enter(depth: number): void;
/** Leaves the answer to the rule. */
export function unsure(): never;
