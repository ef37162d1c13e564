/** Checks the model's answer for each passage of a window. Pure. */
import type { Draft, Dropped } from "../extractor.js";
import type { AnswerRecord, ReadAnswer } from "./answer.js";
import { type Drafted, draftOf, droppedOf, type Ground, refused } from "./drafts.js";
import { evidenceOf, isQuoted } from "./ground.js";
import type { FactSchema } from "./options.js";
import type { Window } from "./windows.js";

/** The types and properties that the app allows. */
export interface Allowed {
  readonly facts: FactSchema | undefined;
  readonly types: readonly Draft["type"][];
}

/** The result of checking the model's records for one passage. */
export interface Judgement {
  /** Drafts of the accepted records. */
  readonly drafts: readonly Draft[];
  readonly dropped: readonly Dropped[];
  /** Types of the refused records, and of those whose update was refused. */
  readonly refusedTypes: ReadonlySet<Draft["type"]>;
  /**
   * Whether a refused record quotes the passage correctly. Then the passage is worth keeping,
   * although the record is wrong.
   */
  readonly quoted: boolean;
  /** Why the model skipped the passage; `undefined` if it gave no reason. */
  readonly skipped: string | undefined;
}

/**
 * Maximum number of records of one passage. Some three sentences do not have more, and a model that
 * writes a hundred invents them.
 */
const maxRecords = 12;

/**
 * Passage numbers, from 1, that an answer leaves open: in an answer with problems, all without a
 * valid entry. An answer without problems leaves none open.
 */
export function undecidedIn(answer: ReadAnswer, asked: readonly number[]): number[] {
  if (answer.problems.length === 0) return [];
  const decided = new Set([...answer.records, ...answer.skipped].map(({ passage }) => passage));
  return asked.filter(
    (number) => !decided.has(number) || (answer.unread.includes(number) && !hasRecord(answer, number)),
  );
}

function hasRecord({ records }: ReadAnswer, number: number): boolean {
  return records.some(({ passage }) => passage === number);
}

/** The result for each passage of a window that was not left open, by its number from 1. */
export function judgementsOf(
  { records, skipped }: Pick<ReadAnswer, "records" | "skipped">,
  { window, open, allowed }: { window: Window; open: readonly number[]; allowed: Allowed },
): Map<number, Judgement> {
  const judged = groundsOf(window, allowed).flatMap((ground, index) => {
    const number = index + 1;
    if (open.includes(number)) return [];
    const drawn = records.filter(({ passage }) => passage === number);
    const reason = skipped.find(({ passage }) => passage === number)?.reason.trim();
    return [[number, judgementOf(draftedFrom(drawn, ground), reason || undefined)] as const];
  });
  return new Map(judged);
}

/** Records of the model for passages that do not exist. */
export function strayRecords(records: readonly AnswerRecord[], { passages }: Window): Dropped[] {
  const known = new Set(passages.map((_, index) => index + 1));
  const reason = "there is no passage of its number";
  return records
    .filter(({ passage }) => !known.has(passage))
    .slice(0, maxRecords)
    .map((record) => droppedOf(record, reason));
}

/**
 * What the records of each passage are checked against. Earlier text is evidence too, because "it"
 * and "there" refer to it.
 */
function groundsOf({ passages, before, known }: Window, allowed: Allowed): Ground[] {
  const updatable = new Map(known.flatMap(({ label, record }) => (label === null ? [] : [[label, record]])));
  let evidence = evidenceOf([before]);
  return passages.map((passage) => {
    evidence = new Set([...evidence, ...evidenceOf([passage.text, passage.prompt, passage.speaker])]);
    return { passage, evidence, updatable, ...allowed };
  });
}

function draftedFrom(records: readonly AnswerRecord[], ground: Ground): Drafted[] {
  const excess = { reason: `a passage has ${maxRecords} records at most`, quoted: false };
  return distinct(records, ground.passage.text).map((record, index) =>
    index < maxRecords ? draftOf(record, ground) : refused(record, excess),
  );
}

function judgementOf(drafted: readonly Drafted[], skipped: string | undefined): Judgement {
  const refusedTypes = drafted.flatMap((one) => {
    if ("dropped" in one) return [one.type];
    return one.updateRefused ? [one.draft.type] : [];
  });
  return {
    drafts: drafted.flatMap((one) => ("draft" in one ? [one.draft] : [])),
    dropped: drafted.flatMap((one) => ("dropped" in one ? [one.dropped] : [])),
    refusedTypes: new Set(refusedTypes),
    quoted: drafted.some((one) => "dropped" in one && one.quoted),
    skipped,
  };
}

/** Removes repeated records, preferring one that quotes the passage correctly. */
function distinct(records: readonly AnswerRecord[], text: string): AnswerRecord[] {
  const found = new Map<string, AnswerRecord>();
  for (const record of records) {
    const { type, about, property, value, statement, ended, when } = record;
    const key = JSON.stringify([
      type,
      about,
      property,
      value ?? statement,
      ended === true,
      when,
    ]).toLowerCase();
    const before = found.get(key);
    if (before === undefined || !isQuoted(before.quote, text)) found.set(key, record);
  }
  return [...found.values()];
}
