/**
 * Settled: finds statements that are outdated although no typed fact was replaced, because the fact
 * has one value at a time: "We live in a flat in Norwich", after "We've moved to Leeds". Pure.
 */

import type { StoredPassage } from "../../../stores/store.js";
import { matchesIn } from "../../../text/patterns/matches.js";
import { indexWords } from "../../../text/words.js";
import { analysisOf } from "../../passages/passage-analysis.js";
import { type DirectQuestion, states, statesUnsurely } from "../direct.js";
import { noRenewals, type Renews } from "./renews.js";

/**
 * Returns the test for a later passage that states the current value of the fact, and an earlier
 * one that states a value of the same fact. It always fails if several values may be true at once.
 */
export function settledTest(direct: DirectQuestion | undefined): Renews {
  if (direct?.kind !== "fact" || !direct.asked.settled || direct.former) return noRenewals;
  const { words } = direct.asked;
  const mayStateIt = (earlier: StoredPassage) =>
    statesUnsurely(direct, earlier) || (direct.isUser && speaksOfSelf(earlier, words));
  return (later) => {
    const saysSo = statesUnsurely(direct, later) && analysisOf(later).saysChange;
    if (!saysSo && !states(direct, later)) return undefined;
    // A sure fact is only replaced by a statement that says so.
    return (earlier) => (states(direct, earlier) ? saysSo : mayStateIt(earlier));
  };
}

const firstPerson = /(?<![\p{L}\p{N}])(?:i|we)(?:['’]\p{L}+)?\s+((?:[\p{L}'’]+\s*){1,3})/giu;

/** Whether a word of the fact directly follows "I" or "we": "We live in …". */
function speaksOfSelf({ text, role }: StoredPassage, words: ReadonlySet<string>): boolean {
  if (role !== "user") return false;
  return [...matchesIn(text, firstPerson)].some(([, after = ""]) =>
    indexWords(after).some((word) => words.has(word)),
  );
}
