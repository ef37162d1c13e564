/** Compiles the large patterns of rules in pieces. */
import { compilePattern } from "../patterns/compile-pattern.js";
import { largeManners } from "./answer-manner.js";
import { largeForeignRules } from "./foreign-rules.js";

/** Compiles patterns, one in each piece. Otherwise the first sentence would compile all at once. */
export function* compilingPatterns(): Generator<undefined, void> {
  for (const pattern of [...largeManners, ...largeForeignRules]) {
    compilePattern(pattern);
    yield;
  }
}
