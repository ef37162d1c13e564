/** Texts that every input may hold. */
import { z } from "zod";

/** Text that SQLite, JSON and UTF-8 all hold without loss: no NUL, no lone surrogate. */
export function plainText(maxChars: number) {
  return z
    .string()
    .max(maxChars, `must be at most ${maxChars} characters`)
    .refine((text) => text.isWellFormed(), "must be well-formed Unicode: it holds a lone surrogate")
    .refine((text) => !text.includes("\0"), "must not contain a NUL character");
}

/** As {@link plainText}, with something in it besides white space. */
export function filledText(maxChars: number) {
  return plainText(maxChars).refine((text) => text.trim().length > 0, "must not be empty");
}
