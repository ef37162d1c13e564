/**
 * The features of a sentence for the classifier of rules: its words, pairs of words, its first
 * letters, its form with content words replaced by their kind, and what follows its commas and
 * colons. A feature is a 32-bit hash; the model has a weight for it. Pure, and the same in training
 * and use.
 */
import { matchesIn } from "../../../text/patterns/matches.js";
import { isActionVerb } from "../procedures/action-verbs.js";

/** Only the first tokens of a sentence are read, so that the time for a sentence is bounded. */
const mostTokens = 48;
/** Groups of letters are read in this many characters: the beginning shows the form. */
const mostLetters = 60;
const token = /\p{L}[\p{L}\p{M}]*(?:['-]\p{L}+)*|\d+(?:[.,:]\d+)*|[^\s\p{L}\d]/gu;

/** Words that are kept in the form of a sentence: the closed classes of English. */
const functionWords: ReadonlySet<string> = new Set(
  `a an the this that these those some any no every each all both either neither another other such what which who whom whose
i you he she it we they me him her us them my your his its our their mine yours ours theirs myself yourself
in on at by for with without to from of about under over before after during until till since against between into onto upon per via than as like except
and or but nor so yet if when whenever unless while once because though although whether where wherever then else
is are was were am be been being do does did done have has had having will would shall should can could may might must ought
not never always only just also too please kindly ever again still already now today tonight tomorrow yesterday instead rather more less most least
i'm i'd i've i'll you're you'd you've you'll he's she's it's we're we've they're that's there's there here don't doesn't didn't won't can't cannot isn't aren't wasn't weren't shouldn't mustn't let's
how why yes ok okay`.split(/\s+/u),
);
const mark = /^[^\p{L}\d]/u;
const separates = /^[,:;–—-]$/u;

/** Lead words that carry no meaning for the classification: list marks, greetings, "also". */
const lead =
  /^(?:[\s\-*•>"“'(]+|\d+[.)]\s+|(?:and|also|so|but|then|ok|okay|hey|oh|well|yes|actually|sorry|hi|btw|by the way|one more thing|ps)[\s,:!.–-]+)+/iu;

/** The hashes of all features of a sentence, each once. */
export function sentenceFeatures(sentence: string): ReadonlySet<number> {
  const text = sentence.replaceAll("’", "'").replace(lead, "");
  const found: string[] = [];
  for (const [word] of matchesIn(text, token)) {
    if (found.length === mostTokens) break;
    found.push(word);
  }
  const words = found.map((word) => hashOf(/^\d/u.test(word) ? "0" : word.toLowerCase()));
  const kinds = found.map((word, at) => hashOf(kindOf(word, at)));
  const features = new Set<number>();
  addWords(features, words, found);
  addForm(features, kinds);
  addParts(features, { found, words, kinds });
  addLetters(features, text);
  addMeasures(features, text, found);
  return features;
}

/** What a word is in the form of a sentence: itself, or its kind. */
function kindOf(written: string, at: number): string {
  const word = written.toLowerCase();
  if (functionWords.has(word) || mark.test(word)) return word;
  if (/^\d/u.test(word)) return "0";
  if (at > 0 && /^\p{Lu}/u.test(written)) return "N";
  if (isActionVerb(word)) return "V";
  const ending = /(?:ing|ed|ly|[^su']s)$/u.exec(word)?.[0];
  if (ending === undefined) return "w";
  return ending.length === 2 && ending.endsWith("s") ? "S" : ending;
}

const none = 0;
const seed = Object.fromEntries(
  "word,pair,first,second,third,two,last,opens,ends,inside,after,form,from,letters,length,commas,asks,quotes,small"
    .split(",")
    .map((name) => [name, hashOf(name)]),
) as Readonly<Record<string, number>>;

function addWords(features: Set<number>, words: readonly number[], found: readonly string[]): void {
  const [first = none, second = none, third = none] = words;
  for (const word of words) features.add(combined(seed.word!, word));
  for (let at = 1; at < words.length; at++) features.add(combined(seed.pair!, words[at - 1]!, words[at]!));
  features.add(combined(seed.first!, first));
  features.add(combined(seed.second!, second));
  features.add(combined(seed.third!, third));
  features.add(combined(seed.two!, first, second));
  features.add(combined(seed.last!, words[found.findLastIndex((word) => !mark.test(word))] ?? none));
}

/** Groups of up to five kinds at the start, of up to four at the end, and of three inside. */
function addForm(features: Set<number>, kinds: readonly number[]): void {
  for (let size = 1; size <= Math.min(5, kinds.length); size++)
    features.add(combinedAll(seed.opens!, kinds.slice(0, size)));
  for (let size = 2; size <= Math.min(4, kinds.length); size++)
    features.add(combinedAll(seed.ends!, kinds.slice(-size)));
  for (let at = 2; at < kinds.length; at++)
    features.add(combined(seed.inside!, kinds[at - 2]!, kinds[at - 1]!, kinds[at]!));
}

interface Tokens {
  readonly found: readonly string[];
  readonly words: readonly number[];
  readonly kinds: readonly number[];
}

/** What follows a comma, a colon or a dash, alone and together with the first word. */
function addParts(features: Set<number>, { found, words, kinds }: Tokens): void {
  for (let at = 1; at + 1 < found.length; at++) {
    if (!separates.test(found[at]!)) continue;
    features.add(combined(seed.after!, words[at]!, words[at + 1]!));
    features.add(combined(seed.form!, words[at]!, kinds[at + 1]!, kinds[at + 2] ?? none));
    features.add(combined(seed.from!, words[0]!, words[at]!, kinds[at + 1]!));
  }
}

/** Groups of three and four letters, which other languages and unknown words share. */
function addLetters(features: Set<number>, text: string): void {
  const letters = ` ${text.slice(0, mostLetters).toLowerCase()} `;
  for (let at = 0; at + 2 < letters.length; at++) {
    const three = combined(
      seed.letters!,
      letters.charCodeAt(at),
      letters.charCodeAt(at + 1),
      letters.charCodeAt(at + 2),
    );
    features.add(three);
    if (at + 3 < letters.length) features.add(combined(three, letters.charCodeAt(at + 3)));
  }
}

function addMeasures(features: Set<number>, text: string, found: readonly string[]): void {
  const commas = found.filter((word) => word === ",").length;
  features.add(combined(seed.length!, Math.ceil(Math.log2(found.length + 1) * 2)));
  features.add(combined(seed.commas!, Math.min(3, commas)));
  if (/[?？]["'”)]*\s*$/u.test(text)) features.add(seed.asks!);
  if (/["“”]/u.test(text)) features.add(seed.quotes!);
  if (/^\p{Ll}/u.test(text)) features.add(seed.small!);
}

/** The hash of a kind of feature and its values. */
function combined(first: number, one: number, two?: number, three?: number): number {
  let hash = mixed(first, one);
  if (two !== undefined) hash = mixed(hash, two);
  if (three !== undefined) hash = mixed(hash, three);
  return finished(hash);
}

/** The same for any number of values. */
function combinedAll(first: number, values: readonly number[]): number {
  return finished(values.reduce(mixed, first));
}

function mixed(hash: number, value: number): number {
  const product = Math.imul(hash ^ value, 0x9e3779b1);
  return product ^ (product >>> 15);
}

function finished(hash: number): number {
  return Math.imul(hash, 0x85ebca6b) >>> 0;
}

/** FNV-1a, 32 bits. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return (hash ^ (hash >>> 15)) >>> 0;
}
