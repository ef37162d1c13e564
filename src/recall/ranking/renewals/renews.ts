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

/** Combines tests: a passage renews what it renews by any of them. */
export function anyRenews(...tests: readonly Renews[]): Renews {
  return (later) => {
    const found = tests.flatMap((test) => test(later) ?? []);
    return found.length === 0 ? undefined : (one) => found.some((isRenewed) => isRenewed(one));
  };
}

type Pair = (later: StoredPassage, one: StoredPassage) => boolean;

/** Limits a test to the pairs that meet a condition, which is tested first. */
export function among(isAmong: Pair, renews: Renews): Renews {
  return (later) => {
    const isRenewed = renews(later);
    return isRenewed && ((one) => isAmong(later, one) && isRenewed(one));
  };
}

/** Excludes the pairs that are an exception, which is tested last. */
export function except(isException: Pair, renews: Renews): Renews {
  return (later) => {
    const isRenewed = renews(later);
    return isRenewed && ((one) => isRenewed(one) && !isException(later, one));
  };
}

/** Makes the test for each passage only once, for a search and the answer composed from it. */
export function onceEach(renews: Renews): Renews {
  const known = new Map<StoredPassage, IsRenewed | undefined>();
  return (later) => {
    if (!known.has(later)) known.set(later, renews(later));
    return known.get(later);
  };
}
