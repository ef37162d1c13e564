/**
 * Where something or somebody was put: "they've moved Nan to room 3", "the council moved the stall
 * to pitch 22", "Kemi got moved to Mr Falk's class". It is the place of what was moved, and not of
 * who moved it. Such a place is one of several ("room 3 at Larch House"), so that it replaces only
 * another one of its kind, which reconciling decides.
 */
import type { SemanticDraft } from "../../../extractor.js";
import type { Referent } from "../../conversation/conversation.js";
import { referentOf } from "../../conversation/coreference.js";
import { complementOf, type Phrase, phraseOf } from "../../grammar/phrases.js";
import type { Clause } from "../../grammar/verb-group.js";
import type { Sentence } from "../../sentence.js";
import { beforeComma, type Fact } from "../fact.js";
import { capitalised, statedFreely } from "../statement.js";

const moving =
  /^(?:move|moved|transfer|transferred|relocate|relocated|reassign|reassigned|switch|switched|shift|shifted)$/;
/** "Room 3", "bay B4", "Mr Falk's class": one of several of its kind. */
const oneOfSeveral =
  /^\p{Ll}[\p{L} -]{1,20} #?\p{Lu}?\d{1,5}\p{L}?$|^(?:(?:Dr|Mr|Mrs|Ms|Miss|Prof)\.? )?\p{Lu}\p{L}+['’]s \p{Ll}{3,20}$/u;

/** The place of what somebody moved who is not clear: "they've moved Dad to room 3". */
export function movedByOthers(clause: Clause, sentence: Sentence): SemanticDraft[] {
  if (clause.opaque || clause.imperative || clause.modal !== null || !moving.test(clause.verb)) return [];
  const { object } = complementOf(clause.rest, []);
  const subject = object.length === 0 ? null : referentOf(object, sentence.passage, sentence.conversation);
  if (subject === null) return [];
  return moved({ clause, subject, sentence, dates: [], complement: complementOf(clause.rest, []) });
}

/** The place of what a clause says was moved. */
export function moved(fact: Fact): SemanticDraft[] {
  const { clause, sentence } = fact;
  if (clause.tense !== "past" || clause.negated || clause.ended) return [];
  const passive =
    /^(?:get|be)$/.test(clause.verb) && moving.test(clause.rest.find(({ text }) => text !== "")?.lower ?? "");
  if (!passive && !moving.test(clause.verb)) return [];
  const words = passive
    ? clause.rest.slice(clause.rest.findIndex(({ text }) => text !== "") + 1)
    : clause.rest;
  const { object, phrases } = complementOf(words, []);
  const to = phrases.find(({ prep }) => prep === "to" || prep === "into");
  const place = to === undefined ? null : phraseOf(beforeComma(to.words), sentence.text);
  const what =
    passive || object.length === 0
      ? fact.subject
      : referentOf(object, sentence.passage, sentence.conversation);
  if (place === null || what === null || !oneOfSeveral.test(place.value)) return [];
  return [placed(what, place)];
}

function placed({ name, kind, possessed, plural }: Referent, place: Phrase): SemanticDraft {
  const spoken = kind === "thing" && possessed === null && /^\p{Ll}/u.test(name) ? `the ${name}` : name;
  const text = capitalised(`${spoken} ${plural ? "are" : "is"} in ${place.text}.`);
  return {
    ...statedFreely({ entity: name, property: "location", value: place.value, text, cardinality: "many" }),
    text,
  };
}
