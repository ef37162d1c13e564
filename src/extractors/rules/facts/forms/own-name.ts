/**
 * How people introduce themselves: "My name's Oyelaran btw", "I'm Callum by the way, I look after
 * billing", "Callum here", "call me Jo". Pure; English only. A word that no list knows may be a
 * name or anything else ("I'm Basque by the way"), so most of these names are unsure; the grammar
 * finds the sure ones (`person-facts.ts`).
 */
import { isListedWord } from "../../../../text/ordinary-words.js";
import type { Passage } from "../../../../text/passage.js";
import type { SemanticDraft } from "../../../extractor.js";
import { nameOfSpeaker } from "../../conversation/speakers.js";
import { stated } from "../statement.js";

/** One to three words with a capital: "Jo", "Ms Achterberg", "Ana-María O'Neill". */
const name = "(\\p{Lu}[\\p{L}'’-]*\\p{Ll}\\.?(?: \\p{Lu}[\\p{L}'’-]*\\p{Ll}){0,2})";
/** Words before an introduction, which are not read. */
const opening =
  /^\W*(?:(?:(?:hi|hello|hey|oh|and|also|ok|okay|btw|by the way|anyway|well|so|sorry|again|there)(?=[\s,!.])|(?:all|everyone)(?=[,!.]))[\s,!.]*)*/iu;
const aside = "(?: btw| by the way| here| again)";
const end = `(?=${aside}?\\s*(?:[,.;:!–—(]|$)|\\s(?:and|from)(?!\\p{L}))`;

interface Form {
  readonly pattern: RegExp;
  /** Whether it may be a second name, which replaces no other. @default false */
  readonly isNickname?: boolean;
  /** Whether the words can be nothing else than a name. */
  readonly isSure: boolean;
}

const forms: readonly Form[] = [
  {
    pattern: new RegExp(`^(?:[Tt]he |[Mm]y )?[Nn]ame(?:['’]?s| is) ${name}${end}`, "u"),
    isSure: true,
  },
  {
    pattern: new RegExp(
      `(?:^|[,.;!] (?:but |and |so )?)(?:(?:[Yy]ou (?:can|may|could) |[Jj]ust |[Pp]lease )?[Cc]all me|(?:[Ee]veryone|[Ee]verybody|[Pp]eople|[Ff]riends|[Mm]y friends|[Tt]hey|[Mm]ost people)(?: all)? calls? me|I go by) ${name}${end}`,
      "u",
    ),
    isNickname: true,
    isSure: true,
  },
  // "I'm Tamsin, 34": an age follows only a name.
  { pattern: new RegExp(`(?<!\\p{L})[Ii](?:['’]?m| am) ${name},? \\d{2}(?=[\\s,.!]|$)`, "u"), isSure: true },
  {
    pattern: new RegExp(
      `(?<!\\p{L})[Ii](?:['’]?m| am) ${name}(?=${aside}(?!\\p{L})|,? (?:and )?(?:I|i|my)(?=[\\s'’])|, (?:an?|the) | [–—-]+ [Ii](?=[\\s'’])| \\()`,
      "u",
    ),
    isSure: false,
  },
  {
    pattern: new RegExp(`^${name} here(?=\\s*(?:[,.;:!–—(]|$)|\\s(?:and|from)\\s)`, "u"),
    isSure: false,
  },
  {
    pattern: new RegExp(`^(?:[Tt]his is|[Ii]t['’]?s|[Ii]t is) ${name},? (?:here|again|from)(?!\\p{L})`, "u"),
    isSure: false,
  },
  { pattern: new RegExp(`^${name}, \\d{2}(?=\\s*[,.!]|\\s*$)`, "u"), isSure: false },
];

/** Certainty of a name that may be another word. */
const unsure = 0.9;
const noName =
  /^(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day|january|february|march|april|june|july|august|september|october|november|december|tonight|home|back|team|class|room|type|mom|mum|dad|god|english|american|british|german|french|spanish|italian|catholic|muslim|jewish|vegan)$/iu;

/** The name that a speaker without a known name gives in a sentence. */
export function ownNameIn(sentence: string, passage: Passage): SemanticDraft[] {
  if (passage.speaker !== null || passage.role !== "user") return [];
  const said = sentence.replace(opening, "");
  for (const { pattern, isSure, isNickname = false } of forms) {
    const value = pattern.exec(said)?.[1]?.replace(/\.$/, "");
    if (value === undefined) continue;
    const words = value.split(" ");
    if (words.some((word) => noName.test(word) || isListedWord(word.toLowerCase()))) continue;
    const draft = stated({
      entity: nameOfSpeaker(passage),
      property: "name",
      value,
      ...(isNickname ? { cardinality: "many" } : {}),
    });
    return [isSure ? draft : { ...draft, certainty: unsure }];
  }
  return [];
}
