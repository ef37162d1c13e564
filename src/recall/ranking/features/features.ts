/**
 * Features: what the ranking knows about each passage for one question, as numbers between about -1
 * and 1. Pure. Each describes the question, the passage, the passages around it or the kind of
 * conversation; none depends on where a conversation came from.
 */
import type { MemoryRecord } from "../../../contract/record.js";
import { fold, indexWords } from "../../../text/words.js";
import { asksFor } from "../../question/asked-properties.js";
import type { Ask } from "../../question/asks.js";
import { union, without } from "../../question/content.js";
import type { Question } from "../../question/interpret.js";
import type { Interval } from "../../question/time-expressions.js";
import { continuationOf, recencyOf } from "../../search/context-hits.js";
import type { Pool } from "../../search/gather.js";
import { around, reach, type View, viewOf } from "../../search/view.js";
import { likenessOf } from "./alike.js";
import { FeatureTable } from "./feature-table.js";
import { addRelativeFeatures } from "./relative-features.js";

/** Values of features by name. */
export type Features = Readonly<Record<string, number>>;

/** A pool with its features: one row per passage, in their order. */
export interface DescribedPool {
  readonly table: FeatureTable;
  readonly view: View;
}

/**
 * Signals of whether a passage is by somebody whom the question names. Without them, a score says
 * how well the words themselves fit.
 */
export const nameSignals: readonly string[] = ["namedSpeaker"];

const families = [
  fitFeatures,
  wordFeatures,
  vectorFeatures,
  speakerFeatures,
  shapeFeatures,
  continuationFeatures,
  chainFeatures,
  askFeatures,
  recordFeatures,
];

/** Computes the features of every passage of a pool. */
export function describe(pool: Pool): DescribedPool {
  const view = viewOf(pool);
  const table = new FeatureTable(pool.passages.length);
  for (const addFamily of families) addFamily(view, table);
  addRelativeFeatures(table);
  addAlike(view, table);
  return { table, view };
}

/**
 * Weights of the first estimate, by the words of the passage and of its source, and by the vectors.
 * They are about the initial weights of the training (`training/ranker/signals.ts`).
 */
const firstEstimate: Features = {
  fitShare: 2,
  fitSourceShare: 3,
  nearShare: 1,
  cosineShare: 1,
  subjectShare: 1,
};

/** Adds the similarity of each source with the best sources. */
function addAlike({ sources, analyses }: View, table: FeatureTable): void {
  const likeness = likenessOf({
    sources,
    traces: analyses.map(({ trace }) => trace),
    estimates: table.weightedSum((name) => firstEstimate[name] ?? 0),
  });
  table.add("alike", (row) => likeness[row]!);
}

/**
 * Adds how well the words fit the passage and its source. These features have no weight of their
 * own; `relative-features.ts` compares them with those of the other passages.
 */
function fitFeatures({ pool: { fit } }: View, table: FeatureTable): void {
  table.add("fit", (row) => fit.passage[row]!);
  table.add("fitSource", (row) => fit.source[row]!);
  table.add("fitWindow", (row) => fit.window[row]!);
}

/**
 * Adds the share of the question's idf weight that the passage covers, and what its neighbours add
 * to it.
 */
function wordFeatures(view: View, table: FeatureTable): void {
  const { content, masks, analyses, phrases } = view;
  const own = table.add("own", (row) => content.idfShare(masks[row]!));
  const adds = additions(view);
  const before = table.add("before", (row) => adds(row, -1));
  const after = table.add("after", (row) => adds(row, 1));
  table.add("wider", (row) => adds(row, -2) + adds(row, 2));
  table.add("near", (row) => own[row]! + before[row]! + after[row]!);
  table.add("around", (row) => fromAround(row, own, view));
  const said = (row: number) =>
    phrases.reduce((count, phrase) => count + Number(analyses[row]!.says(phrase)), 0);
  table.addLater("phrase", () => (row) => Math.min(1, said(row) / 3));
  table.add("names", (row) => content.nameShare(masks[row]!));
  table.add("reply", (row) => fromAnswered(row, view));
}

