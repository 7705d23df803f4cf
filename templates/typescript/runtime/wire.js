// The TypeScript runtime of generated packages: the checks of messages that do not depend on a contract. It has no
// dependency, needs no build, and never evaluates code from a text. See wire.d.ts for what each function does.

import { keywordAllOf, keywordIf, keywordNot, keywordNullable, keywordUnevaluated } from "./applicators.js";
import { keywordUnion } from "./applicators.js";
import { keywordContains, keywordItems, keywordPrefixItems, keywordUniqueItems } from "./arrays.js";
import { textOf } from "./bytes.js";
import { MAX_VIOLATIONS } from "./check.js";
import { checkText, checkValue, parseText, parseValue, test } from "./entry.js";
import { ContractError, describe, MAX_DEPTH } from "./error.js";
import { keywordItemCount, keywordLength, keywordPropertyCount } from "./limits.js";
import { keywordNever } from "./never.js";
import { keywordDependentRequired, keywordDependentSchemas, keywordMembers } from "./objects.js";
import { keywordProperties, keywordRequired, keywordRequiredWhen } from "./objects.js";
import { accepts, compare, enter, isArray, isClosed, isEqual, isInt64, isJson, isLength } from "./plain.js";
import { isMap, isMatch, isMultiple, isNumber, isOpen, isUint64, isUnique, own, unsure } from "./plain.js";
import { keywordBounds, keywordConst, keywordEnum, keywordJson, keywordMultipleOf } from "./scalars.js";
import { keywordPattern } from "./scalars.js";

export { checkText, checkValue, ContractError, describe, MAX_DEPTH, MAX_VIOLATIONS, parseText, parseValue };
export { test, textOf };

export { keywordAllOf, keywordBounds, keywordConst, keywordContains, keywordDependentRequired };
export { keywordDependentSchemas, keywordEnum, keywordIf, keywordItemCount, keywordItems, keywordJson };
export { keywordLength, keywordMembers, keywordMultipleOf, keywordNever, keywordNot, keywordNullable };
export { keywordPattern, keywordPrefixItems, keywordProperties, keywordPropertyCount, keywordRequired };
export { keywordRequiredWhen, keywordUnevaluated, keywordUnion, keywordUniqueItems };

export { accepts, compare, enter, isArray, isClosed, isEqual, isInt64, isJson, isLength, isMap, isMatch };
export { isMultiple, isNumber, isOpen, isUint64, isUnique, own, unsure };
