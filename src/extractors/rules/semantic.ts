/**
 * Facts: who or what, which property, which value. Each clause is tried against the vocabulary; a clause that is hypothetical, asked, wished
 * or reported gives none, and neither does one whose subject or value is not clear.
 */
import type { SemanticDraft } from "../extractor.js";
import { type Clause, lemmaOfGerund } from "./clauses.js";
import { ownerOf, possessive, type Referent } from "./coreference.js";
import type { DateReading, Tense } from "./dates.js";
import {
  type Complement,
  complementOf,
  isProper,
  isValue,
  listMembers,
  type Phrase,
  phraseOf,
  tidy,
  withoutArticle,
} from "./phrases.js";
import {
  manyValuedNouns,
  type PropertyName,
  predicatePatterns,
  properties,
  propertyAliases,
  type VerbPattern,
  verbPatterns,
} from "./properties.js";
import type { Sentence } from "./reading.js";
import { animalOf, pluralRelationOf, relationCardinality, relationOf } from "./relations.js";
import { nameOfSpeaker } from "./speakers.js";
import { stated, statedFreely } from "./statement.js";

/** A clause with everything its facts are read from. */
interface Fact {
  readonly clause: Clause;
  readonly subject: Referent;
  readonly sentence: Sentence;
  readonly dates: readonly DateReading[];
  readonly complement: Complement;
}

/** The facts of one clause. `subject` is whom its subject names. */
export function factsOf(clause: Clause, subject: Referent, sentence: Sentence): SemanticDraft[] {
  if (clause.opaque || clause.modal !== null || clause.imperative) return [];
  const dates = sentence.dates.filter(({ start, end }) => start < clause.end && end > clause.start);
  const fact: Fact = { clause, subject, sentence, dates, complement: complementOf(clause.rest, dates) };
  const drafts = [
    ...endings(fact),
    ...wishes(fact),
    ...(clause.verb === "be" ? ofPredicate(fact) : ofVerb(fact)),
  ];
  const isTold = drafts.some(
    ({ entity, property }) => entity === subject.relation?.owner && property === subject.relation.property,
  );
  const relation = drafts.length > 0 && subject.relation !== null && !isTold ? [relationDraft(subject)] : [];
  return [...relation, ...drafts];
}

/** "My sister …" says that there is one, and what she is called where a name stands beside. */
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

function article(noun: string): string {
  return /^[aeiou]/i.test(noun) ? "an" : "a";
}

// --- verbs ---

const patternsByVerb: ReadonlyMap<string, readonly VerbPattern[]> = groupByVerb();

function groupByVerb(): Map<string, VerbPattern[]> {
  const table = new Map<string, VerbPattern[]>();
  for (const pattern of verbPatterns)
    for (const verb of pattern.verbs.split(" ")) table.set(verb, [...(table.get(verb) ?? []), pattern]);
  return table;
}

function ofVerb(fact: Fact): SemanticDraft[] {
  const { clause } = fact;
  if (clause.verb === "have" || clause.verb === "get" || clause.verb === "adopt") {
    const family = ofPossession(fact);
    if (family.length > 0) return family;
  }
  if (isNameGiving(clause)) return nameGiven(fact);
  const begun = begunActivity(fact);
  if (begun !== null) return ofVerb(begun);
  const drafts: SemanticDraft[] = [];
  for (const pattern of patternsByVerb.get(clause.verb) ?? []) {
    const found = ofPattern(fact, pattern);
    drafts.push(...found);
    if (found.length > 0 && pattern.more !== true) break;
  }
  return drafts.length > 0 ? drafts : habit(fact);
}

function ofPattern(fact: Fact, pattern: VerbPattern): SemanticDraft[] {
  const outcome = outcomeOf(fact.clause, pattern, fact);
  if (outcome === null) return [];
  if (pattern.property === "home" && fact.complement.object.some(({ tags }) => tags.has("Value"))) return [];
  const { words, tail } = valueWords(fact, pattern);
  const phrases = phrasesOf(fact, pattern, words);
  // "editing in short bursts" is the activity, not "editing".
  const belongs = (phrase: Phrase) =>
    tail !== "" && phrases.length === 1 && /^\p{L}+ing$/u.test(phrase.value);
  const value = (phrase: Phrase) => (belongs(phrase) ? `${phrase.value} ${tail}` : phrase.value);
  return phrases.map((phrase) =>
    stated({
      entity: fact.subject.name,
      property: outcome.property,
      value: withOwner(value(phrase).replace(/^(?:my|our|his|her|their)\s+/i, ""), fact),
      phrase: withOwner(
        ownPhrase(tail === "" ? phrase.text : `${phrase.text} ${tail}`, outcome.property),
        fact,
      ),
      polarity: outcome.polarity,
      ...validity(fact, pattern, outcome.polarity),
    }),
  );
}

