/**
 * Facts stated with "be": about a person, a thing, or a noun with an owner.
 */
import type { SemanticDraft } from "../../extractor.js";
import { rescheduled } from "../events/rescheduling.js";
import { isProper, isValue, listMembers, type Phrase, phraseOf } from "../grammar/phrases.js";
import { moved } from "./changes/moved.js";
import { beforeComma, dateText, type Fact, isPersonal, lastsFor, relationDraft, tidyClause } from "./fact.js";
import { inGroups, ofOurs } from "./groups.js";
import { ofPerson, ofPredicatePattern } from "./person-facts.js";
import { recurring } from "./schedules.js";
import { stated } from "./statement.js";
import { ofOwnedNoun, ofThing } from "./thing-facts.js";

/** The facts of a clause whose verb is "be". */
export function ofPredicate(fact: Fact): SemanticDraft[] {
  const { clause, subject } = fact;
  const predicate = predicateText(fact);
  if (predicate === "") return [];
  const placed = moved(fact);
  if (placed.length > 0) return placed;
  if (clause.perfect && subject.kind === "thing") return rescheduled(fact);
  if (clause.perfect) return clause.never ? neverBeenTo(fact) : beenTo(fact);
  const past = clause.tense !== "present";
  const named = ofNaming(fact, predicate);
  if (named !== null) return past ? [] : named;
  const changed = past ? rescheduled(fact) : [];
  if (changed.length > 0) return changed;
  if (past)
    return /^diagnosed\b/i.test(predicate) && !clause.negated
      ? (ofPredicatePattern(fact, predicate) ?? [])
      : ofBirth(fact, predicate);
  const grouped = [...inGroups(fact, predicate), ...recurring(fact)];
  if (grouped.length > 0) return grouped;
  if (subject.possessed !== null && !isPersonal(subject)) return ofOwnedNoun(fact, predicate);
  if (subject.kind === "thing") return ofThing(fact, predicate);
  const found = ofPerson(fact, predicate);
  return found.length > 0 ? found : ofOurs(fact);
}

function predicateText({ clause, sentence }: Fact): string {
  const spoken = clause.rest.filter(({ text }) => text !== "");
  if (spoken.length === 0) return "";
  return tidyClause(sentence.text.slice(spoken[0]!.start, spoken.at(-1)!.end));
}

/** "is called Rex", "am named Ana". */
function ofNaming({ subject, clause, sentence }: Fact, predicate: string): SemanticDraft[] | null {
  const match = /^(?:called|named)\s+(.+)$/i.exec(predicate);
  if (match === null) return null;
  const phrase = phraseOf(beforeComma(clause.rest.slice(1)), sentence.text);
  if (phrase === null || !isValue(phrase, "name") || !isProper(phrase)) return [];
  const naming = stated({ entity: subject.name, property: "name", value: phrase.value });
  const relation = subject.relation;
  return relation === null
    ? [naming]
    : [naming, relationDraft({ ...subject, relation: { ...relation, named: phrase.value } })];
}

function ofBirth(fact: Fact, predicate: string): SemanticDraft[] {
  const { clause, subject, dates, complement, sentence } = fact;
  if (!/^born\b/i.test(predicate) || clause.negated) return [];
  const place = complement.phrases.find(({ prep }) => prep === "in");
  const phrase = place === undefined ? null : phraseOf(beforeComma(place.words), sentence.text);
  const date = dates[0];
  return [
    ...(phrase !== null && isValue(phrase, "place")
      ? [stated({ entity: subject.name, property: "birthplace", value: phrase.value })]
      : []),
    ...(date === undefined ? [] : [birth(subject.name, dateText(fact, date))]),
  ];
}

/** A year alone is not a birthday, and must not replace one. */
function birth(entity: string, value: string): SemanticDraft {
  const isYear = /^(?:around|about)?\s*\d{4}$/.test(value);
  return stated({ entity, property: isYear ? "birth year" : "birthday", value });
}

function neverBeenTo(fact: Fact): SemanticDraft[] {
  const { name: entity } = fact.subject;
  return placesAfterTo(fact).map((value) => stated({ entity, property: "has never been to", value }));
}

function beenTo(fact: Fact): SemanticDraft[] {
  const places = fact.clause.negated ? [] : placesAfterTo(fact);
  return places.length === 0
    ? lasting(fact)
    : places.map((value) => stated({ entity: fact.subject.name, property: "visited", value }));
}

/** "has been vegan since 2019": the state continues. */
function lasting(fact: Fact): SemanticDraft[] {
  const since = fact.dates.some(({ bound }) => bound === "since") || lastsFor(fact.clause);
  return since && !fact.clause.pluperfect && !fact.clause.negated && isPersonal(fact.subject)
    ? ofPerson(fact, predicateText(fact))
    : [];
}

/** "to Paris and Rome" are two places. If one member is not a place, only the first is used. */
function placesAfterTo({ complement, sentence }: Fact): string[] {
  const found = complement.phrases.find(({ prep }) => prep === "to" || prep === "in");
  const phrases = listMembers(found?.words ?? []).map((member) => phraseOf(member, sentence.text));
  const isPlace = (phrase: Phrase | null) => phrase !== null && isValue(phrase, "place") && isProper(phrase);
  const places = phrases.every(isPlace) ? phrases : phrases.slice(0, 1).filter(isPlace);
  return places.flatMap((phrase) => (phrase === null ? [] : [phrase.value]));
}
