/**
 * Whether a sentence that reads like a rule is meant for good, or only for the task of its message.
 * Most commands to an assistant are of the second kind: "Write a post about locks. Use no jargon",
 * "No more questions, show me the list". They have no word such as "always", and their message goes
 * on about other things. Pure; English only.
 */
import { foreignCondition, isForeignRule } from "../../../text/rules/foreign-rules.js";
import { givesPart } from "../../../text/rules/given-part.js";
import { sentenceSpans } from "../../../text/sentences.js";
import { standing } from "../procedures/rule-forms.js";
import type { RuleModel } from "./rule-model.js";

/** What a sentence that does not say how long it is meant for is judged by. */
export interface Setting {
  /** Log-odds that the sentence states a rule, by the classifier of sentences. */
  readonly logOdds: number;
  /** Size of the rest of the message, in doublings of its characters. */
  readonly rest: number;
  /** 1 if the rest of the message asks something. */
  readonly asks: number;
  /** 1 if the message has many sentences. */
  readonly long: number;
}

/** A logistic regression over a setting. */
export interface LastingModel {
  readonly offset: number;
  readonly weights: Setting;
}

/**
 * Fitted to what the grammar takes for a rule in the labelled sentences. `npx tsx
 * training/rules/main.ts lasting` prints these weights, and how many rules they accept among what
 * they were not fitted to.
 */
const lasting: LastingModel = {
  offset: 1.94,
  weights: { logOdds: 0.4, rest: -0.21, asks: -1.53, long: -1.36 },
};
/** The least probability of a rule that the grammar found. */
const least = 0.3;

/** Whether a sentence of a message is meant for good. */
export function isMeantToLast(sentence: string, message: string, model: RuleModel): boolean {
  return durationSaid(sentence, message) ?? isLastingAt(least, settingOf(sentence, message, model), lasting);
}

/** "I prefer short answers", "I learn best with pictures", "when I ask about money". */
const ofHabit =
  /\bprefer(?:s|ences?)?\b|\b(?:learn|understand|work|think)s? best\b|\b(?:when(?:ever)?|if|each time) (?:i|we) (?:ask|say|mention|talk|discuss|send|paste|want|need)\b|\bwhen (?:discussing|explaining|answering)\b/iu;

/** "Just show me the list now!" */
const ofNow = /\b(?:right now|now(?=[\s!.,]*$))/iu;

const opening = "^\\W*(?:(?:please|now|ok|okay|so|and|then|also)\\W+)*";
/** What is done to a text that is at hand. */
const working =
  "correct|translate|proofread|rewrite|rephrase|summari[sz]e|fix|edit|polish|review|improve|convert|shorten";
/** "Correct the English of this website, keep it simple." */
const ofOneText = new RegExp(
  `${opening}(?:${working}|draft|continue|expand|analy[sz]e|compare) (?:the|this|that|these|those|my|our|his|her|their|an?)\\b`,
  "iu",
);
/** "Translate to polite English for the supplier: …": what follows is handed over. */
const handsOver = new RegExp(`${opening}(?:${working}|explain|turn|sort|format)\\b[^.!?:]*:(?:\\s|$)`, "iu");

/**
 * Whether a sentence says that it is meant for good, or it or its message that it is not; `null` if
 * neither does. In other languages the grammar finds only rules that say so.
 */
export function durationSaid(sentence: string, message: string): boolean | null {
  if (givesPart(message)) return false;
  if (standing.test(sentence) || ofHabit.test(sentence)) return true;
  if (ofNow.test(sentence) || ofOneText.test(sentence) || handsOver.test(sentence)) return false;
  return isForeignRule(sentence) || foreignCondition(sentence) !== null ? true : null;
}

const manySentences = 5;
/** Of a longer message, the beginning is read. */
const mostChars = 4000;

/** The setting of a sentence in its message. */
export function settingOf(sentence: string, message: string, model: Pick<RuleModel, "read">): Setting {
  const { rule } = model.read(sentence);
  const beginning = message.slice(0, mostChars);
  return {
    logOdds: Math.log(rule / (1 - rule)),
    rest: Math.log2(1 + Math.max(0, message.length - sentence.length)),
    asks: Number(/[?？]/u.test(beginning.replace(sentence, " "))),
    long: Number(sentenceSpans(beginning).length >= manySentences),
  };
}

/** Whether a model gives a setting at least a probability. */
export function isLastingAt(
  probability: number,
  setting: Setting,
  { offset, weights }: LastingModel,
): boolean {
  const logOdds =
    offset +
    weights.logOdds * setting.logOdds +
    weights.rest * setting.rest +
    weights.asks * setting.asks +
    weights.long * setting.long;
  return logOdds >= Math.log(probability / (1 - probability));
}
