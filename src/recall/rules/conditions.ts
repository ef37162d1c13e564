/**
 * Conditions: which rules a question meets, by what their condition means and not only by its
 * words. "When I ask for recipes" is met by "What can I cook tonight?": the two are near by cosine,
 * with the words taken off that say that something is asked. A rule that does not fit costs its
 * line, and says itself when it applies.
 */
import type { Embedder } from "../../embedders/embedder.js";
import { indexWords } from "../../text/words.js";
import type { Question } from "../question/interpret.js";
import type { UserRule } from "./user-rules.js";

/**
 * Cosine from which a condition is met. Of 48 questions written for 25 conditions without a word in
 * common, 48 % reach it; of 1,552 pairs of a question and another's condition, 1.8 %. At 0.15 these
 * are 67 and 5 %, at 0.25 they are 29 and 0.8 %.
 */
const near = 0.2;
/**
 * Share of the condition's words that the question has from which it is met whatever the cosine.
 */
const sharedWords = 0.6;
/** Rules that one question meets at most. */
const mostMet = 3;

export interface Meeting {
  readonly question: Question;
  /** Of the question, unit norm. */
  readonly vector: Float32Array;
  readonly embedder: Embedder;
  readonly signal?: AbortSignal | undefined;
}

/** The rules whose condition a question meets, best first. */
export async function metRules(
  rules: readonly UserRule[],
  { question, vector, embedder, signal }: Meeting,
): Promise<UserRule[]> {
  if (rules.length === 0) return [];
  const topics = await topicsOf(rules, embedder, signal);
  const asked = new Set(question.words.filter(({ weight }) => weight === 1).map(({ word }) => word));
  return rules
    .map((rule, at) => ({
      rule,
      fit: fitOf(topics[at]!, { cosine: cosineOf(vector, topics[at]!.vector), asked }),
    }))
    .filter(({ fit }) => fit > 0)
    .sort((one, other) => other.fit - one.fit)
    .slice(0, mostMet)
    .map(({ rule }) => rule);
}

function fitOf(
  { words }: Topic,
  { cosine, asked }: { readonly cosine: number; readonly asked: ReadonlySet<string> },
): number {
  const shared = words.filter((word) => asked.has(word)).length / Math.max(1, words.length);
  return shared >= sharedWords ? 1 + shared : cosine >= near ? cosine : 0;
}

/** What says in a condition that something is asked or done for somebody, and not what. */
const asking =
  /^(?:unless |except (?:when|if) |while |during |for |with )?(?:(?:i|you|we)(?:['’](?:m|re))?\s+(?:are |am )?(?:ever )?(?:ask(?:ing)?(?: you)?|talk(?:ing)?|write|writing|give|giving|send(?:ing)?(?: you)?|show(?:ing)?(?: you)?|recommend(?:ing)?|suggest(?:ing)?|mention(?:ing)?|paste|pasting|help(?:ing)? me|explain(?:ing)?|plan(?:ning)?|create|creating|name|report(?:ing)?|discuss(?:ing)?|say(?:ing)?|want|need|request(?:ing)?)|discussing|asked|asking|talking|writing)\b\s*(?:for|about|with|to)?\s*/iu;
const idle = /\b(?:for (?:me|us)|stuff|something|anything)\b/giu;

function topicOf(trigger: string): string {
  return trigger.replace(asking, "").replace(idle, " ").trim() || trigger;
}

/** What a condition is about. */
interface Topic {
  readonly vector: Float32Array;
  /** Index words, each once. */
  readonly words: readonly string[];
}

/**
 * The same rule comes again while the store caches its passage, so a condition is embedded once.
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
  const vectors = missing.length === 0 ? [] : await embedder.embed(texts, options);
  for (const [at, rule] of missing.entries())
    topics.set(rule, { vector: vectors[at]!, words: [...new Set(indexWords(texts[at]!))] });
  return rules.map((rule) => topics.get(rule)!);
}

function cosineOf(one: Float32Array, other: Float32Array): number {
  let sum = 0;
  for (let at = 0; at < one.length; at += 1) sum += one[at]! * other[at]!;
  return sum;
}
