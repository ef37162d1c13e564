/** What weights do on data that they were not learnt from: a whole corpus left out, or a fifth of the conversations. */
import type { Example } from "./examples.js";
import { fitAnswerable, type Judged, judge, type WithOdds, withOdds } from "./judged.js";
import { type FitOptions, fitRanking } from "./listwise.js";

/** Judges each corpus by a model that was taught with all the others, and what is only measured by one that was taught with all. */
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

/** Judges every example by a model that has not seen its conversation. */
export function leavingConversationsOut(
  examples: readonly Example[],
  folds: number,
  options: FitOptions,
): Judged[] {
  return leavingOut(examples, foldOf(examples, folds), options);
}

/** Which fold an example is in: conversations in turn, so that each fold holds some of every corpus. */
export function foldOf(examples: readonly Example[], folds: number): (example: Example) => number {
  const nameOf = ({ corpus, conversation }: Example) => `${corpus} ${conversation}`;
  const places = new Map([...new Set(examples.map(nameOf))].map((name, index) => [name, index % folds]));
  return (example) => places.get(nameOf(example))!;
}

/** Log-odds of there being an answer, those of each part by a model that was taught with the others. */
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
