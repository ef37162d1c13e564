/**
 * Chain: follows a chain question from statement to statement. "The author of Emma is Jane Austen."
 * answers a part of "Where was the author of Emma's sister born?", and the name that it adds leads
 * to "Jane Austen's sister is Cassandra.", which shares hardly a word with the question.
 *
 * A passage continues another one if it contains the words that the other one adds to the question.
 * Long passages add many words, of which others contain few, so they hardly lead anywhere.
 * Evidence among the first 5 / 10 / 20 and in 1,000 tokens of prose, before and after
 * (`bench:quality`):
 *
 *   FactConsolidation   76.7 / 79.4 / 83.5, 80.4   81.8 / 85.4 / 88.8, 87.0
 *   LoCoMo              71.6 / 79.2 / 83.4, 83.4   71.4 / 79.1 / 83.4, 83.4
 *   BEAM                53.5 / 63.9 / 69.8, 63.6   53.5 / 64.3 / 70.0, 63.6
 *   LifeBench, a third  39.4 / 49.6 / 58.8, 50.4   39.3 / 49.6 / 58.6, 50.4
 *
 * An earlier form for all questions, not only chain questions, had 86.0 on FactConsolidation and
 * 78.6 on LoCoMo at 10.
 */
import type { Criteria, Posting, Snapshot, StoredPassage, StoreStatistics } from "../../stores/store.js";
import { analysisOf } from "../passages/passage-analysis.js";
import { asksByChain } from "../question/chain-question.js";
import { maskAt, mostMasked, sumOf, union, type WordMask, without } from "../question/content.js";
import type { Question } from "../question/interpret.js";
import type { Levels, WordHits } from "./bm25.js";

/** The passages that were read, with how strongly each continues the best ones. */
export interface Chain {
  /** In ascending order of their numbers. */
  readonly passages: readonly StoredPassage[];
  /** 0 to 1, for each of the passages. */
  readonly strength: Float64Array;
}

/** What was found for a question. */
export interface FoundPassages {
  readonly question: Question;
  readonly hits: readonly WordHits[];
  readonly levels: Levels;
  /** Those that were read, in ascending order of their numbers. */
  readonly passages: readonly StoredPassage[];
}

/** Options of {@link followChain}. */
export interface ChainOptions {
  readonly scope: Criteria;
  readonly statistics: StoreStatistics;
}

/**
 * How many steps are followed, from how many passages each, and how many passages are read for a
 * step. With 4 passages, with 16 read, or with 2 steps, R@10 of FactConsolidation changed by at most
 * 0.5.
 */
const most = { steps: 3, ends: 3, read: 8 };
/** Lowest strength of a passage that is read. */
const leastRead = 0.1;
/** Most words of the last passages that are searched for. */
const mostWords = 48;
/**
 * A word is no link if it is in more passages than this share of the store, or than the highest
 * number, which limits the time of the search.
 */
const common = { share: 0.04, least: 5, most: 200 };

/** A passage that the chain reached. */
interface Reached {
  readonly id: number;
  readonly strength: number;
  /** The words of the question in it and in the passages before it. */
  readonly covered: WordMask;
  /** The words of the passages before it, which lead back. */
  readonly before: ReadonlySet<string>;
}

/** The last passage of a chain. */
interface End extends Reached {
  readonly passage: StoredPassage;
}

/** Reads what continues the best passages; nothing more if the question is no chain question. */
export async function followChain(
  store: Snapshot,
  { question, hits, levels, passages }: FoundPassages,
  options: ChainOptions,
): Promise<Chain> {
  if (!asksByChain(question)) return { passages, strength: new Float64Array(passages.length) };
  const asked = new AskedWords(question, hits);
  const read = new Map(passages.map((passage) => [passage.id, passage]));
  const strengths = new Map<number, number>();
  let ends = firstEnds(passages, levels, asked);
  for (let step = 0; step < most.steps && ends.length > 0; step += 1) {
    const links = await linksOf(store, ends, asked, options);
    const reached = reachedFrom(ends, links, { asked, passages: options.statistics.passages });
    const best = reached.slice(0, most.read);
    const missing = best.filter(({ id, strength }) => !read.has(id) && strength >= leastRead);
    for (const passage of await readPassages(store, missing, options)) read.set(passage.id, passage);
    for (const { id, strength } of reached)
      if (strength > (strengths.get(id) ?? 0)) strengths.set(id, strength);
    ends = best.slice(0, most.ends).flatMap((one) => {
      const passage = read.get(one.id);
      return passage === undefined ? [] : [{ ...one, passage }];
    });
  }
  const all = [...read.values()].sort((one, other) => one.id - other.id);
  return { passages: all, strength: Float64Array.from(all, ({ id }) => strengths.get(id) ?? 0) };
}

