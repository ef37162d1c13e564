/** A view: what is known of a pool as a whole before each of its passages is described. Pure. */
import { fold, indexWords } from "../internal/words.js";
import type { StoredPassage } from "../stores/store.js";
import type { Pool } from "./gather.js";
import { readingOf } from "./reading.js";
import { holds, type WordHits } from "./word-hits.js";
import { earliestWanted, latestWanted } from "./wording.js";

export interface View {
  readonly pool: Pool;
  /** The question's words, the names of those who speak left out. */
  readonly content: Content;
  /** Which of these words each passage holds: one bit a word. */
  readonly masks: ReadonlyMap<number, number>;
  /** Names in the question of those who speak. */
  readonly named: ReadonlySet<string>;
  readonly isNamed: (passage: StoredPassage) => boolean;
  /** Kind of conversation: 0 among people who chat, 1 where an assistant's words fill a third of what was found. */
  readonly pages: number;
  /** Neighbouring words of the question as they are written: "support group". */
  readonly phrases: readonly string[];
  readonly sessions: ReadonlyMap<string, Session>;
  /** Where a passage stands in its message, and how many the message has. */
  readonly runs: ReadonlyMap<number, { readonly place: number; readonly length: number }>;
  readonly lastPassage: number;
  /** The question looks for the last or the first of several. */
  readonly wantsLatest: boolean;
  readonly wantsEarliest: boolean;
  /** What stands around each passage in its conversation, `reach` steps to each side: asked for some twenty times a passage. */
  readonly neighbours: ReadonlyMap<number, readonly (StoredPassage | undefined)[]>;
}

/** What all that was found of one source says together. */
export interface Session {
  /** Share of the question's worth that its passages cover together. */
  readonly covered: number;
  /** Mean cosine of its three best passages with the question's subject. */
  readonly similarity: number;
}

export function viewOf(pool: Pool): View {
  const all = [...pool.passages.values()];
  const speakers = new Set(all.flatMap(({ speaker }) => nameWords(speaker)));
  const named = new Set(
    pool.question.names.filter((name) => [...speakers].some((speaker) => sameName(name, speaker))),
  );
  const content = new Content(withoutSpeakers(pool.words, named));
  const masks = new Map(all.map(({ id }) => [id, content.maskAt(id)]));
  return {
    pool,
    content,
    masks,
    named,
    isNamed: namedSpeakers(all, named),
    pages: pagesOf(all),
    phrases: phrasesOf(pool.question.text),
    sessions: sessionsOf(all, { pool, content, masks }),
    runs: runsOf(all),
    lastPassage: all.at(-1)?.id ?? 0,
    wantsLatest: latestWanted.test(pool.question.text),
    wantsEarliest: earliestWanted.test(pool.question.text),
    neighbours: neighboursOf(all),
  };
}

/** How many steps away a passage of the same conversation still counts. */
export const reach = 8;

/** The passage so many steps away, where it belongs to the same conversation. */
export function around(view: View, passage: StoredPassage, step: number): StoredPassage | undefined {
  return view.neighbours.get(passage.id)?.[reach + step];
}

const hourMs = 3_600_000;

/** `all` ascends by number, so that what is around a passage stands around it there too. */
function neighboursOf(all: readonly StoredPassage[]): Map<number, (StoredPassage | undefined)[]> {
  const around = all.map(() => new Array<StoredPassage | undefined>(2 * reach + 1));
  const saidMs = all.map((passage) => readingOf(passage).saidMs);
  for (const [index, one] of all.entries()) {
    for (let next = index + 1; next < all.length && all[next]!.id - one.id <= reach; next += 1) {
      const other = all[next]!;
      if (!linked(one, other, Math.abs(saidMs[index]! - saidMs[next]!))) continue;
      const step = other.id - one.id;
      around[index]![reach + step] = other;
      around[next]![reach - step] = one;
    }
  }
  return new Map(all.map(({ id }, index) => [id, around[index]!]));
}

/** Two passages belong to one conversation when one call brought both, or two voices spoke within the hour. */
function linked(a: StoredPassage, b: StoredPassage, apartMs: number): boolean {
  if (a.sourceId === b.sourceId) return true;
  return (a.speaker !== b.speaker || a.role !== b.role) && apartMs <= hourMs;
}

/** Words of a question that are worth their bit; the rest of a very long one is left out, the least worth first. */
const maxContentWords = 30;

/** The question's words with their worth, and sets of them as bit masks. */
export class Content {
  readonly #words: readonly WordHits[];
  readonly #total: number;
  readonly #most: number;
  readonly #names: number;

  constructor(words: readonly WordHits[]) {
    this.#words = [...words].sort((a, b) => b.worth - a.worth).slice(0, maxContentWords);
    this.#total = this.#words.reduce((sum, { worth }) => sum + worth, 0) || 1;
    this.#most = this.#words[0]?.worth || 1;
    this.#names = this.#words.reduce((mask, { name }, bit) => (name ? mask | (1 << bit) : mask), 0);
  }

