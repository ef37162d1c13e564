/**
 * Passage lines: the lines that a passage adds to an answer, with the properties that decide their
 * order. The lines are its text and statements of its facts. Pure.
 */
import type { MemoryRecord } from "../../contract/record.js";
import type { StoredPassage } from "../../stores/store.js";
import { isRecited } from "../../text/recited.js";
import { byPassage } from "../passages/by-passage.js";
import { isStated } from "../ranking/answers.js";
import type { Candidate } from "./currency.js";
import { splitText } from "./excerpt.js";
import { isSure, type Quote, quotable, statement, verbatim } from "./lines.js";
import { quotedPart } from "./still-true.js";

/** The properties of a line that decide its place. */
export interface Placement {
  /** What it is about; lines of one subject are returned together. */
  readonly subject: string;
  /** When it happened, or since when it is true; ISO 8601 UTC. */
  readonly at: string;
  /** When it was said; ISO 8601 UTC. */
  readonly saidAt: string;
  /** Number of its passage: breaks ties of time, so that a text is read from its beginning. */
  readonly passage: number;
  /** It is about the topic of the question. */
  readonly isClose: boolean;
  /** A later line of the answer contradicts it. */
  readonly isEarlier: boolean;
}

/** The type of records that a field of the prose contains. */
export type ProseType = "semantic" | "episodic" | "procedural";

/** A line of the answer: a quoted passage, or a statement of a fact. */
export interface Line extends Placement {
  readonly type: ProseType;
  readonly text: string;
  /** The passages that it quotes, which may be shortened; empty if the line is a statement. */
  readonly quotes: readonly Quote[];
  /** How many records it renders. */
  readonly records: number;
}

/** Options of {@link linesOf}. */
export interface LineOptions {
  /** Includes facts that are no longer true, with the time for which they were true. */
  readonly history: boolean;
  /** Numbers of passages that are rendered as rules already; their facts are still returned. */
  readonly asRules?: ReadonlySet<number>;
  /**
   * The question asks for a fact: the fact is returned before the passage that states it, in case
   * the budget has space for one of them only.
   */
  readonly factsFirst: boolean;
  /** When the last event of the answer was reported; ISO 8601 UTC. */
  readonly lastEvent: string | undefined;
}

/**
 * The lines of one passage: its text, and a statement for each of its facts. A fact that is not
 * true any more, now or on the day in the question, is returned only as history; the passage is
 * returned without the sentences that state it.
 */
export function linesOf(
  candidate: Candidate,
  { history, asRules, factsFirst, lastEvent }: LineOptions,
): { readonly lines: readonly Line[]; readonly isWhole: boolean } {
  const { passage, isClose, isEarlier } = candidate;
  const { superseded } = passage;
  const isStated = ({ id }: MemoryRecord) => history || superseded.every((ended) => ended.id !== id);
  const current = superseded.length === 0 ? passage.records : passage.records.filter(isStated);
  const quoted = quotedOf(passage);
  const field = fieldOf(current);
  // A claim of an assistant or a tool about somebody is not stated as a fact: the quoted passage
  // shows who said it. A passage that a later one contradicts is quoted as an earlier statement,
  // without its facts.
  const stated =
    isEarlier && quoted !== null ? [] : factsIn(passage).filter(({ record }) => isStated(record));
  // Where these are spread, they come last: V8 gives each object to which a property is added
  // after a first spread a hidden class of its own, and a line took 9 µs instead of 0.1.
  const place = { passage: passage.id, saidAt: passage.saidAt, isClose, isEarlier };
  const facts = stated.map(({ line: { type, subject, at, text, quotes, records } }) => ({
    type: isEarlier ? ("episodic" as const) : type,
    subject,
    at,
    text,
    quotes,
    records,
    ...place,
  }));
  const isRule = field === "procedural" && asRules?.has(passage.id) === true;
  if (quoted === null || field === undefined || isRule) return { lines: facts, isWhole: false };
  const records = current.filter(({ type }) => type === field);
  const isQuotedAsEarlier = isEarlier || quoted.isEarlier;
  const whole: Line = {
    type: quotedAs(field, candidate, { isEarlier: isQuotedAsEarlier, lastEvent }),
    subject: records[0]?.entity ?? passage.speaker ?? "",
    at: field === "episodic" ? (records[0]?.occurred_at ?? passage.saidAt) : passage.saidAt,
    text: isQuotedAsEarlier ? earlierWords(passage) : quoted.text,
    quotes: quoted.quotes,
    records: records.length,
    ...(isQuotedAsEarlier === isEarlier ? place : { ...place, isEarlier: isQuotedAsEarlier }),
  };
  if (field === "semantic") return { lines: [whole], isWhole: true };
  const first = factsFirst && facts.length > 0 && facts.length <= fewFacts;
  return first ? { lines: [...facts, whole], isWhole: false } : { lines: [whole, ...facts], isWhole: true };
}

