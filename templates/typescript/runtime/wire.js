// The TypeScript runtime of generated packages: the checks of messages that do not depend on a contract. It has no
// dependency, needs no build, and never evaluates code from a text. See wire.d.ts for what each function does.

import { keywordAllOf, keywordIf, keywordNot, keywordNullable, keywordUnevaluated, keywordUnion } from "./applicators.js";
import { keywordContains, keywordItems, keywordUniqueItems } from "./arrays.js";
import { textOf } from "./bytes.js";
import { MAX_VIOLATIONS } from "./check.js";
import { checkText, checkValue, parseText, parseValue, test } from "./entry.js";
import { ContractError, describe } from "./error.js";
import { keywordItemCount, keywordLength, keywordPropertyCount } from "./limits.js";
import { keywordNever } from "./never.js";
import { keywordDependentRequired, keywordDependentSchemas, keywordMembers, keywordProperties } from "./objects.js";
import { keywordRequired, keywordRequiredWhen } from "./objects.js";
import { accepts, compare, enter, isArray, isClosed, isEqual, isInt64, isJson, isLength, isMap } from "./plain.js";
import { isMatch, isMultiple, isNumber, isOpen, isUint64, isUnique, own, unsure } from "./plain.js";
import { keywordBounds, keywordConst, keywordEnum, keywordJson, keywordMultipleOf, keywordPattern } from "./scalars.js";
import { MAX_DEPTH } from "./text.js";

export { checkText, checkValue, ContractError, describe, MAX_DEPTH, MAX_VIOLATIONS, parseText, parseValue, test, textOf };

export { keywordAllOf, keywordBounds, keywordConst, keywordContains, keywordDependentRequired, keywordDependentSchemas };
export { keywordEnum, keywordIf, keywordItemCount, keywordItems, keywordJson, keywordLength, keywordMembers };
export { keywordMultipleOf, keywordNever, keywordNot, keywordNullable, keywordPattern, keywordProperties };
export { keywordPropertyCount, keywordRequired, keywordRequiredWhen, keywordUnevaluated, keywordUnion, keywordUniqueItems };

export { accepts, compare, enter, isArray, isClosed, isEqual, isInt64, isJson, isLength, isMap, isMatch, isMultiple };
export { isNumber, isOpen, isUint64, isUnique, own, unsure };
