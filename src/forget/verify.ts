/** Whether an erasure is proved. */
import type { Erased, Residue } from "../stores/store.js";

/** Whether a residue is proof: nothing is found by any index, and what was freed was overwritten. Pure. */
export function verify({ records, passages, vectors, words, overwritten }: Residue): boolean {
  return records === 0 && passages === 0 && vectors === 0 && words === 0 && overwritten;
}

/** Whether it may be claimed that a name was forgotten: what says it must be gone, unless further conditions left that. Pure. */
export function isNameGone(
  { ids, stillNamed }: Pick<Erased, "ids" | "stillNamed">,
  hasFurtherConditions: boolean,
): boolean {
  return !stillNamed || (hasFurtherConditions && ids.length > 0);
}
