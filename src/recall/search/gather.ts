/**
 * Gather: reads everything from the store that may answer a question. The only part of the search
 * that awaits the store.
 */
import type {
  Criteria,
  Layout,
  Posting,
  RulesRequest,
  Snapshot,
  StoredPassage,
  StoreStatistics,
  TimeRequest,
} from "../../stores/store.js";
import { keepersAmong } from "../question/entities/keeper.js";
import { factsIn } from "../question/facts-in.js";
import type { QueryWord, Question } from "../question/interpret.js";
import { entitiesOf, states } from "../ranking/direct.js";
import { type Fit, fitOf, scoreLevels, sourceScores, type WordHits, wordHits } from "./bm25.js";
import { followChain } from "./chain.js";
import { continuationOf, hitsOfContext } from "./context-hits.js";
import { feedbackOf } from "./feedback.js";
import { bySource, fuse, shortlist } from "./fuse.js";
import { withKnownYears } from "./known-years.js";
import { newestSources } from "./newest-sources.js";

/** What was found for a question: the passages that were read, with signals for each. */
export interface Pool {
  readonly question: Question;
  /** When the question was asked, in milliseconds since 1970. */
  readonly askedMs: number;
  readonly statistics: StoreStatistics;
  readonly words: readonly WordHits[];
  /**
   * In ascending order of their numbers. The index of a passage in this list is its row in every
   * array below.
   */
  readonly passages: readonly StoredPassage[];
  /** Cosine of each with the question. */
  readonly similarity: Float32Array;
  /** Cosine of each with the subject of the question, without names. */
  readonly subjectSimilarity: Float32Array;
  /** How well the words fit each passage and its source. */
  readonly fit: Fit;
  /**
   * How well the source of each fits the words of the best sources (`feedback.ts`), 0 to 1; zeros
   * for a single question.
   */
  readonly feedback: Float64Array;
  /** How strongly each continues the best ones (`chain.ts`); zeros if it is no chain question. */
  readonly chain: Float64Array;
  /**
   * Returns the folded names of the person whose store it is, as derived from its chats
   * (`question/entities/keeper.ts`).
   */
  readonly keepers: () => ReadonlySet<string>;
  /** What identifies the conversation of each: its number, or its source without a layout. */
  readonly conversations: readonly (number | string)[];
}

/** Options of {@link gather}. */
export interface GatherOptions {
  /** Unit norm, or zero if the question contains nothing that the embedder knows. */
  readonly vector: Float32Array;
  /** The vector of the question's subject. */
  readonly subjectVector: Float32Array;
  readonly scope: Criteria;
  /** Statistics of the passages of conversations. */
  readonly statistics: StoreStatistics;
}

/**
 * Maximum number of passages whose speaker is read, maximum number of passages that are read, and
 * for how many of these the neighbours are added.
 */
const foundLimit = 700;
const readLimit = { limit: 115, withNeighbours: 16 };
const nearestLimit = 200;
const rulesLimit = 40;
/** Number of the newest passages about a time that the question names that are read in any case. */
const duringLimit = 40;
/** Maximum number of facts about one name that are searched for the property asked for. */
const aboutLimit = 400;

/**
 * Maximum number of passages that a searched word may be in: a quarter of a small store, half a
 * percent of a large one. More common words are not searched for, because the cost of a word grows
 * with the length of its postings.
 */
export const postingsLimit = (passages: number) => Math.max(2000, Math.min(5000, Math.ceil(passages / 4)));

/** Searches conversations, and reads the passages that may answer a question. */
export async function gather(store: Snapshot, asked: Question, options: GatherOptions): Promise<Pool> {
  const { vector, subjectVector, scope, statistics } = options;
  const limit = postingsLimit(statistics.passages);
  const { question, hits, levels, layout, keepers, wanted } = await searched(store, asked, options);
  const [read] = await store.read([{ of: "passages", numbers: wanted, scope }]);
  // The passage with the next number may be in a file.
  const said = read.filter(({ file }) => file === null);
  const chain = await followChain(store, { question, hits, levels, passages: said }, { scope, statistics });
  const { passages } = chain;
  const numbers = passages.map(({ id }) => id);
  const [cosines] = await store.read([{ of: "similarities", vectors: [vector, subjectVector], numbers }]);
  const [similarity, subjectSimilarity] = [cosines[0]!, cosines[1]!];
  const askedMs = Date.parse(scope.now);
  const before = await hitsOfContext(store, question, { layout, askedMs, scope, statistics, limit });
  const context = sourceScores(before, layout, statistics);
  const fit = fitOf(passages, { words: hits, levels: { context, ...levels }, layout, statistics });
  const feedback = await feedbackOf(
    store,
    { question, passages, similarity, fit },
    { layout, askedMs, scope, statistics, limit },
  );
  return {
    question,
    askedMs,
    statistics,
    words: hits,
    passages,
    similarity,
    subjectSimilarity,
    fit,
    feedback,
    chain: chain.strength,
    keepers,
    conversations: conversationsOf(numbers, layout).map((number, row) => number || passages[row]!.sourceId),
  };
}

