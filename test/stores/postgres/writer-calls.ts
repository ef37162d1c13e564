/** What the writers of `writer.ts` save, which `writers.ts` checks. */

/** What every saved write costs, in millionths of a dollar. */
export const costMicros = 3;
/** The beginning of the names of numbers that all writers raise. */
export const counterName = "the counter";
/** Calls of a writer that raise the same number: looking up a fact reads all that it has been. */
export const callsPerCounter = 100;
