/** Rejects a scope in a model's input: the host sets the scope. */
import { MemoryError } from "../contract/errors.js";
import { readScopeFields } from "../contract/scope.js";

/**
 * Returns the input.
 *
 * @throws {MemoryError} `invalid_input` where it contains a scope
 */
export function withoutScope<Input>(input: Input, action: string): Input {
  const chosen = Object.keys(readScopeFields).find(
    (field) => typeof input === "object" && input !== null && Object.hasOwn(input, field),
  );
  if (chosen === undefined) return input;
  const msg = "is set by the host and must not be given by a model";
  throw new MemoryError("invalid_input", `Cannot ${action}: ${chosen}: ${msg}`, {
    data: { issues: [{ type: "unrecognized_keys", loc: [chosen], msg }] },
  });
}
