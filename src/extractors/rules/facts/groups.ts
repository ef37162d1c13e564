/**
 * Groups and numbered places that somebody or something is in: "Bo is in the Hedgehog group", "the
 * stall is on pitch 14", "Kemi is in Miss Drury's class"; and what somebody is to the speaker:
 * "Malik is our keeper". The noun is the property.
 */
import type { SemanticDraft } from "../../extractor.js";
import { possessive } from "../conversation/coreference.js";
import { nameOfSpeaker } from "../conversation/speakers.js";
import { phraseOf } from "../grammar/phrases.js";
import { beforeComma, type Fact } from "./fact.js";
import { capitalised, statedFreely } from "./statement.js";
import { animalOf, relationOf } from "./vocabulary/relations.js";

const nouns =
  "group|class|form|year|set|team|squad|band|choir|orchestra|club|house|ward|unit|department|committee|crew|section|room|bay|box|shelf|pitch|plot|lane|platform|floor|wing|block|hall|seat|row|table|desk|stand|gate|dock|berth|bed|cabin|rack|drawer|locker";
const noun = `(?<noun>${nouns})`;
const isNoun = new RegExp(`^(?:${nouns}|location)$`, "u");
const name = "\\p{Lu}[\\p{L}\\p{N}'’-]*";
/** Each form has the value and its noun. The words after it say since when or with whom. */
const inGroup = new RegExp(
  `^(?:now |currently |still |also )?(?:in|on|at) (?:the )?(?<value>(?:(?:Dr|Mr|Mrs|Ms|Miss)\\.? )?${name}(?: ${name})?(?:['’]s)? ${noun}|${noun.replace("<noun>", "<numbered>")} #?\\p{Lu}?\\d{1,5}\\p{L}?)(?=$|[,.;!]|\\s(?:now|at|in|with|and|since|this|as|for|too|again)\\b)`,
  "u",
);

/** Whether people and things alike have a property. */
export function isGroup(property: string): boolean {
  return isNoun.test(property);
}

/** The group or the numbered place of a subject. */
export function inGroups(fact: Fact, predicate: string): SemanticDraft[] {
  const { clause, subject } = fact;
  const { value, noun, numbered } = inGroup.exec(predicate)?.groups ?? {};
  const property = noun ?? numbered;
  if (value === undefined || property === undefined || clause.negated || clause.ended || subject.plural)
    return [];
  const spoken =
    subject.kind === "thing" && subject.possessed === null && /^\p{Ll}/u.test(subject.name)
      ? `the ${subject.name}`
      : subject.name;
  const text = capitalised(`${spoken} is ${predicate.split(/[,;]/)[0]!.trim()}.`);
  const draft = statedFreely({ entity: subject.name, property, value, text, cardinality: "many" });
  return [{ ...draft, text }];
}

/** "Malik is our keeper": a noun that is no known relation. */
export function ofOurs({ clause, subject, sentence }: Fact): SemanticDraft[] {
  const [whose, ...rest] = clause.rest.filter(({ text }) => text !== "");
  const isPerson = subject.kind === "person" && /^\p{Lu}/u.test(subject.name) && !subject.plural;
  const isOurs = whose?.lower === "our" || whose?.lower === "my";
  if (!isPerson || !isOurs || clause.negated || clause.ended) return [];
  const phrase = phraseOf(beforeComma(rest), sentence.text);
  const nouns = phrase?.value.split(" ") ?? [];
  const isNoun =
    nouns.length > 0 &&
    nouns.length <= 2 &&
    nouns.every((word) => /^\p{Ll}[\p{Ll}-]+$/u.test(word)) &&
    phrase!.words.at(-1)!.tags.has("Noun") &&
    !phrase!.words.at(-1)!.tags.has("Plural");
  if (!isNoun || relationOf(nouns) !== null || animalOf(nouns) !== null) return [];
  const entity = nameOfSpeaker(sentence.passage);
  const property = nouns.join(" ");
  const text = `${possessive(entity)} ${property} is ${subject.name}.`;
  return [statedFreely({ entity, property, value: subject.name, text, cardinality: "many" })];
}
