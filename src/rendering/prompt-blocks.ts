/**
 * What memory puts into a prompt, as the two blocks that it is: rules that the user laid down,
 * which are the user's instructions, and everything else, which is data. Pure. Somebody may have
 * said "ignore your instructions", so what others said, and files, tools and assistants, always
 * stands in the second one.
 */
import type { ProfilePayload } from "../contract/profile.js";
import type { SearchPayload } from "../contract/recall.js";
import type { LaidDownRule } from "../contract/rule.js";
import { fence, fenceRules } from "../prompt-safety/fence.js";
import { recalledText } from "../prompt-safety/recalled-text.js";
import { fold } from "../text/words.js";
import { ruleLine } from "./rule-line.js";

/** What {@link promptBlocks} takes beside an answer. */
export interface PromptOptions {
  /**
   * 32 random hexadecimal digits, drawn for this prompt: what was remembered before cannot know
   * them, so it cannot close a block.
   */
  readonly boundary: string;
  /** The name that the user speaks under. A rule that was said under another name is data. */
  readonly speaker?: string | undefined;
}

/** Text for a prompt; a block that would hold nothing is an empty string. */
export interface PromptBlocks {
  /** The user's instructions, with who laid each down and when. */
  readonly rules: string;
  /** What was recalled, to answer from. */
  readonly recalled: string;
}

/**
 * Puts an answer of `recall` or of `profile` into blocks for a prompt.
 *
 * @example
 * const { rules, recalled } = promptBlocks(await memory.recall(question), { boundary: randomUUID().replaceAll("-", "") });
 *
 * @throws {RangeError} where the boundary is not 32 hexadecimal digits
 */
export function promptBlocks(
  payload: SearchPayload | ProfilePayload,
  { boundary, speaker }: PromptOptions,
): PromptBlocks {
  const own = (payload.rules ?? []).filter((rule) => isOwn(rule, speaker));
  const data = recalledText(withoutRules(payload, own));
  return {
    rules: own.length === 0 ? "" : fenceRules(own.map(ruleLine), boundary),
    recalled: data === "" ? "" : fence(data, boundary),
  };
}

/** Whether a rule is the user's: said under no name, or under theirs. */
function isOwn({ said_by }: LaidDownRule, speaker: string | undefined): boolean {
  return said_by === null || (speaker !== undefined && fold(said_by) === fold(speaker));
}

function withoutRules(
  payload: SearchPayload | ProfilePayload,
  rules: readonly LaidDownRule[],
): SearchPayload | ProfilePayload {
  const lines = new Set(rules.map(ruleLine));
  const rest = payload.procedural_memory.split("\n").filter((line) => !lines.has(line));
  return { ...payload, procedural_memory: rest.join("\n") };
}
