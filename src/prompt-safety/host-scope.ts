/** What a model hands in: never whose memory it is, which the host fixes. */
import { MemoryError } from "../contract/errors.js";
import { readScopeFields } from "../contract/scope.js";

/** The input, unless it chooses a scope. @throws {MemoryError} `invalid_input` */
export function withoutScope<Input>(input: Input, action: string): Input {
  const chosen = Object.keys(readScopeFields).find(
    (field) => typeof input === "object" && input !== null && Object.hasOwn(input, field),
  );
  if (chosen === undefined) return input;
  const msg = "is fixed by the host, and not a model's to choose";
  throw new MemoryError("invalid_input", `Cannot ${action}: ${chosen}: ${msg}`, {
    data: { issues: [{ type: "unrecognized_keys", loc: [chosen], msg }] },
  });
}
