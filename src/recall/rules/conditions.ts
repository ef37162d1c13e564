/**
 * Conditions: finds the rules whose condition a question meets, by the meaning of the condition and
 * not only by its words. "When I ask for recipes" is met by "What can I cook tonight?": without the
 * words that only say that something is asked, their cosine is high. A rule that does not fit costs
 * no more than its line, and the line says when the rule applies.
 */
import type { Embedder } from "../../embedders/embedder.js";
import { dotProduct } from "../../numbers/dot-product.js";
import { stopWords } from "../../text/stop-words.js";
import { fold, indexWords } from "../../text/words.js";
import type { Question } from "../question/interpret.js";
import { limitFit, onlySetsTask } from "./occasions.js";
import type { UserRule } from "./user-rules.js";

/** Weights of the parts of a condition's fit, and the lowest fits with which a condition is met. */
interface Fitting {
  /** Weights; `meaning` is the weight of the result of {@link meaningIn}. */
  readonly shares: Readonly<Record<"condition" | "rule" | "words" | "meaning", number>>;
  /**
   * Lowest fit of the best rule, of another rule, and of a rule that seldom applies. A rule seldom
   * applies if the question only looks something up (`looksUp`), if somebody else must ask, if the
   * rule serves one purpose, or if somebody else stated it for themself.
   */
  readonly least: Readonly<Record<"best" | "another" | "unlikely", number>>;
}

/**
 * With the bundled table, whose vectors of single words cost nothing. Chosen on the first half of
 * `benchmarks/trust/conditions` and on the stories of `bench:trust` that are read; the other half
 * of the conditions measures them.
 */
const byWords: Fitting = {
  shares: { condition: 0.6, rule: 0.6, words: 0.2, meaning: 1 },
  least: { best: 0.18, another: 0.4, unlikely: 0.62 },
};

/**
 * With other embedders: vectors of single words would need another request, so they are not
 * compared.
 */
const whole: Fitting = {
  shares: { condition: 1, rule: 0.4, words: 0.3, meaning: 0 },
  least: { best: 0.1, another: 0.28, unlikely: 0.3 },
};

/**
 * With this share of the condition's words in the question, the condition is met whatever the
 * cosine.
 */
const sharedWords = 0.6;
/** Maximum number of rules that one question meets. */
const mostMet = 3;

/** Options of {@link metRules}. */
export interface ConditionOptions {
  readonly question: Question;
  /** Vector of the question, of unit norm. */
  readonly vector: Float32Array;
  readonly embedder: Embedder;
  /** Whether other people stated the rules, which then seldom apply. */
  readonly areOfOthers?: boolean;
  readonly signal?: AbortSignal | undefined;
}

/** The rules whose condition a question meets, best first. */
export async function metRules(
  rules: readonly UserRule[],
  { question, vector, embedder, areOfOthers = false, signal }: ConditionOptions,
): Promise<UserRule[]> {
  if (rules.length === 0) return [];
  const topics = await topicsOf(rules, embedder, signal);
  const vectors = await wordVectors(question.text, embedder, signal);
  const words = new Set(question.words.filter(({ weight }) => weight === 1).map(({ word }) => word));
  const fitting = embedder.reproducible === true ? byWords : whole;
  const fits = rules
    .map((rule, at) => ({
      rule,
      fit: fitOf(topics[at]!, { vector, words, vectors }, fitting) + occasionFit(rule, question),
    }))
    .sort((one, other) => other.fit - one.fit);
  return fits
    .filter(({ rule, fit }, place) => {
      const isUnlikely =
        (areOfOthers && isPersonal.test(rule.rule.text)) ||
        looksUp(question) ||
        waitsForAnother.test(rule.rule.trigger ?? "") ||
        servesPurpose(rule);
      return fit >= fitting.least[isUnlikely ? "unlikely" : place === 0 ? "best" : "another"];
    })
    .map(({ rule }) => rule)
    .filter((rule, place, met) => met.findIndex(({ words }) => words === rule.words) === place)
    .slice(0, mostMet);
}

