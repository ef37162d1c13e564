/**
 * The parts of compromise that are reached into, which its own types leave out. Its version is
 * pinned; `grammar.test.ts` compares with it.
 */

/** A term while it is tagged. */
export interface Term {
  readonly text: string;
  readonly pre: string;
  readonly post: string;
  readonly normal: string;
  /** The word that a half of a contraction stands for. */
  readonly implicit?: string;
  /** What it is looked up by, where that is not `normal`: "reenact" for "re-enact". */
  readonly machine?: string;
  readonly tags: Set<string>;
}

/** A document as the steps see it: terms by sentence. `docs` is all of `document` here. */
export interface View {
  readonly docs: Term[][];
  readonly document: Term[][];
  readonly world: World;
  readonly model: Model;
  readonly methods: Methods;
}

/** compromise's own view, which reads what a contraction stands for. */
export interface SplicingView extends View {
  fromText(text: string): { readonly docs: Term[][]; compute(steps: readonly string[]): void };
}

/** Reads a view and changes its terms. */
type Step = (view: Pick<View, "docs" | "world">) => void;

export interface World {
  readonly model: Model;
  readonly methods: Methods;
  readonly compute: Readonly<
    Record<"normal" | "alias" | "machine" | "lexicon", Step> &
      Record<"contractions" | "preTagger" | "contractionTwo", (view: View) => void>
  >;
}

export interface Model {
  readonly one: {
    readonly aliases: object;
    /** Tags by word, or by several words with a space between. */
    readonly lexicon: Readonly<Record<string, string | readonly string[]>>;
    readonly contractions: readonly { readonly word?: string }[];
  };
}

interface Methods {
  readonly one: {
    readonly tokenize: {
      splitSentences(text: string, world: World): string[];
      splitTerms(sentence: string, model: Model): string[];
      splitWhitespace(term: string, model: Model): Term;
    };
  };
}
