/** Combines the scope that a memory is bound to with the scope of a call. */
import { MemoryError } from "../errors.js";
import type { Scope } from "../scope.js";

/**
 * The labels of both scopes.
 *
 * @throws {MemoryError} `invalid_input` if they give one label two values
 */
export function narrowedScope(bound: Scope, given: Scope | undefined, action: string): Scope {
  for (const [name, value] of Object.entries(given ?? {}))
    if (Object.hasOwn(bound, name) && bound[name] !== value) throw contradiction(name, bound[name]!, action);
  return { ...bound, ...given };
}

function contradiction(name: string, value: string, action: string): MemoryError<"invalid_input"> {
  const msg = `must be ${JSON.stringify(value)}, which this memory is bound to`;
  return new MemoryError("invalid_input", `Cannot ${action}: scope.${name}: ${msg}`, {
    data: { issues: [{ type: "custom", loc: ["scope", name], msg }] },
  });
}
