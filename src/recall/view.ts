/** A view: what is known of a pool as a whole before each of its passages is described. Pure. What it knows of a passage stands at the passage's row. */
import { fold, indexWords } from "../internal/words.js";
import type { StoredPassage } from "../stores/store.js";
import { Content } from "./content.js";
import type { Pool } from "./gather.js";
import { letterGroups } from "./letter-groups.js";
import { type Phrase, type Reading, readingOf } from "./reading.js";
import type { WordHits } from "./word-hits.js";
import { earliestWanted, latestWanted } from "./wording.js";

export interface View {
  readonly pool: Pool;
  readonly readings: readonly Reading[];
  /** The question's words, the names of those who speak left out. */
  readonly content: Content;
  /** Which of these words each passage holds: one bit a word. */
  readonly masks: Int32Array;
  /** Names in the question of those who speak. */
  readonly named: ReadonlySet<string>;
  readonly isNamed: (passage: StoredPassage) => boolean;
  /** Kind of conversation: 0 among people who chat, 1 where an assistant's words fill a third of what was found. */
  readonly pages: number;
  /** Neighbouring words of the question as they are written: "support group". */
  readonly phrases: readonly Phrase[];
  /** What all that was found of its source says together. */
  readonly sessions: readonly Session[];
  /** Where a passage stands in its message, and how many the message has. */
  readonly runs: readonly Run[];
  readonly lastPassage: number;
  /** The question looks for the last or the first of several. */
  readonly wantsLatest: boolean;
  readonly wantsEarliest: boolean;
  /** Rows of what stands around each passage in its conversation, `reach` steps to each side; -1 where nothing does. See {@link around}. */
  readonly neighbours: Int32Array;
}

/** What all that was found of one source says together. */
export interface Session {
  /** Share of the question's worth that its passages cover together. */
  readonly covered: number;
  /** Mean cosine of its three best passages with the question's subject. */
  readonly similarity: number;
}

interface Run {
  readonly place: number;
  readonly length: number;
}

export function viewOf(pool: Pool): View {
  const all = pool.passages;
  const readings = all.map(readingOf);
  const speakers = [...new Set(all.map(({ speaker }) => speaker))];
  const words = speakers.flatMap(nameWords);
  const named = new Set(pool.question.names.filter((name) => words.some((word) => sameName(name, word))));
  const content = new Content(withoutSpeakers(pool.words, named));
  const masks = content.masksOf(all);
  return {
    pool,
    readings,
    content,
    masks,
    named,
    isNamed: namedAmong(speakers, named),
    pages: pagesOf(all),
    phrases: phrasesOf(pool.question.text),
    sessions: sessionsOf({ pool, content, masks }),
    runs: runsOf(all),
    lastPassage: all.at(-1)?.id ?? 0,
    wantsLatest: latestWanted.test(pool.question.text),
    wantsEarliest: earliestWanted.test(pool.question.text),
    neighbours: neighboursOf(all, readings),
  };
}

/** How many steps away a passage of the same conversation still counts. */
export const reach = 8;
const span = 2 * reach + 1;

/** Row of the passage so many steps away, where it belongs to the same conversation; else -1. */
export function around({ neighbours }: Pick<View, "neighbours">, row: number, step: number): number {
  return neighbours[row * span + reach + step]!;
}

const hourMs = 3_600_000;

/** `all` ascends by number, so that what is around a passage stands around it there too. */
function neighboursOf(all: readonly StoredPassage[], readings: readonly Reading[]): Int32Array {
  const neighbours = new Int32Array(all.length * span).fill(-1);
  for (let row = 0; row < all.length; row += 1) {
    const one = all[row]!;
    for (let next = row + 1; next < all.length; next += 1) {
      const other = all[next]!;
      const step = other.id - one.id;
      if (step > reach) break;
      if (!linked(one, other, Math.abs(readings[row]!.saidMs - readings[next]!.saidMs))) continue;
      neighbours[row * span + reach + step] = next;
      neighbours[next * span + reach - step] = row;
    }
  }
  return neighbours;
}

/** Two passages belong to one conversation when one call brought both, or two voices spoke within the hour. */
function linked(a: StoredPassage, b: StoredPassage, apartMs: number): boolean {
  if (a.sourceId === b.sourceId) return true;
  return (a.speaker !== b.speaker || a.role !== b.role) && apartMs <= hourMs;
}

function withoutSpeakers(words: readonly WordHits[], named: ReadonlySet<string>): readonly WordHits[] {
  const stems = new Set([...named].flatMap(indexWords));
  const content = words.filter(({ word }) => !stems.has(word));
  return content.length > 0 ? content : words;
}

function namedAmong(
  speakers: readonly (string | null)[],
  named: ReadonlySet<string>,
): (passage: StoredPassage) => boolean {
  const matching = new Set(
    speakers.filter((speaker) =>
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

function phrasesOf(text: string): Phrase[] {
  const words = fold(text).match(/[\p{L}\p{N}'’-]+/gu) ?? [];
  return words
    .slice(1)
    .map((word, index) => `${words[index]} ${word}`)
    .filter((phrase) => phrase.length > 8)
    .map((phrase) => ({ text: phrase, groups: letterGroups(phrase) }));
}

function sessionsOf({ pool, content, masks }: Pick<View, "pool" | "content" | "masks">): Session[] {
  const sources = new Map<string, { mask: number; readonly cosines: number[] }>();
  for (const [row, { sourceId }] of pool.passages.entries()) {
    const source = sources.get(sourceId);
    const cosine = pool.subjectSimilarity[row]!;
    if (source === undefined) sources.set(sourceId, { mask: masks[row]!, cosines: [cosine] });
    else {
      source.mask |= masks[row]!;
      source.cosines.push(cosine);
    }
  }
  const sessions = new Map<string, Session>();
  for (const [source, { mask, cosines }] of sources)
    sessions.set(source, { covered: content.worth(mask), similarity: bestThree(cosines) / 3 });
  return pool.passages.map(({ sourceId }) => sessions.get(sourceId)!);
}

/** Sum of the three highest. */
function bestThree(values: number[]): number {
  return values
    .sort((a, b) => b - a)
    .slice(0, 3)
    .reduce((sum, one) => sum + one, 0);
}

/** Passages of one voice that follow one another in a source are one message. */
function runsOf(all: readonly StoredPassage[]): Run[] {
  const runs: Run[] = [];
  for (let first = 0; first < all.length; ) {
    let end = first + 1;
    while (end < all.length && continues(all[end - 1]!, all[end]!)) end += 1;
    for (let row = first; row < end; row += 1) runs.push({ place: row - first, length: end - first });
    first = end;
  }
  return runs;
}

function continues(last: StoredPassage, next: StoredPassage): boolean {
  return (
    last.id + 1 === next.id &&
    last.sourceId === next.sourceId &&
    last.role === next.role &&
    last.speaker === next.speaker
  );
}
