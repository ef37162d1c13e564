/**
 * Features: what the ranking knows about one passage in view of one question, as numbers between about -1 and 1. Pure. Each says something about
 * the question, the passage, the passages around it or the kind of conversation; none knows where a conversation came from.
 */
import type { MemoryRecord } from "../contract/record.js";
import { fold, indexWords } from "../internal/words.js";
import type { StoredPassage } from "../stores/store.js";
import { asksFor } from "./asked-properties.js";
import type { Pool } from "./gather.js";
import type { Ask, Question } from "./interpret.js";
import { readingOf } from "./reading.js";
import { addStanding, standingNames } from "./standing.js";
import { around, reach, type View, viewOf } from "./view.js";

export type Features = Readonly<Record<string, number>>;

/**
 * A passage of the pool, described. The values stand in one flat array, in the order of the names.
 */
export class Described {
  readonly passage: StoredPassage;
  readonly names: readonly string[];
  readonly values: Float64Array;

  constructor(passage: StoredPassage, names: readonly string[], values: Float64Array) {
    this.passage = passage;
    this.names = names;
    this.values = values;
  }

  /** A feature by name; 0 where there is none of that name. */
  of(name: string): number {
    return this.values[this.names.indexOf(name)] ?? 0;
  }
}

/** Signals that say whether the one who is asked about speaks or is spoken of: without them a score says how well the words themselves fit. */
export const nameSignals: readonly string[] = ["namedSpeaker", "saysName", "otherSilent"];

const families = [wordFeatures, vectorFeatures, voiceFeatures, shapeFeatures, askFeatures, recordFeatures];

/** Describes every passage of a pool. */
export function describe(pool: Pool): { readonly described: readonly Described[]; readonly view: View } {
  const view = viewOf(pool);
  const row = new Row();
  const described = [...pool.passages.values()].map((passage) => {
    for (const family of families) family(passage, view, row);
    return row.finish(passage);
  });
  addStanding(
    described.map(({ values }) => values),
    row.names,
    view.content.size,
  );
  return { described, view };
}

/**
 * Takes the features of one passage after the other. Every passage puts the same names in the same order. Collecting them as objects instead cost
 * 20 ms a recall where they were merged, and 1 to 2 ms where they were only read out again.
 */
class Row {
  readonly names: string[] = [];
  #values = new Float64Array(128);
  #size = 0;

