/**
 * Relevant: finds what may be part of an answer, best first, in conversations and in files. It
 * reads the store; the decisions are pure functions in other files.
 */
import type { Criteria, Snapshot } from "../../stores/store.js";
import { fold } from "../../text/words.js";
import { aboutOwners, type IsAbout, isUnknownRelative, peopleAmong } from "../question/entities/about.js";
import type { Owners } from "../question/entities/owners.js";
import type { Question } from "../question/interpret.js";
import { languageOf } from "../question/language-words.js";
import { answering, byProperty, onlyAbout } from "../ranking/answers.js";
import { withOwners } from "../ranking/direct.js";
import { withLaterEndings } from "../ranking/later-endings.js";
import { type Ranked, type Ranking, rank } from "../ranking/rank.js";
import { rankFiles } from "../ranking/rank-files.js";
import { renewalTest, sequelsIn, withSequels } from "../ranking/renewals/renewals.js";
import { noRenewals, onceEach, type Renews } from "../ranking/renewals/renews.js";
import type { Successors } from "../ranking/renewals/successors.js";
import { withUnnamedChanges } from "../ranking/renewals/unnamed-changes.js";
import { gatherFiles } from "../search/file-pool.js";
import type { Pool } from "../search/gather.js";
import { type Lookup, type SaidSearch, saidScope } from "./said-search.js";

/** The passages that may be part of an answer, without files. */
export interface RelevantSaid {
  /** The question, with names as the store spells them. */
  readonly question: Question;
  readonly owners: Owners | undefined;
  /** Estimated probability that there is an answer. */
  readonly answerable: number;
  /** Best first. */
  readonly relevant: readonly Ranked[];
  /** The ranking of the passages about the people that the question asks about. */
  readonly ranking: Ranking;
  /** All ranked passages, including those about others. */
  readonly all: readonly Ranked[];
  /** Whether a passage is about the people that the question asks about. */
  readonly isAbout: IsAbout;
  /** The successors among all ranked passages. */
  readonly sequels: Successors;
  /** Which passages a later one renews, as the answer to the question. */
  readonly renews: Renews;
}

/**
 * Selects the passages of conversations that may be part of an answer, and computes the probability
 * that there is one.
 */
export function relevantSaid(ranked: RankedSaid): RelevantSaid {
  const found = withSuccessors(ranked);
  const { owners, ranking } = found;
  const answers = answersIn(found);
  const relevant = owners === undefined ? answers : withUnnamedChanges(answers, found.all, found.question);
  const related = relevant.length > 0 || owners === undefined ? [] : byProperty(ranking);
  if (related.length > 0) return asWeakly(found, related);
  return { answerable: ranking.answerable, relevant, ...found };
}

/** Returns passages as an answer that is weak, whatever the estimates are. */
export function asWeakly(found: WithSuccessors, relevant: readonly Ranked[]): RelevantSaid {
  return { ...found, answerable: Math.min(found.ranking.answerable, weakest), relevant };
}

type WithSuccessors = RankedSaid & Pick<RelevantSaid, "sequels" | "renews">;

function withSuccessors(found: RankedSaid): WithSuccessors {
  const pool = found.all.map(({ passage }) => passage);
  const { question } = found;
  return { sequels: sequelsIn(pool, question), renews: onceEach(renewalTest(question)), ...found };
}

function answersIn(found: WithSuccessors): readonly Ranked[] {
  const { ranking, question, all } = found;
  return withLaterEndings(continued(answering(ranking, question), found), all, renewalOf(found));
}

/**
 * The same search among what has ended too; `undefined` if it would find nothing else. See
 * {@link afterEnded}.
 */
export function amongEnded({ owners }: RankedSaid, lookup: Lookup): Lookup | undefined {
  const { scope } = lookup;
  if (owners === undefined || owners.isUnknown) return undefined;
  if (scope.includeSuperseded || scope.asOf !== undefined) return undefined;
  return { ...lookup, scope: { ...scope, includeSuperseded: true } };
}

/**
 * If the statements that would answer have ended, selects what was said when they ended: "Traded
 * the Saab in for a Skoda" if the answer would have been "My car is a Saab". Such a passage shares
 * no word with the question, and the ended statement itself is not returned as the present.
 *
 * @param ended What was found for {@link amongEnded}.
 */
export function afterEnded(found: RelevantSaid, ended: RankedSaid): RelevantSaid {
  const after = answersIn(withSuccessors(ended)).filter(({ passage: { records, superseded } }) =>
    records.some(({ id }) => superseded.every((over) => over.id !== id)),
  );
  return asWeakly(found, after);
}

/**
 * A later statement renews an answer only if it is about the people that the question asks about.
 */
function renewalOf({ renews, isAbout }: WithSuccessors): Renews {
  if (renews === noRenewals) return noRenewals;
  return (later) => {
    const isRenewed = renews(later);
    return isRenewed !== undefined && isAbout(later) ? isRenewed : undefined;
  };
}

function continued(answers: readonly Ranked[], { sequels, all, isAbout }: WithSuccessors): readonly Ranked[] {
  return withSequels(answers, all, (later, one) => {
    const found = sequels.strength(later, one);
    return found > 0 && isAbout(later) ? found : 0;
  });
}