/** Searches by words, vectors, names, times and rules, and decides which passages to read. */
async function searched(store: Snapshot, asked: Question, { vector, scope, statistics }: GatherOptions) {
  const limit = postingsLimit(statistics.passages);
  const postings = await matchingAlike(store, asked.words, { limit, scope });
  const [layout] = await store.read([{ of: "layout" }]);
  const question = await withKnownYears(store, asked, { layout, scope });
  const [rules, times] = [rulesAsked(question, scope), timesAsked(question, { limit, scope })];
  const [nearest, ...also] = await store.search([
    { by: "vector", vector, limit: nearestLimit, scope },
    ...rules,
    ...times,
  ]);
  const [ruled, during] = [also.slice(0, rules.length), also.slice(rules.length)];
  const hits = wordHits(question.words, postings, statistics);
  const levels = scoreLevels(hits, layout, statistics);
  const found = fuse({ words: bySource(levels, layout), nearest }, foundLimit);
  const [speakers] = await store.read([{ of: "speakers", numbers: found.passages }]);
  // The newest ones of a longer time say nothing about the others.
  const inTime = new Set(during.flatMap((numbers) => (numbers.length < limit ? numbers : [])));
  const shortlisted = shortlist(found, speakers, question, { inTime, ...readLimit });
  const direct = await directly(store, question, scope);
  const newest = during.flatMap((numbers) => numbers.slice(0, duringLimit));
  const continued = continuationOf(question) > 0 ? newestSources(layout) : [];
  const wanted = ascending([...shortlisted, ...ruled.flat(), ...newest, ...direct, ...continued]);
  const keepers = () => keepersAmong(conversationsOf(found.passages, layout), speakers);
  return { question, hits, levels, layout, keepers, wanted };
}

/**
 * The conversation of each passage; 0 in a store without a layout. There, reading beyond the end of
 * the empty array took 4 µs a passage, 3 ms of a recall at a million.
 */
function conversationsOf(passages: readonly number[], { conversationOf }: Layout): number[] {
  return passages.map((number) => (number < conversationOf.length ? conversationOf[number]! : 0));
}

interface WordSearch {
  readonly limit: number;
  readonly scope: Criteria;
}

/** Returns the postings of the words of a question, each with those of its synonyms. */
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

/** The union of several postings; common if one of them is. */
function union(postings: readonly Posting[]): Posting {
  const [{ word }] = postings as readonly [Posting];
  const cut = postings.some((posting) => posting.cut);
  return { word, cut, passages: cut ? [] : ascending(postings.flatMap(({ passages }) => passages)) };
}

/**
 * If all words are common, the first ones are searched for again with a higher limit. The number of
 * words is limited, because the search for 64 common words took 0.4 s at a million passages.
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

/** The request for rules, if the question asks for advice. */
function rulesAsked({ asks }: Question, scope: Criteria): readonly RulesRequest[] {
  return asks.has("advice") ? [{ by: "rules", limit: rulesLimit, scope }] : [];
}

/** Maximum number of times that are searched for. */
const mostTimes = 3;

/** The requests for passages about the times that the question names. */
function timesAsked({ times }: Question, { limit, scope }: WordSearch): readonly TimeRequest[] {
  return times
    .slice(0, mostTimes)
    .map(({ from, to }) => ({ by: "time", from: isoTime(from), to: isoTime(to), limit, scope }));
}

/** Returns numbers in ascending order, each once. */
export function ascending(numbers: readonly number[]): number[] {
  return [...Float64Array.from(new Set(numbers)).sort()];
}

/**
 * Returns the passages that state what is asked for by name; for an overview, the newest passages
 * about it.
 */
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
