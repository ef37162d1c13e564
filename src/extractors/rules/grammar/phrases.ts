/**
 * Noun phrases and values: which words of a clause are the value of a fact.
 */
import type { FoundDate } from "../events/dates.js";
import type { ValueKind } from "../facts/vocabulary/verb-patterns.js";
import type { Word } from "./grammar.js";

/** A value as it is written in the sentence. */
export interface Phrase {
  readonly words: readonly Word[];
  /** With its article: "a dog", "the sea". */
  readonly text: string;
  /** Without its article: "dog", "sea". */
  readonly value: string;
}

/** The words after a verb: its object, and what follows each preposition. */
export interface Complement {
  readonly object: readonly Word[];
  readonly phrases: readonly { readonly prep: string; readonly words: readonly Word[] }[];
}

const prepositions = new Set(
  "at in on for to from with as of into by near outside about under over without through during between since until after before within inside around across toward towards via per than".split(
    " ",
  ),
);

const tailWords = new Set(
  "now currently today too also again already anymore lately recently right really actually still though instead together either either please well yet soon nowadays all myself tonight here everyday daily weekly however then once twice ever".split(
    " ",
  ),
);
const tailPhrases =
  /\s+(?:at the moment|right now|these days|a lot|so much|very much|as well|of course|for now|by the way|at all|every (?:day|week|morning|evening|night|year)|all the time|the most|more than anything|at present|any ?more|so far|to be honest|for years|for (?:about |almost |over |the past |the last |more than |nearly )?(?:a|an|one|two|three|four|five|six|seven|eight|nine|ten|twelve|\d+|many|several|some|a few|a couple of) (?:years?|months?|weeks?|days?|decades?)(?: now)?|together|full[- ]time|part[- ]time|remotely|(?:half|part of|half of|most of|some of) the (?:year|time|week|month)|(?:half|part|most of|half of|part of)|with (?:my|his|her|our|their) .*|last|next|this|these)$/i;

/** Words that refer to something else, so that the phrase is not a value. */
const pointing =
  /^(?:it|that|this|these|those|them|him|her|me|us|you|one|ones|out|up|off|on|in|over|away|along|apart|a ton|ton|tons|bunch|plenty|self|something|anything|nothing|everything|someone|anyone|everyone|there|here|what|how|where|who|when|why|which|so|more|less|most|much|many|few|lot|lots|some|any|all|both|each|other|others|another|same|thing|things|stuff|way|kind|sort|bit|part|time|times|idea|nothing|mine|yours|hers|theirs|ours|his|seeing|hearing|being|having|getting|doing|going|making|trying|watching how|how|the|an?|my|your|our|their|its)$/i;

/**
 * Splits the words after a verb at their prepositions, without dates. "Of" stays inside a phrase:
 * "a fan of tea".
 */
export function complementOf(rest: readonly Word[], dates: readonly FoundDate[]): Complement {
  const undated = rest.filter(
    ({ start, end, text }) => text === "" || !dates.some((date) => start < date.end && end > date.start),
  );
  const phrases: { prep: string; words: Word[] }[] = [];
  const object: Word[] = [];
  for (const word of undated) {
    const last = phrases.at(-1);
    const isPreposition =
      prepositions.has(word.lower) &&
      // "the under-nines", "on-call": a part of a noun.
      !word.tags.has("Hyphenated") &&
      // "Doctors Without Borders" is one name.
      !/^\p{Lu}/u.test(word.text) &&
      !(word.lower === "of" && (last ?? { words: object }).words.length > 0);
    if (isPreposition) phrases.push({ prep: word.lower, words: [] });
    else if (last === undefined) object.push(word);
    else last.words.push(word);
  }
  return { object, phrases };
}

/**
 * The phrase in some words, verbatim, without adverbs at its ends; `null` if nothing definite is
 * left.
 */
export function phraseOf(words: readonly Word[], sentence: string): Phrase | null {
  let from = 0;
  // "metaphors like this one", "sports such as tennis": examples are not the value.
  const example = words.findIndex(
    ({ lower }, index) => index > 0 && /^(?:like|such|including|especially|than|rather)$/.test(lower),
  );
  let to = example < 0 ? words.length : example;
  while (from < to && (words[from]!.text === "" || isLooseLead(words[from]!))) from++;
  while (
    to > from &&
    (words[to - 1]!.text === "" || tailWords.has(words[to - 1]!.lower) || isTrailingAdverb(words[to - 1]!))
  )
    to--;
  if (from >= to) return null;
  const kept = words.slice(from, to);
  const text = tidy(sentence.slice(kept[0]!.start, kept.at(-1)!.end));
  return text === "" ? null : { words: kept, text, value: withoutArticle(text) };
}

/** "fluently" in "speaks French fluently". */
function isTrailingAdverb({ lower, tags }: Word): boolean {
  return tags.has("Adverb") && /\p{Ll}ly$/u.test(lower);
}

function isLooseLead({ lower, tags }: Word): boolean {
  return (
    (tags.has("Adverb") && !tags.has("Noun") && !/^(?:no|not|back)$/.test(lower)) ||
    /^(?:just|also|really|mostly|mainly|both|either|currently|now|such|quite|very|even|only)$/.test(lower)
  );
}

