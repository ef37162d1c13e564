/** Facts that "be" states, sorted by what is said to be: a person, a thing, or a noun that somebody possesses. */
import type { SemanticDraft } from "../extractor.js";
import { beforeComma, dateText, type Fact, isPersonal, lastsFor, relationDraft, tidyClause } from "./fact.js";
import { ofPerson, ofPredicatePattern } from "./person-facts.js";
import { isProper, isValue, phraseOf } from "./phrases.js";
import { stated } from "./statement.js";
import { ofOwnedNoun, ofThing } from "./thing-facts.js";

export function ofPredicate(fact: Fact): SemanticDraft[] {
  const { clause, subject } = fact;
  const predicate = predicateText(fact);
  if (predicate === "") return [];
  if (clause.perfect && clause.verb === "be" && subject.kind === "thing") return movedTo(fact, predicate);
  if (clause.perfect) return clause.never ? neverBeenTo(fact) : beenTo(fact);
  const past = clause.tense !== "present";
  const named = ofNaming(fact, predicate);
  if (named !== null) return past ? [] : named;
  const rescheduled = past ? movedTo(fact, predicate) : [];
  if (rescheduled.length > 0) return rescheduled;
  if (past)
    return /^diagnosed\b/i.test(predicate) && !clause.negated
      ? (ofPredicatePattern(fact, predicate) ?? [])
      : ofBirth(fact, predicate);
  if (subject.possessed !== null && !isPersonal(subject)) return ofOwnedNoun(fact, predicate);
  if (subject.kind === "thing") return ofThing(fact, predicate);
  return ofPerson(fact, predicate);
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
    ...(date === undefined
      ? []
      : [stated({ entity: subject.name, property: "birthday", value: dateText(fact, date) })]),
  ];
}

/** "The meeting was moved to Thursday": from now on that is its date. */
function movedTo(fact: Fact, predicate: string): SemanticDraft[] {
  const { clause, subject, dates } = fact;
  const date = dates[0];
  if (subject.kind !== "thing" || clause.negated || date === undefined) return [];
  if (
    !/^(?:now |just |been )*(?:moved|pushed|postponed|rescheduled|changed|brought|delayed|shifted)\b/i.test(
      predicate,
    )
  )
    return [];
  return [
    stated({
      entity: subject.name,
      spoken: /^\p{Ll}/u.test(subject.name) ? `the ${subject.name}` : subject.name,
      property: "date",
      value: dateText(fact, date),
    }),
  ];
}

function neverBeenTo(fact: Fact): SemanticDraft[] {
  const place = placeAfterTo(fact);
  return place === null
    ? []
    : [stated({ entity: fact.subject.name, property: "has never been to", value: place })];
}

function beenTo(fact: Fact): SemanticDraft[] {
  const place = fact.clause.negated ? null : placeAfterTo(fact);
  return place === null
    ? lasting(fact)
    : [stated({ entity: fact.subject.name, property: "visited", value: place })];
}

/** "has been vegan since 2019": it still is. */
function lasting(fact: Fact): SemanticDraft[] {
  const since = fact.dates.some(({ bound }) => bound === "since") || lastsFor(fact.clause);
  return since && !fact.clause.negated && isPersonal(fact.subject) ? ofPerson(fact, predicateText(fact)) : [];
}

function placeAfterTo({ complement, sentence }: Fact): string | null {
  const found = complement.phrases.find(({ prep }) => prep === "to" || prep === "in");
  const phrase = found === undefined ? null : phraseOf(beforeComma(found.words), sentence.text);
  return phrase !== null && isValue(phrase, "place") && isProper(phrase) ? phrase.value : null;
}
