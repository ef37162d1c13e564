/**
 * Index words: how a text is cut for keyword search. The store indexes what this gives and the road asks for what this gives, so that both
 * sides always agree; SQLite's own tokenizer only splits the result at spaces.
 *
 *   "Ana's cafés — 東京タワー"  →  ana · cafe · 東京 · 京タ · タワ · ワー
 *
 * Latin words are folded and stemmed (Porter, 1980), Cyrillic and Devanagari ones lose their endings (`inflections.ts`). Scripts written without spaces are cut into overlapping pairs of characters, which finds
 * what a trigram index finds and words of two characters as well, most of Chinese among them.
 */
import { stemmer } from "stemmer";
import { withoutEnding } from "./inflections.js";
import { stopWords } from "./stop-words.js";

const maxWordChars = 64;
const word = /[\p{L}\p{N}\p{M}]+(?:['’][\p{L}\p{M}]+)*/gu;
const plainWord = /^[a-z0-9]+$/;
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]+/u;
const unspacedRuns = new RegExp(`(${unspaced.source})`, "u");
const markedLetter = /([\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}])\p{Mn}+/gu;

/**
 * So many marks on one letter, and one more. Normalizing sorts the marks of a letter, and takes a time that grows with the square of their number; no
 * language writes more than a few. The bound is that of stream-safe text (Unicode Standard Annex 15, section 13). The two half-width sound marks become
 * marks where they are normalized.
 */
const manyMarks = /(?:(?!\u034F)[\p{M}\uFF9E\uFF9F]){30}(?=(?!\u034F)[\p{M}\uFF9E\uFF9F])/gu;
/** The mark that parts runs of marks: it looks like nothing, and no mark is sorted past it. */
const graphemeJoiner = "\u034F";

/** Words of a text in order, repeats kept, stop words left out. */
export function indexWords(text: string): string[] {
  return (fold(text).match(word) ?? []).flatMap(wordForms);
}

/** Lower case, compatibility forms made plain, accents dropped from scripts where they are accents and not vowels. */
export function fold(text: string): string {
  const lower = text.toLowerCase();
  // Plain ASCII is most of what is read, and every step below would leave it as it is.
  if (/^\p{ASCII}*$/u.test(lower)) return lower;
  const safe = lower.replace(manyMarks, `$&${graphemeJoiner}`);
  return safe.normalize("NFKD").replace(markedLetter, "$1").normalize("NFKC").replaceAll("ß", "ss");
}

function wordForms(raw: string): string[] {
  // Most words are such, and nothing below would cut them.
  if (plainWord.test(raw)) return stopWords.has(raw) ? [] : [stem(raw.slice(0, maxWordChars))];
  if (unspaced.test(raw))
    return raw
      .split(unspacedRuns)
      .flatMap((run) => (unspaced.test(run) ? characterPairs(run) : wordForms(run)));
  const [head = "", ...tail] = raw.split(/['’]/);
  if (tail.length > 0 && (stopWords.has(head + tail.join("")) || stopWords.has(head)))
    return tail.filter((part) => part.length > 2).flatMap(wordForms);
  const parts = [head, ...tail.filter((part) => part.length > 2)];
  return parts
    .filter((part) => part.length > 0 && !stopWords.has(part))
    .map((part) => stem(part.slice(0, maxWordChars)));
}

/** Whether a text is in a script that puts no spaces between words, in part at least. */
export function isUnspaced(text: string): boolean {
  return unspaced.test(text);
}

/** Whether an index word is a pair of characters of a script without spaces, which may span two words. */
export function isCharacterPair(indexed: string): boolean {
  return isUnspaced(indexed);
}

function characterPairs(run: string): string[] {
  const characters = [...run];
  if (characters.length === 1) return characters;
  const pairs = characters.slice(1).map((character, index) => `${characters[index]}${character}`);
  return pairs.filter((pair) => !stopWords.has(pair));
}

function stem(part: string): string {
  return /^[a-z]+$/.test(part) ? stemmer(part) : withoutEnding(part);
}

/** What a passage says, for its index words. */
export interface Spoken {
  readonly text: string;
  readonly prompt: string | null;
  readonly speaker: string | null;
  /** The headings that it stands under in a file. */
  readonly heading?: string | null;
  /** Name of the file that it stands in. */
  readonly fileName?: string | null;
}

/**
 * Stands before each word of a file, so that words of files are a vocabulary of their own in the one index: what stands in a file is never found
 * by a search for what was said, nor counted in it. Of the private use area, so that no text has it in a word.
 */
const fileMark = "\uE000";

/** A word as it is indexed for a passage of a file. */
export function fileWord(word: string): string {
  return fileMark + word;
}

/** What of a passage is found and embedded: who says it, the question it answers, the heading it stands under, and its text. */
export function passageText({ text, prompt, speaker, heading = null }: Spoken): string {
  return [speaker, prompt, heading, text].filter((part) => part !== null).join(" ");
}

/** Index words of a passage, repeats kept; of one in a file, with those of the file's name. The store asks again when it takes a passage out of the index. */
export function passageWords(passage: Spoken): string[] {
  const { fileName = null } = passage;
  const words = indexWords(passageText(passage));
  return fileName === null ? words : [...indexWords(fileName), ...words].map(fileWord);
}
