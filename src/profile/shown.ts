/**
 * What a profile shows of the messages that it quotes. Most of what a user writes to an assistant is
 * for the task at hand, and says nothing about them. Pure.
 */
import type { MemoryRecord } from "../contract/record.js";
import type { StoredPassage } from "../stores/store.js";
import { givesPart } from "../text/rules/given-part.js";
import { isTaskRequest } from "../text/small-talk/task-request.js";

/** Maximum number of words of a short message, which is quoted in place of its facts. */
const shortWords = 30;
/**
 * "Off sugar since March" needs no word for its speaker; most longer texts without one are of
 * others.
 */
const fewWords = 12;
const ofSelf = /\b(?:i|my|me|mine|myself|we|our|us)\b/iu;

/** Whether a message is short enough to be quoted in place of its facts. */
export function isShort(text: string): boolean {
  return wordsIn(text) <= shortWords;
}

/**
 * Whether a message tells something in few words. An unsure fact of another message is seldom one:
 * of those in chats with an assistant, one in ten is right (`bench:requests`).
 */
export function isPlain({ text }: Pick<StoredPassage, "text">): boolean {
  if (!isShort(text) || /[?？]/u.test(text) || isTaskRequest(text)) return false;
  return ofSelf.test(text) || wordsIn(text) <= fewWords;
}

function wordsIn(text: string): number {
  return text.split(/\s+/u).length;
}

/** Lower certainties are of plays ("I am a baroness" after "You are now my tenant") and pasted text. */
const leastCertainty = 0.5;

/** Whether a record may be what its speaker is or did, and not what they played or pasted. */
export function mayBeTrue({ certainty = 1 }: Pick<MemoryRecord, "certainty">): boolean {
  return certainty >= leastCertainty;
}

/** Whether a passage tells of an event with a time of its own, and not only when it was said. */
export function isDated({ records, saidAt }: Pick<StoredPassage, "records" | "saidAt">): boolean {
  return records.some(({ type, occurred_at }) => type === "episodic" && occurred_at !== saidAt);
}

/**
 * Whether the passage of an event only says what somebody wanted to know, to have done or to have
 * played. A request with a time ("Book the vet for Friday") may be an event.
 */
export function onlyAsks(
  { occurred_at }: Pick<MemoryRecord, "occurred_at">,
  { text, saidAt }: Pick<StoredPassage, "text" | "saidAt">,
): boolean {
  if (/[?？]\s*$/u.test(text) || givesPart(text)) return true;
  return occurred_at === saidAt && isTaskRequest(text);
}
