/** Gather: asks the store for everything that may answer a question. The one part of recall that waits for the store. */
import type {
  Criteria,
  Posting,
  RulesRequest,
  Snapshot,
  StoredPassage,
  StoreStatistics,
  TimeRequest,
} from "../../stores/store.js";
import { factsIn } from "../question/facts-in.js";
import type { QueryWord, Question } from "../question/interpret.js";
import { entitiesOf, states } from "../ranking/direct.js";
import { type Fit, fitOf, scoreLevels, sourceScores, type WordHits, wordHits } from "./bm25.js";
import { hitsOfContext } from "./context-hits.js";
import { bySource, fuse, shortlist } from "./fuse.js";

/** What a question found: passages that were read, and what is known of each. */
export interface Pool {
  readonly question: Question;
  /** When it was asked, in milliseconds since 1970. */
  readonly askedMs: number;
  readonly statistics: StoreStatistics;
  readonly words: readonly WordHits[];
  /** By number, ascending. A passage's place in this list is its row wherever something is known of each. */
  readonly passages: readonly StoredPassage[];
  /** Cosine of each with the question. */
  readonly similarity: Float32Array;
  /** Cosine of each with what the question is about, names left out. */
  readonly subjectSimilarity: Float32Array;
  /** How well the words fit each, and its source. */
  readonly fit: Fit;
}

export interface GatherOptions {
  /** Unit norm, or zero where the question holds nothing that the embedder knows. */
  readonly vector: Float32Array;
  /** The same of the question's subject. */
  readonly subjectVector: Float32Array;
  readonly scope: Criteria;
  /** Of what was said. */
  readonly statistics: StoreStatistics;
}

/** Passages whose voice is looked up, passages read whole, and how many of these bring their neighbours along. */
const foundLimit = 700;
const readLimit = { limit: 115, withNeighbours: 16 };
const nearestLimit = 200;
const rulesLimit = 40;
const duringLimit = 40;
/** Facts about one name that are looked through for the one asked for. */
const aboutLimit = 400;

/**
 * A word that stands in more passages than this is too common to be searched for: a quarter of a small store, half a percent of a large one, where
 * each word asked for costs what it is found in.
 */
export const postingsLimit = (passages: number) => Math.max(2000, Math.min(5000, Math.ceil(passages / 4)));

export async function gather(
  store: Snapshot,
  question: Question,
  { vector, subjectVector, scope, statistics }: GatherOptions,
): Promise<Pool> {
  const limit = postingsLimit(statistics.passages);
  const postings = await matchingAlike(store, question.words, { limit, scope });
  const [layout] = await store.read([{ of: "layout" }]);
  const [nearest, ...alsoFound] = await store.search([
    { by: "vector", vector, limit: nearestLimit, scope },
    ...alsoAsked(question, scope),
  ]);
  const hits = wordHits(question.words, postings, statistics);
  const levels = scoreLevels(hits, layout, statistics);
  const found = fuse({ words: bySource(levels, layout), nearest }, foundLimit);
  const [speakers] = await store.read([{ of: "speakers", numbers: found.passages }]);
  const shortlisted = shortlist(found, speakers, question, readLimit);
  const direct = await directly(store, question, scope);
  const wanted = ascending([...shortlisted, ...alsoFound.flat(), ...direct]);
  const [read] = await store.read([{ of: "passages", numbers: wanted, scope }]);
  // A neighbour by number may be in a file.
  const passages = read.filter(({ file }) => file === null);
  const numbers = passages.map(({ id }) => id);
  const [cosines] = await store.read([{ of: "similarities", vectors: [vector, subjectVector], numbers }]);
  const [similarity, subjectSimilarity] = [cosines[0]!, cosines[1]!];
  const askedMs = Date.parse(scope.now);
  const said = await hitsOfContext(store, question, { layout, askedMs, scope, statistics, limit });
  const context = sourceScores(said, layout, statistics);
  const fit = fitOf(passages, { words: hits, levels: { ...levels, context }, layout, statistics });
  return { question, askedMs, statistics, words: hits, passages, similarity, subjectSimilarity, fit };
}

interface WordSearch {
  readonly limit: number;
  readonly scope: Criteria;
}

/** Where the words of a question are found, and what counts as one of them. */
async function matchingAlike(
  store: Snapshot,
  asked: readonly QueryWord[],
  options: WordSearch,
): Promise<readonly Posting[]> {
  const words = asked.map(({ word }) => word);
  const others = asked.flatMap(({ alike = [] }) => alike);
  const postings = await matching(store, words, options);
  if (others.length === 0) return postings;
  const [found] = await store.search([{ by: "words", words: others, ...options }]);
  const byWord = new Map(found.map((posting) => [posting.word, posting]));
  return postings.map((posting, at) => {
    const alike = (asked[at]?.alike ?? []).flatMap((word) => byWord.get(word) ?? []);
    return alike.length === 0 ? posting : union([posting, ...alike]);
  });
}

/** Common where one of them is. */
function union(postings: readonly Posting[]): Posting {
  const [{ word }] = postings as readonly [Posting];
  const cut = postings.some((posting) => posting.cut);
  return { word, cut, passages: cut ? [] : ascending(postings.flatMap(({ passages }) => passages)) };
}

/**
 * Where words are all common, the rarest of them are all that there is to go by: they are looked for further. Of a text of 64 common words that took 0.4 s at a
 * million passages, so only the first ones of many are.
 */
const further = { times: 8, words: 8 };

async function matching(
  store: Snapshot,
  words: readonly string[],
  { limit, scope }: WordSearch,
): Promise<readonly Posting[]> {
  const [postings] = await store.search([{ by: "words", words, limit, scope }]);
  const isCommon = postings.length > 0 && postings.every(({ cut }) => cut);
  if (!isCommon) return postings;
  const first = words.slice(0, further.words);
  const [found] = await store.search([{ by: "words", words: first, limit: further.times * limit, scope }]);
  return [...found, ...postings.slice(further.words)];
}

/** Rules where advice is asked for, and what happened in the times that a question names. */
function alsoAsked({ asks, times }: Question, scope: Criteria): readonly (RulesRequest | TimeRequest)[] {
  const rules = { by: "rules", limit: rulesLimit, scope } as const;
  const during = times
    .slice(0, 3)
    .map(
      ({ from, to }) =>
        ({ by: "time", from: isoTime(from), to: isoTime(to), limit: duringLimit, scope }) as const,
    );
  return asks.has("advice") ? [rules, ...during] : during;
}

/** Numbers in order, each once. */
export function ascending(numbers: readonly number[]): number[] {
  return [...Float64Array.from(new Set(numbers)).sort()];
}

/** Passages that state what is asked for by name; of an overview, the newest about it. */
async function directly(store: Snapshot, { direct }: Question, scope: Criteria): Promise<readonly number[]> {
  if (direct === undefined) return [];
  const entities = entitiesOf(direct);
  if (direct.kind === "overview") {
    const [newest] = await store.search([{ by: "facts", entities, limit: readLimit.limit, scope }]);
    return newest;
  }
  const isProperty = direct.asked.asks;
  const passages = await factsIn(store, { entities, limit: aboutLimit, scope, isProperty });
  return passages.filter((passage) => states(direct, passage)).map(({ id }) => id);
}

function isoTime(ms: number): string {
  return new Date(ms).toISOString();
}
