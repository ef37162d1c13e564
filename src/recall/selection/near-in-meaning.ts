/**
 * Near in meaning: what may answer a question about the asker with which it shares no word, because
 * it names an instance of what the question asks for: "I swim now" for "Which sport do I do?".
 *
 * The vectors of whole texts do not show this: "sport" is near "swim", and the rest of both texts
 * differs. So single words are compared. Unrelated statements are seldom below the threshold by
 * much, so the answer is weak.
 */
import type { Embedder } from "../../embedders/embedder.js";
import { dotProduct } from "../../numbers/dot-product.js";
import { stopWords } from "../../text/stop-words.js";
import { fold } from "../../text/words.js";
import { byPassage } from "../passages/by-passage.js";
import { analysisOf } from "../passages/passage-analysis.js";
import type { Question } from "../question/interpret.js";
import { languageOf } from "../question/language-words.js";
import { isOfRelative } from "../ranking/of-relative.js";
import type { Ranked } from "../ranking/rank.js";
import type { RelevantSaid } from "./relevant.js";

/** Maximum number of best passages that are compared, and of words of each. */
const most = { compared: 16, words: 24, returned: 2 };
/**
 * Lowest mean cosine of the question's words with the nearest word of a passage, and the share of
 * the best that another passage must reach. Chosen on the stories of `bench:trust` that are read.
 */
const least = { near: 0.17, share: 0.8 };
/** Probability given to each passage, so low that the answer is weak. */
const probability = 0.05;

/**
 * Returns the statements about the asker that are nearest in meaning; none unless the question is a
 * single one about the asker, and the embedder computes vectors at no cost.
 */
export async function nearInMeaning(
  { question, all, isAbout }: Pick<RelevantSaid, "question" | "all" | "isAbout">,
  { embedder, signal }: { readonly embedder: Embedder; readonly signal?: AbortSignal | undefined },
): Promise<readonly Ranked[]> {
  if (embedder.reproducible !== true || !asksAboutAsker(question)) return [];
  const options = { kind: "query", ...(signal === undefined ? {} : { signal }) } as const;
  const asked = wordsOf(question.subject);
  const [whole, ...vectors] = await embedder.embed([asked.join(" "), ...asked], options);
  const weights = vectors.map((vector) => Math.max(0, dotProduct(vector, whole!)));
  const statements = all
    .slice(0, most.compared)
    .filter(({ passage }) => mayState(passage, question) && isAbout(passage));
  const near: { one: Ranked; fit: number }[] = [];
  for (const one of statements) {
    const said = await embedder.embed(wordsIn(one.passage), options);
    near.push({ one, fit: coverOf({ vectors, weights }, said) });
  }
  return nearest(near);
}

/**
 * A single question for something, about what the asker is, has or does now. "How do I renew a
 * passport?" asks for instructions.
 */
const asksOnce =
  /^(?!how (?:do|can|could|should|would|to)\b)(?:\p{L}+ )?(?:which|what|where|who|whom|whose|how)\b[^.!?]*\??\s*$/iu;

function asksAboutAsker({ text, aboutUser, askedAbout, names, former, history, times }: Question): boolean {
  const isAsker =
    askedAbout === undefined ? aboutUser && names.length === 0 : isAskerAlone(askedAbout, names);
  if (!isAsker || former || history || times.length > 0) return false;
  return asksOnce.test(text) && languageOf(text) === undefined;
}

/** The asker's name is among the names if the caller said who asks. */
function isAskerAlone(
  { asker, relation, itself, names: named }: NonNullable<Question["askedAbout"]>,
  names: Question["names"],
): boolean {
  return asker && relation === undefined && itself && named.length === 0 && names.length <= mostNameWords;
}

/** Number of words that the asker's own name may have. */
const mostNameWords = 3;

/**
 * Whether a passage may state what is asked for. A rule, a question and what an assistant says
 * state nothing about the asker. If the question asks for properties that the extractors know, a
 * passage in which they found facts states other ones.
 */
function mayState(passage: Ranked["passage"], { properties, direct }: Question): boolean {
  const { asksItself, rule, facts } = analysisOf(passage);
  if (passage.role !== "user" || asksItself || rule !== undefined) return false;
  return (properties.size === 0 || facts.length === 0) && !(direct && isOfRelative(direct, passage));
}

/** Words for kinds of values, which are near the words of any value. */
const kinds =
  /^(?:names?|called|numbers?|time|day|date|year|kind|type|sort|much|many|currently|current|still)$/u;

function wordsOf(text: string): string[] {
  const written = fold(text.replace(/['’]/gu, "")).match(/[\p{L}\p{N}\p{M}]{2,}/gu) ?? [];
  return [...new Set(written.filter((word) => !stopWords.has(word) && !kinds.test(word)))].slice(
    0,
    most.words,
  );
}

const wordsIn = byPassage(({ text }) => wordsOf(text));

interface Asked {
  readonly vectors: readonly Float32Array[];
  /** How much each word contributes to the vector of the question. */
  readonly weights: readonly number[];
}

function coverOf({ vectors, weights }: Asked, said: readonly Float32Array[]): number {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  if (total === 0) return 0;
  const covered = vectors.map((vector, at) => {
    const cosines = said.map((other) => dotProduct(vector, other));
    return weights[at]! * Math.max(0, ...cosines);
  });
  return covered.reduce((sum, one) => sum + one, 0) / total;
}

function nearest(near: readonly { one: Ranked; fit: number }[]): readonly Ranked[] {
  const best = Math.max(0, ...near.map(({ fit }) => fit));
  return near
    .filter(({ fit }) => fit >= Math.max(least.near, least.share * best))
    .toSorted((one, other) => other.fit - one.fit)
    .slice(0, most.returned)
    .map(({ one }) => ({ ...one, probability, touches: true, signals: () => ({ ...one.signals() }) }));
}