/** The words of a question, and where they are. */
class AskedWords {
  readonly #words: ReadonlySet<string>;
  readonly #passages: readonly ReadonlySet<number>[];
  readonly #weights: readonly number[];
  readonly #total: number;

  constructor({ words }: Question, hits: readonly WordHits[]) {
    const counted = hits.filter(({ weight }) => weight === 1).slice(0, mostMasked);
    this.#words = new Set(words.map(({ word }) => word));
    this.#passages = counted.map(({ passages }) => new Set(passages));
    this.#weights = counted.map(({ idfWeight }) => idfWeight);
    this.#total = this.#weights.reduce((sum, weight) => sum + weight, 0) || 1;
  }

  /** The words that the last passage of a chain adds to the question and to the chain. */
  addedBy({ passage, before }: End): string[] {
    const own = analysisOf(passage).ownWords;
    return [...own].filter((word) => !this.#words.has(word) && !before.has(word));
  }

  coverOf(passage: number): WordMask {
    return maskAt(this.#passages.flatMap((among, place) => (among.has(passage) ? [place] : [])));
  }

  /** The share of the question's idf weight that a mask has. */
  share(mask: WordMask): number {
    return sumOf(mask, this.#weights) / this.#total;
  }
}

/** The passages that fit the question best by their own words. */
function firstEnds(
  passages: readonly StoredPassage[],
  { passages: scores }: Levels,
  asked: AskedWords,
): End[] {
  const best = passages.reduce((highest, { id }) => Math.max(highest, scores.scoreOf(id)), 1e-6);
  return passages
    .map((passage) => ({ passage, strength: (scores.scoreOf(passage.id) / best) ** 2 }))
    .sort((one, other) => other.strength - one.strength)
    .slice(0, most.ends)
    .map((one) => ({
      ...one,
      id: one.passage.id,
      covered: asked.coverOf(one.passage.id),
      before: new Set(),
    }));
}

/** The rare words that the ends add to the question, with where they are. */
async function linksOf(
  store: Snapshot,
  ends: readonly End[],
  asked: AskedWords,
  { scope, statistics }: ChainOptions,
): Promise<ReadonlyMap<string, Posting>> {
  const words = [...new Set(ends.flatMap((end) => asked.addedBy(end)))].slice(0, mostWords);
  if (words.length === 0) return new Map();
  const limit = Math.ceil(Math.min(common.most, Math.max(common.least, common.share * statistics.passages)));
  const [postings] = await store.search([{ by: "words", words, limit, scope }]);
  return new Map(postings.filter(({ cut }) => !cut).map((posting) => [posting.word, posting]));
}

interface LinkOptions {
  readonly asked: AskedWords;
  /** Number of passages in the store. */
  readonly passages: number;
}

/** The passages that continue some ends, strongest first, each once. */
function reachedFrom(
  ends: readonly End[],
  links: ReadonlyMap<string, Posting>,
  { asked, passages }: LinkOptions,
): Reached[] {
  const reached = new Map<number, Reached>();
  for (const end of ends) {
    const missing = 1 - asked.share(end.covered);
    const before = new Set([...end.before, ...analysisOf(end.passage).ownWords]);
    for (const [id, shared] of sharesOf(asked.addedBy(end), links, passages)) {
      const own = asked.coverOf(id);
      const more = missing > 0 ? asked.share(without(own, end.covered)) / missing : 0;
      const strength = end.strength * shared * Math.min(1, 4 * missing) * (0.5 + 0.5 * Math.sqrt(more));
      if (id === end.id || strength <= (reached.get(id)?.strength ?? 0)) continue;
      reached.set(id, { id, strength, covered: union(end.covered, own), before });
    }
  }
  return [...reached.values()].sort((one, other) => other.strength - one.strength || one.id - other.id);
}

/** For each passage with some of the words, its share of their idf. */
function sharesOf(
  words: readonly string[],
  links: ReadonlyMap<string, Posting>,
  passages: number,
): ReadonlyMap<number, number> {
  const found = words.flatMap((word) => links.get(word) ?? []);
  const idf = ({ passages: containing }: Posting) => Math.log(1 + passages / Math.max(1, containing.length));
  const total = found.reduce((sum, posting) => sum + idf(posting), 0);
  const shares = new Map<number, number>();
  for (const posting of found)
    for (const id of posting.passages) shares.set(id, (shares.get(id) ?? 0) + idf(posting) / total);
  return shares;
}

async function readPassages(
  store: Snapshot,
  reached: readonly Reached[],
  { scope }: ChainOptions,
): Promise<readonly StoredPassage[]> {
  if (reached.length === 0) return [];
  const numbers = reached.map(({ id }) => id).sort((one, other) => one - other);
  const [passages] = await store.read([{ of: "passages", numbers, scope }]);
  return passages.filter(({ file }) => file === null);
}
