/**
 * Verb groups: "has been living", "no longer works", "used to like". Finds where one starts, its
 * main verb, tense and negation.
 */
import type { Word } from "./grammar.js";
import type { Form } from "./verbs.js";
import { auxiliaries, breaksBefore, forms, isAdverb, modals, negations } from "./words.js";

/** A clause: its subject, its verb with tense and negation, and the words after the verb. */
export interface Clause {
  /** Empty for an imperative. */
  readonly subject: readonly Word[];
  /** The lemma of the main verb; for an unknown verb, the word as written. */
  readonly verb: string;
  readonly form: Form;
  readonly modal: string | null;
  readonly negated: boolean;
  readonly never: boolean;
  /** "no longer", "any more", "used to": it was true and is not. */
  readonly ended: boolean;
  readonly perfect: boolean;
  /** "had been living": a state before another past time. It need not last. */
  readonly pluperfect: boolean;
  readonly progressive: boolean;
  readonly tense: "past" | "present" | "future";

  /** The words after the verb. */
  readonly rest: readonly Word[];
  /** No fact may be drafted from it: it is hypothetical, a question, a wish or a report. */
  readonly opaque: boolean;
  /** A command: it has no subject and begins with a base form. */
  readonly imperative: boolean;
  /** Offsets into the sentence. */
  readonly start: number;
  readonly end: number;
}

/** A verb group, and `end`, the index of the first word after it. */
export interface VerbGroup {
  readonly end: number;
  readonly form: Form;
  readonly facts: Pick<
    Clause,
    | "verb"
    | "form"
    | "modal"
    | "negated"
    | "never"
    | "ended"
    | "perfect"
    | "pluperfect"
    | "progressive"
    | "tense"
  >;
}

/** The verb group so far, while its words are read. */
interface Said {
  modal: string | null;
  negated: boolean;
  never: boolean;
  ended: boolean;
  perfect: boolean;
  progressive: boolean;
  past: boolean;
  /** The main verb; before it is found, the last auxiliary. */
  verb: string;
  form: Form;
}

/** Reads the verb group that starts at the word `from`. Pure. */
export function readVerbGroup(words: readonly Word[], from: number): VerbGroup {
  const said: Said = {
    modal: null,
    negated: false,
    never: false,
    ended: false,
    perfect: false,
    progressive: false,
    past: false,
    verb: "",
    form: "base",
  };
  let at = from;
  while (at < words.length && (at === from || breaksBefore(words, at) === null)) {
    const word = words[at]!;
    const taken = readMark(said, words, at, from) || readAuxiliary(said, word);
    if (taken > 0) at += taken;
    else if (isAdverb(word) && !isPredicate(word, said.verb)) {
      if (said.verb !== "" && !auxiliaryAwaits(words, at + 1, said.verb)) break;
      at += 1;
    } else {
      if (readMain(said, word, at === from)) at += 1;
      break;
    }
  }
  return groupOf(said, at);
}

/**
 * Reads a negation, a modal or a fixed phrase. @returns the number of its words; 0 without one
 */
function readMark(said: Said, words: readonly Word[], at: number, from: number): number {
  const { lower, text } = words[at]!;
  const next = words[at + 1]?.lower;
  if (negations.has(lower)) {
    said.negated = true;
    said.never ||= lower === "never";
    return 1;
  }
  if (lower === "no" && next === "longer") {
    said.ended = true;
    return 2;
  }
  if (modals.has(lower) && !(at > from && text === "May")) {
    said.modal = lower;
    return 1;
  }
  if (lower === "used" && next === "to" && said.verb !== "be") {
    said.ended = true;
    said.past = true;
    return 2;
  }
  const isGoing = lower === "gonna" || (lower === "going" && next === "to");
  if (!isGoing || said.verb !== "be" || !looksBase(words[at + 2])) return 0;
  said.modal = "will";
  said.verb = "";
  return lower === "going" ? 2 : 1;
}

