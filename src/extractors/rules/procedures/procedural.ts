/**
 * Rules: instructions that always apply, preferences about how to work, steps, and conditional
 * rules with their condition. A single request ("please write me a haiku") is not a rule. A rule is
 * general: it has a word such as "always", a condition, or an object that is not a specific thing
 * ("use metric units").
 */

import { directives } from "../../../prompt-safety/directives.js";
import type { Passage } from "../../../text/passage.js";
import { withoutAddressee } from "../../../text/rules/addressee.js";
import { asksForAnswerManner } from "../../../text/rules/answer-manner.js";
import { isAnsweringOccasion, ordersParts } from "../../../text/rules/answering-occasions.js";
import { foreignCondition, isForeignRule } from "../../../text/rules/foreign-rules.js";
import { isForOnce, withFromNowOn } from "../../../text/rules/how-long.js";
import { asTheUserSays } from "../../../text/rules/notes-about-user.js";
import { permitsFromNowOn } from "../../../text/rules/permissions.js";
import { givesReasonForManner, withoutReason } from "../../../text/rules/reasons.js";
import { isUniversalCommand } from "../../../text/rules/universal-command.js";
import type { ProceduralDraft } from "../../extractor.js";
import { nameOfSpeaker } from "../conversation/speakers.js";
import { isCommand } from "./command-verbs.js";
import { isCommandThen } from "./conditional-bodies.js";
import { limitedKind } from "./limits.js";
import { openConditionIn, recurringConjunction } from "./open-conditions.js";
import { prescribes } from "./prescriptions.js";
import { topicOf, triggerOf } from "./rule-conditions.js";
import {
  aboutThisOnce,
  encourages,
  isEverydayCommand,
  isGeneralCommand,
  isObligation,
  isPreference,
  isProhibition,
  isRuleBody,
  isStandingCommand,
  standing,
} from "./rule-forms.js";
import { phraseRule, signed } from "./rule-phrases.js";
import { preferenceIn } from "./rule-preferences.js";
import { stepsIn } from "./rule-steps.js";
import { customIn, forbiddenBy, situationIn } from "./situations.js";
import { openingTopic } from "./topic-openers.js";

interface Rule {
  /** The condition, in the passage's own words. `null`: the rule always applies. */
  readonly trigger: string | null;
  readonly reason: string;
}

/**
 * The rule in a passage, or `null`. Rules come from the user and the operator of an agent; text of
 * an assistant states no rule.
 */
export function proceduralOf(passage: Passage, written: readonly string[]): ProceduralDraft | null {
  if (passage.role === "tool" || (passage.role === "assistant" && passage.speaker === null)) return null;
  const toAssistant = passage.speaker === null;
  const lasting = written
    .filter((sentence) => !isForOnce(sentence))
    .map((sentence) => withFromNowOn(withoutAddressee(sentence)));
  const sentences = toAssistant ? lasting.map(asTheUserSays) : lasting;
  const rule =
    stepsIn(sentences) ??
    firstRule(sentences) ??
    firstInside(sentences, toAssistant) ??
    firstAbroad(sentences) ??
    mannerIn(sentences, toAssistant);
  if (rule === null) return null;
  const trigger = rule.trigger ?? forbiddenIn(passage.text, sentences);
  return { type: "procedural", entity: nameOfSpeaker(passage), ...rule, trigger };
}

/** Maximum number of rules of a passage; a text with more is a document. */
const mostRules = 4;
/** Clauses that may each state a rule: "whoever breaks it pays, and nobody merges on a Friday". */
const betweenRules = /;\s+|,\s+(?:and|but|also|plus)\s+/iu;

/**
 * All rules of a passage: the one of {@link proceduralOf}, and those of other sentences or clauses
 * that have a condition of their own, or have none where the first one has.
 */
