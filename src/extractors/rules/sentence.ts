/**
 * The analysis of a sentence: its words, clauses and dates.
 */

import type { Passage } from "../../text/passage.js";
import { matchesIn } from "../../text/patterns/matches.js";
import { quotationsIn } from "../../text/quotations.js";
import type { Span } from "../../text/sentences.js";
import type { ReadWord } from "../learnt/input.js";
import type { Tagger } from "../learnt/tagger.js";
import type { Conversation } from "./conversation/conversation.js";
import { mayBeAboutTheUser } from "./conversation/speakers.js";
import type { DateReader, FoundDate } from "./events/dates.js";
import { clausesOf } from "./grammar/clauses.js";
import { withCopulas } from "./grammar/contractions.js";
import type { Grammar, Word } from "./grammar/grammar.js";
import { withNameWords } from "./grammar/name-words.js";
import type { Clause } from "./grammar/verb-group.js";
import type { RuleModel } from "./recognised/rule-model.js";

/** The tools that analyse text, loaded once. */
export interface TextTools {
  readonly grammar: Grammar;
  readonly dates: DateReader;
  readonly tagger: Tagger;
  /** Recognises rules that have no form of the grammar. */
  readonly rules: RuleModel;
  /** Which tools draft facts. */
  readonly parts: ReadonlySet<"grammar" | "tagger">;
}

/** A sentence of a passage with its analysis. */
export interface Sentence {
  readonly text: string;
  readonly passage: Passage;
  readonly conversation: Conversation;
  readonly dates: readonly FoundDate[];
  /** Empty if the grammar did not run. */
  readonly words: readonly Word[];
  readonly clauses: readonly Clause[];
}

/**
 * The grammar does not analyse longer sentences: they are pasted text, where its results are mostly
 * wrong and it is slowest.
 */
const maxGrammarChars = 320;

/** Dates are searched for in this many characters of a sentence. */
const maxDateChars = 1600;

/** Analyses one sentence of a passage. */
export function readSentence(
  text: string,
  passage: Passage,
  tools: Pick<TextTools, "grammar" | "dates">,
  conversation: Conversation,
): Sentence {
  const dates = tools.dates(text.slice(0, maxDateChars), passage.saidAt);
  const words =
    mayBeAnalysed(passage) && mayState(text) ? withCopulas(withNameWords(tools.grammar(text))) : [];
  const clauses = clausesOf(words, /[?？]["'”’)\]]*$/u.test(text)).map(unlessQuoted(text, passage));
  return { text, passage, conversation, dates, words, clauses };
}

/** Marks a clause that the passage quotes as opaque: it states no fact. */
function unlessQuoted(text: string, passage: Passage): (clause: Clause) => Clause {
  const quotations = quotationsIn(passage.text);
  if (quotations.length === 0) return (clause) => clause;
  return (clause) => {
    const said = text.slice(clause.start, clause.end);
    return quotations.some((quoted) => quoted.includes(said)) ? { ...clause, opaque: true } : clause;
  };
}

/** A sentence with its place in its passage. */
export interface PlacedSentence {
  readonly sentence: Sentence;
  /** UTF-16 offsets in the passage, `end` exclusive. */
  readonly at: number;
  readonly end: number;
}

/** The places of sentences in the text of their passage. */
export function placedIn(text: string, sentences: readonly Sentence[]): PlacedSentence[] {
  let from = 0;
  return sentences.flatMap((sentence) => {
    const at = text.indexOf(sentence.text, from);
    if (at < 0) return [];
    from = at + sentence.text.length;
    return [{ sentence, at, end: from }];
  });
}

/** The words of a passage's sentences, with their offsets in the passage. */
export function wordsIn(sentences: readonly PlacedSentence[]): ReadWord[] {
  return sentences.flatMap(({ sentence, at }) =>
    sentence.words.map(({ start, end, tags }) => ({ start: at + start, end: at + end, tags })),
  );
}

/** The sentence that contains a span. */
export function sentenceAt(
  { start, end }: Span,
  sentences: readonly PlacedSentence[],
): PlacedSentence | null {
  return sentences.find((placed) => start >= placed.at && end <= placed.end) ?? null;
}

/** The clause in which a span begins, with its sentence. */
export function clauseAt(
  span: Span,
  sentences: readonly PlacedSentence[],
): (PlacedSentence & { readonly clause: Clause }) | null {
  const found = sentenceAt(span, sentences);
  const clause = found?.sentence.clauses.find(
    ({ start, end }) => found.at + start <= span.start && span.start < found.at + end,
  );
  return found === null || clause === undefined ? null : { clause, ...found };
}

/** Most text of an assistant says nothing about the user, so the grammar skips it. */
function mayBeAnalysed({ role, speaker, text }: Passage): boolean {
  return (
    role === "user" ||
    role === "system" ||
    speaker !== null ||
    (role === "assistant" && mayBeAboutTheUser(text))
  );
}

/** Whether the grammar can analyse the text: English-looking prose of moderate length, no code. */
function mayState(text: string): boolean {
  if (text.length > maxGrammarChars || /[{}<>|=\\]|```/.test(text)) return false;
  return /[a-z]/i.test(text) && !/[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/.test(text);
}

/** Longer sentences are split. */
const mostChars = 240;
/** A part is at least this long, so that a list is not split. */
const leastChars = 60;
/** A comma before a word that begins another clause. */
const seam =
  /,\s+(?=(?:and|but|so|because|since|although|though|while|which|considering|especially|given)\s+\S|(?:i|we|he|she|they|it|there|this|that)(?:['’]\p{L}+)?\s)/giu;

/**
 * The parts of a sentence, verbatim and in order. A sentence that is short or has no boundaries is
 * one part.
 */
export function partsOf(sentence: string): string[] {
  if (sentence.length <= mostChars) return [sentence];
  const parts: string[] = [];
  let start = 0;
  for (const { index, 0: mark } of matchesIn(sentence, seam)) {
    if (index - start < leastChars || sentence.length - index < leastChars) continue;
    parts.push(sentence.slice(start, index));
    start = index + mark.length;
  }
  return [...parts, sentence.slice(start)];
}
