/**
 * Facts about things and about "my favourite colour". The value is a name, a number, a date or
 * another definite value, never an opinion.
 */
import type { SemanticDraft } from "../../extractor.js";
import { possessive } from "../conversation/coreference.js";
import { nameOfSpeaker } from "../conversation/speakers.js";
import { dated, datePredicate } from "../events/rescheduling.js";
import { isProper, isValue, type Phrase, phraseOf, withoutArticle } from "../grammar/phrases.js";
import type { Clause } from "../grammar/verb-group.js";
import { type Fact, withOwner } from "./fact.js";
import { stated, statedFreely } from "./statement.js";
import { manyValuedNouns, type PropertyName, propertyAliases } from "./vocabulary/properties.js";
import { animalOf, relationCardinality, relationOf } from "./vocabulary/relations.js";

/**
 * "my new phone number" is the present phone number; "my old phone number" says nothing about the
 * present one.
 */
const renewed = /^(?:new|current|latest|updated|present)\s+(?=\S)/i;
const former = /^(?:old|former|previous|earlier|ex)\s+\S/i;

/** A person may have two emails, but "my new email" replaces the old one. */
function isReplaced({ possessed }: Fact["subject"]): boolean {
  return /^(?:new|current|updated) (?:.+ )?(?:e-?mail|phone|address|number)$/i.test(possessed!.noun);
}

function asOfNow(subject: Fact["subject"]): Fact["subject"] {
  const { owner, noun, written } = subject.possessed!;
  const possessed = { owner, noun: noun.replace(renewed, ""), written: written.replace(renewed, "") };
  return { ...subject, possessed };
}

/**
 * "My work phone is 0123, my private one is 0456": "one" is a phone. `null` if the noun is not in
 * the sentence.
 */
function withNounOfOne(subject: Fact["subject"], { clause, sentence }: Fact): Fact["subject"] | null {
  const { owner, noun, written } = subject.possessed!;
  if (!/\sone$/.test(noun)) return subject;
  const named = earlierNoun.exec(sentence.text.slice(0, clause.start))?.groups?.noun;
  if (named === undefined) return null;
  const whole = (text: string) => text.replace(/one$/i, named);
  return { ...subject, possessed: { owner, noun: whole(noun), written: whole(written) } };
}

