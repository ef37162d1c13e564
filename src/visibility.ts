/** Visibility: which part of a store a call may see, by the scope of its request. */

import { parseInput } from "./contract/errors.js";
import type { ForgetRequest } from "./contract/forget.js";
import { type Scope, scope as scopeSchema } from "./contract/scope.js";
import type { Visibility } from "./stores/store.js";

/** What a call reads: without a scope, what was remembered without one. */
export function visibilityOf(request: {
  readonly scope?: Scope | undefined;
  readonly include_unscoped?: boolean | undefined;
}): Visibility {
  return { scope: request.scope ?? null, includeUnscoped: request.include_unscoped };
}

/**
 * What an operator's verb reads: without a scope, everything.
 *
 * @throws {MemoryError} `invalid_input`
 */
export function wholeOr(scope: Scope | undefined, action: string): Visibility {
  return scope === undefined ? "everything" : { scope: parseInput(scopeSchema, scope, action) };
}

/**
 * What can be forgotten: without a scope, records without one, or records and files that are named
 * by id.
 */
export function forgettable({ ids, file_id, scope }: ForgetRequest): Visibility {
  const isNamed = ids !== undefined || file_id !== undefined;
  return scope === undefined && isNamed ? "everything" : { scope: scope ?? null };
}
