/**
 * Turns a short answer and its question into a statement: "Where do you live?" and "Lisbon." become
 * "I live in Lisbon."
 */
import type { Passage } from "../../../text/passage.js";
import { sentences } from "../../../text/sentences.js";

/** Questions to "you" whose answer is a noun phrase, and the statement that it completes. Data. */
const questions: readonly (readonly [RegExp, (answer: string, asked: readonly string[]) => string])[] = [
  [
    /^where (?:do|are) you (?:live|living|based|staying)(?: now| these days)?$/,
    (place) => `I live in ${place}`,
  ],
  [
    /^(?:which|what) (?:city|town|country|village) (?:do|are) you (?:live|living) in$/,
    (place) => `I live in ${place}`,
  ],
  [/^where (?:do|are) you (?:work|working|employed)(?: now| these days)?$/, (firm) => `I work at ${firm}`],
  [/^(?:who|what company|which company) do you work (?:for|at)(?: now)?$/, (firm) => `I work for ${firm}`],
  [/^where (?:are you|do you come) from(?: originally)?$/, (place) => `I'm from ${place}`],
  [/^where were you born$/, (place) => `I was born in ${place}`],
  [/^where did you grow up$/, (place) => `I grew up in ${place}`],
  [/^how old are you$/, (age) => `I'm ${age}`],
  [/^how tall are you$/, (height) => `I'm ${height} tall`],
  [/^how much do you weigh$/, (weight) => `I weigh ${weight}`],
  [
    /^what(?:'s| is) your job$|^what do you do(?: for (?:work|a living)| professionally)$/,
    (job) => `I work as ${withArticle(job)}`,
  ],
  [/^(?:what|which) languages? do you speak$/, (languages) => `I speak ${languages}`],
  [/^what are you allergic to$/, (allergens) => `I'm allergic to ${allergens}`],
  [/^(?:what|which) (?:instrument|sport)s? do you play$/, (played) => `I play ${played}`],
  [/^(?:what|which) car do you drive$/, (car) => `I drive ${withArticle(car)}`],
  [
    /^(?:what|which|who)(?:'s| is) your (?!.*\b(?:plans?|goals?|dreams?|day|weekend|thoughts?|take|opinion|idea|problem|question|advice|reason|point|secret|excuse|budget|guess)$)((?:favou?rite )?[\p{L}'-]+(?: [\p{L}-]+)?)$/u,
    (answer, [noun]) => `My ${noun} is ${answer}`,
  ],
];

const maxAnswerWords = 6;

/**
 * Words that show that an answer is not just a name: it is a sentence, a doubt or a refusal, or it
 * refers to earlier text.
 */
const unclear =
  /\b(?:i|you|he|she|it|we|they|me|my|your|our|this|that|these|those|there|here|not|no|none|never|nothing|nowhere|nobody|don't|depends?|maybe|perhaps|probably|sure|think|guess|know|hard|many|several|several|anything|everything|something|somewhere|same|good question|why|what|who|how|secret|yes|yeah|well|hmm|lol|haha|ok|okay|thanks?|with|near|between|to|is|are|was|were|used|old|enough|both|all|any|still|also|too|can't|won't|pick|tough|easy|definitely|lots?)\b/i;

/**
 * The statement that a passage makes as an answer, or `null` if question or answer is not clear.
 */
export function answeredStatement({ prompt, text }: Passage): string | null {
  if (prompt === null || sentences(text).length !== 1) return null;
  const answer = text
    .trim()
    .replace(/[\s.!]+$/u, "")
    .replace(/^(?:in|at|from|for)\s+/i, "");
  if (answer === "" || answer.split(/\s+/).length > maxAnswerWords || unclear.test(answer)) return null;
  if (/[?!;:()[\]{}<>=|/]|\p{Extended_Pictographic}(?<![\d#*])/u.test(answer)) return null;
  const asked = sentences(prompt)
    .at(-1)!
    .replaceAll("’", "'")
    .toLowerCase()
    .replace(/[\s?]+$/, "")
    .replace(/,\s*\p{L}+$/u, "");
  const question = asked.replace(
    /^(?:(?:so|and|oh|ok|okay|hey|hi|wow|great|nice|cool|btw|by the way|\p{L}+(?=,))[\s,]+)+/u,
    "",
  );
  for (const [pattern, statement] of questions) {
    const match = pattern.exec(question);
    if (match !== null)
      return `${statement(
        answer,
        match.slice(1).filter((part) => part !== undefined),
      )}.`;
  }
  return null;
}

function withArticle(noun: string): string {
  if (/^(?:an?|the|some|\p{Lu})/u.test(noun) && !/^\p{Lu}\p{Ll}+$/u.test(noun)) return noun;
  const plain = noun.replace(/^\p{Lu}(?=\p{Ll}+$)/u, (letter) => letter.toLowerCase());
  return `${/^[aeiou]/i.test(plain) ? "an" : "a"} ${plain}`;
}