/**
 * What a question adds to the words of a person's answer to it: in "Where did you hike?" and "Near
 * the lake", only the question contains "hike", and only the answer says where. What an assistant
 * answers is not counted, because its first passages repeat the question.
 */
function fromAnswered(row: number, view: View): number {
  const { content, masks, analyses } = view;
  const { passages } = view.pool;
  const before = around(view, row, -1);
  if (before < 0 || passages[row]!.role !== "user" || !analyses[before]!.asksItself) return 0;
  const isOfOther =
    passages[before]!.speaker !== passages[row]!.speaker || passages[before]!.role !== passages[row]!.role;
  return isOfOther ? content.idfShare(without(masks[before]!, masks[row]!)) : 0;
}

/**
 * Returns a function for what a neighbour adds to the words that the passage and the earlier
 * neighbours cover: each word counts once.
 */
function additions(view: View): (row: number, step: number) => number {
  const { content, masks } = view;
  const covered = masks.slice();
  return (row, step) => {
    const beside = around(view, row, step);
    if (beside < 0) return 0;
    const more = without(masks[beside]!, covered[row]!);
    covered[row] = union(covered[row]!, more);
    return content.idfShare(more);
  };
}

/** The value of a column at a row; 0 if {@link around} found no row. */
function valueAt(values: Float64Array, row: number): number {
  return row < 0 ? 0 : values[row]!;
}

/** A neighbour this many steps away counts 1/e of one next to the passage. */
const fading = 4;

const faded = Float64Array.from({ length: reach + 1 }, (_, step) => Math.exp(-step / fading));

function fromAround(row: number, own: Float64Array, view: View): number {
  let sum = 0;
  for (let step = 1; step <= reach; step += 1) {
    const share = valueAt(own, around(view, row, -step)) + valueAt(own, around(view, row, step));
    if (share > 0) sum += share * faded[step]!;
  }
  return Math.min(1, sum / 3);
}

function vectorFeatures(view: View, table: FeatureTable): void {
  const { similarity, subjectSimilarity } = view.pool;
  const beside = (values: Float64Array, step: number) => (row: number) =>
    valueAt(values, around(view, row, step));
  const cosine = table.add("cosine", (row) => Math.max(0, similarity[row]!));
  table.add("cosineBefore", beside(cosine, -1));
  table.add("subject", (row) => Math.max(0, subjectSimilarity[row]!));
  table.add("sessionSubject", (row) => Math.max(0, view.sessionSimilarity[row]!));
}

/** Adds features of the passage's speaker, and of the person that the question is about. */
function speakerFeatures({ pool, isNamed }: View, table: FeatureTable): void {
  const { question, passages } = pool;
  table.add("namedSpeaker", (row) => Number(isNamed(passages[row]!)));
  const user = table.add("user", (row) => Number(passages[row]!.role === "user"));
  table.add("userAboutUser", question.aboutUser ? (row) => user[row]! : undefined);
  table.add("assistantAsked", question.aboutAssistant ? (row) => 1 - user[row]! : undefined);
}

/** Adds features of the form and the position of the passage. */
function shapeFeatures(view: View, table: FeatureTable): void {
  const { pool, analyses } = view;
  const { passages } = pool;
  const place = (row: number) => passages[row]!.id / Math.max(1, view.lastPassage);
  const followsQuestion = (row: number) => {
    const before = around(view, row, -1);
    return before >= 0 && analyses[before]!.asksItself;
  };
  table.add("question", (row) => Number(analyses[row]!.asksItself));
  table.add("reaction", (row) => Number(analyses[row]!.isReaction));
  table.add("answers", (row) => Number(followsQuestion(row)));
  table.add("aboutSpeaker", (row) => (passages[row]!.role === "user" ? analyses[row]!.aboutSpeaker : 0));
  table.add("latest", view.wantsLatest ? place : undefined);
  table.add("earliest", view.wantsEarliest ? (row) => 1 - place(row) : undefined);
}

/**
 * Adds, for a message of several sentences, how recent the passage is, how well its source fits
 * what was said just before, and how well it fits the words of the sources that fit best. A single
 * question may be about any time. Session recall at 10 on RealMem, with weights trained without it,
 * was 66.7 % without the age and 68.8 % with it; the rank among the sources added less.
 */
