/** Scopes: flat labels that separate the users, agents and sessions of one store. */
import { z } from "zod";
import { maxLabels, predicates } from "./plain/predicates.js";
import { filledText } from "./text.js";

const mostValueChars = 256;

/**
 * The schema of a {@link Scope}: one to eight labels, for instance `{ user: "alice", session: "s1"
 * }`. `remember` stores under exactly the scope of the call. A call sees what was remembered under
 * scopes that include all of its labels; a call without a scope sees what was remembered without
 * one.
 */
export const scope = z
  .record(z.string(), filledText(mostValueChars))
  .refine(predicates.labelNames, "each label's name must match [a-z][a-z0-9_]{0,63}, for instance user")
  .refine(predicates.someKey, "must have at least one label")
  .refine(predicates.fewLabels, `must have at most ${maxLabels} labels`)
  .describe("whose memory it is: labels such as user, agent, session, app");
/** One to eight labels that say whose memory it is. */
export type Scope = Readonly<z.infer<typeof scope>>;

/** The field of an input that writes. */
export const scopeField = { scope: scope.optional() };

/** The fields of an input that reads. */
export const readScopeFields = {
  ...scopeField,
  include_unscoped: z
    .boolean()
    .optional()
    .describe("with a scope: also read what was remembered without one"),
};

/** The same text for the same labels in any order: JSON with sorted names. */
export function canonicalScope(labels: Scope): string {
  return JSON.stringify(Object.fromEntries(Object.entries(labels).sort(byName)));
}

function byName([one]: readonly [string, string], [other]: readonly [string, string]): number {
  return one < other ? -1 : 1;
}
