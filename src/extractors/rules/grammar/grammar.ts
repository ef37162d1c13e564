/**
 * Splits a sentence into words with their parts of speech, with compromise. It is loaded at the
 * first use: that takes some 0.3 s, and only `remember` needs it. A word takes some 0.005 ms, a
 * third of the time of the rules, so callers pass only sentences that may state a fact.
 */

import { isLeadingAbbreviation } from "../../../text/sentences.js";
import { taggerOf } from "../tagged/tagging.js";
import type { SplicingView, Term, World } from "./compromise.js";

/**
 * A word with its tags. A contraction gives two words with one span: "I'd" is "i" and "would".
 */
export interface Word {
  /** As it is written; empty for the second half of a contraction. */
  readonly text: string;
  /** In lower case, without punctuation; a contraction is expanded. */
  readonly lower: string;
  readonly tags: ReadonlySet<string>;
  /** UTF-16 offsets into the sentence. */
  readonly start: number;
  readonly end: number;
  /** The punctuation directly before and after the word, without white space. */
  readonly before: string;
  readonly after: string;
}

/** Splits a sentence into tagged words. */
export type Grammar = (sentence: string) => readonly Word[];

/** The steps of compromise for a single word, which precede tagging. */
const wordSteps = ["normal", "alias", "machine"] as const;

/** Loads compromise. The second call costs nothing. */
export async function loadGrammar(): Promise<Grammar> {
  const { default: nlp } = await import("compromise/two");
  const world = nlp.world() as unknown as World;
  const CompromiseView = nlp("").constructor as new (document: Term[][]) => SplicingView;
  const cut = cutterOf(world);
  const partsOf = contractionParts(new CompromiseView([]));
  const tag = taggerOf(world, (document) =>
    Object.assign(new CompromiseView(document), { fromText: partsOf }),
  );
  return (written) => {
    const sentence = written.replaceAll("’", "'");
    return placed(sentence, tag(cut(sentence)).flat());
  };
}

/**
 * Caches the expanded words of contractions, so that the library compromise analyses "i am" only
 * once. To analyse it at each "I'm" took as long as the rest of the sentence.
 */
function contractionParts(view: SplicingView): SplicingView["fromText"] {
  const read = new Map<string, Term[][]>();
  return (text) => {
    const known = read.get(text);
    if (known !== undefined) return { docs: known.map(copied), compute: () => {} };
    const spliced = view.fromText(text);
    spliced.compute(["id", "alias"]);
    if (read.size < cachedContractions) read.set(text, spliced.docs.map(copied));
    return spliced;
  };
}

/**
 * Common contractions ("I'm", "don't") are some hundred; those of names ("Tom'd") are unlimited.
 */
const cachedContractions = 512;

function copied(terms: readonly Term[]): Term[] {
  return terms.map((term) => ({ ...term, tags: new Set(term.tags) }));
}

/**
 * One sentence of words separated only by spaces: no dash, no slash, no separate punctuation, and a
 * full stop only at the end.
 */
const plainSentence = /^(?:[A-Za-z][A-Za-z']*[,;:]* +)*[A-Za-z][A-Za-z']*[,;:.!?]*$/;
/** A word of Latin letters, and the characters up to the next word. Most words match. */
const plainTerm = /^([A-Za-z]+)([\s,.;:!?]*)$/;

/**
 * Splits text as compromise does: into sentences and terms, each without punctuation and
 * normalised. Words of plain letters skip its cleaning, which reads every character several times.
 */
function cutterOf(world: World): (text: string) => Term[][] {
  const { model, methods, compute } = world;
  const { splitSentences, splitTerms, splitWhitespace } = methods.one.tokenize;
  const toTerm = (written: string): Term => {
    const [, text = "", post = ""] = plainTerm.exec(written) ?? [];
    const normal = text.toLowerCase();
    if (text !== "" && !Object.hasOwn(model.one.aliases, normal))
      return { text, pre: "", post, tags: new Set(), normal };
    const term = splitWhitespace(written, model);
    for (const step of wordSteps) compute[step]({ docs: [[term]], world });
    return term;
  };
  return (text) =>
    plainSentence.test(text)
      ? [text.match(/\S+ */g)!.map(toTerm)]
      : splitSentences(text, world).map((sentence) => splitTerms(sentence, model).map(toTerm));
}

/**
 * Terms with their offsets. A term that is not found in the sentence (unusual input) gets an empty
 * span at the end of the previous term.
 */
function placed(sentence: string, terms: readonly Term[]): Word[] {
  let cursor = 0;
  const words = terms.map((term, index) => {
    const found = term.text === "" ? -1 : sentence.indexOf(term.text, cursor);
    const start = found < 0 ? cursor : found;
    const end = found < 0 ? cursor : found + term.text.length;
    cursor = end;
    return {
      text: sentence.slice(start, end),
      lower: (term.implicit || term.normal || term.text).toLowerCase(),
      tags: term.tags,
      start,
      end,
      before: term.pre.trim(),
      after: index < terms.length - 1 && isNoBreak(term) ? "" : term.post.trim(),
    };
  });
  return withWholeNames(sentence, words);
}

/**
 * "Sci-fi" is two terms joined by a hyphen, and the full stop of "Dr. Amsel" marks an abbreviation:
 * neither is a break.
 */
function isNoBreak({ text, post }: Term): boolean {
  return post === "-" || (post.trim() === "." && isLeadingAbbreviation(text));
}

const capital = /^\p{Lu}/u;
/** Tags of a word that opens or closes a name. */
const nameTags: ReadonlySet<string> = new Set(["ProperNoun", "Person", "FirstName", "LastName", "Noun"]);

/** "I" is not: in "It was Ana-I was late" the hyphen is a dash. */
function isNamePart({ text, tags }: Word): boolean {
  return capital.test(text) && !tags.has("Pronoun");
}

/** Joins the parts of a name with a hyphen: "Jean-Luc" and "Smith-Jones" are one word each. */
function withWholeNames(sentence: string, words: readonly Word[]): Word[] {
  const joined: Word[] = [];
  for (const word of words) {
    const last = joined.at(-1);
    const isJoined =
      last !== undefined &&
      word.start === last.end + 1 &&
      sentence[last.end] === "-" &&
      isNamePart(last) &&
      isNamePart(word);
    if (!isJoined) joined.push(word);
    else {
      const tags = new Set([...word.tags, ...[...last.tags].filter((tag) => nameTags.has(tag))]);
      const text = sentence.slice(last.start, word.end);
      joined[joined.length - 1] = {
        ...word,
        text,
        lower: `${last.lower}-${word.lower}`,
        tags,
        start: last.start,
        before: last.before,
      };
    }
  }
  return joined;
}
