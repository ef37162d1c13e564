/**
 * A clause with the context from which facts are drafted, and functions that all fact modules
 * share.
 */
import { periodWords } from "../../../rendering/period-words.js";
import type { SemanticDraft } from "../../extractor.js";
import type { Referent } from "../conversation/conversation.js";
import { possessive } from "../conversation/coreference.js";
import { nameOfSpeaker } from "../conversation/speakers.js";
import type { FoundDate, Tense } from "../events/dates.js";
import type { Complement } from "../grammar/phrases.js";
import type { Clause } from "../grammar/verb-group.js";
import type { Sentence } from "../sentence.js";
import { statedFreely } from "./statement.js";
import type { VerbPattern } from "./vocabulary/verb-patterns.js";

/** A clause with the context from which facts are drafted. */
export interface Fact {
  readonly clause: Clause;
  readonly subject: Referent;
  readonly sentence: Sentence;
  readonly dates: readonly FoundDate[];
  readonly complement: Complement;
}

/** "My sister …" states that the speaker has a sister, and her name if it follows. */
export function relationDraft({ relation, name }: Referent): SemanticDraft {
  const { owner, property, cardinality, named } = relation!;
  const text =
    named === null
      ? `${owner} has ${article(property)} ${property}.`
      : `${possessive(owner)} ${property} is ${named}.`;
  return statedFreely({
    entity: owner,
    property,
    value: named ?? name,
    text,
    cardinality: named === null ? "many" : cardinality,
  });
}

/** The indefinite article for a noun. */
export function article(noun: string): string {
  return /^[aeiou]/i.test(noun) ? "an" : "a";
}

/** "I have lived here for ten years": the state continues. */
export function lastsFor(clause: Clause): boolean {
  return clause.rest.some(
    ({ lower }, index) =>
      lower === "for" &&
      /year|month|week|day|decade|age|while|life/.test(
        clause.rest
          .slice(index + 1, index + 5)
          .map((word) => word.lower)
          .join(" "),
      ),
  );
}

/** The words up to the first comma, that word included. */
export function beforeComma(words: Fact["clause"]["rest"]): Fact["clause"]["rest"] {
  const at = words.findIndex(({ after }) => after.includes(","));
  return at < 0 ? words : words.slice(0, at + 1);
}

/**
 * The start of a fact (the date of a beginning, or "since …") or the end of it (the date of an
 * ending).
 */
export function validity(
  { clause, dates }: Fact,
  pattern: Pick<VerbPattern, "aspect">,
  polarity: SemanticDraft["polarity"],
) {
  const at = (bound: FoundDate | undefined, tense: Tense) => bound?.at(tense) || null;
  const since = dates.find(({ bound }) => bound === "since");
  if (polarity === "ended")
    return {
      validTo: at(
        dates.find(({ bound }) => bound !== "since"),
        "past",
      ),
    };
  if (pattern.aspect === "start" && clause.tense === "past")
    return { validFrom: at(since ?? dates[0], "past") };
  return { validFrom: at(since, "past") };
}

/** Replaces "my" and "me" in a value by the speaker's name. */
export function withOwner(text: string, { sentence }: Fact): string {
  const speaker = nameOfSpeaker(sentence.passage);
  return text
    .replace(/\b(?:my|our)\b/gi, possessive(speaker))
    .replace(/\b(?:me|us|myself|ourselves)\b/g, speaker);
}

/** Text with single spaces and without punctuation at its end. */
export function tidyClause(text: string): string {
  return text
    .replace(/\s+/g, " ")
    .replace(/[\s,;:.!?]+$/, "")
    .trim();
}

/** Whether the referent is a person. */
export function isPersonal({ kind }: Referent): boolean {
  return kind === "person" || kind === "speaker";
}

const months = "January February March April May June July August September October November December".split(
  " ",
);

/**
 * A date as it is written, if it names a day or a month. "Tomorrow" and "Friday" are resolved to
 * a date, because they would soon be wrong.
 */
export function dateText({ sentence }: Pick<Fact, "sentence">, date: FoundDate): string {
  const written = sentence.text
    .slice(date.start, date.end)
    .replace(/^(?:on|in|at|by|since|until|the)\s+/i, "")
    .trim();
  if (
    (/\d/.test(written) && !/\bin\b|\bago\b/i.test(written)) ||
    months.some(
      (month) => written.toLowerCase().includes(month.slice(0, 3).toLowerCase()) && !/^mon/i.test(written),
    )
  )
    return written;
  return periodWords({ from: date.at("future"), until: date.until("future") });
}

/** An age as a predicate: "34", "seven years old", "now 12". */
export const ages =
  /^(?:now |only |already |about |almost |nearly |just |turning )*(\d{1,3}|(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)(?:[- ](?:one|two|three|four|five|six|seven|eight|nine))?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen)(?: ?(?:years?|yrs?)(?: |-)old|)(?: now| today| already)?$/i;
