/** Shows a preview before a model erases anything by a query. Pure. */
import type { ForgetInput } from "../contract/forget.js";

/**
 * The call of `forget` that is made for a model. A query without ids only previews, even with
 * `confirm: true`. With the ids of the preview, it erases those records that the query still
 * matches.
 */
export function previewFirst(input: ForgetInput): ForgetInput {
  return isPreview(input) ? { ...input, confirm: false } : input;
}

/** Whether a model's call only previews. */
export function isPreview({ query, ids, confirm }: ForgetInput): boolean {
  return query !== undefined && (ids === undefined || confirm !== true);
}