function continuationFeatures({ pool, analyses }: View, table: FeatureTable): void {
  const continuation = continuationOf(pool.question);
  const recent = (row: number) => recencyOf(continuation, pool.askedMs - analyses[row]!.saidMs);
  table.add("recent", continuation > 0 ? recent : undefined);
  const best = pool.fit.context.reduce((most, value) => Math.max(most, value), 0);
  table.add("context", best > 0 ? (row) => (continuation * pool.fit.context[row]!) / best : undefined);
  table.add("feedback", continuation > 0 ? (row) => pool.feedback[row]! : undefined);
}

/** Adds how strongly the passage continues the best ones. */
function chainFeatures({ pool: { chain } }: View, table: FeatureTable): void {
  table.add("chain", chain.some((strength) => strength > 0) ? (row) => chain[row]! : undefined);
}

/** Whether the passage is worded like an answer to what is asked for. */
function askFeatures({ pool, analyses }: View, table: FeatureTable): void {
  const { asks, times } = pool.question;
  const worded = (ask: Ask) =>
    asks.has(ask) ? (row: number) => Number(analyses[row]!.isWordedFor(ask)) : undefined;
  const isDuring = (one: Interval) => times.some(({ from, to }) => one.from < to && one.to > from);
  table.add("askedTime", worded("time"));
  table.add("askedCount", worded("count"));
  table.add("askedReason", worded("reason"));
  table.add("askedPerson", worded("person"));
  table.add("askedPlace", worded("place"));
  table.add("askedAdvice", worded("advice"));
  const isRule = (row: number) => Number(analyses[row]!.isStandingRule);
  table.add("standingRule", asks.has("advice") ? isRule : undefined);
  const during = (row: number) => Number(analyses[row]!.occurred.some(isDuring));
  table.add("during", times.length > 0 ? during : undefined);
}

/** Adds features of what the extractor found: facts, and a rule. */
function recordFeatures({ pool, content, analyses }: View, table: FeatureTable): void {
  const { question, subjectSimilarity } = pool;
  const states = (row: number) => analyses[row]!.facts.some((fact) => isAsked(fact, question));
  const isWanted = (row: number) => {
    const { rule, triggerWords } = analyses[row]!;
    if (rule === undefined) return false;
    return content.idfShare(content.maskOf(triggerWords)) > 0 || waitsForAsking(rule);
  };
  table.add("statesFact", (row) => Number(analyses[row]!.facts.length > 0));
  table.add("fact", question.properties.size > 0 ? (row) => Number(states(row)) : undefined);
  table.add("rule", (row) => Number(analyses[row]!.rule !== undefined));
  const wanted = table.add(
    "ruleWanted",
    question.asks.has("advice") ? (row) => Number(isWanted(row)) : undefined,
  );
  table.add("ruleSubject", (row) => (wanted[row] === 1 ? Math.max(0, subjectSimilarity[row]!) : 0));
}

/**
 * Whether any request meets the condition, as for "Always cite sources" or "when I ask for advice".
 * Conditions such as "When a deploy fails" or "if she asks for a recipe" must share a word with the
 * question.
 */
function waitsForAsking({ trigger }: MemoryRecord): boolean {
  return (
    trigger === null ||
    /\b(?:(?:ask|request|want|need|discuss|mention|talk)(?!e?s\b)|question|answer)/i.test(trigger)
  );
}

/**
 * Whether a fact has the property that is asked for and is about somebody whom the question names,
 * or about the user if it says "my".
 */
function isAsked(
  { property, entity }: MemoryRecord,
  { properties, names, aboutUser, words }: Question,
): boolean {
  if (property === null || !asksFor(properties, property)) return false;
  const about = fold(entity ?? "");
  if (names.some((name) => about.includes(name))) return true;
  if (names.length > 0) return false;
  if (about === "the user") return aboutUser;
  return indexWords(about).some((word) => words.some((one) => one.word === word && one.weight === 1));
}
