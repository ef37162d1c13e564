/** Inputs of `remember` from a text that a person can read. */
import type { RememberObject } from "../contract/remember.js";

const line =
  /^(?:(?<at>\d{4}-\d\d-\d\d(?:T\S+)?)\s+)?(?:(?<speaker>[^\s:][^:]{0,60}):\s+)?(?<content>\S.*)$/u;

/**
 * Reads one input from each line: a time and a speaker, if the line has them, and what was said.
 * Empty lines, and those that begin with `#`, are left out.
 *
 * @throws {TypeError} for a text without any input
 *
 * @example
 * import { seeds, testMemory } from "keepsake/testing";
 *
 * const { memory } = await testMemory({
 *   seed: seeds(`
 *     # Ana moves
 *     2026-01-04 Ana: I live in Lisbon.
 *     2026-03-01 Ana: I moved to Porto.
 *   `),
 * });
 */
export function seeds(text: string): RememberObject[] {
  const lines = text.split("\n").map((one) => one.trim());
  const inputs = lines.filter((one) => one !== "" && !one.startsWith("#")).map(inputOf);
  if (inputs.length === 0)
    throw new TypeError("Cannot read seeds: the text must have a line that is not empty");
  return inputs;
}

function inputOf(text: string): RememberObject {
  const { at, speaker, content = text } = line.exec(text)?.groups ?? {};
  return {
    content,
    ...(speaker === undefined ? {} : { speaker }),
    ...(at === undefined ? {} : { occurred_at: at }),
  };
}
