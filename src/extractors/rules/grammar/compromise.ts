/**
 * Types for internals of compromise that its own types leave out. Its version is pinned;
 * `grammar.test.ts` compares our results with its own.
 */

/** A word of compromise while it is being tagged. */
export interface Term {
  readonly text: string;
  readonly pre: string;
  readonly post: string;
  readonly normal: string;
  /** The full word for one half of a contraction. */
  readonly implicit?: string;
  /** The key for lookups, if it is not `normal`: "reenact" for "re-enact". */
  readonly machine?: string;
  readonly tags: Set<string>;
}

/**
 * A document as the tagging steps receive it: terms by sentence. Here `docs` and `document` are the
 * same.
 */
export interface View {
  readonly docs: Term[][];
  readonly document: Term[][];
  readonly world: World;
  readonly model: Model;
  readonly methods: Methods;
}

/** compromise's own view, which expands contractions. */
export interface SplicingView extends View {
  fromText(text: string): { readonly docs: Term[][]; compute(steps: readonly string[]): void };
}

/** A step that changes the terms of a view. */
type Step = (view: Pick<View, "docs" | "world">) => void;

/** compromise's models and methods. */
export interface World {
  readonly model: Model;
  readonly methods: Methods;
  readonly compute: Readonly<
    Record<"normal" | "alias" | "machine" | "lexicon", Step> &
      Record<"contractions" | "preTagger" | "contractionTwo", (view: View) => void>
  >;
}

/** compromise's lexicon. */
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