  maskAt(passage: number): number {
    return this.#words.reduce(
      (mask, word, bit) => (holds(word.passages, passage) ? mask | (1 << bit) : mask),
      0,
    );
  }

  maskOf(words: ReadonlySet<string>): number {
    return this.#words.reduce((mask, { word }, bit) => (words.has(word) ? mask | (1 << bit) : mask), 0);
  }

  /** Share of the question's worth, 0 to 1. */
  worth(mask: number): number {
    return mask === 0 ? 0 : this.#sum(mask) / this.#total;
  }

  /** Share of the question's worth in words that stand nowhere in the store. */
  get absent(): number {
    return (
      this.#words.reduce((sum, { worth, passages }) => sum + (passages.length === 0 ? worth : 0), 0) /
      this.#total
    );
  }

  /** Words, 30 at most. */
  get size(): number {
    return this.#words.length;
  }

  /** Worth of the rarest word held, relative to the rarest asked for. */
  rarest(mask: number): number {
    const rarest = this.#words.find((_, bit) => (mask & (1 << bit)) !== 0);
    return rarest === undefined ? 0 : rarest.worth / this.#most;
  }

  count(mask: number): number {
    return this.#words.reduce((count, _, bit) => count + ((mask >>> bit) & 1), 0);
  }

  /** Share of the names asked for, of those that do not speak themselves; 0 where there are none. */
  nameShare(mask: number): number {
    return this.#names === 0 ? 0 : this.#sum(mask & this.#names) / (this.#sum(this.#names) || 1);
  }

  readonly #sums = new Map<number, number>();

  /** Few different masks come up for many passages. */
  #sum(mask: number): number {
    const known = this.#sums.get(mask);
    if (known !== undefined) return known;
    const sum = this.#added(mask);
    this.#sums.set(mask, sum);
    return sum;
  }

  #added(mask: number): number {
    let sum = 0;
    for (let bit = 0; bit < this.#words.length; bit += 1)
      if ((mask & (1 << bit)) !== 0) sum += this.#words[bit]!.worth;
    return sum;
  }
}

function withoutSpeakers(words: readonly WordHits[], named: ReadonlySet<string>): readonly WordHits[] {
  const stems = new Set([...named].flatMap(indexWords));
  const content = words.filter(({ word }) => !stems.has(word));
  return content.length > 0 ? content : words;
}

function namedSpeakers(
  all: readonly StoredPassage[],
  named: ReadonlySet<string>,
): (passage: StoredPassage) => boolean {
  const speakers = new Set(all.map(({ speaker }) => speaker));
  const matching = new Set(
    [...speakers].filter((speaker) =>
      nameWords(speaker).some((word) => [...named].some((name) => sameName(name, word))),
    ),
  );
  return ({ speaker }) => matching.has(speaker);
}

function nameWords(name: string | null): string[] {
  return name === null ? [] : fold(name).split(/\s+/);
}

/** "Mel" is Melanie: one begins the other, with three letters at least. */
function sameName(a: string, b: string): boolean {
  return a === b || (Math.min(a.length, b.length) >= 3 && (a.startsWith(b) || b.startsWith(a)));
}

function pagesOf(all: readonly StoredPassage[]): number {
  const assistant = all.filter(({ role }) => role === "assistant").length;
  return all.length === 0 ? 0 : Math.min(1, (3 * assistant) / all.length);
}

function phrasesOf(text: string): string[] {
  const words = fold(text).match(/[\p{L}\p{N}'’-]+/gu) ?? [];
  return words
    .slice(1)
    .map((word, index) => `${words[index]} ${word}`)
    .filter((phrase) => phrase.length > 8);
}

function sessionsOf(
  all: readonly StoredPassage[],
  { pool, content, masks }: Pick<View, "pool" | "content" | "masks">,
): Map<string, Session> {
  const sources = new Map<string, { mask: number; cosines: number[] }>();
  for (const { id, sourceId } of all) {
    const source = sources.get(sourceId) ?? { mask: 0, cosines: [] };
    source.mask |= masks.get(id) ?? 0;
    source.cosines.push(pool.subjectSimilarity.get(id) ?? 0);
    sources.set(sourceId, source);
  }
  const bestThree = (cosines: number[]) => cosines.sort((a, b) => b - a).slice(0, 3);
  return new Map(
    [...sources].map(([source, { mask, cosines }]) => [
      source,
      { covered: content.worth(mask), similarity: bestThree(cosines).reduce((sum, one) => sum + one, 0) / 3 },
    ]),
  );
}

/** Passages of one voice that follow one another in a source are one message. */
function runsOf(all: readonly StoredPassage[]): Map<number, { place: number; length: number }> {
  const runs: StoredPassage[][] = [];
  for (const passage of all) {
    const run = runs.at(-1);
    if (run !== undefined && continues(run.at(-1)!, passage)) run.push(passage);
    else runs.push([passage]);
  }
  return new Map(
    runs.flatMap((run) => run.map(({ id }, place) => [id, { place, length: run.length }] as const)),
  );
}

function continues(last: StoredPassage, next: StoredPassage): boolean {
  return (
    last.id + 1 === next.id &&
    last.sourceId === next.sourceId &&
    last.role === next.role &&
    last.speaker === next.speaker
  );
}
