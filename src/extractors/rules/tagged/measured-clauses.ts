/**
 * Measures that are stated in a plain clause in the present tense, in the clause's own words: "CI
 * takes about 14 minutes", "the kiln fires at 1,240 degrees". They fill gaps that the tagger left.
 * Like the facts of the tagger they are unsure, so they replace nothing.
 */
import type { Passage } from "../../../text/passage.js";
import type { SemanticDraft } from "../../extractor.js";
import type { Conversation } from "../conversation/conversation.js";
import { statedFreely } from "../facts/statement.js";
import { complementOf, phraseOf } from "../grammar/phrases.js";
import type { Clause } from "../grammar/verb-group.js";
import type { PlacedSentence } from "../sentence.js";
import { verbRelation } from "./verb-relation.js";

/** The same certainty as that of a likely fact of the tagger. */
const certainty = 0.8;
/** Maximum number of words of the object. A longer object is more than a measure. */
const mostWords = 6;

const numeral =
  "(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|(?:thir|four|fif|six|seven|eigh|nine)teen|(?:twen|thir|for|fif|six|seven|eigh|nine)ty|hundred|thousand|half(?= \\p{L}))";
/** "14 minutes", "half ten", "£55": a number first. */
const measure = new RegExp(`^(?:[€$£]\\s?)?(?:\\d|${numeral}\\b)`, "iu");
/** Days and years are not measures: they are times at which something happens. */
const day =
  /\b(?:19|20)\d\d\b|\d(?:st|nd|rd|th)\b|\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\b|day\b/iu;
/**
 * Verbs of wishes, of perception and of one moment: "I need five minutes", "the log shows 3
 * errors".
 */
const passing =
  /^(?:need|want|like|love|hope|expect|find|look|show|say|ask|give|add|bring|make|wait|have|require|remember|miss|begin|mean|bet|wish|spot|count|notice|got)$/;

/** The measures that the clauses of a passage state. */
export function measuredClauses(
  passage: Passage,
  sentences: readonly PlacedSentence[],
  conversation: Conversation,
): SemanticDraft[] {
  return sentences.flatMap(({ sentence, at }) =>
    sentence.clauses.flatMap((clause) => {
      const value = mayMeasure(clause) ? measureOf(clause, sentence.text) : null;
      if (value === null) return [];
      const span = { start: at + value.start, end: at + value.end };
      const said = verbRelation({ ...span, value: value.text }, passage, sentences, conversation);
      return said === null ? [] : [{ ...statedFreely({ ...said, cardinality: "many" }), span, certainty }];
    }),
  );
}

function mayMeasure({ tense, verb, perfect }: Clause): boolean {
  return tense === "present" && !perfect && !passing.test(verb);
}

/** The measure that directly follows the verb, as its object or after one preposition. */
function measureOf({ rest }: Clause, sentence: string): { start: number; end: number; text: string } | null {
  const { object, phrases } = complementOf(rest, []);
  const phrase = phraseOf(object.length > 0 ? object : (phrases[0]?.words ?? []), sentence);
  if (phrase === null || !measure.test(phrase.value) || day.test(phrase.value)) return null;
  if (phrase.words.length > mostWords || phrase.words.some(({ after }) => after.includes(","))) return null;
  // "8:30 instead of 9" is 8:30.
  const text = phrase.value.replace(/,?\s+(?:instead of|rather than)\s.*$/iu, "");
  const start = sentence.indexOf(text, phrase.words[0]!.start);
  return start < 0 ? null : { start, end: start + text.length, text };
}
