/**
 * Facts that a sentence states without a verb: "Retired bosun here", and "Vento, account 4471"
 * as notes about customers, rooms and devices do.
 */
import type { Passage } from "../../../../text/passage.js";
import type { SemanticDraft } from "../../../extractor.js";
import { possessive } from "../../conversation/coreference.js";
import { nameOfSpeaker } from "../../conversation/speakers.js";
import { isRoleNoun } from "../person-facts.js";
import { stated, statedFreely } from "../statement.js";
import { ownNameIn } from "./own-name.js";

const greeting =
  "(?:(?:hi|hello|hey|greetings|good (?:morning|evening))(?: (?:all|everyone|there|folks))?[,!.]?\\s+)?";
/** Words before a role. After one of them, any noun is a role, even an unknown one. */
const roleStatus =
  "retired|semi-retired|former|ex|trainee|apprentice|aspiring|part-time|full-time|freelance|self-employed|long-?time|lifelong|newly qualified";
const here = new RegExp(
  `^\\W*${greeting}(?:an?\\s+)?((?:(${roleStatus})[ -])?(?:[\\p{L}-]+\\s){0,2}?([\\p{L}-]{3,}))\\s+here(?=\\s*(?:[,.;:!–—(]|$))`,
  "iu",
);

/** "Over here" and "the doctor here" are about a place. */
const place = /^the\b|\b(?:over|under|up|down|out)$/i;

/** "Retired bosun here": the speaker's role. */
function roleOf(sentence: string, passage: Passage): SemanticDraft[] {
  const [, role = "", status, noun = ""] = here.exec(sentence) ?? [];
  if (role === "" || !(status !== undefined || isRoleNoun(noun.toLowerCase())) || place.test(role)) return [];
  const value = role.replace(/^\p{Lu}(?=\p{Ll})/u, (letter) => letter.toLowerCase());
  return [stated({ entity: nameOfSpeaker(passage), property: "role", value })];
}

const roleWords = "((?:[\\p{L}-]+\\s){0,3}?([\\p{L}-]{3,}))";
const afterRole =
  "(?=\\s*(?:[,.;:!–—(]|$)|\\s(?:and|in|at|from|with|based|working|living|who|for)(?!\\p{L}))";
/** "As a freelance illustrator, I …", "I'm Craig, 34, a UX researcher, and …". */
const introductions = [
  `^(?:[\\p{L}' ]{0,24}[,.]\\s+)?(?:as|being) an? ${roleWords},?\\s+(?:I|my|we)(?![\\p{L}])`,
  `(?<![\\p{L}])I(?:['’]m| am) \\p{Lu}[\\p{L}-]+(?: \\p{Lu}[\\p{L}-]+)?, (?:\\d{2}(?: years old)?, )?(?:and )?(?:an?|the) ${roleWords}${afterRole}`,
].map((form) => new RegExp(form, "u"));

/** "As a user, I …": whom somebody speaks for, and not what they do. */
const viewpoint = /^(?:user|customer|reader|viewer|visitor|client|guest|buyer|consumer|person|human)$/iu;

/** What a speaker who introduces themself does. */
function introducedRole(sentence: string, passage: Passage): SemanticDraft[] {
  const [, role = "", noun = ""] =
    introductions
      .map((form) => form.exec(sentence.replace(/^As /u, "as ")))
      .find((found) => found !== null) ?? [];
  if (role === "" || viewpoint.test(noun) || !isRoleNoun(noun.toLowerCase())) return [];
  const entity = nameOfSpeaker(passage);
  return [stated({ entity, property: "occupation", value: role, cardinality: "many" })];
}

/** A name of one to three words at the start, in which "&" and "and" may be. */
const name = "(\\p{Lu}[\\p{L}\\p{N}.'’-]*(?: (?:& |and )?\\p{Lu}[\\p{L}\\p{N}.'’-]*){0,2})";
/** A number, or a code with a digit. */
const code =
  "(?:(?:no\\.?|nr\\.?|number|#) ?)?((?=[\\p{L}-]{0,6}\\d)[\\p{L}\\p{N}][\\p{L}\\p{N}./-]*[\\p{L}\\p{N}]|\\d)";
const numbered = new RegExp(
  `(?:^|\\b(?:is|are|called|named|with|at|from|by) (?:the )?)${name}, (\\p{Ll}[\\p{L}-]{2,}(?: \\p{Ll}[\\p{L}-]{2,})?) ${code}(?=[.,;)](?!\\d)|$)`,
  "u",
);
/**
 * Words that are not names at the start of a sentence, and words that are not nouns before a
 * number.
 */
const noName =
  /^(?:thanks|thank|sorry|yes|no|yeah|ok|okay|sure|well|so|and|but|also|then|now|today|tomorrow|yesterday|tonight|hi|hello|hey|dear|please|still|anyway|actually|first|second|finally|again|(?:mon|tues|wednes|thurs|fri|satur|sun)day|january|february|march|april|may|june|july|august|september|october|november|december)$/i;
const noNoun =
  /\b(?:the|an?|this|that|these|those|all|about|around|after|before|until|till|since|from|at|by|in|on|for|of|to|and|or|than|only|just|maybe|circa|aged?|nearly|almost|over|under|took|has|had|with|is|was|are|were|january|february|march|april|may|june|july|august|september|october|november|december)$/i;

/**
 * "Vento, account 4471", "Our supplier is Vento, account 4471": a number of the thing whose name
 * comes before it.
 */
function numberOf(sentence: string): SemanticDraft[] {
  const [, entity = "", noun = "", value = ""] = numbered.exec(sentence) ?? [];
  if (entity === "" || noName.test(entity.split(" ")[0]!) || noNoun.test(noun)) return [];
  const text = `${possessive(entity)} ${noun} is ${value}.`;
  return [statedFreely({ entity, property: noun, value, text, cardinality: "one" })];
}

/** The facts of a sentence without a verb, or of its first words. */
export function fragmentFacts(sentence: string, passage: Passage): SemanticDraft[] {
  if (passage.role === "assistant" || passage.role === "tool") return [];
  // A request begins with who asks: "As a nurse, how do I …?"
  if (/[?？]\s*$/u.test(sentence)) return introducedRole(sentence, passage);
  return [
    ...ownNameIn(sentence, passage),
    ...roleOf(sentence, passage),
    ...introducedRole(sentence, passage),
    ...numberOf(sentence),
  ];
}
