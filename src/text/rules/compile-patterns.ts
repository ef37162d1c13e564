/** Compiles the large patterns of rules in pieces. */
import { largeManners } from "./answer-manner.js";
import { largeForeignRules } from "./foreign-rules.js";

/**
 * Compiles patterns, one in each piece. V8 compiles a pattern when it is first used, and again when
 * it is used a second time: 100 ms for all of them, which one sentence would take at once.
 */
export function* compilingPatterns(): Generator<undefined, void> {
  for (const pattern of [...largeManners, ...largeForeignRules]) {
    pattern.test("x");
    pattern.test("x");
    yield;
  }
}
