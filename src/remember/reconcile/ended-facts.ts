/**
 * Finds the current facts that a passage of the same speaker ends, by the words of what ended.
 */
import { nextTurn } from "../../async/next-turn.js";
import type { MemoryRecord } from "../../contract/record.js";
import type { Store } from "../../stores/store.js";
import { endingsIn, endsFact } from "./endings.js";
import type { Candidate } from "./plan.js";

/** How many of a speaker's newest facts are compared. */
const mostFacts = 64;
/** Passages between two turns of the event loop: some milliseconds of work. */
const candidatesPerTurn = 32;
const unnamed = ["the user", "user"];

/**
 * Ids of the facts that each passage ends; passages that end none are left out. The store is read
 * only where a passage may end one.
 */
export async function endedFacts(
  candidates: readonly Candidate[],
  { store, now }: { readonly store: Pick<Store, "snapshot">; readonly now: string },
): Promise<ReadonlyMap<Candidate, readonly string[]>> {
  const found = new Map<Candidate, readonly string[]>();
  // Read once for each speaker: a long content may end hundreds of facts.
  const known = new Map<string | null, readonly StatedFact[]>();
  for (const [index, candidate] of candidates.entries()) {
    if (index % candidatesPerTurn === candidatesPerTurn - 1) await nextTurn();
    const { role, text, speaker, saidAt } = candidate.passage;
    const endings = role === "user" && candidate.decision.keep ? endingsIn(text) : [];
    if (endings.length === 0) continue;
    const facts = known.get(speaker) ?? (await factsOf(speaker, { store, now }));
    known.set(speaker, facts);
    const ids = facts
      .filter((fact) => fact.saidAt < saidAt && endings.some((words) => endsFact(words, fact.record)))
      .map(({ record }) => record.id);
    if (ids.length > 0) found.set(candidate, ids);
  }
  return found;
}

interface StatedFact {
  readonly record: MemoryRecord;
  readonly saidAt: string;
}

/** The newest current facts of a speaker. */
async function factsOf(
  speaker: string | null,
  { store, now }: { readonly store: Pick<Store, "snapshot">; readonly now: string },
): Promise<readonly StatedFact[]> {
  const entities = speaker === null ? unnamed : [speaker];
  const scope = { now };
  const passages = await store.snapshot(async (snapshot) => {
    const [numbers] = await snapshot.search([{ by: "facts", entities, limit: mostFacts, scope }]);
    const [read] = await snapshot.read([{ of: "passages", numbers, scope }]);
    return read;
  });
  const own = new Set(entities.map((name) => name.toLowerCase()));
  return passages.flatMap(({ records, superseded, saidAt }) =>
    records
      .filter(
        ({ entity, id }) => own.has((entity ?? "").toLowerCase()) && !superseded.some((one) => one.id === id),
      )
      .map((record) => ({ record, saidAt })),
  );
}
