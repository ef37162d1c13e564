/** Relevant records: which records a query means that is to forget them. */
import type { Embedder } from "../embedders/embedder.js";
import type { Scope, Store } from "../stores/store.js";
import { aboveFloor } from "./answering.js";
import { interpret } from "./interpret.js";
import type { Ranked } from "./rank.js";
import { questionVectors, rankedSaid, relevantFiles } from "./relevant.js";

export interface RelevantRecordsParts {
  readonly store: Store;
  readonly embedder: Embedder;
  readonly now: () => Date;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Share of the best chance that a record must reach to be forgotten by a query. Recall may tell what only may be part of an answer, because a
 * reader judges it; forgetting is not undone. Scores of extracts lie close together, so theirs is the greater share.
 */
const forgettable = { said: 0.1, files: 0.9 };

/** Ids of the records that a query would forget, best first: of what `recall` finds relevant, only what is close to the best. */
export async function relevantRecords(query: string, parts: RelevantRecordsParts): Promise<string[]> {
  const { store } = parts;
  const now = parts.now();
  const question = interpret(query, { now });
  const vectors = await questionVectors(question, undefined, parts);
  const scope: Scope = { now: now.toISOString() };
  const looking = { vectors, scope, statistics: await store.statistics() };
  const { ranking } = await rankedSaid(question, looking, store);
  const said = closeToBest(aboveFloor(ranking), forgettable.said);
  const files = closeToBest(await relevantFiles(question, looking, store), forgettable.files);
  return [...said, ...files].flatMap(({ passage }) => passage.records.map(({ id }) => id));
}

function closeToBest(relevant: readonly Ranked[], share: number): readonly Ranked[] {
  const least = share * (relevant[0]?.chance ?? 0);
  return relevant.filter(({ chance }) => chance >= least);
}
