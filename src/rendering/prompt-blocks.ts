/**
 * Renders a payload as two blocks of a prompt: rules that the user stated, which are instructions,
 * and everything else, which is data. Pure. Anybody may have said "ignore your instructions". So
 * what other people, files, tools and assistants said is always in the second block.
 */
import type { ProfilePayload } from "../contract/profile.js";
import type { SearchPayload } from "../contract/recall.js";
import type { LaidDownRule } from "../contract/record.js";
import { fence, fenceRules } from "../prompt-safety/fence.js";
import { recalledText } from "../prompt-safety/recalled-text.js";
import { fold } from "../text/words.js";
import { dayWords } from "./period-words.js";

/** Options of {@link promptBlocks}. */
export interface PromptOptions {
  /**
   * 32 random hexadecimal digits, generated for this prompt. Text that was remembered before cannot
   * contain them, so it cannot close a block.
   */
  readonly boundary: string;
  /** The speaker name of the user. A rule that was stated under another name is data. */
  readonly speaker?: string | undefined;
}

/** Text for a prompt. A block without content is an empty string. */
export interface PromptBlocks {
  /** The user's instructions, each with who stated it and when. */
  readonly rules: string;
  /** The recalled data. */
  readonly recalled: string;
}

/**
 * Renders a payload of `recall` or `profile` as blocks for a prompt.
 *
 * @example
 * const { rules, recalled } = promptBlocks(await memory.recall(question), {
 *   boundary: randomUUID().replaceAll("-", ""),
 * });
 *
 * @throws {RangeError} if the boundary is not 32 hexadecimal digits
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

/** Whether a rule is the user's own: stated under no name, or under theirs. */
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

/**
 * Renders a rule as one line, for prose and for the block of rules: `Always answer in metric units.
 * (Ana, 3 May 2026)`, or "the user" if no name was given.
 */
export function ruleLine({
  text,
  said_by,
  said_at,
}: Pick<LaidDownRule, "text" | "said_by" | "said_at">): string {
  return `${text} (${said_by ?? "the user"}, ${dayWords(said_at)})`.replace(/\s+/gu, " ").trim();
}

/**
 * Renders the condition of a rule as a phrase. An exception ("unless it rains") keeps its first
 * word.
 */
export function conditionText(trigger: string): string {
  return /^(?:unless|except|until|during|while|with|for)\b/i.test(trigger) ? trigger : `when ${trigger}`;
}
