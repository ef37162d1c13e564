/** Which of several inputs of `rememberMany` are remembered together: the first ones, in order. */

import { parseInput } from "./contract/errors.js";
import { type RememberInput, type RememberRequest, rememberInput } from "./contract/remember.js";
import { canonicalScope } from "./contract/scope.js";

/**
 * Parses the inputs before the first invalid one.
 *
 * @throws {MemoryError} `invalid_input` if the first input is invalid
 */
export function validFirst(inputs: readonly RememberInput[]): RememberRequest[] {
  const requests: RememberRequest[] = [];
  for (const input of inputs) {
    const parsed = rememberInput.safeParse(input);
    if (!parsed.success && requests.length > 0) break;
    requests.push(parsed.data ?? parseInput(rememberInput, input, "remember"));
  }
  return requests;
}

/** Returns the leading requests with the same scope. */
export function firstOfOneScope(requests: readonly RememberRequest[]): readonly RememberRequest[] {
  const nameOf = ({ scope }: RememberRequest) => (scope === undefined ? "" : canonicalScope(scope));
  const [first = "", ...others] = requests.map(nameOf);
  const end = others.findIndex((name) => name !== first);
  return end < 0 ? requests : requests.slice(0, end + 1);
}
