/** Finds the passages that state facts, and reads them. */
import type { FactsRequest, Snapshot, StoredPassage } from "../../stores/store.js";

/** Returns the passages with semantic records about entities, newest first. */
export async function factsIn(
  store: Pick<Snapshot, "search" | "read">,
  asked: Omit<FactsRequest, "by">,
): Promise<readonly StoredPassage[]> {
  if (asked.entities.length === 0) return [];
  const [numbers] = await store.search([{ by: "facts", ...asked }]);
  if (numbers.length === 0) return [];
  const [passages] = await store.read([{ of: "passages", numbers, scope: asked.scope }]);
  return passages;
}
