/** Ended facts: which current facts of a speaker a passage says are over, by the words of what ended. */
import type { Store } from "../../stores/store.js";
import { endingsIn, endsFact } from "./endings.js";
import type { Candidate } from "./plan.js";

/** Newest facts of a speaker that are looked through. */
const mostFacts = 64;
const unnamed = ["the user", "user"];

/** Ids of the facts that passages end; passages that end none are left out. The store is asked only where one may. */
export async function endedFacts(
  candidates: readonly Candidate[],
  { store, now }: { readonly store: Pick<Store, "about" | "passages">; readonly now: string },
): Promise<ReadonlyMap<Candidate, readonly string[]>> {
  const found = new Map<Candidate, readonly string[]>();
  for (const candidate of candidates) {
    const { role, text, speaker, saidAt } = candidate.passage;
    const endings = role === "user" && candidate.decision.keep ? endingsIn(text) : [];
    if (endings.length === 0) continue;
    const entities = speaker === null ? unnamed : [speaker];
    const numbers = await store.about(entities, { limit: mostFacts, scope: { now } });
    const passages = await store.passages(numbers, { now });
    const own = new Set(entities.map((name) => name.toLowerCase()));
    const ids = passages.flatMap(({ records, superseded, saidAt: at }) =>
      records
        .filter(
          ({ entity, id }) =>
            own.has((entity ?? "").toLowerCase()) && !superseded.some((one) => one.id === id),
        )
        .filter((record) => at < saidAt && endings.some((words) => endsFact(words, record)))
        .map(({ id }) => id),
    );
    if (ids.length > 0) found.set(candidate, ids);
  }
  return found;
}
