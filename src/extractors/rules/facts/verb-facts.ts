/**
 * Facts stated by verbs: "works at Siemens", "likes tea". They follow the verb patterns of the
 * vocabulary.
 */
import type { SemanticDraft } from "../../extractor.js";
import { rescheduled } from "../events/rescheduling.js";
import { isProper, isValue, nominalMembers, type Phrase, phraseOf, tidy } from "../grammar/phrases.js";
import type { Clause } from "../grammar/verb-group.js";
import { moved } from "./changes/moved.js";
import { renewing } from "./changes/renewing.js";
import { begunActivity, habit, isNameGiving, nameGiven, switching, turning } from "./changes/turning.js";
import { beforeComma, type Fact, lastsFor, validity, withOwner } from "./fact.js";
import { ofPossession } from "./possession.js";
import { recurring, scheduled } from "./schedules.js";
import { stated } from "./statement.js";
import { type PropertyName, properties } from "./vocabulary/properties.js";
import { relationOf } from "./vocabulary/relations.js";
import { type VerbPattern, verbPatterns } from "./vocabulary/verb-patterns.js";

const patternsByVerb: ReadonlyMap<string, readonly VerbPattern[]> = groupByVerb();

function groupByVerb(): Map<string, VerbPattern[]> {
  const table = new Map<string, VerbPattern[]>();
  for (const pattern of verbPatterns)
    for (const verb of pattern.verbs.split(" ")) table.set(verb, [...(table.get(verb) ?? []), pattern]);
  return table;
}

/** The facts of a clause with another verb than "be". */
export function ofVerb(fact: Fact): SemanticDraft[] {
  const { clause } = fact;
  if (clause.verb === "have" || clause.verb === "get" || clause.verb === "adopt") {
    const family = ofPossession(fact);
    if (family.length > 0) return family;
  }
  if (isNameGiving(clause)) return nameGiven(fact);
  const changed = [
    ...rescheduled(fact),
    ...switching(fact),
    ...scheduled(fact),
    ...recurring(fact),
    ...moved(fact),
  ];
  if (changed.length > 0) return changed;
  const turned = turning(fact);
  if (turned.length > 0) return turned;
  const begun = begunActivity(fact);
  if (begun !== null) return ofVerb(begun);
  const drafts: SemanticDraft[] = renewing(fact);
  for (const pattern of patternsByVerb.get(clause.verb) ?? []) {
    const found = ofPattern(fact, pattern);
    drafts.push(...found);
    if (found.length > 0 && pattern.more !== true) break;
  }
  return drafts.length > 0 ? drafts : habit(fact);
}

const determiner = /^(?:the|an?|my|our|your|his|her|their|its|this|that|these|those|all|some)$/;
const household = /^(?:house|home|flat|apartment|family|life|lives|household|things|stuff|studio)$/;

/**
 * "I moved the meeting to Graz" is about the meeting; "I moved my family to Graz" is a new home.
 */
function movesThing({ clause, complement: { object } }: Fact): boolean {
  // "I moved us from Terraform to OpenTofu" is seldom about a home.
  if (object[0]?.lower === "us" && clause.rest.some(({ lower }) => lower === "from")) return true;
  if (object.some(({ tags }) => tags.has("Value"))) return true;
  const [first] = object;
  return (
    first !== undefined &&
    (determiner.test(first.lower) || everything.test(first.lower)) &&
    !object.some(({ lower }) => household.test(lower))
  );
}

/** "I moved everything into Obsidian". */
const everything = /^(?:everything|all|it|them|stuff|things)$/;

