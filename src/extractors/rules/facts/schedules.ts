/**
 * When things happen: "the crate arrives on 27 March", "the library opens at 11 now". A day is the
 * date of the thing. A time of day is a fact in the words of its verb; it replaces the former one
 * only after a word of change, because a shop may open at another time on Sundays.
 */
import type { SemanticDraft } from "../../extractor.js";
import { dated } from "../events/rescheduling.js";
import { weekday } from "../events/weekdays.js";
import { third } from "../grammar/verbs.js";
import { type Fact, tidyClause } from "./fact.js";
import { capitalised, statedFreely } from "./statement.js";

/** Verbs of which the day is the date of the thing. */
const happening = /^(?:arrive|start|begin|open)$/;
/** Verbs with a time of day. */
const timed = /^(?:open|close|start|begin|end|finish)$/;
const change = "(?:now|from now on|these days|instead|as of now)";
const month = "(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)\\p{L}{0,6}";
const day = new RegExp(
  `^(?:${change} )?on (?:the )?(?:\\d{1,2}(?:st|nd|rd|th)?(?: of)? ${month}|${month} \\d{1,2}(?:st|nd|rd|th)?)(?:,? \\d{4})?(?: ${change})?$`,
  "iu",
);
const hour =
  "(?:\\d{1,2}(?:[:.]\\d{2})?(?: ?[ap]\\.?m\\.?)?|noon|midnight|(?:half |quarter |ten |five |twenty )?(?:past |to )?(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)(?: o['’]clock)?)";
const time = new RegExp(`^(?:(${change}) )?at (${hour})(?: (${change}))?$`, "iu");

const weekdays = "(?:mon|tues|wednes|thurs|fri|satur|sun)days";
const unit = "(?:day|night|morning|afternoon|evening|week|weekend|month|quarter|year|hour|weekday)";
const everyDay = `(?:${unit}s?|(?:mon|tues|wednes|thurs|fri|satur|sun)day)`;
const recurrence = new RegExp(
  `(?<![\\p{L}])(?:(?:every|each) (?:(?:second|third|other|single|\\d+|two|three|four|six) )?${everyDay}|(?:on )?${weekdays}(?: and ${weekdays})?|(?:on )?${weekday}(?:(?:, | and | & | )${weekday})+(?: (?:morning|evening|afternoon|night)s)?|(?:once|twice|three times|four times) (?:an?|each|every|per) ${unit})(?![\\p{L}])`,
  "iu",
);
const changed = new RegExp(`\\b${change}\\b`, "iu");
/** A longer clause says more than when something happens. */
const mostWords = 8;

/**
 * When something happens again and again: "the tanker comes every second morning". It replaces the
 * former time only after a word of change.
 */
export function recurring({ clause, subject, sentence }: Fact): SemanticDraft[] {
  const { verb, tense, rest } = clause;
  const isPlain = !clause.negated && !clause.ended && !clause.perfect && tense === "present";
  const isThing = subject.kind === "thing" && subject.definite && !subject.plural;
  if (!isThing || !isPlain || rest.length === 0) return [];
  const said = tidyClause(sentence.text.slice(rest[0]!.start, clause.end));
  const found = recurrence.exec(said);
  if (found === null || said.split(" ").length > mostWords || others.test(said)) return [];
  const spoken =
    /^\p{Ll}/u.test(subject.name) && subject.possessed === null ? `the ${subject.name}` : subject.name;
  const isNew = changed.test(said);
  const text = capitalised(`${spoken} ${verb === "be" ? "is" : third(verb)} ${said}.`);
  const value = found[0].replace(/^on /iu, "");
  const cardinality = isNew ? "one" : "many";
  return [
    { ...statedFreely({ entity: subject.name, property: "schedule", value, text, cardinality }), text },
  ];
}

const others = /\b(?:i|you|we|me|us|my|our|your|it|that|this)\b/iu;

/** The date or the time in a clause about a definite thing. */
export function scheduled(fact: Fact): SemanticDraft[] {
  const { clause, subject, sentence, dates } = fact;
  const { verb, tense, rest } = clause;
  const isPlain = !clause.negated && !clause.ended && !clause.perfect && tense !== "past";
  if (subject.kind !== "thing" || !subject.definite || subject.plural || !isPlain || rest.length === 0)
    return [];
  const said = tidyClause(sentence.text.slice(rest[0]!.start, clause.end));
  if (happening.test(verb) && day.test(said) && dates.length === 1) return [dated(fact, subject, dates[0]!)];
  const [, before, value, after] = timed.test(verb) ? (time.exec(said) ?? []) : [];
  if (value === undefined) return [];
  const isNew = (before ?? after) !== undefined;
  const property = `${third(verb)} at`;
  const spoken =
    /^\p{Ll}/u.test(subject.name) && subject.possessed === null ? `the ${subject.name}` : subject.name;
  const text = `${spoken} ${property} ${value}.`;
  return [statedFreely({ entity: subject.name, property, value, text, cardinality: isNew ? "one" : "many" })];
}
