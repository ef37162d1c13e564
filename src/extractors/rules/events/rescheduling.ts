/**
 * Things with a date, and changes of that date: "the launch is on 3 June", "it was pushed back to
 * 12 December".
 */
import type { SemanticDraft } from "../../extractor.js";
import type { Referent } from "../conversation/conversation.js";
import { possessive, referentOf } from "../conversation/coreference.js";
import { dateText, type Fact } from "../facts/fact.js";
import { stated, statedFreely } from "../facts/statement.js";
import { complementOf } from "../grammar/phrases.js";
import type { Clause } from "../grammar/verb-group.js";
import type { Sentence } from "../sentence.js";
import type { FoundDate } from "./dates.js";
import { weekday } from "./weekdays.js";

const moving = /^(?:move|push|postpone|reschedule|shift|slip|delay|change|bring|defer|set)$/;
const moved =
  /^(?:moved|pushed|postponed|rescheduled|shifted|slipped|delayed|changed|brought|deferred|put|set)$/;

/**
 * Whether a clause states that a date was moved: its new date is in the future, although its verb
 * is in the past.
 */
export function isRescheduling(clause: Clause, sentence: Sentence): boolean {
  const { verb, rest, tense } = clause;
  if (tense !== "past") return false;
  const act = verb === "be" ? rest.find(({ lower }) => !/^(?:now|just|been|also)$/.test(lower))?.lower : verb;
  // The lemma of an unknown verb is the verb as it is written.
  if (act === undefined || !(moved.test(act) || (verb !== "be" && moving.test(act)))) return false;
  return newDate(clause, sentence) !== null;
}

/**
 * The new date in "The launch has moved to 10 June" and "we pushed the launch back to 10 June", as
 * a fact.
 */
export function rescheduled(fact: Fact): SemanticDraft[] {
  const { clause, subject, sentence, complement } = fact;
  const date = isRescheduling(clause, sentence) ? newDate(clause, sentence) : null;
  if (clause.negated || date === null) return [];
  if (subject.kind === "thing") return [dated(fact, subject, date)];
  if (clause.verb === "be") return [];
  const words = complement.object.filter(({ lower }) => !/^(?:back|forward|up|out)$/.test(lower));
  const thing = referentOf(words, sentence.passage, sentence.conversation);
  return thing?.kind === "thing" ? [dated(fact, thing, date)] : [];
}

/** "They moved the audition to 19 June": the new date, whoever moved it. */
export function rescheduledByOthers(clause: Clause, sentence: Sentence): SemanticDraft[] {
  if (clause.opaque || clause.imperative || clause.modal !== null || clause.negated) return [];
  const date = clause.verb === "be" || !isRescheduling(clause, sentence) ? null : newDate(clause, sentence);
  if (date === null) return [];
  const { object } = complementOf(clause.rest, [date]);
  const words = object.filter(({ lower }) => !/^(?:back|forward|up|out)$/.test(lower));
  const moved = referentOf(words, sentence.passage, sentence.conversation);
  return moved?.kind === "thing" ? [dated({ clause, sentence }, moved, date)] : [];
}

/** The date after "to": the second in "from 3 June to 10 June". */
function newDate(clause: Clause, { dates, text }: Sentence): FoundDate | null {
  const leads = ({ start, end }: FoundDate) =>
    start > clause.start &&
    start < clause.end &&
    (/\b(?:to|until|till|for)\s+(?:the\s+)?$/i.test(text.slice(clause.start, start)) ||
      /^(?:until|till)\b|\bto\s/i.test(text.slice(start, end)));
  return dates.find(leads) ?? null;
}

/**
 * A date as a fact about a thing: "launch: date", or "Atlas: deadline" if the thing has an
 * owner.
 */
export function dated(
  fact: Pick<Fact, "clause" | "sentence">,
  thing: Referent,
  date: FoundDate,
): SemanticDraft {
  const value = dateText(fact, date).replace(/^.*\bto\s+/i, "");
  if (thing.possessed !== null) {
    const { owner, noun, written } = thing.possessed;
    const whose = /^\p{Ll}/u.test(owner) && !/^(?:the|an?) /.test(owner) ? `the ${owner}` : owner;
    return statedFreely({
      entity: owner,
      property: noun,
      value,
      text: `${possessive(whose)} ${written} is ${value}.`,
      cardinality: "one",
    });
  }
  const spoken = /^\p{Ll}/u.test(thing.name) ? `the ${thing.name}` : thing.name;
  return stated({ entity: thing.name, spoken, property: "date", value });
}

/** "Tue and thu", "Monday, Wednesday": what happens on several weekdays happens each week. */
const weekdays = new RegExp(`\\b${weekday}\\b`, "giu");

/** The date that a predicate consists of: "on June 3", "due by Friday", "now 12 December". */
export function datePredicate({ clause, dates, sentence }: Fact): FoundDate | null {
  const date = dates[0];
  const first = clause.rest[0];
  if (date === undefined || first === undefined) return null;
  if ((sentence.text.slice(date.start, clause.end).match(weekdays)?.length ?? 0) > 1) return null;
  const before = sentence.text.slice(first.start, date.start);
  return /^(?:\s*(?:now|on|in|at|due|by|scheduled|set|planned|for|the)\b)*\s*$/i.test(before) ? date : null;
}
