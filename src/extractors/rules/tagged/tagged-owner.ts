/** Finds the entity of a tagged fact: the speaker, a named person, or a thing. */
import type { Passage } from "../../../text/passage.js";
import type { Span } from "../../../text/sentences.js";
import type { TaggedFact } from "../../learnt/tagger.js";
import type { Conversation, Referent } from "../conversation/conversation.js";
import { possessive, referentOf } from "../conversation/coreference.js";
import { nameOfSpeaker } from "../conversation/speakers.js";
import { clauseAt, type PlacedSentence, sentenceAt } from "../sentence.js";
import { isKindOfNote } from "./tagged-label.js";

/** The certainty from which a named entity is accepted. */
const leastAboutCertainty = 0.45;

/** The entity of a fact. */
export interface Owner {
  readonly entity: string;
  /**
   * The thing that the fact is about, if the thing is not an entity itself: "Flask" in the
   * user's "Flask version".
   */
  readonly of: string | null;
}

/**
 * The entity of a fact; `null` if it is not clear. A user who speaks of themself to an assistant
 * writes about their own matters. So a fact about an unclear thing belongs to the user, under a
 * property that names the thing.
 */
export function ownerOf(
  fact: TaggedFact,
  passage: Passage,
  sentences: readonly PlacedSentence[],
  conversation: Conversation,
): Owner | null {
  const { about, aboutCertainty, subject } = fact;
  const speaker = nameOfSpeaker(passage);
  const stated = namedSubject(fact, passage, sentences, conversation);
  if (stated !== null) return { entity: stated, of: null };
  const located = locatedThing(fact, passage, sentences, conversation);
  if (located !== null) return { entity: located, of: null };
  if (about !== "named" && isOfSomebodyElse(fact, passage, sentences)) return null;
  if (about === "speaker") return { entity: speaker, of: null };
  const isOwnMatter = passage.role === "user" && passage.speaker === null && firstPerson.test(passage.text);
  if (about === "implied")
    return { entity: isOwnMatter ? speaker : (conversation.entityBefore(passage) ?? speaker), of: null };
  if (aboutCertainty < leastAboutCertainty && !isOwnMatter) return null;
  const name = nameOf(subject, passage, sentences, conversation);
  if (name === speaker) return { entity: speaker, of: null };
  if (!isOwnMatter || isPerson(name, conversation)) return name === null ? null : { entity: name, of: null };
  return { entity: speaker, of: name === null ? null : shortName(name, speaker) };
}

/**
 * "My boat Spray is moored at pier 4": the place is that of the boat, not of the speaker. `null` if
 * the subject is not a thing that belongs to the speaker, or if the value does not name a place.
 */
function locatedThing(
  fact: TaggedFact,
  passage: Passage,
  sentences: readonly PlacedSentence[],
  conversation: Conversation,
): string | null {
  const found = clauseAt(fact, sentences);
  const before = passage.text.slice(Math.max(0, fact.start - 12), fact.start);
  if (
    found === null ||
    !placing.test(found.clause.verb) ||
    !beforePlace.test(before) ||
    isTimeOfDay.test(passage.text.slice(fact.start, fact.end))
  )
    return null;
  const referent = referentOf(found.clause.subject, passage, conversation);
  const isOwnThing = referent?.kind === "thing" && referent.possessed?.owner === nameOfSpeaker(passage);
  return isOwnThing ? referent.name : null;
}

/** "Is moored", "stands", "hangs": verbs of being somewhere, unlike "runs on port 8081". */
const placing = /^(?:be|stand|lie|sit|hang|live)$/;
const beforePlace = /\b(?:at|in|on|near|behind|under|by|outside|inside)\s+(?:the\s+)?$/iu;
const isTimeOfDay = /^\d{1,2}(?::\d\d)?(?:\s?[ap]m)?$|\b(?:day|week|month|year|morning|evening|night)\b/iu;

/** "He dropped the nap, it's only one now": without "I" and "my", it is his, not the speaker's. */
function isOfSomebodyElse(fact: TaggedFact, passage: Passage, sentences: readonly PlacedSentence[]): boolean {
  const found = sentenceAt(fact, sentences);
  if (found === null || firstPerson.test(passage.text)) return false;
  return found.sentence.clauses.some(
    ({ subject, start }) => found.at + start < fact.start && /^(?:he|she)$/.test(subject[0]?.lower ?? ""),
  );
}

const firstPerson = /(?<!\p{L})(?:i|i['’]\p{L}+|my|me|mine|myself|we|we['’]\p{L}+|our|ours|us)(?!\p{L})/iu;

/**
 * The name that is the subject of a clause without "I" and "my": "Pedro worked in Washington" is
 * about Pedro, not about the speaker.
 */
