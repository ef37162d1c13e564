/**
 * Conditions: finds the rules whose condition a question meets, by the meaning of the condition and
 * not only by its words. "When I ask for recipes" is met by "What can I cook tonight?": without the
 * words that only say that something is asked, their cosine is high. A rule that does not fit costs
 * no more than its line, and the line says when the rule applies.
 */
import type { Embedder } from "../../embedders/embedder.js";
import { indexWords } from "../../text/words.js";
import type { Question } from "../question/interpret.js";
import type { UserRule } from "./user-rules.js";

/**
 * Lowest fit with which a condition is met. The fit is the cosine of the question with the
 * condition, plus parts of its cosine with the whole rule and of the words that they share.
 * Measured on 99 questions and tasks written for 36 conditions, most without a word in common, each
 * in a store of three rules: the right rule is returned with 73 % of them, a wrong one with 13 %. A
 * rule seldom applies to a question that only looks something up (`looksUp`), so such a question
 * needs a higher fit: 0.9 % of them get a wrong rule.
 */
const fits = { best: 0.1, another: 0.28, lookedUp: 0.3 };
/**
 * Weights of the cosine with the whole rule and of the shared words; the cosine with the condition
 * has weight 1.
 */
const shares = { rule: 0.4, words: 0.3 };
/**
 * With this share of the condition's words in the question, the condition is met whatever the
 * cosine.
 */
const sharedWords = 0.6;
/** Most rules that one question meets. */
const mostMet = 3;

/** Options of {@link metRules}. */
export interface ConditionOptions {
  readonly question: Question;
  /** Of the question, unit norm. */
  readonly vector: Float32Array;
  readonly embedder: Embedder;
  readonly signal?: AbortSignal | undefined;
}

/** The rules whose condition a question meets, best first. */
export async function metRules(
  rules: readonly UserRule[],
  { question, vector, embedder, signal }: ConditionOptions,
): Promise<UserRule[]> {
  if (rules.length === 0) return [];
  const topics = await topicsOf(rules, embedder, signal);
  const asked = new Set(question.words.filter(({ weight }) => weight === 1).map(({ word }) => word));
  const fitting = rules
    .map((rule, at) => ({ rule, fit: fitOf(topics[at]!, { vector, asked }) }))
    .sort((one, other) => other.fit - one.fit);
  return fitting
    .filter(
      ({ rule, fit }, place) =>
        fit >= leastFit(place, looksUp(question) || waitsForAnother.test(rule.rule.trigger ?? "")),
    )
    .slice(0, mostMet)
    .map(({ rule }) => rule);
}

/** "If she asks you for a cake recipe": somebody other than the asker. */
const waitsForAnother = /^(?:he|she|they)\b.*\basks?\b/i;

function leastFit(place: number, isUnlikely: boolean): number {
  if (isUnlikely) return fits.lookedUp;
  return place === 0 ? fits.best : fits.another;
}

interface AskedQuestion {
  readonly vector: Float32Array;
  readonly asked: ReadonlySet<string>;
}

function fitOf({ words, vector, rule }: Topic, { vector: question, asked }: AskedQuestion): number {
  const shared = words.filter((word) => asked.has(word)).length / Math.max(1, words.length);
  if (shared >= sharedWords) return 1 + shared;
  return cosineOf(question, vector) + shares.rule * cosineOf(question, rule) + shares.words * shared;
}

const opensLookup =
  /^\s*(?:(?:in|on|at|for|to|from|with|by|about|of) )?(?:who|when|where|which|what|whose|how (?:many|old|long|far|tall|big|deep|hot|heavy|high|much|often)|is|are|was|were|did|does|do|has|have|had)\b/i;
/** The question asks what to do, or what may be done: "What shall we cook?", "What now?" */
const asksWhatToDo =
  /\b(?:should|shall|could|can|would|may|might|must|need to|have to|now)\b|\bwhat do (?:i|we)\b|\b(?:do|to do)\s*\?/i;

/** Whether a text is a single question for a fact, without a task and without other statements. */
function looksUp({ text, asks }: Question): boolean {
  if (!/^[^.!?]*[?？]\s*$/u.test(text) || asksWhatToDo.test(text)) return false;
  return opensLookup.test(text) || lookedUp.some((ask) => asks.has(ask));
}

/** The kinds of answers that question words of any language ask for. */
const lookedUp = ["person", "place", "time", "count"] as const;

/** The words of a condition that only say that something is asked or done. */
const asking =
  /^(?:unless |except (?:when|if) |while |during |for |with )?(?:(?:i|you|we)(?:['’](?:m|re))?\s+(?:are |am )?(?:ever )?(?:ask(?:ing)?(?: you)?|talk(?:ing)?|write|writing|give|giving|send(?:ing)?(?: you)?|show(?:ing)?(?: you)?|recommend(?:ing)?|suggest(?:ing)?|mention(?:ing)?|paste|pasting|help(?:ing)? me|explain(?:ing)?|plan(?:ning)?|create|creating|name|report(?:ing)?|discuss(?:ing)?|say(?:ing)?|want|need|request(?:ing)?)|discussing|asked|asking|talking|writing)\b\s*(?:for|about|with|to)?\s*/iu;
const idle = /\b(?:for (?:me|us)|stuff|something|anything)\b/giu;

function topicOf(trigger: string): string {
  return trigger.replace(asking, "").replace(idle, " ").trim() || trigger;
}

/** The topic of a condition. */
interface Topic {
  readonly vector: Float32Array;
  /** Vector of the whole rule. */
  readonly rule: Float32Array;
  /** Index words, each once. */
  readonly words: readonly string[];
}

/**
 * The store returns the same rule object while it caches the passage, so a condition is embedded
 * once.
 */
const known = new WeakMap<Embedder, WeakMap<UserRule, Topic>>();

async function topicsOf(
  rules: readonly UserRule[],
  embedder: Embedder,
  signal: AbortSignal | undefined,
): Promise<Topic[]> {
  const topics = known.get(embedder) ?? new WeakMap<UserRule, Topic>();
  known.set(embedder, topics);
  const missing = rules.filter((rule) => !topics.has(rule));
  const texts = missing.map(({ rule }) => topicOf(rule.trigger ?? ""));
  const options = { kind: "query", ...(signal === undefined ? {} : { signal }) } as const;
  const both = [...texts, ...missing.map(({ rule }) => rule.text)];
  const vectors = missing.length === 0 ? [] : await embedder.embed(both, options);
  for (const [at, rule] of missing.entries())
    topics.set(rule, {
      vector: vectors[at]!,
      rule: vectors[missing.length + at]!,
      words: [...new Set(indexWords(texts[at]!))],
    });
  return rules.map((rule) => topics.get(rule)!);
}

function cosineOf(one: Float32Array, other: Float32Array): number {
  let sum = 0;
  for (let at = 0; at < one.length; at += 1) sum += one[at]! * other[at]!;
  return sum;
}
