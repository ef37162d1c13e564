/** The requests of `rememberMany`: those that are read ahead, and which are remembered together. */

import { ReadAhead } from "./async/read-ahead.js";
import { parseInput } from "./contract/errors.js";
import { type RememberInput, type RememberRequest, rememberInput } from "./contract/remember.js";
import { canonicalScope } from "./contract/scope.js";
import { passagesAbout } from "./service/passages-about.js";

/** Maximum number of inputs that share one wait for the disk. */
const rememberedAtOnce = 64;
/**
 * Passages of inputs that are read ahead, estimated. As many as the bundled extractor needs to use
 * threads.
 */
const readAheadPassages = 512;

/** Reads and parses inputs ahead. Reading an invalid one throws `invalid_input` in its turn. */
export function requestsAhead(
  inputs: Iterable<RememberInput> | AsyncIterable<RememberInput>,
): ReadAhead<RememberRequest> {
  return new ReadAhead(requestsOf(inputs), readAheadPassages, passagesAbout);
}

async function* requestsOf(
  inputs: Iterable<RememberInput> | AsyncIterable<RememberInput>,
): AsyncGenerator<RememberRequest, void> {
  for await (const input of inputs) yield parseInput(rememberInput, input, "remember");
}

/** Returns the leading requests that can be remembered together: of one scope, and not too many. */
export function rememberedTogether(requests: readonly RememberRequest[]): readonly RememberRequest[] {
  const nameOf = ({ scope }: RememberRequest) => (scope === undefined ? "" : canonicalScope(scope));
  const [first = "", ...others] = requests.slice(0, rememberedAtOnce).map(nameOf);
  const end = others.findIndex((name) => name !== first);
  return requests.slice(0, end < 0 ? others.length + 1 : end + 1);
}
