/**
 * Words of a sentence with their parts of speech, from compromise. Loaded at the first use: it
 * takes some 0.3 s, and only remembering needs it. A word takes some 0.005 ms, a third of all that
 * the rules take, so callers ask only for sentences that may state something.
 */

import { taggerOf } from "../tagged/tagging.js";
import type { SplicingView, Term, World } from "./compromise.js";

/**
 * A word, with what the tagger took it for. A contraction gives two words over one span: "I'd" is
 * "i" and "would".
 */
export interface Word {
  /** As it is written; empty for the second half of a contraction. */
  readonly text: string;
  /** Lower case, punctuation gone, contraction spelt out. */
  readonly lower: string;
  readonly tags: ReadonlySet<string>;
  /** UTF-16 offsets into the sentence. */
  readonly start: number;
  readonly end: number;
  /** Punctuation that stands right before it, and right after it; white space gone. */
  readonly before: string;
  readonly after: string;
}

/** Cuts a sentence into tagged words. */
export type Grammar = (sentence: string) => readonly Word[];

/** What compromise does to each word before. */
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
 * The words that contractions stand for, as compromise reads them: "i am" is read once and not at
 * each "I'm", which took as long as the rest of the sentence.
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

/** "I'm", "don't" and their like are some hundred; those of names ("Tom'd") have no end. */
const cachedContractions = 512;

function copied(terms: readonly Term[]): Term[] {
  return terms.map((term) => ({ ...term, tags: new Set(term.tags) }));
}

/**
 * One sentence of words that spaces alone part: no dash, no slash, no mark by itself, and none that
 * ends a sentence but at its end.
 */
const plainSentence = /^(?:[A-Za-z][A-Za-z']*[,;:]* +)*[A-Za-z][A-Za-z']*[,;:.!?]*$/;
/** A word of Latin letters alone, with what stands between it and the next one: most are. */
const plainTerm = /^([A-Za-z]+)([\s,.;:!?]*)$/;

/**
 * As compromise cuts: sentences, terms, punctuation off, each normalised. Letters alone need none
 * of its cleaning, which looks at every character of a word several times.
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
 * Terms with their offsets. A term that cannot be found again (odd input) gets an empty span where
 * the last one ended.
 */
function placed(sentence: string, terms: readonly Term[]): Word[] {
  let cursor = 0;
  return terms.map((term) => {
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
      // "sci-fi" comes as two terms joined by a bare hyphen: that is no break.
      after: term.post === "-" ? "" : term.post.trim(),
    };
  });
}
