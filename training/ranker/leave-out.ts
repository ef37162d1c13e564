/**
 * Cross-validation: how weights perform on data that they were not trained on, a whole corpus or a
 * fifth of the conversations.
 */
import type { Example } from "./examples.js";
import { fitAnswerable, type Judged, judge, type WithOdds, withOdds } from "./judged.js";
import { type FitOptions, fitRanking } from "./listwise.js";

/**
 * Judges each corpus with a model that was trained on all others, and corpora that are only
 * measured with a model that was trained on all.
 */
export function leavingCorporaOut(
  taught: readonly Example[],
  measured: readonly Example[],
  options: FitOptions,
): Judged[] {
  const left = leavingOut(taught, ({ corpus }) => corpus, options);
  if (measured.length === 0) return left;
  const model = fitRanking(taught, options);
  return [...left, ...measured.map((example) => judge(example, model))];
}

/** Judges each example with a model that was trained without its conversation. */
export function leavingConversationsOut(
  examples: readonly Example[],
  folds: number,
  options: FitOptions,
): Judged[] {
  return leavingOut(examples, foldOf(examples, folds), options);
}

/**
 * Assigns examples to folds, conversation by conversation in turn, so that each fold contains some
 * of every corpus.
 */
export function foldOf(examples: readonly Example[], folds: number): (example: Example) => number {
  const nameOf = ({ corpus, conversation }: Example) => `${corpus} ${conversation}`;
  const places = new Map([...new Set(examples.map(nameOf))].map((name, index) => [name, index % folds]));
  return (example) => places.get(nameOf(example))!;
}

/**
 * Computes the log-odds of an answer, for each part with a model that was trained on the others.
 */
export function oddsOf(judged: readonly Judged[], partOf: (example: Example) => string | number): WithOdds[] {
  return [...new Set(judged.map(({ example }) => partOf(example)))].flatMap((part) => {
    const isIn = ({ example }: Judged) => partOf(example) === part;
    return withOdds(judged.filter(isIn), fitAnswerable(judged.filter((one) => !isIn(one))));
  });
}

function leavingOut(
  examples: readonly Example[],
  partOf: (example: Example) => string | number,
  options: FitOptions,
): Judged[] {
  return [...new Set(examples.map(partOf))].flatMap((part) => {
    const model = fitRanking(
      examples.filter((example) => partOf(example) !== part),
      options,
    );
    return examples.filter((example) => partOf(example) === part).map((example) => judge(example, model));
  });
}