/** A ranking of the passages about the people that the question asks about. */
export type RankedSaid = Pick<RelevantSaid, "question" | "owners" | "ranking" | "all" | "isAbout">;

/**
 * Ranks what was said about the people that the question asks about.
 *
 * @param pool What was gathered for the search; `undefined` if nothing was.
 */
export function rankedSaid(search: SaidSearch, pool: Pool | undefined): RankedSaid {
  const { question, owners, speaker } = search;
  if (pool === undefined) return { question, owners, ranking: nothing, all: [], isAbout: always };
  if (owners !== undefined) return rankingAbout(question, { owners, speaker, pool });
  const ranking = rank(pool);
  return { question, owners, ranking, all: ranking.ranked, isAbout: always };
}

const always: IsAbout = () => true;
const nothing: Ranking = { answerable: 0, ranked: [], storeSize: 0, namesSpeaker: false };

interface Searched {
  readonly owners: Owners;
  readonly speaker: string | undefined;
  readonly pool: Pool;
}

function rankingAbout(question: Question, { owners, speaker, pool }: Searched): RankedSaid {
  const people = peopleAmong(owners, pool.passages, { speaker, keepers: pool.keepers() });
  const asked = { ...question, direct: withOwners(question.direct, people) };
  const whole = rank(pool);
  const found = { question: asked, owners, all: whole.ranked };
  // Several people speak and the caller did not say who asks: the answer is returned as weak, as
  // the reader may know.
  if (people.length === 0 && owners.askedAbout.asker && languageOf(question.text) !== undefined)
    return { ranking: asWeak(whole), isAbout: always, ...found };
  if (asksOfRelative(asked) && isUnknownRelative(owners.askedAbout, people, pool.passages))
    return { ranking: nothing, isAbout: always, ...found };
  const isAbout = aboutOwners(owners.askedAbout, people, pool.passages);
  return { ranking: onlyAbout(whole, asked, isAbout), isAbout, ...found };
}

/** A single question. A task may need what is known of others. */
const asksOnce = /^[^.!?]*\?\s*$/u;

/** Whether a question asks for a fact about somebody's relative, and not for who that is. */
function asksOfRelative({ text, asks, direct }: Question): boolean {
  if (!asksOnce.test(text) || asks.has("person")) return false;
  return direct?.kind !== "fact" || direct.relation !== undefined;
}

/** Just below the probability from which an answer is not weak. */
const weakest = 0.49;

function asWeak(ranking: Ranking): Ranking {
  return { ...ranking, answerable: Math.min(ranking.answerable, weakest) };
}

/** Finds the extracts of files that may be part of an answer, best first. */
export async function relevantFiles(
  question: Question,
  { vectors: { vector }, scope, statistics: { files } }: Lookup,
  store: Snapshot,
): Promise<readonly Ranked[]> {
  const { types, ...rest } = scope;
  if (types?.includes("file") === false) return [];
  const filed: Criteria = { ...rest, corpus: "files" };
  return rankFiles(await gatherFiles(store, question, { vector, scope: filed, statistics: files }));
}

/**
 * If no message mentions the people that the question asks about, keeps only the extracts that name
 * them.
 */
export function naming(owners: Owners | undefined, extracts: readonly Ranked[]): readonly Ranked[] {
  if (!owners?.isUnknown) return extracts;
  const { names, topics } = owners.askedAbout;
  const words = [...names, ...topics].flat();
  return extracts.filter(({ passage: { text, file } }) => {
    const read = fold(`${file?.name ?? ""} ${file?.heading ?? ""} ${text}`);
    return words.some((word) => read.includes(word));
  });
}

/** In a store of at most this many passages, every statement about somebody is read. */
const smallStore = 24;
/** Maximum number of statements that are returned, newest first. */
const mostReturned = 4;
const ever = ["0001-01-01T00:00:00.000Z", "9999-12-31T00:00:00.000Z"] as const;
/** Probability given to each, so low that the answer is weak. */
const probability = 0.05;

/** What a search for somebody's statements needs. */
export interface FewWordsSearch {
  readonly store: Pick<Snapshot, "search" | "read">;
  readonly lookup: Lookup;
  readonly owners: Owners | undefined;
}

/**
 * Returns the newest statements about the people that a question in another language asks about;
 * none for a question in English.
 */
export async function saidAbout(
  question: Question,
  { store, lookup, owners }: FewWordsSearch,
): Promise<readonly Ranked[]> {
  const { speaker, statistics } = lookup;
  const scope = saidScope(lookup.scope);
  if (scope === undefined || owners === undefined || owners.isUnknown) return [];
  if (statistics.said.passages > smallStore || languageOf(question.text) === undefined) return [];
  const [from, to] = ever;
  const [numbers] = await store.search([{ by: "time", from, to, limit: smallStore, scope }]);
  const [passages] = await store.read([{ of: "passages", numbers, scope }]);
  const people = peopleAmong(owners, passages, { speaker, keepers: new Set() });
  const isAbout = aboutOwners(owners.askedAbout, people, passages);
  return passages
    .filter((passage) => isAbout(passage) && !passage.records.some(({ type }) => type === "procedural"))
    .slice(0, mostReturned)
    .map((passage) => ({ passage, probability, touches: true, signals: () => ({}) }));
}
