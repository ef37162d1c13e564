/**
 * Facts about a person that "be" states: an age, a relation, a nationality, a role, or a predicate
 * of the vocabulary.
 */

import { isOrdinaryWord } from "../../../text/ordinary-words.js";
import type { SemanticDraft } from "../../extractor.js";
import { ownerOf, possessive } from "../conversation/coreference.js";
import { complementOf, isValue, nominalMembers, type Phrase, phraseOf } from "../grammar/phrases.js";
import { changedNoun } from "./changes/renewing.js";
import {
  ages,
  article,
  beforeComma,
  type Fact,
  relationDraft,
  tidyClause,
  validity,
  withOwner,
} from "./fact.js";
import { stated, statedFreely } from "./statement.js";
import { predicatePatterns } from "./vocabulary/predicate-patterns.js";
import { animalOf, relationCardinality, relationOf } from "./vocabulary/relations.js";

/**
 * The facts of a predicate about a person. "7 years old and allergic to peanuts" is two predicates.
 */
export function ofPerson(fact: Fact, predicate: string): SemanticDraft[] {
  const named = namedAs(fact) ?? introduced(fact);
  if (named !== null) return [named];
  const predicates = splitPredicates(fact);
  if (predicates.length < 2) return ofOnePredicate(fact, predicate);
  return predicates.flatMap((rest) => {
    const part = { ...fact, clause: { ...fact.clause, rest }, complement: complementOf(rest, fact.dates) };
    return ofOnePredicate(part, tidyClause(fact.sentence.text.slice(rest[0]!.start, rest.at(-1)!.end)));
  });
}

const agePrefix = /^\d{1,3} (?:years?|yrs?)[ -]old\b/i;

/**
 * Splits a predicate if another predicate of the vocabulary starts after "and" or a comma.
 */
function splitPredicates({ clause, sentence }: Fact): Fact["clause"]["rest"][] {
  const words = clause.rest.filter(({ text }) => text !== "");
  if (clause.negated || clause.ended) return [words];
  const opensAnother = (at: number) => {
    const before = words[at - 1]!;
    const text = sentence.text.slice(words[at]!.start, clause.end);
    return (
      (before.lower === "and" || before.after.includes(",")) &&
      (agePrefix.test(text) || predicatePatterns.some(({ predicate }) => predicate.test(text)))
    );
  };
  const cuts = words.flatMap((_, at) => (at > 0 && opensAnother(at) ? [at] : []));
  return [0, ...cuts].map((from, index) => {
    const part = words.slice(from, cuts[index] ?? words.length);
    return part.at(-1)?.lower === "and" ? part.slice(0, -1) : part;
  });
}

/** "My manager is Priya": a relation and a name. */
function namedAs({ clause, subject, sentence }: Fact): SemanticDraft | null {
  const { relation } = subject;
  if (relation === null || relation.named !== null || clause.negated || clause.ended) return null;
  // "My cat is Persian" states its breed, not its name.
  const isAnimal = relation.property === "pet";
  const phrase = phraseOf(clause.rest, sentence.text);
  const isName =
    phrase !== null &&
    phrase.words.length <= 3 &&
    phrase.words.every(
      ({ text, lower, tags }) =>
        /^\p{Lu}\p{Ll}/u.test(text) &&
        !isOrdinaryWord(lower) &&
        (!isAnimal || tags.has("Person") || tags.has("FirstName")) &&
        !["Demonym", "Adjective", "Verb", "Place", "Date", "Organization"].some((tag) => tags.has(tag)),
    );
  return isName ? relationDraft({ ...subject, relation: { ...relation, named: phrase.value } }) : null;
}

const greeting = /^\W*(?:hi|hello|hey|greetings|good (?:morning|evening|afternoon))\b/i;
/** What a word is that is no name after "I'm". */
const noNames = ["Demonym", "Adjective", "Verb", "Place", "Date", "Organization", "Acronym"];

/**
 * "I'm Delphine, I write novels": the speaker's name, if it is a known first name or follows a
 * greeting. "I'm Basque" may be anything.
 */
