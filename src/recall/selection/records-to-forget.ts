/**
 * Records to forget: finds the records that a query selects, and why. Recall may return a text that
 * only resembles an answer, because a reader judges it; forgetting cannot be undone. So a query
 * selects the records that state the fact that it names, else those that contain its words, and
 * rules only if it names rules.
 */
import type { Embedder } from "../../embedders/embedder.js";
import type { Criteria, Store } from "../../stores/store.js";
import { indexWords } from "../../text/words.js";
import type { Question } from "../question/interpret.js";
import { interpret } from "../question/interpret.js";
import { aboveFloor } from "../ranking/answers.js";
import { chosenShare } from "../ranking/chosen-share.js";
import { concerns, states } from "../ranking/direct.js";
import type { Ranked, Ranking } from "../ranking/rank.js";
import { gather } from "../search/gather.js";
import { naming, rankedSaid, relevantFiles } from "./relevant.js";
import { questionVectors, saidSearch } from "./said-search.js";

/** The parts that {@link recordsToForget} uses. */
export interface RecordsToForgetParts {
  readonly store: Store;
  readonly embedder: Embedder;
  readonly now: () => Date;
  /** Name of the asker, whom "I" and "my" mean. */
  readonly speaker?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** A record that a query means, with the reason. */
export interface RecordToForget {
  readonly id: string;
  /** The reason, as the end of a sentence about the record. */
  readonly why: string;
}

/**
 * Share of the best score that an extract of a file must reach. It is high because the scores of
 * extracts differ little.
 */
const closeExtract = 0.9;

/** Finds the records that a query would forget, best first. */
export async function recordsToForget(
  query: string,
  { store, now, speaker, ...parts }: RecordsToForgetParts,
): Promise<RecordToForget[]> {
  const at = now();
  const asked = interpret(withoutOrder(query), { now: at, speaker });
  const vectors = await questionVectors(asked, undefined, parts);
  const scope: Criteria = { now: at.toISOString() };
  const { said, extracts } = await store.snapshot(async (snapshot) => {
    const [statistics] = await snapshot.read([{ of: "statistics" }]);
    const lookup = { vectors, scope, statistics, speaker };
    const search = await saidSearch(asked, lookup, snapshot);
    const { gathered } = search;
    const pool = gathered && (await gather(snapshot, gathered.question, gathered.options));
    const said = rankedSaid(search, pool);
    return { said, extracts: naming(said.owners, await relevantFiles(asked, lookup, snapshot)) };
  });
  const filed = closeToBest(extracts).map((one) => ({
    one,
    why: "is an extract of a file close to the query",
  }));
  const { direct } = said.question;
  return [...matchedBy(said.question, said.ranking), ...filed].flatMap(({ one: { passage }, why }) =>
    passage.records.map((record) => {
      const statesAnother =
        record.type === "semantic" &&
        direct !== undefined &&
        !states(direct, { ...passage, records: [record] });
      return { id: record.id, why: why === statesFact && statesAnother ? besideFact : why };
    }),
  );
}

const statesFact = "states the fact that the query names";
/** A passage is erased as a whole, including its records that state other facts. */
const besideFact = "rests on a passage that states the fact that the query names";

function closeToBest(extracts: readonly Ranked[]): readonly Ranked[] {
  const least = closeExtract * (extracts[0]?.probability ?? 0);
  return extracts.filter(({ probability }) => probability >= least);
}

/** A passage that the query means. */
export interface MatchedPassage {
  readonly one: Ranked;
  /** The reason, as the end of a sentence about the passage: `says "phone" and "number"`. */
  readonly why: string;
}

/**
 * Shares that a passage must reach: a share of the best probability, and a share of the largest
 * number of query words that one passage has.
 */
const least = { probability: chosenShare(0.1), words: 0.75 };

const asksForRules =
  /\b(?:rules?|instructions?|guidelines?|polic(?:y|ies)|procedures?|conventions?|workflows?|always|never|whenever)\b|\bhow (?!old\b|many\b|much\b|long\b|often\b|tall\b|far\b|big\b|late\b)/i;
const ruleWords = new Set(
  indexWords(
    "rule rules instruction guideline policy procedure convention workflow always never whenever everything anything about",
  ),
);

/**
 * "Forget that …", "Please delete …": the instruction to forget, which does not identify a record.
 */
const order =
  /^\s*(?:please\s+|can you\s+|could you\s+)?(?:forget|delete|erase|remove|drop)\s+(?:that\s+|about\s+)?/i;

/** "What I told you about Ana", "the things that I said about Ana": everything about Ana. */
const statedAbout =
  /^\s*(?:what(?:ever)?|everything|anything|all|(?:all )?(?:of )?the (?:things?|stuff|facts?|messages?))\s+(?:that\s+)?(?:(?:i|we)(?:['’]ve| have)?|you(?:['’]ve| have)?|was|were)\s+(?:ever\s+)?(?:told|said|mentioned|shared|wrote|written|know|remember|saved|stored)(?:\s+(?:to\s+)?you)?\s+(?:about|on|of|concerning|regarding)\s+/i;

/** Removes from a query the instruction to forget, and phrases such as "what I told you about". */
export function withoutOrder(query: string): string {
  const rest = query.replace(order, "").replace(statedAbout, "everything about ");
  return rest.trim() === "" ? query : rest;
}

/** Selects the ranked passages that a query means, best first. */
export function matchedBy(question: Question, ranking: Ranking): MatchedPassage[] {
  const { direct } = question;
  const wantsRules = asksForRules.test(question.text);
  if (direct?.kind === "overview")
    return ranking.ranked
      .filter(({ passage }) => concerns(direct, passage))
      .map((one) => ({ one, why: `is about or names ${quoted(direct.names)}` }));
  const candidates = ranking.ranked.filter((one) => wantsRules || !isRule(one));
  const stated = direct === undefined ? [] : candidates.filter(({ passage }) => states(direct, passage));
  if (stated.length > 0) return stated.map((one) => ({ one, why: statesFact }));
  const likely = new Set(aboveFloor(ranking));
  const found = candidates.filter((one) => likely.has(one));
  const rules = wantsRules ? found.filter(isRule) : [];
  return wordedLike(question, rules.length > 0 ? rules : found);
}

function isRule({ passage }: Ranked): boolean {
  return passage.records.some(({ type }) => type === "procedural");
}

/**
 * Returns the likely passages with the most words of the query; a name alone is not enough if the
 * query has other words. If no passage contains a word, returns the closest one, unless the query
 * names a fact: a passage without its words does not state it.
 */
function wordedLike({ words, text, direct }: Question, found: readonly Ranked[]): MatchedPassage[] {
  const asked = words.filter(({ word, weight }) => weight === 1 && !ruleWords.has(word));
  const subject = asked.filter(({ name }) => !name).map(({ word }) => word);
  const best = Math.max(0, ...found.map(({ probability }) => probability));
  const close = found.filter(({ probability }) => probability >= least.probability * best);
  const shared = close.map((one) => ({
    one,
    said: sharedWords(
      one,
      asked.map(({ word }) => word),
    ),
  }));
  const worded = shared.filter(
    ({ said }) => subject.length === 0 || said.some((word) => subject.includes(word)),
  );
  const most = Math.max(0, ...worded.map(({ said }) => said.length));
  if (most === 0)
    return direct === undefined
      ? close.slice(0, 1).map((one) => ({ one, why: "is the closest in meaning" }))
      : [];
  return worded
    .filter(({ said }) => said.length >= least.words * most)
    .map(({ one, said }) => ({ one, why: `says ${quoted(said.map((word) => written(word, text)))}` }));
}

function sharedWords({ passage: { text, prompt, speaker } }: Ranked, words: readonly string[]): string[] {
  const said = new Set(indexWords(`${speaker ?? ""} ${text} ${prompt ?? ""}`));
  return words.filter((word) => said.has(word));
}

/** The word of the query that an index word was made from. */
function written(word: string, query: string): string {
  const words = query.match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
  return words.find((one) => indexWords(one).includes(word)) ?? word;
}

function quoted(words: readonly string[]): string {
  return words.map((word) => `"${word}"`).join(", ");
}