export function rulesIn(passage: Passage, written: readonly string[]): ProceduralDraft[] {
  const first = proceduralOf(passage, written);
  if (first === null) return [];
  const clauses = written.flatMap((sentence) => {
    const parts = sentence.length > maxPhraseChars ? [sentence] : sentence.split(betweenRules);
    return parts.length > 1 ? parts : [sentence];
  });
  if (clauses.length === 1) return [first];
  const rules = [first];
  for (const clause of clauses) {
    if (rules.length === mostRules) break;
    if (rules.some(({ trigger }) => trigger !== null && clause.includes(trigger))) continue;
    const rule = proceduralOf({ ...passage, text: clause }, [clause]);
    const isOther = rule !== null && rules.every(({ trigger }) => trigger !== rule.trigger);
    if (isOther) rules.push(rule);
  }
  return rules;
}

/**
 * What a prohibition is about, if it does not direct the assistant: "No deploys on Fridays" applies
 * when somebody wants to deploy on a Friday.
 */
function forbiddenIn(text: string, sentences: readonly string[]): string | null {
  if (directives(text).length > 0) return null;
  const forbidding = sentences.filter((sentence) => ruleOf(sentence) !== null || phraseRule(sentence, false));
  for (const sentence of forbidding) {
    const what = forbiddenBy(sentence);
    if (what !== null) return what;
  }
  return null;
}

function firstRule(sentences: readonly string[]): Rule | null {
  const rules = sentences.map(ruleOf).filter((rule) => rule !== null);
  return rules.find(({ trigger }) => trigger !== null) ?? rules[0] ?? null;
}

/** A rule in another language than English. */
function firstAbroad(sentences: readonly string[]): Rule | null {
  for (const sentence of sentences) {
    if (sentence.length > maxPhraseChars) continue;
    const trigger = foreignCondition(sentence);
    if (trigger !== null) return { trigger, reason: "lays down a rule with its condition" };
    if (isForeignRule(sentence)) return { trigger: null, reason: "gives a standing instruction" };
  }
  return null;
}

function mannerIn(sentences: readonly string[], toAssistant: boolean): Rule | null {
  const isManner = sentences.some(
    (sentence) =>
      asksForAnswerManner(sentence, toAssistant) || (toAssistant && givesReasonForManner(sentence)),
  );
  return isManner ? { trigger: null, reason: "says how they want to be answered" } : null;
}

