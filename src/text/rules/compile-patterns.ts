/** Compiles the large patterns of rules in pieces. */
import { largeManners } from "./answer-manner.js";
import { largeForeignRules } from "./foreign-rules.js";

/**
 * V8 first compiles a pattern to bytecode, and to machine code only when it is used again, but for a
 * text of this many characters it compiles to machine code at once (`kTierUpForSubjectLengthValue`
 * in its `js-regexp.h`): a third of the time for all patterns, and a third for the longest.
 */
const compiledAtOnce = "x".repeat(1000);

/**
 * Compiles patterns, one in each piece. It takes 60 ms for all of them, which one sentence would
 * take at once.
 */
export function* compilingPatterns(): Generator<undefined, void> {
  for (const pattern of [...largeManners, ...largeForeignRules]) {
    pattern.test(compiledAtOnce);
    yield;
  }
}