/** "started learning Spanish": from then on it is so. */
function begunActivity(fact: Fact): Fact | null {
  const { clause } = fact;
  const lemma =
    /^(?:start|begin)$/.test(clause.verb) && clause.tense === "past" && !clause.negated
      ? lemmaOfGerund(clause.rest[0]?.lower ?? "")
      : null;
  if (lemma === null) return null;
  const rest = clause.rest.slice(1);
  const begun: Clause = {
    ...clause,
    verb: lemma,
    form: "gerund",
    tense: "present",
    perfect: false,
    progressive: true,
    rest,
  };
  return { ...fact, clause: begun, complement: complementOf(rest, fact.dates) };
}

interface Outcome {
  readonly property: PropertyName;
  readonly polarity: SemanticDraft["polarity"];
}

/** What a verb's time and negation make of its pattern; `null`: nothing is stated. */
function outcomeOf(clause: Clause, pattern: VerbPattern, fact: Fact): Outcome | null {
  const { aspect, property } = pattern;
  const finished = clause.tense === "past";
  if (clause.tense === "future") return null;
  if (clause.ended) return aspect === "state" ? { property, polarity: "ended" } : null;
  if (clause.negated) {
    const negated = aspect === "state" && !finished ? pattern.negated : undefined;
    return negated === undefined ? null : { property: negated, polarity: "holds" };
  }
  if (aspect === "state") {
    const lasts =
      clause.perfect &&
      (clause.progressive || fact.dates.some(({ bound }) => bound === "since") || lastsFor(clause));
    if (!finished || lasts) return { property, polarity: "holds" };
    return pattern.former === undefined || clause.progressive
      ? null
      : { property: pattern.former, polarity: "holds" };
  }
  if (!finished) return null;
  return { property, polarity: aspect === "end" ? "ended" : "holds" };
}