function namedSubject(
  fact: Span,
  passage: Passage,
  sentences: readonly PlacedSentence[],
  conversation: Conversation,
): string | null {
  const found = clauseAt(fact, sentences);
  if (found === null) return null;
  const { subject } = found.clause;
  const referent = referentOf(subject, passage, conversation);
  if (referent === null || referent.kind === "speaker") return null;
  // "My brother Anton" is somebody else, but "my phone" is a matter of the speaker.
  const isSomebody = referent.kind === "person" && subject.length > 0;
  const { start, end } = found.clause;
  const [from, to] = isSomebody ? [subject[0]!.start, subject.at(-1)!.end] : [start, start];
  const others = found.sentence.text.slice(start, from) + found.sentence.text.slice(to, end);
  const isName = /^(?:\p{Lu}|the user's )/u.test(referent.name);
  const value = passage.text.slice(fact.start, fact.end).toLowerCase();
  return isName && !firstPerson.test(others) && referent.name.toLowerCase() !== value ? referent.name : null;
}

/** "the user's project" → "project". */
function shortName(name: string, speaker: string): string | null {
  const short = name.startsWith(`${speaker}'s `) ? name.slice(speaker.length + 3) : name;
  return short.split(" ").length <= 3 ? short : null;
}

function nameOf(
  span: Span,
  passage: Passage,
  sentences: readonly PlacedSentence[],
  conversation: Conversation,
): string | null {
  const written = passage.text.slice(span.start, span.end).replaceAll("’", "'").trim();
  const lower = written.toLowerCase();
  if (/^(?:i|me|my|mine|myself|we|us|our|ours|i'm|we're)$/.test(lower)) return nameOfSpeaker(passage);
  if (/^(?:you|your|yours|you're)$/.test(lower))
    return passage.role === "assistant" ? conversation.user : conversation.addresseeOf(passage);
  if (isKindOfNote(written) && passage.text[span.end] === ":") return null;
  const pronoun = pronouns[lower];
  if (pronoun !== undefined) return conversation.resolve(pronoun)?.name ?? null;
  const referent = referentAt(span, passage, sentences, conversation);
  if (referent === null) return plainName(written, passage);
  if (notInNames.test(referent.name) || isIncomplete(referent)) return null;
  conversation.note(referent);
  return referent.name;
}

/** "Maria's favorite" names nothing yet. */
function isIncomplete({ possessed }: Referent): boolean {
  return (
    possessed !== null &&
    /^(?:favou?rites?|own|best|new|old|first|last|next|other|only)$/.test(possessed.noun)
  );
}

const pronouns: Readonly<Record<string, string>> = {
  he: "he",
  him: "he",
  his: "he",
  she: "she",
  her: "she",
  hers: "she",
  it: "it",
  its: "it",
  they: "they",
  them: "they",
  their: "they",
};

/** The person or thing that the grammar finds in a span. */
function referentAt(
  span: Span,
  passage: Passage,
  sentences: readonly PlacedSentence[],
  conversation: Conversation,
): Referent | null {
  const found = sentenceAt(span, sentences);
  if (found === null) return null;
  const { sentence, at } = found;
  const words = sentence.words.filter(({ start, end }) => start + at >= span.start && end + at <= span.end);
  return words.length === 0 ? null : referentOf(words, passage, conversation);
}

/** A name has no pronoun, no auxiliary verb and no punctuation that separates clauses. */
const notInNames =
  /[,;:!?\n(){}<>=]|\.\s|\s(?:and|or|of|with|for|to|in|on)$|^(?:his|her|their|its)\b|\byour\b|\b(?:i|me|we|us|you|he|him|she|they|them|it|this|that|these|those|there|here|who|which|what|is|are|was|were|am|be|has|have|had|do|does|did|so|and then|because)\b/i;

/** A noun phrase as the name of an entity: "my old car" → "Ana's old car", "the shop" → "shop". */
function plainName(written: string, passage: Passage): string | null {
  const speaker = nameOfSpeaker(passage);
  const name = written
    .replace(/^(?:my|our)\s+/i, `${possessive(speaker)} `)
    .replace(/^(?:the(?! user\b)|an?|this|that|these|those|some|and|with|of|for|in|on|at|to)\s+/i, "")
    .replace(/'s$/, "")
    .replace(/^[\s"'“*_`(#-]+|[\s"'”*_`),;:.!?]+$/gu, "")
    .replace(/\s+/g, " ");
  const isName =
    /\p{L}/u.test(name) && name.length <= 60 && !notInNames.test(name) && name.split(" ").length <= 5;
  return isName ? name : null;
}

/** Whether a name was mentioned as a person. */
function isPerson(name: string | null, conversation: Conversation): boolean {
  return name !== null && conversation.isSomebody(name);
}
