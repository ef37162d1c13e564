/**
 * compromise's tagging, made faster: contractions are expanded only if a sentence may have one,
 * and the tags of a lexicon entry are computed once for all words of its kind. The tags and their
 * order are the same.
 */
import type { Model, Term, View, World } from "../grammar/compromise.js";

/** Tags the terms of each sentence. A contraction becomes two or three terms. */
export type Tagger = (document: Term[][]) => readonly (readonly Term[])[];

/**
 * compromise's own steps without its last, `postTagger`. With some 200 patterns, that step decides
 * between nouns and verbs, and takes four fifths of the time (0.5 ms of 0.6 a sentence).
 * `clauses.ts` decides it for the verbs it knows. `viewOf` creates compromise's own view.
 */
export function taggerOf(world: World, viewOf: (document: Term[][]) => View): Tagger {
  const { contractions, preTagger, contractionTwo } = world.compute;
  const mayContract = contractionTest(world.model);
  const lookUp = lexiconOf(world);
  return (document) => {
    const contracted = document.some((terms) => terms.some(mayContract));
    const view = contracted ? viewOf(document) : plainView(document, world);
    if (contracted) contractions(view);
    view.document.forEach(lookUp);
    preTagger(view);
    if (contracted) contractionTwo(view);
    return view.document;
  };
}

/**
 * A view for steps that do not insert terms. Creating compromise's own takes as long as a step.
 */
function plainView(document: Term[][], world: World): View {
  return { docs: document, document, world, model: world.model, methods: world.methods };
}

/**
 * Whether a term may be a contraction: it has an apostrophe or a digit ("5-9", "4km"), or is in
 * compromise's list ("gonna").
 */
function contractionTest(model: Model): (term: Term) => boolean {
  const listed = new Set(model.one.contractions.map(({ word }) => word));
  return ({ text, normal }) => /['\d]/.test(normal) || /\d/.test(text) || listed.has(normal);
}

/** The lexicon step for the terms of one sentence. */
function lexiconOf(world: World): (terms: Term[]) => void {
  const { lexicon } = world.model.one;
  const original = (terms: Term[]) => world.compute.lexicon(plainView([terms], world));
  const mayBeginSeveral = severalWords(lexicon);
  const tagsOfKind = new Map<string | readonly string[], readonly string[]>();
  const tagsOf = (word: string): readonly string[] => {
    const kind = lexicon[word]!;
    const known = tagsOfKind.get(kind);
    if (known !== undefined) return known;
    const term: Term = { text: word, pre: "", post: "", normal: word, tags: new Set() };
    original([term]);
    const tags = [...term.tags];
    tagsOfKind.set(kind, tags);
    return tags;
  };
  return (terms) => {
    if (terms.some((term, at) => mayBeginSeveral(keyOf(term), terms[at + 1]))) return original(terms);
    for (const term of terms) {
      if (term.tags.size > 0) continue;
      const key = keyOf(term);
      if (!Object.hasOwn(lexicon, key)) original([term]);
      else for (const tag of tagsOf(key)) term.tags.add(tag);
    }
  };
}

/**
 * Whether a word and the one after it are the first two of an entry of several words ("last week").
 */
function severalWords(lexicon: object): (key: string, next: Term | undefined) => boolean {
  const seconds = new Map<string, Set<string>>();
  for (const entry of Object.keys(lexicon)) {
    // Nine of ten entries are a single word, which need not be split; all entries are read at the
    // first use.
    if (!entry.includes(" ")) continue;
    const [first = "", second = ""] = entry.split(" ");
    const others = seconds.get(first);
    if (others === undefined) seconds.set(first, new Set([second]));
    else others.add(second);
  }
  // Few terms include a space; for those the original step runs.
  return (key, next) => {
    const followers = seconds.get(key);
    return (
      followers !== undefined &&
      next !== undefined &&
      (followers.has(keyOf(next)) || keyOf(next).includes(" "))
    );
  };
}

/** The key of a term in the lexicon. */
function keyOf({ machine, normal }: Term): string {
  return machine || normal;
}
