/** Compiles the large patterns of rules in pieces. */
import { compilePattern } from "../patterns/compile-pattern.js";
import { largeManners } from "./answer-manner.js";
import { largeForeignRules } from "./foreign-rules.js";

/**
 * Compiles patterns, one in each piece. It takes 60 ms for all of them, which one sentence would
 * take at once.
 */
export function* compilingPatterns(): Generator<undefined, void> {
  for (const pattern of [...largeManners, ...largeForeignRules]) {
    compilePattern(pattern);
    yield;
  }
}
