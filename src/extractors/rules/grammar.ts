/**
 * Words of a sentence with their parts of speech, from compromise. Loaded at the first use: it takes some 0.3 s, and only remembering
 * needs it. compromise tags some 0.05 ms a word, so callers ask only for sentences that may state something.
 */

/** A word, with what the tagger took it for. A contraction gives two words over one span: "I'd" is "i" and "would". */
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

interface Term {
  readonly text: string;
  readonly pre: string;
  readonly post: string;
  readonly normal: string;
  readonly implicit?: string;
  readonly tags?: ReadonlySet<string>;
}

/**
 * compromise's own steps without its last, `postTagger`, which takes four fifths of the time (0.5 ms of 0.6 a sentence) to settle nouns
 * against verbs by some 200 patterns; `clauses.ts` settles that for the verbs it knows.
 */
const taggingSteps = ["lexicon", "preTagger", "contractionTwo"];

const noTags: ReadonlySet<string> = new Set();

/** Loads compromise. The second call costs nothing. */
export async function loadGrammar(): Promise<Grammar> {
  const { default: nlp } = await import("compromise/two");
  return (sentence) => {
    const view = nlp.tokenize(sentence.replaceAll("’", "'")).compute(taggingSteps) as unknown as {
      readonly document: readonly (readonly Term[])[];
    };
    return placed(sentence.replaceAll("’", "'"), view.document.flat());
  };
}

/** Terms with their offsets. A term that cannot be found again (odd input) gets an empty span where the last one ended. */
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
      tags: term.tags ?? noTags,
      start,
      end,
      before: term.pre.trim(),
      // "sci-fi" comes as two terms joined by a bare hyphen: that is no break.
      after: term.post === "-" ? "" : term.post.trim(),
    };
  });
}