function introduced({ clause, subject, sentence }: Fact): SemanticDraft | null {
  if (subject.kind !== "speaker" || subject.plural || clause.negated || clause.ended) return null;
  const words = beforeComma(clause.rest.filter(({ text }) => text !== ""));
  const phrase = phraseOf(words, sentence.text);
  const isWhole = phrase !== null && phrase.words.length === words.length && words.length <= 3;
  if (!isWhole || phrase.value === sentence.passage.speaker) return null;
  const isName =
    words.every(({ text, lower }) => /^\p{Lu}\p{Ll}/u.test(text) && !isOrdinaryWord(lower)) &&
    !words.some(({ tags }) => noNames.some((tag) => tags.has(tag)));
  const isKnown = words[0]!.tags.has("FirstName") || greeting.test(sentence.text);
  return isName && isKnown ? stated({ entity: subject.name, property: "name", value: phrase.value }) : null;
}

/** Nobody is older than this: "Rent is 905" states no age. */
const oldest = 120;

function ofOnePredicate(fact: Fact, predicate: string): SemanticDraft[] {
  const { clause, subject } = fact;
  const age = ages.exec(predicate);
  if (age !== null && !clause.negated && !clause.ended && !(Number(age[1]) > oldest))
    return [stated({ entity: subject.name, property: "age", value: age[1]! })];
  const tall = /^(\d(?:[.,]\d+)?\s?(?:m|cm|meters?|metres?|feet|ft|foot)?(?:\s?\d*)?(?:"|in)?)\s+tall$/i.exec(
    predicate,
  );
  if (tall !== null) return [stated({ entity: subject.name, property: "height", value: tall[1]! })];
  return (
    ofNewPlace(fact, predicate) ??
    ofRelation(fact) ??
    ofPredicatePattern(fact, predicate) ??
    ofNationality(fact, predicate) ??
    ofRole(fact, predicate) ??
    []
  );
}

/**
 * Places that people visit for an hour: shops, chains, stations. "I'm at Ikea now" is not a job.
 */
const visitedPlaces =
  /\b(?:ikea|starbucks|mcdonald'?s|burger king|kfc|subway|walmart|costco|target|tesco|aldi|lidl|disney\p{L}*|legoland|heathrow|gatwick|jfk|lax|airport|station|hotel|hospital|park|museum|cafe|café|restaurant|bar|pub|mall|centre|center|beach|school|university|college|church|gym|stadium|arena|festival|conference|con|\p{L}+fest|office|court|library|zoo|theat(?:re|er)|square|street|harbou?r)\b/iu;

/**
 * "I'm at Globex now": a job, if "now" or "as" is said and the name is not a place that people
 * visit.
 */
function ofNewPlace(fact: Fact, predicate: string): SemanticDraft[] | null {
  const { clause, subject, complement, sentence } = fact;
  const said =
    /^(?:(?:now|currently) )?at (?:now )?(?!the\b)\p{Lu}\p{L}+(?: \p{Lu}\p{L}+)?( now| these days)?( as an? .+)?$/u.exec(
      predicate,
    );
  const changed = changedNoun(fact, predicate);
  if (changed !== null) return changed;
  const isNow = said !== null && (/^(?:now|currently)/.test(predicate) || said[1] || said[2]);
  if (!isNow || clause.negated || clause.ended || visitedPlaces.test(predicate)) return null;
  const place = complement.phrases.find(({ prep }) => prep === "at");
  const phrase = place === undefined ? null : phraseOf(beforeComma(place.words), sentence.text);
  const isFirm =
    phrase !== null &&
    isValue(phrase, "organisation") &&
    !phrase.words.some(({ tags }) =>
      ["Place", "City", "Country", "Region", "Person", "FirstName", "Possessive", "Date"].some((tag) =>
        tags.has(tag),
      ),
    );
  return isFirm ? [stated({ entity: subject.name, property: "employer", value: phrase.value })] : null;
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

/** The facts of the first predicate pattern that matches; `null` if none matches. */
export function ofPredicatePattern(fact: Fact, predicate: string): SemanticDraft[] | null {
  const { clause, subject } = fact;
  for (const pattern of predicatePatterns) {
    const match = pattern.predicate.exec(predicate);
    if (match === null || (pattern.property === "trait" && describesNoun(predicate, match))) continue;
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

/** "a retired midwife": the word describes what somebody is, and is only a part of it. */
function describesNoun(predicate: string, { 0: matched }: RegExpExecArray): boolean {
  return (
    /^an?\s/i.test(predicate) &&
    /^\s+(?!(?:and|but|or|so|who|from|in|at|with|for|by|of|on|since|because|now)\b)\p{L}/iu.test(
      predicate.slice(matched.length),
    )
  );
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
      index > 0 &&
      /^(?:because|since|for|with|but|on|from|at|when)$/.test(lower) &&
      // "allergic to animals with fur"
      !(lower === "with" && list && words[index - 1]!.tags.has("Plural")),
  );
  const own = untilPreposition < 0 ? words : words.slice(0, untilPreposition);
  const members = list ? nominalMembers(own) : [beforeComma(own)];
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
  /(?:(?<!oth)(?<!numb)(?<!bett)(?<!wint)(?<!summ)er|(?<!fact)(?<!col)(?<!fav)or|ist|ian|accountant|assistant|consultant|attendant|lieutenant|sergeant|merchant|student|agent|president|superintendent|resident|woman|man|chef|nurse|cto|ceo|cfo|coo|head|intern|pilot|coach|judge|clerk|midwife|architect|vet|freshman|sophomore|postdoc|apprentice|widow|athlete|advocate|activist|surgeon|medic|mechanic|cleric|smith|wright|guard|hand|herd|legal|notary|actuary|secretary|registrar|vicar|bursar|gp|dj|cook|barista|analyst|representative|executive|associate|dev|sre|pm|freelancer|lead)$/i;

const vagueNouns =
  /^(?:fan|lover|member|person|part|lot|bit|number|problem|matter|winner|loser|center|master|monster|disaster|reminder|answer|number|letter|river|weather|summer|winter|newcomer|moment|event|present|factor|color|supporter|believer|talent|huge|great|good|mentor|different|important|excellent|other|another|better|super|killer|blocker|game changer|gamechanger|life saver|lifesaver|friend|stranger|listener|keeper|starter|helper|achiever|wonder|treasure|inspiration|leader|partner|brother|sister|daughter|winner)$/i;

/** Whether a noun says what somebody is or does: "nurse", "paralegal". */
export function isRoleNoun(noun: string): boolean {
  return roleNouns.test(noun) && !vagueNouns.test(noun);
}

/** "is a nurse", "is the CTO of Acme". */
function ofRole(fact: Fact, predicate: string): SemanticDraft[] | null {
  const { clause, subject, sentence, dates } = fact;
  const match = /^(?:now |currently |actually |also |still )*(an?|the)\s+/i.exec(predicate);
  if (match === null || subject.plural || (clause.negated && !clause.ended)) return null;
  const words = clause.rest.filter(
    ({ text, start, end }) => text !== "" && !dates.some((date) => start < date.end && end > date.start),
  );
  const stop = words.findIndex(
    ({ lower, tags }, index) =>
      index > 0 &&
      (/^(?:for|in|at|with|on|from|by|who|that|and|but|because|since|than|after|before)$/.test(lower) ||
        (tags.has("Preposition") && lower !== "of" && !tags.has("Hyphenated")) ||
        words[index - 1]!.after.includes(",")),
  );
  const phrase = phraseOf(stop < 0 ? words : words.slice(0, stop), sentence.text);
  if (phrase === null || phrase.value.split(" ").length > 5) return null;
  const head = (/^(.*?)\s+of\s/i.exec(phrase.value)?.[1] ?? phrase.value).split(" ").at(-1)!;
  const isRole =
    isRoleNoun(head) &&
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

/** "a nurse at Siemens" also states the employer. */
function roleAt({ complement, sentence, subject }: Fact, role: Phrase): SemanticDraft[] {
  if (/student|fan|member/i.test(role.value)) return [];
  const place = complement.phrases.find(({ prep }) => prep === "at" || prep === "for");
  const phrase = place === undefined ? null : phraseOf(beforeComma(place.words), sentence.text);
  return phrase !== null && isValue(phrase, "organisation")
    ? [stated({ entity: subject.name, property: "employer", value: phrase.value })]
    : [];
}