/** "I have lived here for ten years": it lasts. */
function lastsFor(clause: Clause): boolean {
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

function valueWords(
  fact: Fact,
  pattern: VerbPattern,
): { words: readonly (typeof fact.clause.rest)[number][]; tail: string } {
  const { object, phrases } = fact.complement;
  if (pattern.preps === undefined) {
    const tail = pattern.tail === true ? tailText(fact, object.at(-1)?.end ?? 0) : "";
    return { words: object, tail };
  }
  // "works hard at Siemens" is fine; "works a lot with people at Siemens" leaves the pattern's preposition as the first that fits.
  const found = phrases.find(({ prep }) => pattern.preps!.split(" ").includes(prep));
  return { words: found?.words ?? [], tail: "" };
}

/** What follows the value, where it belongs to the statement: "for billing". Dates and adverbs stay out. */
function tailText(fact: Fact, from: number): string {
  const words = fact.complement.phrases
    .filter(({ prep }) => /^(?:for|to|over|with|on|in|as)$/.test(prep))
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
    isValue(phrase, pattern.kind) && (pattern.object === undefined || pattern.object.test(phrase.text));
  // One member that is no value makes the list doubtful: "I like Ana and the way she talks".
  return phrases.length > 0 && phrases.every(fits) ? phrases : phrases.slice(0, 1).filter(fits);
}

/** Members of a list of things; "new and exciting projects" is one thing. */
function nominalMembers(words: Fact["clause"]["rest"]): Fact["clause"]["rest"][] {
  const members = listMembers(words);
  const isNominal = (member: Fact["clause"]["rest"]) => {
    const last = member.findLast(({ text }) => text !== "");
    return (
      last !== undefined &&
      (!last.tags.has("Adjective") || last.tags.has("Noun") || /^\p{Lu}/u.test(last.text)) &&
      !last.tags.has("Preposition")
    );
  };
  return members.every(isNominal) ? members : [words as Fact["clause"]["rest"]].map((all) => [...all]);
}

function beforeComma(words: Fact["clause"]["rest"]): Fact["clause"]["rest"] {
  const at = words.findIndex(({ after }) => after.includes(","));
  return at < 0 ? words : words.slice(0, at + 1);
}

/** Since when, until when: a start's date, or "since …"; an ending's date. */
function validity(
  { clause, dates }: Fact,
  pattern: Pick<VerbPattern, "aspect">,
  polarity: SemanticDraft["polarity"],
) {
  const at = (bound: DateReading | undefined, tense: Tense) => bound?.at(tense) || null;
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

/** What somebody owns or bought is theirs already: "no longer has a bike". */
function ownPhrase(text: string, property: PropertyName): string {
  return /^(?:owns|drives|bought)$/.test(property)
    ? text.replace(/^(?:my|our|his|her|their)\s+/i, "a ")
    : text;
}

/** "my sister" in a value is the speaker's sister; "me" is the speaker. */
function withOwner(text: string, { sentence }: Fact): string {
  const speaker = nameOfSpeaker(sentence.passage);
  return text
    .replace(/\b(?:my|our)\b/gi, possessive(speaker))
    .replace(/\b(?:me|us|myself|ourselves)\b/g, speaker);
}

// --- having: family, pets ---

function ofPossession(fact: Fact): SemanticDraft[] {
  const { clause, subject, complement, sentence } = fact;
  if (clause.negated && !clause.ended) return [];
  if (clause.tense === "past" && clause.verb === "have" && !clause.perfect) return [];
  const named = nameAfter(fact);
  return listMembers(complement.object).flatMap((member) => {
    const phrase = phraseOf(
      member.filter(({ lower }) => !/^(?:named|called)$/.test(lower)),
      sentence.text,
    );
    const nouns = nounsBefore(member, named);
    if (phrase === null || nouns.length === 0) return [];
    return [
      ...ofKin(subject.name, nouns, named, phrase, clause),
      ...ofAnimal(subject.name, nouns, named, phrase, clause),
    ];
  });
}

/** "a daughter named Mia", "a dog, Rex". */
function nameAfter({ complement }: Fact): string | null {
  const at = complement.object.findIndex(({ lower }) => /^(?:named|called)$/.test(lower));
  const words = at < 0 ? [] : complement.object.slice(at + 1).filter(({ text }) => /^\p{Lu}/u.test(text));
  return words.length > 0 && words.length < 4 ? words.map(({ text }) => text).join(" ") : null;
}

function nounsBefore(member: Fact["clause"]["rest"], named: string | null): string[] {
  const end =
    named === null ? member.length : member.findIndex(({ lower }) => /^(?:named|called)$/.test(lower));
  return member.slice(0, end < 0 ? member.length : end).map(({ lower }) => lower);
}

function ofKin(
  owner: string,
  nouns: readonly string[],
  named: string | null,
  phrase: Phrase,
  clause: Clause,
): SemanticDraft[] {
  const relation = relationOf(nouns);
  if (relation !== null && clause.verb !== "adopt" && !clause.ended) {
    const noun = withoutArticle(phrase.text);
    const value = named ?? `${possessive(owner)} ${noun}`;
    const text =
      named === null ? `${owner} has ${phrase.text}.` : `${possessive(owner)} ${relation} is ${named}.`;
    return [
      statedFreely({
        entity: owner,
        property: relation,
        value,
        text,
        cardinality: named === null ? "many" : relationCardinality(relation),
      }),
    ];
  }
  const plural = pluralRelationOf(nouns);
  if (plural === null || !/^(?:\d+|two|three|four|five|six|seven|eight|twin|no)$/.test(nouns[0] ?? ""))
    return [];
  const isSibling = /^(?:sister|brother|sibling)$/.test(plural);
  const isChild = /^(?:child|kid|son|daughter|baby|girl|boy|twin)$/.test(plural);
  return isChild || isSibling
    ? [
        stated({
          entity: owner,
          property: isChild ? "children" : "siblings",
          value: phrase.value,
          phrase: phrase.text,
        }),
      ]
    : [];
}

function ofAnimal(
  owner: string,
  nouns: readonly string[],
  named: string | null,
  phrase: Phrase,
  clause: Clause,
): SemanticDraft[] {
  if (animalOf(nouns) === null || (clause.tense === "past" && clause.verb === "have")) return [];
  const value = named === null ? phrase.value : `${withoutArticle(nouns.join(" "))} named ${named}`;
  const text = named === null ? phrase.text : `${article(value)} ${value}`;
  return [
    stated({
      entity: owner,
      property: "pet",
      value: named ?? value,
      phrase: text,
      polarity: clause.ended ? "ended" : "holds",
    }),
  ];
}

// --- wishes, plans, endings, habits ---

/** "wants to work at Google" is a goal, never an employer. */
function wishes(fact: Fact): SemanticDraft[] {
  const { clause, subject, sentence } = fact;
  const property = /^(?:want|hope|aim)$/.test(clause.verb)
    ? "goal"
    : /^(?:plan|intend)$/.test(clause.verb)
      ? "plan"
      : null;
  if (
    property === null ||
    clause.negated ||
    clause.ended ||
    clause.tense === "past" ||
    subject.kind === "thing"
  )
    return [];
  const { rest } = clause;
  if (
    rest[0]?.lower !== "to" ||
    rest[1] === undefined ||
    /^(?:know|see|hear|say|ask|thank|tell|make|share|be|get|do|go|check|try|ensure|help|add|use|keep)$/.test(
      rest[1].lower,
    )
  )
    return [];
  const phrase = phraseOf(rest.slice(1), sentence.text);
  if (
    phrase === null ||
    phrase.words.length < 2 ||
    phrase.words.length > 14 ||
    /\b(?:you|it|this|that|them)\b/i.test(phrase.text)
  )
    return [];
  const value = withOwner(phrase.text, fact);
  return [stated({ entity: subject.name, property, value })];
}

/** "I quit my job at Acme", "I stopped eating meat", "we broke up". */
function endings(fact: Fact): SemanticDraft[] {
  const { clause, subject, complement, sentence } = fact;
  if (clause.negated || clause.tense !== "past" || subject.kind === "thing") return [];
  const ended = (property: PropertyName, value: string) => [
    stated({
      entity: subject.name,
      property,
      value,
      polarity: "ended",
      ...validity(fact, { aspect: "end" }, "ended"),
    }),
  ];
  const object = complement.object.map(({ lower }) => lower).join(" ");
  if (/^(?:quit|leave|lose)$/.test(clause.verb) && /\b(?:job|position|role)$/.test(object)) {
    const place = complement.phrases.find(({ prep }) => prep === "at" || prep === "with");
    const phrase = place === undefined ? null : phraseOf(place.words, sentence.text);
    return ended("employer", phrase !== null && isProper(phrase) ? phrase.value : "");
  }
  if (clause.verb === "break" && /^up\b/.test(object)) {
    const who = complement.phrases.find(({ prep }) => prep === "with");
    const phrase = who === undefined ? null : phraseOf(who.words, sentence.text);
    return ended("partner", phrase !== null && isProper(phrase) ? phrase.value : "");
  }
  return [...stopped(fact, ended)];
}

function stopped(
  { clause, sentence }: Fact,
  ended: (property: PropertyName, value: string) => SemanticDraft[],
): SemanticDraft[] {
  const { rest } = clause;
  const isStop = /^(?:stop|quit)$/.test(clause.verb) || (clause.verb === "give" && rest[0]?.lower === "up");
  if (!isStop) return [];
  const words = clause.verb === "give" ? rest.slice(1) : rest;
  const activity = words[0]?.lower ?? "";
  const property: PropertyName | null =
    ({
      eating: "eats",
      drinking: "drinks",
      smoking: "smokes",
      using: "uses",
      playing: "plays",
      learning: "learning",
    }[activity] as PropertyName | undefined) ?? null;
  if (property === null) return [];
  const phrase = phraseOf(words.slice(1), sentence.text);
  return property === "smokes"
    ? ended(property, "cigarettes")
    : phrase === null
      ? []
      : ended(property, phrase.value);
}

const regularly =
  /\b(?:every (?:single )?(?:day|morning|evening|night|week|weekend|month|year|other day|monday|tuesday|wednesday|thursday|friday|saturday|sunday|summer|winter)|on (?:mondays|tuesdays|wednesdays|thursdays|fridays|saturdays|sundays|weekends|weekdays)|(?:once|twice|three times|four times) a (?:day|week|month|year)|daily)\b/i;

/** "I run every morning": what somebody does regularly. */
function habit({ clause, subject, sentence }: Fact): SemanticDraft[] {
  if (
    clause.tense !== "present" ||
    clause.negated ||
    clause.ended ||
    clause.progressive ||
    clause.perfect ||
    subject.kind === "thing"
  )
    return [];
  const said = tidyClause(sentence.text.slice(clause.rest[0]?.start ?? clause.end, clause.end));
  if (
    !regularly.test(said) ||
    /\b(?:them|it|him|her|this|that)\b/i.test(said) ||
    said.split(" ").length > 14 ||
    clause.form === "gerund"
  )
    return [];
  const text = `${subject.kind === "speaker" || clause.form === "base" ? thirdPerson(clause.verb) : clause.verb === "have" ? "has" : thirdPerson(clause.verb)} ${said}`;
  return /\b(?:my|our|me|us|you|your)\b/i.test(said)
    ? []
    : [stated({ entity: subject.name, property: "habit", value: text })];
}

function tidyClause(text: string): string {
  return text
    .replace(/\s+/g, " ")
    .replace(/[\s,;:.!?]+$/, "")
    .trim();
}

function thirdPerson(verb: string): string {
  if (verb === "have") return "has";
  if (/(?:s|x|z|ch|sh|o)$/.test(verb)) return `${verb}es`;
  return /[^aeiou]y$/.test(verb) ? `${verb.slice(0, -1)}ies` : `${verb}s`;
}

/** "I go by Sam", "call me Sam" is an imperative and handled with rules. */
function isNameGiving(clause: Clause): boolean {
  return (
    clause.verb === "go" &&
    clause.rest[0]?.lower === "by" &&
    clause.rest.length === 2 &&
    clause.tense === "present"
  );
}

function nameGiven({ subject, clause, sentence }: Fact): SemanticDraft[] {
  const phrase = phraseOf(clause.rest.slice(1), sentence.text);
  return phrase !== null && isProper(phrase)
    ? [stated({ entity: subject.name, property: "name", value: phrase.value })]
    : [];
}

// --- being ---

function ofPredicate(fact: Fact): SemanticDraft[] {
  const { clause, subject } = fact;
  const predicate = predicateText(fact);
  if (predicate === "") return [];
  if (clause.perfect) return clause.never ? neverBeenTo(fact) : beenTo(fact);
  const past = clause.tense !== "present";
  const named = ofNaming(fact, predicate);
  if (named !== null) return past ? [] : named;
  if (past)
    return /^diagnosed\b/i.test(predicate) && !clause.negated
      ? (ofPredicatePattern(fact, predicate) ?? [])
      : ofBirth(fact, predicate);
  if (subject.possessed !== null && !isPersonal(subject)) return ofOwnedNoun(fact, predicate);
  if (subject.kind === "thing") return ofThing(fact, predicate);
  return ofPerson(fact, predicate);
}

function isPersonal({ kind }: Referent): boolean {
  return kind === "person" || kind === "speaker";
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

const months = "January February March April May June July August September October November December".split(
  " ",
);

/** A date as it is written where it names a day or a month; "tomorrow" and "Friday" are resolved, or they would soon be wrong. */
function dateText({ sentence }: Fact, date: DateReading): string {
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
  const at = new Date(date.at("future"));
  return `${at.getUTCDate()} ${months[at.getUTCMonth()]} ${at.getUTCFullYear()}`;
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

const ages =
  /^(?:now |only |already |about |almost |nearly |just |turning )*(\d{1,3}|(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)(?:[- ](?:one|two|three|four|five|six|seven|eight|nine))?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen)(?: ?(?:years?|yrs?)(?: |-)old|)(?: now| today| already)?$/i;

/** What a person is. */
function ofPerson(fact: Fact, predicate: string): SemanticDraft[] {
  const { clause, subject } = fact;
  const age = ages.exec(predicate);
  if (age !== null && !clause.negated && !clause.ended)
    return [stated({ entity: subject.name, property: "age", value: age[1]! })];
  const tall = /^(\d(?:[.,]\d+)?\s?(?:m|cm|meters?|metres?|feet|ft|foot)?(?:\s?\d*)?(?:"|in)?)\s+tall$/i.exec(
    predicate,
  );
  if (tall !== null) return [stated({ entity: subject.name, property: "height", value: tall[1]! })];
  return (
    ofRelation(fact) ??
    ofPredicatePattern(fact, predicate) ??
    ofNationality(fact, predicate) ??
    ofRole(fact, predicate) ??
    []
  );
}

/** "Tom is my boss", "Ana is Tom's sister". */
function ofRelation(fact: Fact): SemanticDraft[] | null {
  const { clause, subject, sentence } = fact;
  const words = clause.rest.filter(({ text }) => text !== "");
  const owned = words.length > 1 ? ownerOf(words, sentence.passage, sentence.conversation) : null;
  if (owned === null) return null;
  const relation =
    relationOf(owned.rest.map(({ lower }) => lower)) ?? animalOf(owned.rest.map(({ lower }) => lower));
  if (relation === null || clause.negated || subject.kind !== "person") return [];
  const property = animalOf([relation]) === null ? relation : "pet";
  const text = `${possessive(owned.owner)} ${relation} is ${subject.name}.`;
  return [
    statedFreely({
      entity: owned.owner,
      property,
      value: subject.name,
      text,
      cardinality: relationCardinality(relation),
    }),
  ];
}

function ofPredicatePattern(fact: Fact, predicate: string): SemanticDraft[] | null {
  const { clause, subject } = fact;
  for (const pattern of predicatePatterns) {
    const match = pattern.predicate.exec(predicate);
    if (match === null) continue;
    const property = clause.negated && !clause.ended ? pattern.negated : pattern.property;
    if (property === undefined) return [];
    const polarity = clause.ended ? "ended" : "holds";
    const from = match.index + match[0].lastIndexOf(match[1]!);
    const phrases = predicatePhrases(fact, from, match[1]!, pattern.list === true);
    const isFit = (phrase: Phrase) => isValue(phrase, pattern.kind ?? "thing");
    const fits = phrases.every(isFit) ? phrases : phrases.slice(0, 1).filter(isFit);
    const withArticle = (phrase: Phrase) =>
      /\ban?\s+$/i.test(predicate.slice(0, from)) ? `${article(phrase.text)} ${phrase.text}` : phrase.text;
    return fits.map((phrase) =>
      stated({
        entity: subject.name,
        property,
        value: withOwner(phrase.value, fact),
        phrase: withOwner(property === "trait" ? withArticle(phrase) : phrase.text, fact),
        polarity,
        ...validity(fact, { aspect: "state" }, polarity),
      }),
    );
  }
  return null;
}

function predicatePhrases(fact: Fact, from: number, matched: string, list: boolean): Phrase[] {
  const { clause, sentence, dates } = fact;
  const spoken = clause.rest.filter(({ text }) => text !== "");
  const start = spoken[0]!.start + from;
  const words = spoken.filter(
    (word) =>
      word.start >= start &&
      word.end <= start + matched.length + 1 &&
      !dates.some((date) => word.start < date.end && word.end > date.start),
  );
  const untilPreposition = words.findIndex(
    ({ lower }, index) =>
      index > 0 && /^(?:because|since|for|with|but|and then|on|from|at|when)$/.test(lower),
  );
  const own = untilPreposition < 0 ? words : words.slice(0, untilPreposition);
  const members = list ? listMembers(own) : [beforeComma(own)];
  return members.map((member) => phraseOf(member, sentence.text)).filter((phrase) => phrase !== null);
}

function ofNationality({ clause, subject }: Fact, predicate: string): SemanticDraft[] | null {
  const words = clause.rest.filter(({ text }) => text !== "");
  const demonym =
    words.length <= 3 &&
    words.every(
      ({ tags, lower }) => tags.has("Demonym") || /^(?:half|and|part|originally|actually)$/.test(lower),
    );
  if (!demonym || clause.negated) return null;
  return [stated({ entity: subject.name, property: "nationality", value: predicate })];
}

const roleNouns =
  /(?:(?<!oth)(?<!numb)(?<!bett)(?<!wint)(?<!summ)er|(?<!fact)(?<!col)(?<!fav)or|ist|ian|accountant|assistant|consultant|attendant|lieutenant|sergeant|merchant|student|agent|president|superintendent|resident|woman|man|chef|nurse|cto|ceo|cfo|coo|head|intern|pilot|coach|judge|clerk|midwife|architect|vet|freshman|sophomore|postdoc|apprentice|widow|athlete|advocate|activist|surgeon|gp|dj|cook|barista|analyst|representative|executive|associate|dev|sre|pm|freelancer|lead)$/i;
const vagueNouns =
  /^(?:fan|lover|member|person|part|lot|bit|number|problem|matter|winner|loser|center|master|monster|disaster|reminder|answer|number|letter|river|weather|summer|winter|newcomer|moment|event|present|factor|color|supporter|believer|talent|huge|great|good|mentor|different|important|excellent|other|another|better|super|killer|blocker|game changer|gamechanger|life saver|lifesaver|friend|stranger|listener|keeper|starter|helper|achiever|wonder|treasure|inspiration|leader|partner|brother|sister|daughter|winner)$/i;

/** "is a nurse", "is the CTO of Acme". */
function ofRole(fact: Fact, predicate: string): SemanticDraft[] | null {
  const { clause, subject, sentence, dates } = fact;
  const match = /^(?:now |currently |actually |also |still )*(an?|the)\s+/i.exec(predicate);
  if (match === null || subject.plural || (clause.negated && !clause.ended)) return null;
  const words = clause.rest.filter(
    ({ text, start, end }) => text !== "" && !dates.some((date) => start < date.end && end > date.start),
  );
  const stop = words.findIndex(
    ({ lower }, index) =>
      index > 0 &&
      (/^(?:for|in|at|with|on|from|by|who|that|and|but|because|since|than)$/.test(lower) ||
        words[index - 1]!.after.includes(",")),
  );
  const phrase = phraseOf(stop < 0 ? words : words.slice(0, stop), sentence.text);
  if (phrase === null || phrase.value.split(" ").length > 5) return null;
  const head = (/^(.*?)\s+of\s/i.exec(phrase.value)?.[1] ?? phrase.value).split(" ").at(-1)!;
  const isRole =
    roleNouns.test(head) &&
    !vagueNouns.test(head) &&
    !/^(?:big|huge|great|good|real|true|bit|little|such|amazing|nice|natural|total|bad|better|best)\b/i.test(
      phrase.value,
    );
  if (
    !isRole ||
    (match[1]!.toLowerCase() === "the" &&
      !/\bof\b|ceo|cto|cfo|coo|head|lead|founder|owner|manager|director/i.test(phrase.value))
  )
    return null;
  const roles = [
    stated({
      entity: subject.name,
      property: "role",
      value: phrase.value,
      phrase: phrase.text,
      polarity: clause.ended ? "ended" : "holds",
      ...validity(fact, { aspect: "state" }, clause.ended ? "ended" : "holds"),
    }),
  ];
  return [...roles, ...(clause.ended ? [] : roleAt(fact, phrase))];
}

/** "a nurse at Siemens": where, too. */
function roleAt({ complement, sentence, subject }: Fact, role: Phrase): SemanticDraft[] {
  if (/student|fan|member/i.test(role.value)) return [];
  const place = complement.phrases.find(({ prep }) => prep === "at" || prep === "for");
  const phrase = place === undefined ? null : phraseOf(beforeComma(place.words), sentence.text);
  return phrase !== null && isValue(phrase, "organisation")
    ? [stated({ entity: subject.name, property: "employer", value: phrase.value })]
    : [];
}

/** "my favourite colour is blue", "Ana's birthday is on 3 March", "the capital of France is Paris". */
function ofOwnedNoun(fact: Fact, predicate: string): SemanticDraft[] {
  const { clause, subject } = fact;
  const { owner, noun } = subject.possessed!;
  if (
    clause.negated ||
    clause.ended ||
    noun.split(" ").length > 4 ||
    /^(?:own|new|whole|entire|old|next|last|first|main|biggest|only)?\s?(?:life|day|thing|way|heart|mind|family|time|goodness|bad|point|question|week|weekend|year|thoughts?|guess|god|sleeve|take|head|story|experience|journey|friends)$/.test(
      noun,
    )
  )
    return [];
  const phrase = definiteValue(fact, predicate, noun);
  if (phrase === null) return [];
  const alias = propertyAliases[noun];
  if (alias !== undefined) return ofAlias(fact, owner, alias, phrase);
  const property = noun.replace(/\bfavorite\b/, "favourite");
  const cardinality = manyValuedNouns.test(noun) ? "many" : "one";
  return [
    statedFreely({
      entity: owner,
      property,
      value: withOwner(phrase.value, fact),
      text: `${possessive(owner)} ${noun} is ${withOwner(phrase.text, fact)}.`,
      cardinality,
    }),
  ];
}

function ofAlias(fact: Fact, owner: string, alias: PropertyName, phrase: Phrase): SemanticDraft[] {
  if (alias === "name") {
    const words = fact.subject.relation === null && isProper(phrase);
    return words
      ? [
          stated({ entity: owner, property: "name", value: phrase.value }),
          ...namedRelation(fact, owner, phrase.value),
        ]
      : [];
  }
  return [
    stated({
      entity: owner,
      property: alias,
      value: withOwner(phrase.value.replace(/^to\s+/i, ""), fact),
      phrase: withOwner(phrase.text.replace(/^to\s+/i, ""), fact),
    }),
  ];
}

/** "My sister's name is Mia" also says who the sister is. */
function namedRelation({ sentence }: Fact, owner: string, name: string): SemanticDraft[] {
  const match = /^(.+)'s ([\p{Ll}\s-]+)$/u.exec(owner);
  const speaker = nameOfSpeaker(sentence.passage);
  const relation =
    match === null
      ? null
      : (relationOf(match[2]!.split(" ")) ?? (animalOf(match[2]!.split(" ")) === null ? null : "pet"));
  if (match === null || relation === null || match[1] !== speaker) return [];
  return [
    statedFreely({
      entity: speaker,
      property: relation,
      value: name,
      text: `${possessive(speaker)} ${match[2]} is ${name}.`,
      cardinality: relationCardinality(relation),
    }),
  ];
}

/** A value that says something definite: a name, a number, a date, a short noun phrase; no adjective, no clause. */
function definiteValue(fact: Fact, predicate: string, noun: string): Phrase | null {
  const { clause, sentence } = fact;
  const words = clause.rest.filter(({ text }) => text !== "");
  const stop = words.findIndex(
    ({ lower }, index) => index > 0 && /^(?:because|since|but|which|who|when|so|although)$/.test(lower),
  );
  const phrase = phraseOf(
    withoutDatePreposition(
      manyValuedNouns.test(noun) ? words : untilAside(stop < 0 ? words : words.slice(0, stop)),
    ),
    sentence.text,
  );
  if (phrase === null || !isValue(phrase, "thing")) return null;
  if (isDefinite(phrase)) return phrase;
  return describable.test(noun) && !adjectival.test(predicate) && isNominal(phrase, noun) ? phrase : null;
}

/** Nouns that a common noun or a colour answers ("my hobby is pottery"); of others only a name, a number or a date says something definite. */
const describable =
  /\b(?:favou?rite\b.*|colou?r|hobby|hobbies|job|profession|occupation|dream|dream job|goal|plan|major|minor|specialty|speciality|instrument|sport|breed|diet|allergy|allergies|password|username|size|shoe size|blood type|star sign|religion|nickname|degree|pronouns|language|go-to \w+|comfort food|pet peeve|superpower|middle name|surname|last name|maiden name|nationality|passion|drink|order|address|timezone|time zone|budget|role|title|stack|editor|operating system|os|database|framework|toolchain|deadline)$/i;

const adjectival =
  /^(?:so|very|really|too|quite|pretty|getting|going|doing|being|about|in|on|at|with|all|always|not|like|due|what|how|that|a (?:great|good|big|huge|bit|lot|real|nice|way|part|reminder|must)|one of|part of|more|better|worse|set|still)\b/i;

/** Whether it is a noun phrase; a colour and a favourite may be an adjective ("blue"). */
function isNominal(phrase: Phrase, noun: string): boolean {
  const last = phrase.words.at(-1)!;
  if (last.tags.has("Adjective") && !last.tags.has("Noun") && !/^favou?rite\b|colou?r/.test(noun))
    return false;
  const first = phrase.words.find(({ text }) => text !== "" && withoutArticle(phrase.text).startsWith(text));
  return (
    first !== undefined && !(first.tags.has("Verb") && !first.tags.has("Gerund") && !first.tags.has("Noun"))
  );
}

function withoutDatePreposition(words: Fact["clause"]["rest"]): Fact["clause"]["rest"] {
  return /^(?:on|in|at)$/.test(words[0]?.lower ?? "") && words.length > 1 ? words.slice(1) : words;
}

function untilAside(words: Fact["clause"]["rest"]): Fact["clause"]["rest"] {
  const at = words.findIndex(
    ({ after }, index) => after.includes(",") && !/^\d/.test(words[index + 1]?.text ?? ""),
  );
  return at < 0 ? words : words.slice(0, at + 1);
}

function isDefinite(phrase: Phrase): boolean {
  return isProper(phrase) || /^[$€£#]?\d|@|^["'`“]|^[a-z]+\d+/i.test(phrase.value);
}

/** "the API quota is 1,200 requests", "the launch is on June 3". */
function ofThing(fact: Fact, predicate: string): SemanticDraft[] {
  const { subject, dates, clause, sentence } = fact;
  if (clause.negated || clause.ended || subject.possessed !== null) return [];
  const date = dates[0];
  if (
    date !== undefined &&
    /^(?:now |on |in |at |due |due on |due by |scheduled for |set for |planned for |the )*$/i.test(
      sentence.text.slice(clause.rest[0]!.start, date.start).concat(" ").trimStart().replace(/\s+$/, " "),
    )
  ) {
    return [
      stated({
        entity: subject.name,
        spoken: `the ${subject.name}`,
        property: "date",
        value: dateText(fact, date),
      }),
    ];
  }
  const words = clause.rest.filter(({ text, lower }) => text !== "" && !/^(?:now|currently)$/.test(lower));
  const located = /^(?:in|at) /i.exec(predicate);
  const phrase = phraseOf(untilAside(located === null ? words : words.slice(1)), sentence.text);
  if (phrase === null || !isDefinite(phrase) || !isValue(phrase, "thing")) return [];
  if (located !== null)
    return isValue(phrase, "place")
      ? [
          stated({
            entity: subject.name,
            spoken: subject.definite && /^\p{Ll}/u.test(subject.name) ? `the ${subject.name}` : subject.name,
            property: "location",
            value: phrase.value,
          }),
        ]
      : [];
  return [
    statedFreely({
      entity: subject.name,
      property: "value",
      value: phrase.value,
      text: `The ${subject.name} is ${phrase.text}.`.replace(/^The (?=\p{Lu}\p{Ll})/u, ""),
      cardinality: "one",
    }),
  ];
}
