/** Preview first: what a model asks to forget by a query is shown to it before anything is erased. Pure. */
import type { ForgetInput } from "../contract/forget.js";

/**
 * The call that is made where a model asks to forget. A query without ids only previews, whatever it confirms: what it takes is known once it is shown. With the ids
 * that the preview gave, those of them that the query still means are erased.
 */
export function previewFirst(input: ForgetInput): ForgetInput {
  return isPreview(input) ? { ...input, confirm: false } : input;
}

/** Whether a model's call erases nothing yet. */
export function isPreview({ query, ids, confirm }: ForgetInput): boolean {
  return query !== undefined && (ids === undefined || confirm !== true);
}
