/**
 * Index words: how a text is split for keyword search. The store indexes these words and recall
 * searches for them, so both sides agree. SQLite's own tokenizer only splits the result at spaces.
 *
 *   "Ana's cafés — 東京タワー"  →  ana · cafe · 東京 · 京タ · タワ · ワー
 *
 * Latin words are folded and stemmed (Porter, 1980); Cyrillic and Devanagari words lose their
 * endings (`inflections.ts`). Scripts written without spaces are split into overlapping pairs of
 * characters. Pairs find what a trigram index finds, and also words of two characters, which most
 * Chinese words are.
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
 * Thirty marks on one letter, if a further mark follows them. Normalizing sorts the marks of a
 * letter in quadratic time, and no language writes more than a few. The bound is that of
 * stream-safe text (Unicode Standard Annex 15, section 13). The two half-width sound marks become
 * marks when they are normalized.
 */
const manyMarks = /(?:(?!\u034F)[\p{M}\uFF9E\uFF9F]){30}(?=(?!\u034F)[\p{M}\uFF9E\uFF9F])/gu;
/** A character that separates series of marks: it is invisible, and no mark is sorted past it. */
const graphemeJoiner = "\u034F";

const excessMarks = /((?:(?!\u034F)[\p{M}\uFF9E\uFF9F]){30})[\p{M}\uFF9E\uFF9F]+/gu;

/**
 * The text without the marks that follow thirty others on the same letter. Texts that are only
 * searched for are cut in this way, so that a question of 32,000 marks takes no longer than one of
 * thirty.
 */
export function withoutExcessMarks(text: string): string {
  return /^\p{ASCII}*$/u.test(text) ? text : text.replace(excessMarks, "$1");
}

/** Index words of a text in order, repetitions included, without stop words. */
export function indexWords(text: string): string[] {
  const forms: string[] = [];
  for (const raw of fold(text).match(word) ?? []) {
    // Most words take this branch; `wordForms` would not split them, and makes a list for each.
    if (!plainWord.test(raw)) forms.push(...wordForms(raw));
    else if (!stopWords.has(raw)) forms.push(stem(raw.slice(0, maxWordChars)));
  }
  return forms;
}

/**
 * Lower case, compatibility forms replaced by plain ones, and without accents in scripts where
 * marks are accents and not vowels.
 */
export function fold(text: string): string {
  const lower = text.toLowerCase();
  // Most text is plain ASCII, which the steps below would not change.
  if (/^\p{ASCII}*$/u.test(lower)) return lower;
  const safe = lower.replace(manyMarks, `$&${graphemeJoiner}`);
  // The plain form of "㎬" has capitals, which the store's index would lower by itself.
  const plain = safe.normalize("NFKD").toLowerCase();
  return plain.replace(markedLetter, "$1").normalize("NFKC").replaceAll("ß", "ss");
}

function wordForms(raw: string): string[] {
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

/** Whether a text contains letters of a script without spaces between words. */
export function isUnspaced(text: string): boolean {
  return unspaced.test(text);
}

/**
 * Whether an index word is a pair of characters of a script without spaces. Such a pair may span
 * two words.
 */
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

/** The parts of a passage that are indexed. */
export interface Spoken {
  readonly text: string;
  readonly prompt: string | null;
  readonly speaker: string | null;
  /** The headings above it in a file. */
  readonly heading?: string | null;
  /** Name of the file it came from. */
  readonly fileName?: string | null;
}

/**
 * The prefix of each index word of a file, which makes words of files a vocabulary of their own in
 * the one index: a search in conversations neither finds nor counts them. It is a private use
 * character, so no word of a text contains it.
 */
const fileMark = "\uE000";

/** The index word of a word in a file. */
export function fileWord(word: string): string {
  return fileMark + word;
}

/**
 * The text of a passage that is indexed and embedded: its speaker, the question it answers, the
 * headings above it, and the text itself.
 */
export function passageText({ text, prompt, speaker, heading = null }: Spoken): string {
  return [speaker, prompt, heading, text].filter((part) => part !== null).join(" ");
}

/**
 * Index words of a passage, repetitions included; for a file passage, with those of the file's
 * name. The store computes them again when it removes the passage from the index.
 */
export function passageWords(passage: Spoken): string[] {
  const { fileName = null } = passage;
  const words = indexWords(passageText(passage));
  return fileName === null ? words : [...indexWords(fileName), ...words].map(fileWord);
}
