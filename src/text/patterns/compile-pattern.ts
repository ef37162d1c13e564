/**
 * A text of as many characters as V8 needs to compile a pattern to machine code at once
 * (`kTierUpForSubjectLengthValue` in its `js-regexp.h`). With a shorter text it first compiles the
 * pattern to bytecode, which takes three times as long, and to machine code when it is used again.
 */
const compiledAtOnce = "x".repeat(1000);

/** Compiles a large pattern to machine code, before it is matched with short texts. */
export function compilePattern(pattern: RegExp): void {
  pattern.test(compiledAtOnce);
}
