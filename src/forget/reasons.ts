/**
 * Says why each record of a preview would be forgotten, so that a person or a model can judge
 * before anything is erased. Pure.
 */
import type { ForgetPreview, ForgetRequest } from "../contract/forget.js";

/** A record that a query means. */
export interface Meant {
  readonly id: string;
  /** The reason, as part of a sentence about the record: `says "phone" and "number"`. */
  readonly why: string;
}

/** Returns the preview with a reason for each record. */
export function withReasons(
  preview: readonly ForgetPreview[],
  request: ForgetRequest,
  meant: readonly Meant[],
): ForgetPreview[] {
  const byQuery = new Map(meant.map(({ id, why }) => [id, why]));
  return preview.map((one) => {
    const conditions = conditionsIn(request, one.why);
    return { ...one, why: reasonOf(one, conditions, byQuery.get(one.record_id)) };
  });
}

function reasonOf({ because }: ForgetPreview, named: readonly string[], meant: string | undefined): string {
  if (because === "ancestor") return "was replaced by a record that is forgotten";
  if (because === "shares_passage") return "rests on the same passage as a record that is forgotten";
  return [...(meant === undefined ? [] : [meant]), ...named].join("; ");
}

/**
 * The conditions of a selector that a record matches, in words.
 *
 * @param found Why the store found it, in place of the text for the entity.
 */
function conditionsIn(
  { ids, file_id, entity, type, before, after, filter, all }: ForgetRequest,
  found: string | undefined,
): string[] {
  const reasons = [
    ids && "is named by its id",
    file_id && "came from the file",
    entity && (found ?? `is about, was said by or names "${entity}"`),
    type && `is of type ${type}`,
    before && `occurred before ${before}`,
    after && `occurred at or after ${after}`,
    filter && "has the metadata asked for",
    all && "is in the store",
  ];
  return reasons.filter((reason) => typeof reason === "string");
}