/**
 * A statement is quoted as an event (something that was said), not as a fact, if a later one
 * replaces it, or if an event of the answer came later: the event may have changed what is true, and
 * events are ordered by time. "The Yamaha gave up, we went with a Honda" comes before "The outboard
 * is a Yamaha". A statement of the very fact that is asked for remains a fact. A rule that replaces
 * one is quoted as an event too: "Be there at 18:45 from now on" is the answer to when it starts,
 * and has to come before the former time.
 *
 * In the stories of `bench:trust` that were not read, 436 of 490 answers are right; 431 if only
 * events on the topic of the question counted.
 */
function quotedAs(
  field: ProseType,
  candidate: Candidate,
  { isEarlier, lastEvent = "" }: { readonly isEarlier: boolean; readonly lastEvent: string | undefined },
): ProseType {
  const mayHaveChanged = candidate.passage.saidAt < lastEvent && !isStated(candidate);
  if (field === "semantic" && (isEarlier || mayHaveChanged)) return "episodic";
  // Read for rules only: it compares the candidate with all others, 2 % of a recall.
  return field === "procedural" && candidate.isRenewing ? "episodic" : field;
}

/** The part of a passage that is quoted, alone in a list, and the line that quotes it. */
interface Quoted {
  readonly quotes: readonly [Quote];
  readonly text: string;
  /** Some unknown part of it was replaced. */
  readonly isEarlier: boolean;
}

/** What is quoted of a passage; `null` if nothing of it is still true. */
const quotedOf = byPassage<Quoted | null>((passage) => {
  const part = quotedPart(passage);
  if (part === undefined) return null;
  const { text, former, isEarlier } = part;
  const quotes = [{ passage, text: quotable(passage, text), former }] as const;
  return { quotes, text: verbatim(quotes, isEarlier), isEarlier };
});

/** The sentences of what is quoted of a passage. */
export const quotedSentences = byPassage((passage) => splitText(quotedOf(passage)?.quotes[0].text ?? ""));

/** The line for a passage that a later line contradicts. */
const earlierWords = byPassage((passage) => verbatim(quotedOf(passage)!.quotes, true));

/** The facts that a passage states in a person's words, each with its line. */
const factsIn = byPassage((passage) => {
  const ended = new Set(passage.superseded.map(({ id }) => id));
  const stated = passage.records.filter((record) => record.type === "semantic" && isSure(record));
  if (isRecited(passage)) return [];
  return stated.map((record) => ({ record, line: factLine(record, passage, ended.has(record.id)) }));
});

/**
 * A passage with more facts than these is a description, and its text answers better than a list of
 * facts.
 */
const fewFacts = 2;

/** Whether a passage is quoted among the events. */
export function reportsEvent({ records }: StoredPassage): boolean {
  return fieldOf(records) === "episodic";
}

/** The field in which a passage is quoted: rules if it is a rule, else events, else facts. */
function fieldOf(records: readonly MemoryRecord[]): ProseType | undefined {
  return (["procedural", "episodic", "semantic"] as const).find((field) =>
    records.some(({ type }) => type === field),
  );
}

function factLine(record: MemoryRecord, { text }: StoredPassage, ended: boolean) {
  return {
    type: "semantic" as const,
    subject: record.entity ?? "",
    at: record.valid_from ?? record.occurred_at,
    text: statement(record, text, ended),
    quotes: [],
    records: 1,
  };
}