/** @returns 1 if the word is an auxiliary here, else 0 */
function readAuxiliary(said: Said, { lower }: Word): number {
  // "I'd been" is "I had been": "would" has no participle after it.
  if (lower === "been" && said.modal === "'d") {
    said.modal = null;
    said.verb = "have";
    said.past = true;
  }
  const hasBeen = lower === "been" && said.verb === "have";
  const isAuxiliary =
    (auxiliaries.has(lower) && said.verb === "") || (lower === "been" && said.perfect) || hasBeen;
  if (!isAuxiliary) return 0;
  const isPast = /^(?:was|were|had|did)$/.test(lower);
  said.perfect ||= hasBeen;
  said.past ||= isPast;
  said.verb = auxiliaries.get(lower)!;
  said.form = isPast ? "past" : /^(?:is|has|does)$/.test(lower) ? "third" : "base";
  return 1;
}

/** "is early", "was fast": after "be" such a word is an adjective. */
function isPredicate(word: Word, verb: string): boolean {
  return verb === "be" && !forms.has(word.lower) && word.tags.has("Adjective");
}

function readMain(said: Said, word: Word, opens: boolean): boolean {
  const main = mainVerb(word, said.verb, opens);
  if (main === null) return false;
  said.perfect ||= said.verb === "have";
  said.progressive ||= said.verb === "be" && main.form === "gerund";
  said.verb = main.lemma;
  said.form = main.form;
  said.past ||= main.form === "past" && !said.perfect;
  return true;
}

/**
 * Copies field by field: object rest and spread took longer than all the rest of a verb group.
 */
function groupOf(said: Said, end: number): VerbGroup {
  const { verb, form, modal, negated, never, ended, perfect, progressive } = said;
  const isFuture = modal === "will" || modal === "shall" || modal === "'ll";
  const tense = isFuture ? "future" : said.past || perfect ? "past" : "present";
  const facts = {
    verb,
    form,
    modal: isFuture ? null : modal,
    negated,
    never,
    ended,
    perfect,
    pluperfect: perfect && said.past,
    progressive,
    tense,
  } as const;
  return { end, form, facts };
}

/**
 * The main verb after auxiliaries. `after` is the last auxiliary, or empty.
 */
function mainVerb(word: Word, after: string, opens: boolean): { lemma: string; form: Form } | null {
  const known = forms.get(word.lower);
  if (after === "be") {
    if (known?.forms.has("gerund")) return { lemma: known.lemma, form: "gerund" };
    return word.tags.has("Gerund") && !known ? { lemma: word.lower, form: "gerund" } : null;
  }
  if (after === "have") {
    if (known && (known.forms.has("participle") || known.forms.has("past")))
      return { lemma: known.lemma, form: "participle" };
    return word.tags.has("PastTense") ? { lemma: word.lower, form: "participle" } : null;
  }
  if (after === "do")
    return known
      ? { lemma: known.lemma, form: "base" }
      : word.tags.has("Verb")
        ? { lemma: word.lower, form: "base" }
        : null;
  if (known) {
    const form =
      (["past", "third", "base", "gerund", "participle"] as const).find((name) => known.forms.has(name)) ??
      "base";
    return {
      lemma: known.lemma,
      form:
        known.forms.has("base") && form === "past" && !word.tags.has("PastTense") && known.lemma !== "quit"
          ? "base"
          : form,
    };
  }
  if (word.tags.has("PastTense")) return { lemma: word.lower, form: "past" };
  if (word.tags.has("Gerund")) return { lemma: word.lower, form: "gerund" };
  if (word.tags.has("Verb") || opens)
    return {
      lemma: word.lower,
      form: word.tags.has("Infinitive") || (opens && !/s$/.test(word.lower)) ? "base" : "third",
    };
  return null;
}

/** Whether the main verb of an auxiliary follows, after any adverbs. */
function auxiliaryAwaits(words: readonly Word[], at: number, after: string): boolean {
  const word = words[at];
  if (word === undefined) return false;
  if (isAdverb(word) || negations.has(word.lower)) return auxiliaryAwaits(words, at + 1, after);
  return (word.lower === "been" && after === "have") || mainVerb(word, after, false) !== null;
}

function looksBase(word: Word | undefined): boolean {
  return (
    word !== undefined &&
    (forms.get(word.lower)?.forms.has("base") === true ||
      word.tags.has("Infinitive") ||
      auxiliaries.has(word.lower))
  );
}
