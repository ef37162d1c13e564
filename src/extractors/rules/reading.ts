/**
 * What is read of a passage: its sentences with their words, clauses and dates, each read once and
 * only when asked for.
 */
import type { Passage } from "../../text/passage.js";
import type { Span } from "../../text/sentences.js";
import type { ReadWord } from "../learnt/input.js";
import type { Tagger } from "../learnt/tagger.js";
import type { Conversation } from "./conversation/coreference.js";
import { mayTellOfTheUser } from "./conversation/recital.js";
import type { DateReader, DateReading } from "./events/dates.js";
import { clausesOf } from "./grammar/clauses.js";
import type { Grammar, Word } from "./grammar/grammar.js";
import type { Clause } from "./grammar/verb-group.js";

/** The tools of reading, loaded once. */
export interface Reading {
  readonly grammar: Grammar;
  readonly dates: DateReader;
  readonly tagger: Tagger;
  /** Which of the two reads facts. */
  readonly parts: ReadonlySet<"grammar" | "tagger">;
}

export interface Sentence {
  readonly text: string;
  readonly passage: Passage;
  readonly conversation: Conversation;
  readonly dates: readonly DateReading[];
  /** Empty where grammar was not asked. */
  readonly words: readonly Word[];
  readonly clauses: readonly Clause[];
}

/**
 * Longer sentences are pasted text, not speech: what grammar finds in them is mostly wrong, and it
 * costs most there.
 */
const maxGrammarChars = 320;

/** Further in, dates are not looked for. */
const maxDateChars = 1600;

export function readSentence(
  text: string,
  passage: Passage,
  reading: Pick<Reading, "grammar" | "dates">,
  conversation: Conversation,
): Sentence {
  const dates = reading.dates(text.slice(0, maxDateChars), passage.saidAt);
  const words = worthReading(passage) && mayState(text) ? reading.grammar(text) : [];
  const clauses = clausesOf(words, /[?？]["'”’)\]]*$/u.test(text));
  return { text, passage, conversation, dates, words, clauses };
}

/** The words of a passage's sentences, with their places in the passage. */
export function wordsIn(text: string, sentences: readonly Sentence[]): ReadWord[] {
  let from = 0;
  return sentences.flatMap((sentence) => {
    const at = text.indexOf(sentence.text, from);
    if (at < 0) return [];
    from = at + sentence.text.length;
    return sentence.words.map(({ start, end, tags }) => ({ start: at + start, end: at + end, tags }));
  });
}

/** The sentence that a span lies in, with its place in the passage. */
export function sentenceAt(
  { start, end }: Span,
  text: string,
  sentences: readonly Sentence[],
): { sentence: Sentence; at: number } | null {
  let from = 0;
  for (const sentence of sentences) {
    const at = text.indexOf(sentence.text, from);
    if (at < 0) continue;
    from = at + sentence.text.length;
    if (start >= at && end <= from) return { sentence, at };
  }
  return null;
}

/** Most of what is recited tells nothing of the user, and grammar need not look at it. */
function worthReading({ role, speaker, text }: Passage): boolean {
  return (
    role === "user" ||
    role === "system" ||
    speaker !== null ||
    (role === "assistant" && mayTellOfTheUser(text))
  );
}

/** Whether grammar is worth asking: English-looking prose of a sane length, no code. */
function mayState(text: string): boolean {
  if (text.length > maxGrammarChars || /[{}<>|=\\]|```/.test(text)) return false;
  return /[a-z]/i.test(text) && !/[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/.test(text);
}