/** "If I mention my orchid, ask me": a rule for its author alone, and not for a team or a home. */
const isPersonal = /\b(?:i|i['’](?:m|ve|d|ll)|me|my|mine|myself)\b/iu;
/** "If she asks you for a cake recipe": somebody other than the asker. */
const waitsForAnother = /^(?:he|she|they)\b.*\basks?\b/i;
/**
 * "To bring staging back, run …", "Release: 1. …": instructions for one purpose. A question for other
 * instructions is worded like them.
 */
function servesPurpose({ rule: { text, trigger } }: UserRule): boolean {
  if (trigger === undefined) return false;
  const [said, purpose] = [fold(text), fold(trigger)];
  return said.includes(`to ${purpose}`) || said.startsWith(`${purpose}: 1`);
}

/**
 * Added to the fit if the numbers of both agree, subtracted if they disagree or if the request only
 * sets a task. Chosen on the fitted stores of `benchmarks/trust/conditions`; in the other stores more
 * right rules come, and fewer wrong ones.
 */
const occasion = 0.2;

function occasionFit({ rule }: UserRule, { text }: Question): number {
  const condition = rule.trigger ?? "";
  const isSubject = condition !== "" && topicOf(condition) === condition;
  const task = isSubject && onlySetsTask(rule, text) ? occasion : 0;
  return occasion * limitFit(condition, text) - task;
}

interface AskedQuestion {
  readonly vector: Float32Array;
  /** Index words. */
  readonly words: ReadonlySet<string>;
  /** Of its words. */
  readonly vectors: readonly Float32Array[];
}

function fitOf(topic: Topic, { vector, words, vectors }: AskedQuestion, { shares }: Fitting): number {
  const shared = topic.words.filter((word) => words.has(word)).length / Math.max(1, topic.words.length);
  if (shared >= sharedWords) return certain + shared;
  return (
    shares.condition * dotProduct(vector, topic.vector) +
    shares.rule * dotProduct(vector, topic.rule) +
    shares.words * shared +
    shares.meaning * meaningIn(vectors, topic.vectors)
  );
}

/** Above the fit of any condition that is met by meaning. */
const certain = 2;

/**
 * How well a question covers the words of a condition: the mean of each word's best cosine with a
 * word of the question. "The forecast says minus four" has a word near each of "below zero", which
 * the two as a whole do not show.
 */
function meaningIn(asked: readonly Float32Array[], condition: readonly Float32Array[]): number {
  let sum = 0;
  for (const word of condition) {
    let best = 0;
    for (const other of asked) best = Math.max(best, dotProduct(word, other));
    sum += best;
  }
  return sum / Math.max(1, condition.length);
}

const opensLookup =
  /^\s*(?:(?:in|on|at|for|to|from|with|by|about|of) )?(?:who|when|where|which|what|whose|how (?:many|old|long|far|tall|big|deep|hot|heavy|high|much|often)|is|are|was|were|did|does|do|has|have|had)\b/i;
/** The question asks what to do, or what may be done: "What shall we cook?", "What now?" */
const asksWhatToDo =
  /\b(?:should|shall|could|can|would|may|might|must|need to|have to|now)\b|\bwhat do (?:i|we)\b|\b(?:do|to do)\s*\?/i;

/** Whether a text is a single question for a fact, without a task and without other statements. */
export function looksUp({ text, asks }: Pick<Question, "text" | "asks">): boolean {
  if (!/^[^.!?]*[?？]\s*$/u.test(text) || asksWhatToDo.test(text)) return false;
  return opensLookup.test(text) || lookedUp.some((ask) => asks.has(ask));
}

/** The kinds of answers that question words of any language ask for. */
const lookedUp = ["person", "place", "time", "count"] as const;

/** The words of a condition that only say that something is asked or done. */
const asking =
  /^(?:unless |except (?:when|if) |while |during |for |with )?(?:(?:i|you|we)(?:['’](?:m|re))?\s+(?:are |am )?(?:ever )?(?:ask(?:ing)?(?: you)?|talk(?:ing)?|write|writing|give|giving|send(?:ing)?(?: you)?|show(?:ing)?(?: you)?|recommend(?:ing)?|suggest(?:ing)?|mention(?:ing)?|paste|pasting|help(?:ing)? me|explain(?:ing)?|plan(?:ning)?|create|creating|name|report(?:ing)?|discuss(?:ing)?|say(?:ing)?|want|need|request(?:ing)?)|discussing|asked|asking|talking|writing)\b\s*(?:(?:for|about|with|to)\b)?\s*/iu;
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
  /** Of its words. */
  readonly vectors: readonly Float32Array[];
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
      vectors: await wordVectors(texts[at]!, embedder, signal),
    });
  return rules.map((rule) => topics.get(rule)!);
}

const contentWord = /[\p{L}\p{N}\p{M}]{2,}/gu;
/** Maximum number of words of a text that are compared. */
const mostWords = 24;

/**
 * Vectors of the words of a text, without stop words; none if the embedder would charge for them.
 */
async function wordVectors(
  text: string,
  embedder: Embedder,
  signal: AbortSignal | undefined,
): Promise<readonly Float32Array[]> {
  if (embedder.reproducible !== true) return [];
  const words = (fold(text).match(contentWord) ?? []).filter((word) => !stopWords.has(word));
  const distinct = [...new Set(words)].slice(0, mostWords);
  return embedder.embed(distinct, { kind: "query", ...(signal === undefined ? {} : { signal }) });
}
