/**
 * Ended facts: a later statement says that such a fact is over, although no fact replaced it: "We
 * open at 6:30 instead of 7", "Down to 78 kilos". Pure. The statement must name the fact itself, as
 * its passage may state others.
 */
import type { MemoryRecord } from "../contract/record.js";
import { endedNames, hasNewMeasure, newMeasures } from "../recall/passages/ended-states.js";
import type { StoredPassage } from "../stores/store.js";
import { indexWords } from "../text/words.js";

/**
 * Maximum number of characters of a statement that ends something; a longer one has several topics.
 */
const mostChars = 400;

/** Returns a function that tests whether one of the given passages ends a fact of a passage. */
export function endedBy(
  passages: readonly StoredPassage[],
): (fact: MemoryRecord, passage: StoredPassage) => boolean {
  const ending = passages
    .filter(({ text }) => text.length <= mostChars)
    .map((passage) => ({ passage, names: endedNames(passage.text) }))
    .filter(({ passage, names }) => names.length > 0 || newMeasures(passage.text).length > 0);
  return (fact, passage) => {
    const words = new Set(indexWords(fact.text));
    return ending.some(
      ({ passage: later, names }) =>
        isAfter(later, passage) &&
        (names.some((name) => words.has(name)) || hasNewMeasure(later.text, fact.text)),
    );
  };
}

/** Whether the first was said later than the second, by the same person. */
function isAfter(later: StoredPassage, one: StoredPassage): boolean {
  if (later.speaker !== one.speaker || later.role !== one.role) return false;
  return later.saidAt === one.saidAt ? later.id > one.id : later.saidAt > one.saidAt;
}