function ofPattern(fact: Fact, pattern: VerbPattern): SemanticDraft[] {
  const outcome = outcomeOf(fact.clause, pattern, fact);
  if (outcome === null) return [];
  const { progressive, rest } = fact.clause;
  if (pattern.directly === true && (progressive || rest[0]?.lower !== pattern.preps)) return [];
  if (pattern.property === "home" && movesThing(fact)) return [];
  // "The newsletter went to Jonas": only people visit.
  if (pattern.property === "visited" && fact.subject.kind === "thing") return [];
  const { words, tail } = valueWords(fact, pattern);
  const phrases = phrasesOf(fact, pattern, words);
  // "editing in short bursts" is the activity, not "editing".
  const belongs = (phrase: Phrase) =>
    tail !== "" && phrases.length === 1 && /^\p{L}+ing$/u.test(phrase.value);
  const value = (phrase: Phrase) => (belongs(phrase) ? `${phrase.value} ${tail}` : phrase.value);
  return phrases.map((phrase) =>
    stated({
      entity: fact.subject.name,
      spoken: spokenName(fact.subject),
      plural: fact.subject.plural,
      property: outcome.property,
      value: withOwner(value(phrase).replace(/^(?:my|our|his|her|their)\s+/i, ""), fact),
      phrase: withOwner(
        ownPhrase(
          tail !== "" && (pattern.tail === true || belongs(phrase)) ? `${phrase.text} ${tail}` : phrase.text,
          outcome.property,
        ),
        fact,
      ),
      polarity: outcome.polarity,
      ...validity(fact, pattern, outcome.polarity),
    }),
  );
}

/** The subject as it is written in a sentence: "the app" if its name is a common noun. */
function spokenName({ kind, name, possessed }: Fact["subject"]): string {
  return kind === "thing" && possessed === null && /^\p{Ll}/u.test(name) ? `the ${name}` : name;
}

interface Outcome {
  readonly property: PropertyName;
  readonly polarity: SemanticDraft["polarity"];
}

/**
 * The property and polarity of a pattern, given the tense and negation of its verb; `null` if it
 * states nothing.
 */
function outcomeOf(clause: Clause, pattern: VerbPattern, fact: Fact): Outcome | null {
  const { aspect, property } = pattern;
  const finished = clause.tense === "past";
  if (clause.tense === "future") return null;
  if (clause.ended) return aspect === "state" ? { property, polarity: "ended" } : null;
  if (pattern.onlyNegated === true && !clause.negated) return null;
  if (clause.negated) {
    const negated = aspect === "state" && !finished ? pattern.negated : undefined;
    return negated === undefined ? null : { property: negated, polarity: "holds" };
  }
  if (aspect === "state") {
    const lasts =
      clause.perfect &&
      !clause.pluperfect &&
      (clause.progressive || fact.dates.some(({ bound }) => bound === "since") || lastsFor(clause));
    if (!finished || lasts) return { property, polarity: "holds" };
    return pattern.former === undefined || clause.progressive
      ? null
      : { property: pattern.former, polarity: "holds" };
  }
  if (!finished) return null;
  return { property, polarity: aspect === "end" ? "ended" : "holds" };
}

function valueWords(
  fact: Fact,
  pattern: VerbPattern,
): { words: readonly (typeof fact.clause.rest)[number][]; tail: string } {
  const { object, phrases } = fact.complement;
  if (pattern.preps === undefined) {
    // "loves to cook", "is learning to play the cello"
    if (object.length === 0 && pattern.kind === "activity" && fact.clause.rest[0]?.lower === "to")
      return { words: fact.clause.rest, tail: "" };
    const tail =
      pattern.tail === true || pattern.kind === "activity" ? tailText(fact, object.at(-1)?.end ?? 0) : "";
    return { words: object, tail };
  }
  // Other words and phrases may precede the pattern's preposition: "works a lot with people at
  // Siemens".
  const found = phrases.filter(({ prep }) => pattern.preps!.split(" ").includes(prep));
  return { words: pattern.property === "home" ? dwelling(found, fact) : (found[0]?.words ?? []), tail: "" };
}

/**
 * Where somebody lives: the place with a name in "on a houseboat in Ghent", and "village near Lyon"
 * as a whole.
 */
function dwelling(
  [first, ...rest]: Fact["complement"]["phrases"],
  { clause, sentence }: Fact,
): Fact["clause"]["rest"] {
  const isNamed = ({ words }: { words: Fact["clause"]["rest"] }) => {
    const phrase = phraseOf(beforeComma(words), sentence.text);
    return phrase !== null && isProper(phrase) && isValue(phrase, "place");
  };
  const named = first === undefined || isNamed(first) ? undefined : rest.find(isNamed);
  if (first === undefined || named === undefined) return first?.words ?? [];
  if (named.prep === "in") return named.words;
  const [from, to] = [first.words[0]?.start ?? 0, named.words.at(-1)!.end];
  return clause.rest.filter(({ start, end }) => start >= from && end <= to);
}

