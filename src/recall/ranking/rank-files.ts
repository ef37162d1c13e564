/**
 * Ranks passages of files. Pure. The trained ranking describes messages of a conversation: who
 * speaks, what was said before and after. A page has no such context, so its score is what it has
 * in common with the question: words (the rarest counts most), meaning, and the page number.
 */

import type { StoredPassage } from "../../stores/store.js";
import { indexWords } from "../../text/words.js";
import { Content } from "../question/content.js";
import type { WordHits } from "../search/bm25.js";
import type { FilePool } from "../search/file-pool.js";
import type { Ranked } from "./rank.js";

/** Weights of the signals; their sum is 1. */
const weights = { own: 0.5, rarest: 0.15, cosine: 0.35 };

/**
 * Lowest score of an extract, and its lowest share of the best score. Chosen on the manuals of this
 * package and the two in `test/recall/ranking/rank-files.test.ts`: questions that they answer get
 * an extract, other questions none.
 */
const floor = { score: 0.45, ofBest: 0.6 };

/** Lowest score of a passage on a page that is asked for. */
const onAskedPage = 0.6;

/** Returns the passages that may answer, best first; `probability` is a score between 0 and 1. */
export function rankFiles(pool: FilePool): readonly Ranked[] {
  const content = new Content(pool.words.map(discounted));
  const masks = content.masksOf(pool.passages);
  const judged = pool.passages.map((passage, row) => {
    const covered = masks[row]!;
    const cosine = Math.max(0, pool.similarity[row]!);
    const shares = { own: content.idfShare(covered), rarest: content.rarest(covered), cosine };
    return judge(passage, shares, pool);
  });
  const onPage = judged.filter(({ passage }) => isAsked(passage, pool));
  const likely =
    onPage.length > 0
      ? inNamedFile(onPage, pool)
      : judged.filter(({ probability }) => probability >= floor.score);
  const best = Math.max(0, ...likely.map(({ probability }) => probability));
  return likely
    .filter(({ probability }) => probability >= floor.ofBest * best)
    .sort((one, other) => other.probability - one.probability || one.passage.id - other.passage.id);
}

/**
 * A word that is in no file may mean that there is no answer, or may only be part of how the
 * question is worded ("What happened at …?"). Its idf would exceed that of all other words, so only
 * this share of its idf counts.
 */
const absentShare = 0.4;

function discounted(hits: WordHits): WordHits {
  return hits.passages.length > 0 ? hits : { ...hits, idfWeight: absentShare * hits.idfWeight };
}

type Shares = Readonly<Record<keyof typeof weights, number>>;

function judge(passage: StoredPassage, shares: Shares, pool: FilePool): Ranked {
  const score = weights.own * shares.own + weights.rarest * shares.rarest + weights.cosine * shares.cosine;
  const asked = isAsked(passage, pool);
  return {
    passage,
    probability: asked ? onAskedPage + (1 - onAskedPage) * score : score,
    touches: true,
    signals: () => ({
      own: weights.own * shares.own,
      rarest: weights.rarest * shares.rarest,
      cosine: weights.cosine * shares.cosine,
      ...(asked ? { askedPage: onAskedPage } : {}),
    }),
  };
}

function isAsked({ file }: StoredPassage, { pages }: FilePool): boolean {
  return file?.page != null && pages.includes(file.page);
}

/**
 * "Page 12 of the harbour report": keeps the pages of the files whose names share the most words
 * with the question.
 */
function inNamedFile(onPage: readonly Ranked[], { question }: FilePool): readonly Ranked[] {
  const asked = new Set(question.words.map(({ word }) => word));
  const named = ({ passage }: Ranked) =>
    indexWords(passage.file?.name ?? "").filter((word) => asked.has(word)).length;
  const most = Math.max(...onPage.map(named));
  return onPage.filter((one) => named(one) === most);
}
