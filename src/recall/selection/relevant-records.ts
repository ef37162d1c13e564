/** Relevant records: which records a query means that is to forget them, and why each. */
import type { Embedder } from "../../embedders/embedder.js";
import type { Criteria, Store } from "../../stores/store.js";
import { interpret } from "../question/interpret.js";
import type { Ranked } from "../ranking/rank.js";
import { meantBy, withoutOrder } from "./meant.js";
import { naming, questionVectors, rankedSaid, relevantFiles } from "./relevant.js";

export interface RelevantRecordsParts {
  readonly store: Store;
  readonly embedder: Embedder;
  readonly now: () => Date;
  /** Name of the one who asks: whom "I" and "my" mean. */
  readonly speaker?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** A record that a query means. */
export interface RelevantRecord {
  readonly id: string;
  /** As a part of a sentence about it. */
  readonly why: string;
}

/** Share of the best score that an extract of a file must reach: their scores lie close together. */
const closeExtract = 0.9;

/** The records that a query would forget, best first. */
export async function relevantRecords(
  query: string,
  { store, now, speaker, ...parts }: RelevantRecordsParts,
): Promise<RelevantRecord[]> {
  const at = now();
  const asked = interpret(withoutOrder(query), { now: at, speaker });
  const vectors = await questionVectors(asked, undefined, parts);
  const scope: Criteria = { now: at.toISOString() };
  const { said, extracts } = await store.snapshot(async (snapshot) => {
    const [statistics] = await snapshot.read([{ of: "statistics" }]);
    const looking = { vectors, scope, statistics, speaker };
    const said = await rankedSaid(asked, looking, snapshot);
    return { said, extracts: naming(said.owners, await relevantFiles(asked, looking, snapshot)) };
  });
  const filed = closeToBest(extracts).map((one) => ({
    one,
    why: "is an extract of a file close to the query",
  }));
  return [...meantBy(said.question, said.ranking), ...filed].flatMap(({ one, why }) =>
    one.passage.records.map(({ id }) => ({ id, why })),
  );
}

function closeToBest(extracts: readonly Ranked[]): readonly Ranked[] {
  const least = closeExtract * (extracts[0]?.chance ?? 0);
  return extracts.filter(({ chance }) => chance >= least);
}
