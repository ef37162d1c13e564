/** The span and the certainty of a draft, checked. Pure. */
import type { Draft } from "../../extractors/extractor.js";

/**
 * The verbatim part of a passage that a draft is based on. An extractor may be third-party code:
 * for offsets that are out of range, empty or within a surrogate pair it is the whole passage,
 * because a wrong span is no reason to lose the draft.
 */
export function spanOf({ span }: Pick<Draft, "span">, passage: string): string {
  if (span === undefined || !isWithin(span, passage)) return passage;
  const part = passage.slice(span.start, span.end);
  return part.isWellFormed() ? part : passage;
}

/**
 * The extractor's certainty, from 0 to 1; 1 where it is missing or invalid.
 */
export function certaintyOf({ certainty = 1 }: Pick<Draft, "certainty">): number {
  return certainty >= 0 && certainty <= 1 ? certainty : 1;
}

function isWithin({ start, end }: NonNullable<Draft["span"]>, text: string): boolean {
  return Number.isInteger(start) && Number.isInteger(end) && start >= 0 && start < end && end <= text.length;
}
