/**
 * Updated values: later statements that give the value another time with few other words: "We are
 * 24 now" after "22 people", "New hours from today: ten to seven" after "The shop opens at nine".
 * Pure; English only.
 */
import type { StoredPassage } from "../../../stores/store.js";
import { sentences } from "../../../text/sentences.js";
import { stopWords } from "../../../text/stop-words.js";
import { fold, indexWords } from "../../../text/words.js";
import { byPassage } from "../../passages/by-passage.js";
import { analysisOf } from "../../passages/passage-analysis.js";
import type { QueryWord, Question } from "../../question/interpret.js";
import { isPerson } from "../changes.js";
import { differ, differInMeasure, hasValue, kindsAsked, valueWord } from "./new-values.js";
import { noRenewals, type Renews } from "./renews.js";
import { namesOf } from "./restated.js";

/** Words for kinds of values, for change and for time: a statement with no others names nothing. */
const ordinary = new Set(
  indexWords(
    "time hour hours day date week month year today tomorrow monday tuesday wednesday thursday friday saturday sunday january february march april may june july august september october november december number amount total price cost now new currently only just instead already annual yearly monthly weekly daily morning afternoon evening night",
  ),
);

const asksValue = /^\W*(?:what|which|how|when|at what)\b/iu;

/** Returns the test for a later passage that gives the value that a question asks for again. */
export function updateTest(question: Pick<Question, "text" | "words" | "asks">): Renews {
  if (!asksValue.test(question.text)) return noRenewals;
  const kinds = kindsAsked(question);
  const topic = question.words.filter((word) => word.weight === 1 && !isPerson(word));
  const asked = new Set(topic.flatMap(formsOf));
  const gives = (later: StoredPassage, one: StoredPassage) =>
    kinds.some((kind) => differ(kind, later, one)) || differInMeasure(later, one);
  return (later) =>
    hasValue(kinds, later)
      ? (one) => gives(later, one) && (isSameThing(later, one, topic) || continuesValue(later, one, asked))
      : undefined;
}

/**
 * Whether the later one repeats every word of the question that the earlier one has, at least half
 * of all, and does not name another thing of its kind, as "The mooring fee" beside "The fee".
 */
function isSameThing(later: StoredPassage, one: StoredPassage, asked: readonly QueryWord[]): boolean {
  const before = analysisOf(one).words;
  const now = analysisOf(later).ownWords;
  const inOne = asked.filter((word) => formsOf(word).some((form) => before.has(form)));
  const shared = inOne.filter((word) => formsOf(word).some((form) => now.has(form)));
  if (shared.length < Math.max(1, inOne.length, asked.length / 2)) return false;
  const forms = new Set(asked.flatMap(formsOf));
  const isKnown = (word: string) => before.has(word) || forms.has(word) || ordinary.has(word);
  const isNamed = (name: string) => before.has(name) || forms.has(name);
  const words = wordsIn(later);
  const isClear = (form: string) => {
    const at = words.findIndex(({ forms }) => forms.includes(form));
    return at >= 0 && besidesOf(words, at).every(isKnown);
  };
  return [...namesOf(later)].every(isNamed) && shared.flatMap(formsOf).some(isClear);
}

const formsOf = ({ word, alike = [] }: QueryWord): readonly string[] => [word, ...alike];

/** The index words that say which thing is meant: "mooring" in "mooring fee", "zoo" in "fee of the zoo". */
function besidesOf(words: readonly Word[], at: number): readonly string[] {
  const after = words.slice(at + 1, at + 2 + mostBetween);
  const leads = leadsOn.test(after[0]?.written ?? "");
  const content = leads ? after.slice(1).find(({ forms }) => forms.length > 0) : undefined;
  return [...(words[at - 1]?.forms ?? []), ...(content?.forms ?? [])];
}

const leadsOn = /^(?:to|of|for|in|at|from|with)$/iu;
/** Words between such a preposition and its noun: "of the old". */
const mostBetween = 3;

interface Word {
  readonly written: string;
  readonly forms: readonly string[];
}

/**
 * The words of a passage and its marks, in order, each with its index words; none for a stop word
 * or a mark.
 */
const wordsIn = byPassage<readonly Word[]>(({ text }) =>
  (text.match(/[\p{L}\p{M}\p{N}]+(?:['’]\p{L}+)?|[.,:;!?()–-]/gu) ?? []).map((written) => ({
    written,
    forms: indexWords(written),
  })),
);

/**
 * Whether a passage says that something changed, and the clause of its first sentence with the
 * value names nothing that is neither in the earlier passage nor in the question.
 */
function continuesValue(later: StoredPassage, one: StoredPassage, asked: ReadonlySet<string>): boolean {
  if (!analysisOf(later).saysChange) return false;
  const [first = ""] = sentences(later.text);
  const clauses = first.split(/[,;]\s|\s(?:and|but|so|because)\s/u);
  const at = clauses.findIndex((clause) => valueWord.test(clause));
  if (at === -1) return false;
  const before = analysisOf(one).words;
  const isKnown = (word: string) => before.has(word) || asked.has(word) || ordinary.has(word);
  const isOnTopic =
    at === 0 || clauses.slice(0, at).some((clause) => indexWords(clause).some((word) => asked.has(word)));
  return isOnTopic && contentOf(clauses[at]!).every(isKnown);
}

/** The index words of a clause without its values and its stop words. */
function contentOf(clause: string): readonly string[] {
  const words = clause.match(/[\p{L}\p{M}\p{N}]+(?:['’]\p{L}+)?/gu) ?? [];
  return words.filter((word) => !valueWord.test(word) && !stopWords.has(fold(word))).flatMap(indexWords);
}
