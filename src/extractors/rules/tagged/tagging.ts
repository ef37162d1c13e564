/**
 * compromise's tagging, without what cannot matter for a sentence: contractions are looked for only
 * where there is something to take apart, and what the lexicon says of a word is worked out once
 * for all words of its kind. The tags are the same, in the same order.
 */
import type { Model, Term, View, World } from "../grammar/compromise.js";

/** Tags the terms of each sentence; what is contracted becomes two or three. */
export type Tagger = (document: Term[][]) => readonly (readonly Term[])[];

/**
 * compromise's own steps without its last, `postTagger`, which takes four fifths of the time (0.5
 * ms of 0.6 a sentence) to settle nouns against verbs by some 200 patterns; `clauses.ts` settles
 * that for the verbs it knows. `viewOf` makes compromise's own view.
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
 * Enough of a view for steps that splice nothing: making compromise's own takes as long as a step.
 */
function plainView(document: Term[][], world: World): View {
  return { docs: document, document, world, model: world.model, methods: world.methods };
}

/**
 * Whether contractions may take a term apart: one with an apostrophe or a digit ("5-9", "4km"), or
 * one that they list ("gonna").
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
    const [first = "", second] = entry.split(" ");
    if (second === undefined) continue;
    const others = seconds.get(first);
    if (others === undefined) seconds.set(first, new Set([second]));
    else others.add(second);
  }
  // A term of letters has no space within it; for one that has, the lexicon is asked.
  return (key, next) => {
    const followers = seconds.get(key);
    return (
      followers !== undefined &&
      next !== undefined &&
      (followers.has(keyOf(next)) || keyOf(next).includes(" "))
    );
  };
}

/** What the lexicon is asked for. */
function keyOf({ machine, normal }: Term): string {
  return machine || normal;
}
