/**
 * Conversations: which passages belong together, whether an app remembers a chat in one call or
 * each message in a call of its own. Pure.
 *
 * LoCoMo, one call per message (300 questions, `bench:quality -- --calls message`): recall at 10
 * is 74.5 if each call counts as a conversation, and 80.2 with these rules; with one call per
 * session it is 80.7.
 */
import type { Role } from "../../text/passage.js";

/** A passage, as far as it matters here. */
export interface Utterance {
  /** Its source, by any number or id that differs between the sources of a store. */
  readonly source: number | string;
  readonly scope: number;
  readonly speaker: string | null;
  readonly role: Role;
  /** When it was said, in milliseconds since 1970. */
  readonly saidMs: number;
  /** Number of index words. */
  readonly words: number;
}

/** Maximum pause between two messages of one conversation. */
const hourMs = 3_600_000;
/**
 * Fewest index words of a conversation: a shorter one goes on after any pause, when somebody who
 * took part in it speaks again. A few messages alone do not say what they are about.
 */
const fewestWords = 100;

/** Numbers the conversations of passages, which are added in the order of their numbers. */
export class Conversations {
  /** Number of conversations so far, which is the number of the last one. */
  count = 0;
  #last: Utterance | undefined;
  #words = 0;
  /** Who spoke in the last conversation. */
  #speakers = new Set<string | null>();
  /** Whether the last source is a whole conversation. */
  #isWhole = false;

  /**
   * Adds the passages of a source and returns the number of their conversation, from 1 on.
   *
   * @param passages at least one, all with the same source
   */
  addSource(passages: readonly Utterance[]): number {
    const [first, last] = [passages[0]!, passages.at(-1)!];
    const isWhole = isWholeConversation(passages);
    if (isWhole || this.#isWhole || !this.#continues(first)) {
      this.count += 1;
      this.#words = 0;
      this.#speakers = new Set();
    }
    for (const { words, speaker } of passages) {
      this.#words += words;
      this.#speakers.add(speaker);
    }
    this.#last = last;
    this.#isWhole = isWhole;
    return this.count;
  }

  #continues(next: Utterance): boolean {
    const last = this.#last;
    if (last === undefined || last.scope !== next.scope) return false;
    if (!isReply(last) && !isReply(next) && !(isTalk(last) && isTalk(next))) return false;
    if (Math.abs(next.saidMs - last.saidMs) <= hourMs) return true;
    return this.#words < fewestWords && this.#speakers.has(next.speaker);
  }
}

/**
 * Whether an app remembered a whole conversation in one call: of several people, or with an
 * assistant in at least three turns. A question and its answer may be a part of one.
 */
function isWholeConversation(passages: readonly Utterance[]): boolean {
  if (new Set(passages.filter(isTalk).map(({ speaker }) => speaker)).size > 1) return true;
  const turns = passages.filter((one, at) => at === 0 || isReply(one) !== isReply(passages[at - 1]!));
  return turns.length >= 3;
}

/** Whether an assistant or a tool wrote a passage. */
function isReply({ role }: Utterance): boolean {
  return role !== "user";
}

/** Whether a named person said a passage. A note has no speaker. */
function isTalk({ role, speaker }: Utterance): boolean {
  return role === "user" && speaker !== null;
}

/**
 * Groups passages by source and calls `each` with every group. The passages of one source are saved
 * together, so they follow one another.
 */
export function bySource<One extends Utterance>(
  passages: Iterable<One>,
  each: (group: readonly [One, ...One[]]) => void,
): void {
  let group: One[] = [];
  const end = () => {
    if (group.length > 0) each(group as [One, ...One[]]);
  };
  for (const one of passages) {
    if (group.length > 0 && group[0]!.source !== one.source) {
      end();
      group = [];
    }
    group.push(one);
  }
  end();
}