/** Text without adverbial phrases, punctuation and quotation marks at its ends. */
export function tidy(text: string): string {
  let tidied = text.replace(/\s+/g, " ").trim();
  for (let before = ""; before !== tidied; ) {
    before = tidied;
    tidied = tidied
      .replace(tailPhrases, "")
      .replace(/[\s,;:.!?–—-]+$/u, "")
      .replace(/^[\s,;:–—-]+/u, "");
  }
  return tidied.replace(/^["“'‘](.*)["”'’]$/u, "$1");
}

/** Text without its article. */
export function withoutArticle(text: string): string {
  return text.replace(/^(?:an?|the|some)\s+(?=\S)/, "");
}

/** The longest value, in words. A longer one is a clause. */
const maxValueWords = 9;

/** Whether a phrase is a value of this kind. */
export function isValue(phrase: Phrase, kind: ValueKind): boolean {
  const count = phrase.value.split(/\s+/).length;
  if (count > maxValueWords || phrase.value.length > 90 || pointing.test(phrase.value)) return false;
  if (
    /^(?:it|that|this|these|those|them|they|you|your|what|how|when|if|so|than|like|of|not$|such|following|the following|all (?:the|your|of)|one of|part of|(?:the )?(?:way|idea|fact|rest|feeling|sound|look) (?:of|that|you|how|to|it|she|he|they)|making sure|having|getting|being|seeing|knowing|hearing|spending|taking|finding|doing|to (?:see|hear|know|be|have|get|do|say|think|make sure))\b/i.test(
      phrase.value,
    )
  )
    return false;
  if (/\b(?:you|your|it|so)\b/i.test(phrase.value)) return false;
  switch (kind) {
    case "place":
      return isProper(phrase)
        ? !isTimeWord(phrase.value) && isNamed(phrase.value)
        : placeNoun.test(phrase.text);
    case "organisation":
      return isProper(phrase) && isNamed(phrase.value) && !isTown(phrase);
    case "person":
      return isProper(phrase);
    case "name":
      return isProper(phrase) || count === 1;
    case "language":
      return isProper(phrase);
    default:
      return /[\p{L}\p{N}]/u.test(phrase.value);
  }
}

/** A common noun for a place to live: "a small town". */
const placeNoun =
  /^(?:an?|the)\s+(?:\w+ ){0,3}(?:city|town|village|suburbs?|countryside|island|coast|farm|house|flat|apartment|studio|cabin|dorm|capital|mountains)\b/i;

/** Whether the whole phrase is a town or a country: "left Ankara" does not end a job. */
function isTown({ value, words }: Phrase): boolean {
  const named = words.filter(({ text }) => /^\p{Lu}/u.test(text) && value.includes(text));
  return named.length > 0 && named.every(({ tags }) => tags.has("City") || tags.has("Country"));
}

/**
 * Whether every word is part of a name: capitalised, except for small words of names. "LGBTQ
 * support group" is not a place.
 */
function isNamed(value: string): boolean {
  const words = value.split(/[\s,]+/).filter((word) => word !== "");
  const small =
    /^(?:de|da|do|del|della|la|le|los|las|van|von|der|den|of|the|and|y|&|e|am|an|in|on|upon|sur|city|downtown|north|south|east|west|northern|southern|eastern|western|central|university|college)$/i;
  return (
    words.length <= 6 &&
    (words.every((word) => /^[\p{Lu}\d]|^\p{Ll}*\p{Lu}/u.test(word) || small.test(word)) ||
      words.every((word) => !/\p{Lu}/u.test(word)))
  );
}

/**
 * Whether it is a name: its first word has a capital letter, or its tags say so.
 */
export function isProper({ value, words }: Phrase): boolean {
  if (/^\p{Lu}/u.test(value) && !/^(?:I|My|Our|The|A|An|We|It)\b/.test(value)) return true;
  if (/^\p{Ll}*\p{Lu}/u.test(value.split(" ")[0]!)) return true;
  const first = words.find(({ text }) => withoutArticle(text) !== "" && value.startsWith(text));
  return (
    first !== undefined &&
    ["Place", "City", "Country", "Organization", "FirstName", "Region"].some((tag) => first.tags.has(tag)) &&
    first.lower.length > 2
  );
}

function isTimeWord(value: string): boolean {
  return /^(?:January|February|March|April|May|June|July|August|September|October|November|December|Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday|Spring|Summer|Autumn|Winter)\b/i.test(
    value,
  );
}

/** Splits a list into its members: "tea, biking and long walks". */
export function listMembers(words: readonly Word[]): Word[][] {
  const members: Word[][] = [[]];
  for (const word of words) {
    if (/^(?:and|or|&|nor|plus)$/.test(word.lower)) {
      members.push([]);
      continue;
    }
    members.at(-1)!.push(word);
    if (word.after.includes(",")) members.push([]);
  }
  return members.filter((member) => member.some(({ text }) => text !== ""));
}

/** A list of things does not end with "ping me". */
const objectPronoun = /^(?:me|us|him|them)$/;

/**
 * The members of a list of nouns. "New and exciting projects" and "a safe, quiet place" are one
 * member.
 */
export function nominalMembers(words: readonly Word[]): Word[][] {
  const members = listMembers(words);
  const isNominal = (member: readonly Word[]) => {
    const last = member.findLast(({ text }) => text !== "");
    return (
      last !== undefined &&
      (!last.tags.has("Adjective") || last.tags.has("Noun") || /^\p{Lu}/u.test(last.text)) &&
      !last.tags.has("Preposition") &&
      !objectPronoun.test(last.lower)
    );
  };
  return members.every(isNominal) ? members : [[...words]];
}
