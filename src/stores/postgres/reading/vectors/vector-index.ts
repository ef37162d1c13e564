/**
 * The index of a large store's codes: an HNSW index of pgvector, if somebody made one. See
 * `index-vectors`. Without it, a search scans all codes of the store. Either way the process
 * computes the cosines of the candidates exactly.
 */
import type { Criteria } from "../../../store.js";
import { Bound } from "../../database/transaction.js";
import { inScopes, isNarrow } from "../criteria.js";
import type { View } from "../view.js";

/** Number of candidates of a search. It is pgvector's highest `hnsw.ef_search`. */
const candidates = 1000;

/** A candidate with its vector. */
export interface Candidate {
  readonly id: number;
  readonly embedding: Buffer;
}

/**
 * Returns the passages with the best codes, whether or not a record of them matches; `undefined` if
 * there is no index, or if so few passages remain with the criteria that it would find none of
 * them.
 *
 * @param code its bits, as text
 */
export async function candidatesByIndex(
  view: View,
  scope: Criteria,
  code: string,
): Promise<Candidate[] | undefined> {
  const { row, tx, scopes } = view;
  const index = row.vector_index;
  if (index?.bits !== code.length || isNarrow(scope)) return undefined;
  // The settings end with the transaction. An iterative scan continues if it found passages of
  // other scopes, or of files.
  await tx.rows(
    `select set_config('hnsw.ef_search', '${candidates}', true), set_config('hnsw.iterative_scan', 'relaxed_order', true)
     where $1::text is not null`,
  );
  const bound = new Bound();
  const bits = `bit(${index.bits})`;
  // The index is of one store, which the server must see when it plans the statement.
  return tx.rows<Candidate>(
    `select p.id, p.embedding from passages p
     where p.store_id = $1 and p.store_id = '${tx.storeId}' and p.embedding is not null
     and p.file is ${scope.corpus === "files" ? "not null" : "null"} and ${inScopes(bound, scopes, "p")}
     order by p.code::${bits} operator(${index.schema}.<~>) ${bound.add(code)}::${bits} limit ${candidates}`,
    bound.values,
  );
}
