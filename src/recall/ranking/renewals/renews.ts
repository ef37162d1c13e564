/** The tests of renewals, made for one later passage, and how they are combined. Pure. */
import type { StoredPassage } from "../../../stores/store.js";

/**
 * Returns the test for the earlier passages that a passage renews; `undefined` if it renews none.
 * Most passages renew none, so few pairs are compared.
 */
export type Renews = (later: StoredPassage) => IsRenewed | undefined;

/** Whether an earlier passage is renewed. */
export type IsRenewed = (one: StoredPassage) => boolean;

/** The test of a question for which no passage renews another one. */
export const noRenewals: Renews = () => undefined;

/**
 * Combines tests: a passage renews what it renews by any of them. Tests that always fail are left
 * out, because the combined test is called for each passage that was ranked.
 */
export function anyRenews(...tests: readonly Renews[]): Renews {
  return tests.filter((test) => test !== noRenewals).reduce(eitherRenews, noRenewals);
}

function eitherRenews(first: Renews, second: Renews): Renews {
  if (first === noRenewals) return second;
  return (later) => {
    const [one, other] = [first(later), second(later)];
    if (one === undefined || other === undefined) return one ?? other;
    return (earlier) => one(earlier) || other(earlier);
  };
}

type Pair = (later: StoredPassage, one: StoredPassage) => boolean;

/** Limits a test to the pairs that meet a condition, which is tested first. */
export function among(isAmong: Pair, renews: Renews): Renews {
  if (renews === noRenewals) return noRenewals;
  return (later) => {
    const isRenewed = renews(later);
    return isRenewed && ((one) => isAmong(later, one) && isRenewed(one));
  };
}

/** Excludes the pairs that are an exception, which is tested last. */
export function except(isException: Pair, renews: Renews): Renews {
  if (renews === noRenewals) return noRenewals;
  return (later) => {
    const isRenewed = renews(later);
    return isRenewed && ((one) => isRenewed(one) && !isException(later, one));
  };
}

/** Makes the test for each passage only once, for a search and the answer composed from it. */
export function onceEach(renews: Renews): Renews {
  if (renews === noRenewals) return noRenewals;
  const known = new Map<StoredPassage, IsRenewed | null>();
  return (later) => {
    const before = known.get(later);
    if (before !== undefined) return before ?? undefined;
    const isRenewed = renews(later);
    known.set(later, isRenewed ?? null);
    return isRenewed;
  };
}