/**
 * The text after the value, if it is part of the statement: "for billing". Dates and adverbs are
 * left out.
 */
function tailText(fact: Fact, from: number): string {
  const words = fact.complement.phrases
    .filter(({ prep }) => /^(?:for|to|over|with|on|in|as|about|at|by|from)$/.test(prep))
    .flatMap(({ words: inside }) => inside);
  const last = words.at(-1);
  if (last === undefined || from === 0) return "";
  const text = tidy(fact.sentence.text.slice(from, last.end)).replace(/^[\s,]+/, "");
  return text.split(" ").length <= 7 && !/\b(?:it|that|this|them|you|me)\b/i.test(text) ? text : "";
}

function phrasesOf(fact: Fact, pattern: VerbPattern, words: Fact["clause"]["rest"]): Phrase[] {
  if (words.length === 0) return [];
  const isMany = properties[pattern.property].cardinality === "many";
  const infinitive = words[0]!.lower === "to";
  const members = isMany && !infinitive ? nominalMembers(words) : [beforeComma(words)];
  const phrases = members
    .map((member) => phraseOf(member, fact.sentence.text))
    .filter((phrase) => phrase !== null);
  const fits = (phrase: Phrase) =>
    isValue(phrase, pattern.kind) &&
    !isOwnKin(phrase) &&
    !(isTaste(pattern.property) && (isRemark(phrase) || hasRelativeClause(phrase, fact))) &&
    !(/^(?:join|leave)$/.test(fact.clause.verb) && namesPeople(phrase)) &&
    (pattern.object === undefined || pattern.object.test(phrase.text));
  // If one member is not a value, only the first is used: "I like Ana and the way she talks".
  return phrases.length > 0 && phrases.every(fits) ? phrases : phrases.slice(0, 1).filter(fits);
}

function isTaste(property: PropertyName): boolean {
  return property === "likes" || property === "dislikes";
}

/**
 * Nouns that "the" uses for a kind, not for something present: "I love the sea", but not "I love
 * the colour".
 */
const generic =
  /^the (?:\p{L}+ )?(?:sea|beach|ocean|coast|lake|mountains?|outdoors|forest|woods|countryside|city|rain|snow|cold|heat|sun|summer|winter|autumn|fall|spring|night|dark|desert|theat(?:re|er)|cinema|opera|ballet|gym|library|internet|news|radio|guitar|piano|violin|cello|drums|flute|smell of .+|sound of .+|taste of .+|colou?r \p{L}+)$/iu;

/**
 * "I love the colour", "their work", "holding them": a remark about something present, not a taste.
 */
function isRemark({ text, value }: Phrase): boolean {
  if (/^to$|^(?:his|her|their|its|each)\b|\b(?:them|him|this|these|those)\b/i.test(text)) return true;
  return /^the\s/i.test(text) && !/\p{Lu}/u.test(value) && !generic.test(text);
}

/** Whether a relative clause follows: "people who lie" are not all people. */
function hasRelativeClause({ words }: Phrase, { sentence }: Fact): boolean {
  const last = words.at(-1)!;
  const next = sentence.words.find(({ start, text }) => start >= last.end && text !== "");
  return next !== undefined && last.after === "" && /^(?:who|that|which|whose)$/.test(next.lower);
}

/** "I joined Tom and Eva": people, not an employer. */
function namesPeople({ words }: Phrase): boolean {
  return words.some(({ lower, tags }) => lower === "and" || tags.has("Person") || tags.has("FirstName"));
}

/** "I love my wife" is not a taste. */
function isOwnKin({ text, value }: Phrase): boolean {
  return /^(?:my|our)\b/i.test(text) && relationOf(value.toLowerCase().split(" ")) !== null;
}

/** Replaces "my" by "a" in a possession: "no longer has a bike". */
function ownPhrase(text: string, property: PropertyName): string {
  return /^(?:owns|drives|bought)$/.test(property)
    ? text.replace(/^(?:my|our|his|her|their)\s+/i, "a ")
    : text;
}
