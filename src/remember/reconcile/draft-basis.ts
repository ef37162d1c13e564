/** What a draft says of the words that it rests on, as the add payload shows it. Pure. */
import type { Draft } from "../../extractors/extractor.js";

/**
 * The verbatim part of a passage that a draft rests on. An extractor may be anybody's: offsets that
 * are out of range, empty or between the two halves of a surrogate pair give the whole passage,
 * because a wrong span is no reason to lose what was said.
 */
export function spanOf({ span }: Pick<Draft, "span">, passage: string): string {
  if (span === undefined || !isWithin(span, passage)) return passage;
  const part = passage.slice(span.start, span.end);
  return part.isWellFormed() ? part : passage;
}

/**
 * How sure the extractor is, from 0 to 1; 1 where it does not say, or says what is no such number.
 */
export function certaintyOf({ certainty = 1 }: Pick<Draft, "certainty">): number {
  return certainty >= 0 && certainty <= 1 ? certainty : 1;
}

function isWithin({ start, end }: NonNullable<Draft["span"]>, text: string): boolean {
  return Number.isInteger(start) && Number.isInteger(end) && start >= 0 && start < end && end <= text.length;
}