  put(name: string, value: number): void {
    if (this.#size === this.names.length) this.names.push(name);
    if (this.#size === this.#values.length) this.#widen();
    this.#values[this.#size] = value;
    this.#size += 1;
  }

  /** Leaves the last columns open for what compares passages: it is known when all of them are described. */
  finish(passage: StoredPassage): Described {
    for (const name of standingNames) this.put(name, 0);
    const values = this.#values.slice(0, this.#size);
    this.#size = 0;
    return new Described(passage, this.names, values);
  }

  #widen(): void {
    const wider = new Float64Array(2 * this.#values.length);
    wider.set(this.#values);
    this.#values = wider;
  }
}

/** Shares of the question's worth that the passage covers, and what its neighbours add to that. */
function wordFeatures(passage: StoredPassage, view: View, row: Row): void {
  const { content } = view;
  let covered = view.masks.get(passage.id) ?? 0;
  const own = content.worth(covered);
  const rarest = content.rarest(covered);
  const matched = content.count(covered);
  const added = (step: number) => {
    const other = around(view, passage, step);
    const more = other === undefined ? 0 : (view.masks.get(other.id) ?? 0) & ~covered;
    covered |= more;
    return content.worth(more);
  };
  const before = added(-1);
  const after = added(1);
  const text = readingOf(passage).folded;
  row.put("own", own);
  row.put("rarest", rarest);
  row.put("matched", Math.min(1, matched / 6));
  row.put("before", before);
  row.put("after", after);
  row.put("wider", added(-2) + added(2));
  row.put("near", own + before + after);
  row.put("around", lent(passage, view));
  row.put("session", view.sessions.get(passage.sourceId)?.covered ?? 0);
  row.put("phrase", Math.min(1, view.phrases.filter((phrase) => text.includes(phrase)).length / 3));
  row.put("names", content.nameShare(view.masks.get(passage.id) ?? 0));
}

/** Steps in which what a neighbour lends fades to a third. */
const fading = 4;

const faded = Float64Array.from({ length: reach + 1 }, (_, step) => Math.exp(-step / fading));

function worthOf(passage: StoredPassage | undefined, { content, masks }: View): number {
  return passage === undefined ? 0 : content.worth(masks.get(passage.id) ?? 0);
}

function lent(passage: StoredPassage, view: View): number {
  let sum = 0;
  const near = view.neighbours.get(passage.id)!;
  for (let step = 1; step <= reach; step += 1) {
    const worth = worthOf(near[reach - step], view) + worthOf(near[reach + step], view);
    if (worth > 0) sum += worth * faded[step]!;
  }
  return Math.min(1, sum / 3);
}

function vectorFeatures(passage: StoredPassage, view: View, row: Row): void {
  const { similarity, subjectSimilarity } = view.pool;
  const of = (cosines: ReadonlyMap<number, number>, one: StoredPassage | undefined) =>
    one === undefined ? 0 : Math.max(0, cosines.get(one.id) ?? 0);
  const before = around(view, passage, -1);
  const after = around(view, passage, 1);
  row.put("cosine", of(similarity, passage));
  row.put("cosineBefore", of(similarity, before));
  row.put("cosineAfter", of(similarity, after));
  row.put("subject", of(subjectSimilarity, passage));
  row.put("subjectBefore", of(subjectSimilarity, before));
  row.put("subjectAfter", of(subjectSimilarity, after));
  row.put("sessionSubject", view.sessions.get(passage.sourceId)?.similarity ?? 0);
}

/** Who says it, and whom the question is about. */
function voiceFeatures(passage: StoredPassage, view: View, row: Row): void {
  const { question } = view.pool;
  const named = view.isNamed(passage) ? 1 : 0;
  const user = passage.role === "user" ? 1 : 0;
  const text = readingOf(passage).folded;
  const saysName = question.names.some((name) => text.includes(name)) ? 1 : 0;
  row.put("namedSpeaker", named);
  row.put("saysName", saysName);
  row.put("otherSilent", view.named.size > 0 && named === 0 && saysName === 0 ? 1 : 0);
  row.put("user", user);
  row.put("userAboutUser", user * Number(question.aboutUser));
  row.put("assistantAsked", (1 - user) * Number(question.aboutAssistant));
}

/** Length, form and place. */
function shapeFeatures(passage: StoredPassage, view: View, row: Row): void {
  const run = view.runs.get(passage.id) ?? { place: 0, length: 1 };
  const before = around(view, passage, -1);
  const reading = readingOf(passage);
  const place = passage.id / Math.max(1, view.lastPassage);
  row.put("short", passage.wordCount < 6 ? 1 : 0);
  row.put("length", Math.log1p(passage.wordCount) / 5);
  row.put("firstPart", run.place === 0 ? 1 : 0);
  row.put("parts", Math.min(1, run.length / 10));
  row.put("question", reading.asksItself ? 1 : 0);
  row.put("reaction", reading.isReaction ? 1 : 0);
  row.put("figures", reading.hasFigures ? 1 : 0);
  row.put("answers", before !== undefined && readingOf(before).asksItself ? 1 : 0);
  row.put("latest", view.wantsLatest ? place : 0);
  row.put("earliest", view.wantsEarliest ? 1 - place : 0);
}

/** Whether it is worded like an answer to what is asked for. */
function askFeatures(passage: StoredPassage, view: View, row: Row): void {
  const { asks, times } = view.pool.question;
  const reading = readingOf(passage);
  const worded = (ask: Ask) => (asks.has(ask) && reading.isWordedFor(ask) ? 1 : 0);
  const isDuring = (at: number) => times.some(({ from, to }) => at >= from && at < to);
  row.put("askedTime", worded("time"));
  row.put("askedCount", worded("count"));
  row.put("askedReason", worded("reason"));
  row.put("askedPerson", worded("person"));
  row.put("askedPlace", worded("place"));
  row.put("askedAdvice", worded("advice"));
  row.put("standingRule", asks.has("advice") && reading.isStandingRule ? 1 : 0);
  row.put("during", times.length > 0 && reading.occurredMs.some(isDuring) ? 1 : 0);
}

/** What the extractor made of it: the facts it states, and the rule it lays down. */
function recordFeatures(passage: StoredPassage, view: View, row: Row): void {
  const { question, subjectSimilarity } = view.pool;
  const rule = passage.records.find(({ type }) => type === "procedural");
  const shared = rule?.trigger
    ? view.content.worth(view.content.maskOf(readingOf(passage).triggerWords(rule.trigger)))
    : 0;
  const wanted = rule !== undefined && question.asks.has("advice") && (shared > 0 || waitsForAsking(rule));
  const facts = passage.records.filter(({ type }) => type === "semantic");
  const asked = facts.some((fact) => isAsked(fact, question));
  row.put("fact", asked ? 1 : 0);
  row.put("facts", Math.min(1, facts.length / 3));
  row.put("rule", rule === undefined ? 0 : 1);
  row.put("ruleWanted", wanted ? 1 : 0);
  row.put("ruleSubject", wanted ? Math.max(0, subjectSimilarity.get(passage.id) ?? 0) : 0);
  row.put("trigger", shared);
}

/**
 * "Always cite sources", or "when I ask for advice": asking is enough. "When a deploy fails" waits for that, and "if she asks for a recipe" for somebody
 * else: these must be met by name.
 */
function waitsForAsking({ trigger }: MemoryRecord): boolean {
  return (
    trigger === null ||
    /\b(?:(?:ask|request|want|need|discuss|mention|talk)(?!e?s\b)|question|answer)/i.test(trigger)
  );
}

/** A fact of the property that is asked for, about whom the question names: the one who asks, where it says "my". */
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
