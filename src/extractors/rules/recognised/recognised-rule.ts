/**
 * Rules that the learnt model recognises where no form of the grammar applies: "Type hints on
 * everything in Python", "Say “unhoused”, not “homeless”". The model only decides about sentences
 * that grammar leaves open; what is surely no rule is refused first.
 */
import type { Passage } from "../../../text/passage.js";
import { quotationsIn } from "../../../text/quotations.js";
import { isForOnce } from "../../../text/rules/how-long.js";
import type { ProceduralDraft } from "../../extractor.js";
import type { Message } from "../conversation/message.js";
import { nameOfSpeaker } from "../conversation/speakers.js";
import type { SentenceFacts } from "../facts/facts.js";
import { rulesIn } from "../procedures/procedural.js";
import { encourages } from "../procedures/rule-forms.js";
import { stepsIn } from "../procedures/rule-steps.js";
import type { TextTools } from "../sentence.js";
import { learntCondition, topicOfRule } from "./learnt-condition.js";
import { isMeantToLast } from "./meant-to-last.js";
import type { RuleModel } from "./rule-model.js";

/**
 * The least probability of a rule that is a message of its own. Of the sentences of files that the
 * model was not trained on, 96 % of what reaches it are rules (`training/rules`).
 */
const leastRule = 0.85;
/**
 * The same for a sentence among others, most of which tell or ask something, and for one that may
 * be about one occasion, or about its speaker.
 */
const leastDoubtful = 0.98;
/** From this probability on, a rule has a condition, even if no phrase of it is one by its form. */
const leastCondition = 0.5;
/** Below it, even an opening "for …" or a closing "when …" is no condition of the rule. */
const leastPhrase = 0.1;
/** Sentences of other lengths are fragments or several sentences. */
const leastChars = 8;
const mostChars = 300;
/** A passage with more sentences is a report or a story: one of its sentences is seldom a rule. */
const mostSentences = 8;

/** A sentence of a passage. */
export interface ReadSentence {
  readonly text: string;
  /** Whether grammar read a fact or an event from it. */
  readonly statesFact: boolean;
}

/** A passage whose sentences were read. */
export interface ReadPassage {
  readonly passage: Passage;
  readonly texts: readonly string[];
  readonly message: Pick<Message, "text" | "isOnePassage" | "isSentToMany">;
  /** What grammar read from each of `texts`, in order. */
  readonly facts: readonly Pick<SentenceFacts, "drafts" | "happened">[];
}

/**
 * The rules that grammar finds in a passage; where it finds none, the one that the model finds in a
 * message of one passage.
 */
export function rulesOf(
  { passage, texts, message, facts }: ReadPassage,
  { parts, rules: model }: Pick<TextTools, "parts" | "rules">,
): ProceduralDraft[] {
  if (message.isSentToMany) return [];
  const found = rulesIn(passage, texts);
  if (found.length > 0) return lastingRules(found, { passage, texts, message }, model);
  if (!parts.has("tagger") || !message.isOnePassage || facts.length !== texts.length) return [];
  const read = texts.map((text, at) => {
    const { drafts, happened } = facts[at]!;
    return { text, statesFact: drafts.length > 0 || happened === true };
  });
  return recognisedRule(passage, read, model);
}

/**
 * Of what grammar took for rules, those of sentences that are meant for good. The operator's rules
 * are, and so are steps, which say how something is done.
 */
function lastingRules(
  found: ProceduralDraft[],
  { passage, texts, message }: Omit<ReadPassage, "facts">,
  model: RuleModel,
): ProceduralDraft[] {
  if (passage.role === "system" || stepsIn(texts) !== null) return found;
  const lasting = texts.filter((text) => isMeantToLast(text, message.text, model));
  return lasting.length === texts.length ? found : rulesIn(passage, lasting);
}

/** The rule of a passage that only the model recognises, or none. */
export function recognisedRule(
  passage: Passage,
  sentences: readonly ReadSentence[],
  model: RuleModel,
): ProceduralDraft[] {
  if (passage.role !== "user" || sentences.length > mostSentences) return [];
  const quotations = quotationsIn(passage.text);
  for (const { text, statesFact } of sentences) {
    if (statesFact || isRefused(text) || quotations.some((quoted) => quoted.includes(text))) continue;
    const { rule, condition } = model.read(text);
    if (rule < (sentences.length > 1 || isDoubtful(text) ? leastDoubtful : leastRule)) continue;
    return [
      {
        type: "procedural",
        entity: nameOfSpeaker(passage),
        trigger: triggerIn(text, condition),
        reason: "reads like a rule",
      },
    ];
  }
  return [];
}

function triggerIn(text: string, probability: number): string | null {
  if (probability < leastPhrase) return null;
  return learntCondition(text) ?? (probability < leastCondition ? null : topicOfRule(text));
}

/** What is surely no rule: a question, encouragement, hearsay, code, or what is meant once. */
function isRefused(text: string): boolean {
  return (
    text.length < leastChars ||
    text.length > mostChars ||
    /[?？]["'”)]*\s*$/u.test(text) ||
    asks.test(text) ||
    encourages.test(text) ||
    encourages.test(afterOpening(text)) ||
    isForOnce(text) ||
    hearsay.test(text) ||
    looksLikeCode.test(text)
  );
}

/** What follows the first comma: "if you know anyone, let me know". */
function afterOpening(text: string): string {
  const comma = text.indexOf(", ");
  return comma === -1 ? text : text.slice(comma + 2);
}

/** A question without its mark. "Should two sources differ" is a condition. */
const asks =
  /^(?:can|could|will|would|shall|should (?:i|we)|how|why|is|are|was|were|do (?:i|you|we|they)|does|did|have|has)\b/iu;
const hearsay =
  /\b(?:says|said|told (?:me|us|him|her|them)|according to|motto|proverb|as the saying|poster)\b|^["“].*["”][^"“”]{0,40}$/iu;
const looksLikeCode = /[{}<>|=\\]|\(\)|;\s*$|https?:/u;

function isDoubtful(text: string): boolean {
  return oneOccasion.test(text) || ofSomebody.test(text) || happens.test(text) || past.test(text);
}

const oneOccasion =
  /\b(?:today|tonight|tomorrow|yesterday|now|this|again|last|next|(?:on|by|until|before|till) (?:mon|tues|wednes|thurs|fri|satur|sun)day|until (?:then|i|we)|in (?:an?|two|five|ten) (?:hours?|minutes?|days?|weeks?))\b/iu;
/** "When you press F5 the debugger attaches": what happens, not what to do. */
const happens =
  /^(?:if|when(?:ever)?|once|as soon as)\b[^,]*,?\s+(?:the|it|they|he|she)\s+(?:\p{L}+\s+){0,3}\p{L}+s\b/iu;
/** "I always take the bus", "my sister never eats breakfast", "he only answers in the evening". */
const ofSomebody =
  /^(?:(?:i|we)(?!(?:['’]d| would| don['’]t)? (?:want|need|prefer|like|expect|hate|rather)\b)|he|she|they|it|there|the|most|some|many|(?:my|our|his|her|their)\s+\p{L}+|\p{Lu}\p{Ll}+(?=\s+(?:is|was|has|always|never|only|usually)))\b/u;
const past = /\b(?:was|were|had|did|went|came|got|made|used to|\p{L}+ed by|been|ago)\b/iu;
