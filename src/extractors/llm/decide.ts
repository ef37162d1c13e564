/** A model's answers about a window, made into a decision a passage. Pure. */

import { mentionsOf } from "../../internal/mentions.js";
import type { Passage } from "../../internal/passage.js";
import type { Decision, Draft, EpisodicDraft } from "../extractor.js";
import type { AnswerRecord, ReadAnswer } from "./answer.js";
import { type Drafted, draftOf, type Ground } from "./drafts.js";
import { evidenceOf } from "./ground.js";
import { type FactSchema, ruleOf } from "./options.js";
import type { Window } from "./windows.js";

/** What the app allows. */
export interface Allowed {
  readonly facts: FactSchema | undefined;
  readonly types: readonly Draft["type"][];
}

/** Records of one passage, at most: a sentence or three do not say more, and a model that writes a hundred makes them up. */
const maxRecords = 12;

/** Passages, numbered from 1, that an answer leaves open: all that a broken one does not speak of, and those whose entries cannot be read. */
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

/** The decision about each passage of a window that was not left open, by its number from 1. */
export function decisionsOf(
  { records, skipped }: Pick<ReadAnswer, "records" | "skipped">,
  { window, open, allowed }: { window: Window; open: readonly number[]; allowed: Allowed },
): Map<number, Decision> {
  const decided = groundsOf(window, allowed).flatMap((ground, index) => {
    const number = index + 1;
    if (open.includes(number)) return [];
    const drawn = records.filter(({ passage }) => passage === number);
    const reason = skipped.find(({ passage }) => passage === number)?.reason.trim();
    return [[number, decisionOf(judged(drawn, ground), { ground, reason })] as const];
  });
  return new Map(decided);
}

/** What the records of each passage are judged by. What was said before a passage speaks for it too: "it" and "there" stand for that. */
function groundsOf({ passages, before, known }: Window, allowed: Allowed): Ground[] {
  const updatable = new Map(known.flatMap(({ label, record }) => (label === null ? [] : [[label, record]])));
  let evidence = evidenceOf([before]);
  return passages.map((passage) => {
    evidence = new Set([...evidence, ...evidenceOf([passage.text, passage.prompt, passage.speaker])]);
    return { passage, evidence, updatable, ...allowed };
  });
}

function judged(records: readonly AnswerRecord[], ground: Ground): Drafted[] {
  return distinct(records).map((record, index) =>
    index < maxRecords ? draftOf(record, ground) : excess(record),
  );
}

function decisionOf(
  judgements: readonly Drafted[],
  { ground: { passage, types }, reason }: { ground: Ground; reason: string | undefined },
): Decision {
  const stands = judgements.flatMap((one) => ("draft" in one ? [one.draft] : []));
  const dropped = judgements.flatMap((one) => ("dropped" in one ? [one.dropped] : []));
  const told = dropped.length === 0 ? {} : { dropped };
  // The model read it wrongly, and rightly took it for worth keeping: its own words are.
  const isSaid = types.includes("episodic") && judgements.some((one) => "dropped" in one && one.quoted);
  const drafts = stands.length === 0 && isSaid ? [verbatim(passage)] : stands;
  if (drafts.length > 0) return { keep: true, drafts, mentions: mentionsIn(passage.text, drafts), ...told };
  const why = dropped.length > 0 ? "no record that was drawn from it stands" : reason;
  return { keep: false, reason: why || "nothing was drawn from it", ...told };
}

/** A passage as it was said, and nothing read out of it. */
function verbatim({ speaker, saidAt }: Passage): EpisodicDraft {
  return {
    type: "episodic",
    entity: speaker ?? "the user",
    participants: [],
    occurredAt: saidAt,
    dated: false,
    reason: "it was said; what was read out of it does not stand",
  };
}

/** Names by which a passage is forgotten: those that its words show, and those that the model read out of them and that stand there. */
function mentionsIn(text: string, drafts: readonly Draft[]): string[] {
  const read = drafts.flatMap((draft) => {
    if (draft.type === "episodic") return [draft.entity, ...draft.participants];
    return draft.type === "semantic" ? [draft.entity, draft.value] : [draft.entity];
  });
  // A word in small letters is no name; scripts without capitals show none.
  const names = read.filter((name) => /^(?!\p{Ll})\p{L}/u.test(name) && text.includes(name));
  return [...new Set([...mentionsOf(text), ...names])];
}

/** What the rules decided, as far as the app allows it: they know nothing of its types and its schema. */
export function asAllowed(decision: Decision, { facts, types }: Allowed): Decision {
  if (!decision.keep) return decision;
  const drafts = decision.drafts.filter(
    (draft) =>
      types.includes(draft.type) &&
      (draft.type !== "semantic" || facts === undefined || ruleOf(facts, draft.property) !== undefined),
  );
  return drafts.length > 0 ? { ...decision, drafts } : { keep: false, reason: "nothing in it was asked for" };
}

function excess({ statement, value, quote }: AnswerRecord): Drafted {
  const text = (statement ?? value ?? quote).slice(0, 200).toWellFormed();
  return { dropped: { text, reason: `a passage has ${maxRecords} records at most` }, quoted: false };
}

/** The same record twice is one. */
function distinct(records: readonly AnswerRecord[]): AnswerRecord[] {
  const key = ({ type, about, property, value, statement, ended, when }: AnswerRecord) =>
    JSON.stringify([type, about, property, value ?? statement, ended === true, when]).toLowerCase();
  return [...new Map(records.map((record) => [key(record), record])).values()];
}
