/** Schemas of texts. */
import { z } from "zod";
import { predicates } from "./plain/predicates.js";

/** Text that SQLite, JSON and UTF-8 all store without loss: no NUL, no lone surrogate. */
export function plainText(maxChars: number) {
  return z
    .string()
    .max(maxChars, `must be at most ${maxChars} characters`)
    .refine(predicates.wellFormed, "must be well-formed Unicode: it contains a lone surrogate")
    .refine(predicates.withoutNul, "must not contain a NUL character");
}

/** A {@link plainText} that is not only white space. */
export function filledText(maxChars: number) {
  return plainText(maxChars).refine(predicates.filled, "must not be empty");
}