const earlierNoun =
  /\b(?:my|our|his|her|their)\s(?:\p{Ll}{1,24}\s){0,3}?(?<noun>\p{Ll}{2,24})(?=\s(?:is|are)\s|['’]s\s)/iu;

/**
 * "my favourite colour is blue", "Ana's birthday is on 3 March", "the capital of France is Paris".
 */
export function ofOwnedNoun(fact: Fact, predicate: string): SemanticDraft[] {
  const { clause } = fact;
  const subject = withNounOfOne(asOfNow(fact.subject), fact);
  if (subject === null) return [];
  const { owner, noun } = subject.possessed!;
  if (
    clause.negated ||
    clause.ended ||
    former.test(noun) ||
    noun.split(" ").length > 4 ||
    /^(?:favou?rite|fave)s?$|^(?:own|new|whole|entire|old|next|last|first|main|biggest|only)?\s?(?:life|day|thing|way|heart|mind|family|time|goodness|bad|point|question|week|weekend|year|thoughts?|guess|god|sleeve|take|head|story|experience|journey|friends)$/.test(
      noun,
    )
  )
    return [];
  const phrase = definiteValue(fact, predicate, noun);
  const alias = propertyAliases[noun];
  const date = alias === undefined ? datePredicate(fact) : null;
  if (date !== null && !manyValuedNouns.test(noun)) return [dated(fact, subject, date)];
  if (phrase === null) return [];
  if (alias !== undefined) return ofAlias(fact, subject.possessed!, alias, phrase);
  const cardinality = manyValuedNouns.test(noun) && !isReplaced(fact.subject) ? "many" : "one";
  return [
    statedFreely({
      entity: owner,
      property: noun,
      value: withOwner(phrase.value, fact),
      text: `${possessive(owner)} ${subject.possessed!.written} is ${placed(clause)}${withOwner(phrase.text, fact)}.`,
      cardinality,
    }),
  ];
}

function ofAlias(
  fact: Fact,
  { owner, noun }: NonNullable<Fact["subject"]["possessed"]>,
  alias: PropertyName,
  phrase: Phrase,
): SemanticDraft[] {
  if (alias === "name") {
    const words = fact.subject.relation === null && isProper(phrase);
    return words
      ? [
          stated({ entity: owner, property: "name", value: phrase.value }),
          ...namedRelation(fact, owner, phrase.value),
        ]
      : [];
  }
  if (alias === "goal" && !/^to\s/i.test(phrase.text)) {
    const text = `${possessive(owner)} ${noun} is ${withOwner(phrase.text, fact)}.`;
    return [
      statedFreely({
        entity: owner,
        property: alias,
        value: withOwner(phrase.value, fact),
        text,
        cardinality: "many",
      }),
    ];
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

/**
 * A definite value: a name, a number, a date or a short noun phrase; no adjective, no clause.
 */
function definiteValue(fact: Fact, predicate: string, noun: string): Phrase | null {
  const { clause, sentence } = fact;
  const words = clause.rest.filter(({ text }) => text !== "");
  const stop = words.findIndex(
    ({ lower }, index) => index > 0 && /^(?:because|since|but|which|who|when|so|although)$/.test(lower),
  );
  const phrase = phraseOf(
    withoutDatePreposition(
      manyValuedNouns.test(noun) ? words : beforeAside(stop < 0 ? words : words.slice(0, stop)),
    ),
    sentence.text,
  );
  if (phrase === null || !isValue(phrase, "thing")) return null;
  if (isDefinite(phrase)) return phrase;
  return describable.test(noun) && !adjectival.test(predicate) && isNominal(phrase, noun) ? phrase : null;
}

/**
 * Nouns whose value may be a common noun or a colour ("my hobby is pottery"). Other nouns need a
 * name, a number or a date.
 */
const describable =
  /\b(?:favou?rite\b.*|colou?r|hobby|hobbies|job|profession|occupation|dream|dream job|goal|plan|major|minor|specialty|speciality|instrument|sport|breed|diet|allergy|allergies|password|username|size|shoe size|blood type|star sign|religion|nickname|degree|pronouns|language|go-to \w+|comfort food|pet peeve|superpower|middle name|surname|last name|maiden name|nationality|passion|drink|order|address|timezone|time zone|budget|role|title|stack|editor|operating system|os|database|framework|toolchain|deadline)$/i;

const adjectival =
  /^(?:so|very|really|too|quite|pretty|getting|going|doing|being|about|in|on|at|with|all|always|not|like|due|what|how|that|a (?:great|good|big|huge|bit|lot|real|nice|way|part|reminder|must)|one of|part of|more|better|worse|set|still)\b/i;

/** Whether the value is a noun phrase. A colour and a favourite may be an adjective ("blue"). */
function isNominal(phrase: Phrase, noun: string): boolean {
  const last = phrase.words.at(-1)!;
  if (last.tags.has("Adjective") && !last.tags.has("Noun") && !/^favou?rite\b|colou?r/.test(noun))
    return false;
  const first = phrase.words.find(({ text }) => text !== "" && withoutArticle(phrase.text).startsWith(text));
  return (
    first !== undefined && !(first.tags.has("Verb") && !first.tags.has("Gerund") && !first.tags.has("Noun"))
  );
}

/** The preposition of "is in Vienna": part of the sentence, not of the value. */
function placed({ rest }: Clause): string {
  const first = rest[0]?.lower ?? "";
  return /^(?:in|at|on)$/.test(first) ? `${first} ` : "";
}

function withoutDatePreposition(words: Fact["clause"]["rest"]): Fact["clause"]["rest"] {
  return /^(?:on|in|at)$/.test(words[0]?.lower ?? "") && words.length > 1 ? words.slice(1) : words;
}

function beforeAside(words: Fact["clause"]["rest"]): Fact["clause"]["rest"] {
  const at = words.findIndex(
    ({ after }, index) => after.includes(",") && !/^\d/.test(words[index + 1]?.text ?? ""),
  );
  return at < 0 ? words : words.slice(0, at + 1);
}

/** "two cups", "half a tablet": an amount of something, not "one of us" and not "one" alone. */
const amount =
  /^(?:half an?|a (?:dozen|quarter)|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|forty|fifty|sixty|hundred)\s(?!of\b)\p{L}/iu;

function isDefinite(phrase: Phrase): boolean {
  return (
    isProper(phrase) ||
    /^[$€£#+]?\d|@|^["'`“]|^[a-z]+\d+|^(?=\S*\d)\p{L}[\p{L}\p{N}._-]+$/iu.test(phrase.value) ||
    amount.test(phrase.text)
  );
}

/** Nouns whose value may be any single word: "the wifi password is swordfish". */
const secret =
  /\b(?:password|passphrase|passcode|username|ssid|(?:door|access|gate|entry|alarm|safe) code|code ?word)$/i;

/** "the API quota is 1,200 requests", "the launch is on June 3". */
export function ofThing(written: Fact, predicate: string): SemanticDraft[] {
  const { clause, sentence } = written;
  // "The new deadline" is the present deadline.
  const subject = { ...written.subject, name: written.subject.name.replace(renewed, "") };
  const fact = { ...written, subject };
  if (clause.negated || clause.ended || subject.possessed !== null) return [];
  const date = datePredicate(fact);
  if (date !== null) return [dated(fact, subject, date)];
  const words = clause.rest.filter(({ text, lower }) => text !== "" && !/^(?:now|currently)$/.test(lower));
  const located = /^(?:in|at) /i.exec(predicate);
  const phrase = phraseOf(beforeAside(located === null ? words : words.slice(1)), sentence.text);
  if (phrase === null || !isValue(phrase, "thing")) return [];
  const isSecret =
    secret.test(subject.name) && !adjectival.test(predicate) && isNominal(phrase, subject.name);
  if (!isDefinite(phrase) && !(isSecret && phrase.words.length === 1)) return [];
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
      property: thingSlot(subject.name),
      value: phrase.value,
      text: `The ${subject.name} ${subject.plural ? "are" : "is"} ${phrase.text}.`.replace(
        /^The (?=\p{Lu}\p{Ll})/u,
        "",
      ),
      cardinality: "one",
    }),
  ];
}

const preposition = /\s(?:of|in|on|at|for|with|from|to|per)\s.*$/i;

/**
 * "API quota" → "quota", "rent for the workshop" → "rent". A name of one word has the property
 * "value".
 */
export function thingSlot(name: string): string {
  const noun = name.replace(preposition, "");
  const head = noun.split(/\s+/).at(-1)!.toLowerCase();
  return head !== name.toLowerCase() && /^\p{L}[\p{L}-]+$/u.test(head) ? head : "value";
}