/** A rule that is only part of its sentence. */
function firstInside(sentences: readonly string[], toAssistant: boolean): Rule | null {
  for (const sentence of sentences) {
    const text = sentence.replaceAll("’", "'").replace(/^[\s\-*•>"“'(]+|^\d+[.)]\s+/u, "");
    if (text.length > maxSentenceChars || looksLikeCode.test(text)) continue;
    const isQuestion = /[?？]["'”)]*$/u.test(text);
    const part = text.length > maxPhraseChars || isQuestion ? null : conditionalPart(text);
    if (part !== null) return part;
    const preference = preferenceIn(text, toAssistant);
    if (preference !== null) return { ...preference, reason: "says how they like the work done" };
    const phrase = phraseRule(text, toAssistant);
    if (phrase !== null) return phrase;
  }
  return null;
}

/** A longer sentence is more than a rule. */
const maxPhraseChars = 400;
/** Longer sentences are pasted text. */
const maxSentenceChars = 2000;

const opener =
  /^(?:(?:instead of|rather than)\s[^,]{2,40},\s+|(?:and|also|please|so|but|then|ok|okay|hey|oh|well|yes|no|kindly|just|actually|sorry|hi|remember(?=:)|[\p{L}-]+(?=: +(?:if|when|whenever|unless|for|no|never|always|from now on|nobody|in case)\b)|reminder|note|important|rule|btw|by the way|one more thing|\p{Lu}\p{Ll}+(?=,))[\s,:!.–-]+)*/iu;
const conditionFirst =
  /^(if|when|whenever|before|after|once|every time|each time|any ?time|as soon as|unless|in case|while)\s+([^,:]{3,120}?)(?:[,:]\s*(?:then\s+)?|\s+then\s+)(.+)$/iu;
const purposeFirst = /^(?:in order )?to\s+([^,:]{3,80})[,:]\s*(.+)$/iu;
const topicFirst = /^(?:for|in|on|during|at|with)\s+([^,:]{3,60})[,:]\s*(.+)$/iu;
const conditionLast =
  /^(.+?),?\s+(when|whenever|before|after|once(?! (?:a|every|in)\b)|every time|each time|any ?time|as soon as|if|unless|except(?: when| if| for| on| in| at| during)?)\s+(.{3,120})$/iu;

/** Words of a condition that may be met again. "Once" and "after" often name a single occasion. */
const recurs = /^(?:if|when|whenever|unless|in case|(?:every|each|any) ?time|as soon as)$/iu;

/** The rule that a whole sentence states, or `null`. */
export function ruleOf(sentence: string): Rule | null {
  const text = sentence
    .replaceAll("’", "'")
    .replace(/^[\s\-*•>"“'(]+|^\d+[.)]\s+/u, "")
    .replace(opener, "")
    .replace(/[\s.!"”)]+$/u, "");
  if (text.length > 400 || text.length < 6 || looksLikeCode.test(sentence) || encourages.test(text))
    return null;
  return conditional(text) ?? aboutCustom(text) ?? statedRule(text) ?? reasoned(text);
}

/** A command or a permission, with the reason after it or without. */
function reasoned(text: string): Rule | null {
  const rule = withoutReason(text);
  if (permitsFromNowOn(rule)) return { trigger: null, reason: "permits something from now on" };
  if (rule === text || ofOneThing.test(rule)) return null;
  return isGeneralCommand(rule) || isUniversalCommand(rule)
    ? { trigger: null, reason: "gives a standing instruction" }
    : null;
}

/** "Keep the pen", "translate for the school". */
const ofOneThing = /^(?:please )?\p{L}+\s+(?:for\s+)?(?:the|your)\b/iu;

const betweenParts = new RegExp(
  `[;:]\\s+|\\s[–—-]+\\s|,?\\s+(?:and|but|so)\\s+(?=(?:${recurringConjunction})\\b)|,\\s+(?=(?:if|when|whenever|unless)\\s+(?:i|you)\\b)`,
  "iu",
);

/**
 * A conditional rule in one part of a sentence: "Be strict: if I am late,
 * remind me".
 */
function conditionalPart(text: string): Rule | null {
  const parts = text.split(betweenParts);
  for (const part of parts) {
    const body = part.replace(opener, "").replace(/[\s.!"”)]+$/u, "");
    const found = encourages.test(body)
      ? null
      : (conditionalWithoutComma(body) ?? (parts.length > 1 ? conditional(body) : null));
    if (found !== null && !/^you(?:'d| would| want| need| have| like| ever)\b/i.test(found.trigger ?? ""))
      return found;
  }
  return null;
}

/** "From now on when I ask you about money show me the steps". */
function conditionalWithoutComma(text: string): Rule | null {
  const open = openConditionIn(text);
  if (open === null || encourages.test(open.body)) return null;
  return { trigger: signed(open.word, open.condition), reason: "lays down a rule with its condition" };
}

function conditional(text: string): Rule | null {
  if (ordersParts(text)) return { trigger: null, reason: "says how they want to be answered" };
  const first = conditionFirst.exec(text);
  if (first !== null) {
    const [, word, words, body] = first as unknown as [string, string, string, string];
    const trigger = fitsCondition(word, words, body) ? signed(word, words) : openingTopic(text);
    return trigger === null ? null : { trigger, reason: "lays down a rule with its condition" };
  }
  const purpose = purposeFirst.exec(text);
  if (purpose !== null && isCommand(purpose[2]!) && !encourages.test(purpose[2]!))
    return { trigger: purpose[1]!.trim(), reason: "says how something is done" };
  const topic = topicFirst.exec(text);
  if (topic !== null && isGeneralCommand(topic[2]!) && !standing.test(topic[0].slice(0, 20)))
    return { trigger: topic[1]!.trim(), reason: "lays down a rule for a topic" };
  const kind = topicOf(text) ?? openingTopic(text);
  if (kind !== null) return { trigger: kind, reason: "lays down a rule for a topic" };
  const limited = limitedKind(text);
  if (limited !== null) return { trigger: limited, reason: "lays down a rule for a kind of thing" };
  const situation = situationIn(text);
  if (situation !== null) return { trigger: situation.trigger, reason: "lays down a rule for a situation" };
  const last = conditionLast.exec(text);
  const words = last === null ? null : triggerOf(last[3]!);
  if (last === null || words === null) return null;
  const trigger = signed(last[2]!, words);
  const body = last[1]!;
  const isRepeated =
    /^(?:whenever|every time|each time|any ?time)$/i.test(last[2]!) ||
    /^i (?:get|ask|say|send|paste|mention|forget)\b/i.test(words);
  const fits =
    isPreference(body) ||
    isStandingCommand(body) ||
    isProhibition(body) ||
    (/^(?:if|when|whenever)$/i.test(last[2]!) && isObligation(body)) ||
    ((isCommand(body) || (/^(?:if|when)$/i.test(last[2]!) && isEverydayCommand(body, words))) &&
      (isRepeated || !aboutThisOnce.test(body)) &&
      !/^(?:you can|you could|you (?:have|get|want|need)|possible|needed|that|all$|allergies$)\b/i.test(
        last[3]!,
      ));
  return fits ? { trigger, reason: "lays down a rule with its condition" } : null;
}

/** Whether a text says what to do under the condition before it. */
function fitsCondition(word: string, condition: string, body: string): boolean {
  if (/^you(?:'d| would)? (?:need|want|like)\b/i.test(condition)) return false;
  if (isRuleBody(body) || isCommandOnAnswering(condition, body)) return true;
  if (!recurs.test(word)) return false;
  return isCommandThen(body, condition) || (!encourages.test(body) && prescribes(body, condition));
}

function aboutCustom(text: string): Rule | null {
  const custom = customIn(text);
  return custom === null ? null : { trigger: custom.trigger, reason: "says what is done in a situation" };
}

/** "Before answering, think of the units": after such a condition any verb is a command. */
function isCommandOnAnswering(condition: string, body: string): boolean {
  return isAnsweringOccasion(condition) && startsWithVerb.test(body);
}

const startsWithVerb =
  /^(?:please |always |first )*(?!(?:i|you|he|she|it|we|they|there|this|that|the|my|your|our|a|an|is|are|do|does|what|who|where|when|why|how)\b)\p{L}+\s+\S/iu;

/** "A hundred words" is an amount, like "100 words", and not a specific thing. */
const roundNumber =
  /\b(?:an?|one|two|three|four|five|six|seven|eight|nine|ten)\s+(?:hundred|thousand|dozen)\b/giu;

function statedRule(sentence: string): Rule | null {
  const text = sentence.replace(roundNumber, "100");
  const rule = (reason: string): Rule => ({ trigger: null, reason });
  if (isPreference(text)) return rule("says how they like the work done");
  if (isStandingCommand(text)) return rule("gives a standing instruction");
  if (isProhibition(text)) return rule("forbids something");
  if (isObligation(text)) return rule("states a rule");
  return isGeneralCommand(text) || isUniversalCommand(text) ? rule("gives a standing instruction") : null;
}

/** Code and formulas state no rules. */
const looksLikeCode = /[{}<>|=\\]|\(\)|;\s*$|^\s*(?:\/\/|#\s|import |const |let |var |def |CREATE |SELECT )/;
