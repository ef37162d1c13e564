/**
 * Searches vectors: signed bytes for exact cosines, computed here as the SQLite store computes
 * them. If the vectors of the store are cached, the cosines of all passages are computed. In a
 * larger store, only the cosines of candidates are computed: PostgreSQL scans the codes of the
 * store, and counts the bits that differ from those of the query.
 */
import { highestOf } from "../../../../numbers/highest.js";
import { fromBlob, lengthOf, toCode, toInt8, toInt16 } from "../../../formats/quantise.js";
import type { Neighbour, SimilaritiesRequest, VectorRequest, VectorSpace } from "../../../store.js";
import { acceptsVectorsOf } from "../../database/store-row.js";
import { Bound } from "../../database/transaction.js";
import { byScopes, inScopes, isNarrow, lookedUp, matches } from "../criteria.js";
import { withMatch } from "../passages/whole-passages.js";
import type { View } from "../view.js";
import type { CachedVectors, Cosines } from "./vector-cache.js";
import { type Candidate, candidatesByIndex } from "./vector-index.js";

/**
 * How many cosines are computed after a scan of codes: for one in `oneIn` passages, within bounds.
 */
const candidates = { oneIn: 16, min: 4096, max: 16_384 };
/**
 * A search of recent passages: how many of the newest are searched, and how many cosines are
 * computed among them.
 */
const recently = { passages: 16_384, candidates: 512 };

/** Returns the most similar passages, best first. */
export async function nearest(
  view: View,
  request: VectorRequest,
  embedder: VectorSpace,
): Promise<Neighbour[]> {
  const query = toInt8(request.vector);
  if (!acceptsVectorsOf(view.row, embedder, "search") || query === undefined || request.limit < 1) return [];
  const cached = await view.vectors();
  const found =
    cached === undefined
      ? await inLargeStore(
          view,
          request,
          toCode(query, { dimensions: embedder.dimensions, mean: embedder.mean?.() }),
        )
      : await amongCached(view, request, cached);
  const ordinals = await view.ordinals();
  return found.slice(0, request.limit).flatMap(({ id, similarity }) => {
    const passage = ordinals.of(id);
    return passage === undefined ? [] : [{ passage, similarity }];
  });
}

/** A passage by its own number. */
interface Found {
  readonly id: number;
  readonly similarity: number;
}

/** Extra results to fetch, to replace those whose records are all superseded or expired. */
const oversampling = 1.25;

async function amongCached(view: View, request: VectorRequest, cached: CachedVectors): Promise<Found[]> {
  const { scope, limit, recent } = request;
  const wanted = { corpus: scope.corpus ?? "said", scopes: view.scopes };
  if (recent === true) return best(cached.ofAll(request.vector, wanted, recently.passages), limit);
  return matchingOf(view, request, cached.ofAll(request.vector, wanted));
}

/**
 * Ranks passages, and looks up which of the best have a matching record, until these are enough.
 * With narrow criteria few passages remain, so all are looked up at once.
 */
async function matchingOf(view: View, { scope, limit }: VectorRequest, cosines: Cosines): Promise<Found[]> {
  const all = cosines.ids.length;
  let count = isNarrow(scope) ? all : Math.ceil(oversampling * limit);
  for (; ; count *= 4) {
    const ranked = best(cosines, count);
    const matching = await withMatch(
      view,
      ranked.map(({ id }) => id),
      scope,
    );
    const found = ranked.filter(({ id }) => matching.has(id));
    if (found.length >= limit || count >= all) return found;
  }
}

/** Returns the highest cosines, best first. */
function best({ ids, values }: Cosines, count: number): Found[] {
  const { above, at } = highestOf(values, count);
  return above
    .concat(at)
    .map((place) => ({ id: ids[place]!, similarity: values[place]! }))
    .sort((one, other) => other.similarity - one.similarity || one.id - other.id)
    .slice(0, count);
}

async function inLargeStore(view: View, request: VectorRequest, code: Uint8Array): Promise<Found[]> {
  const found = request.recent === true ? undefined : await byIndex(view, request, codeText(code));
  return found ?? byCodes(view, request, code);
}

/** Returns `undefined` if there is no index, or if it finds too few matching passages. */
async function byIndex(view: View, request: VectorRequest, code: string): Promise<Found[] | undefined> {
  const candidates = await candidatesByIndex(view, request.scope, code);
  if (candidates === undefined) return undefined;
  const cosine = cosineWith(request.vector);
  const values = Float64Array.from(candidates, ({ embedding }) => cosine(fromBlob(embedding)));
  const found = await matchingOf(view, request, { ids: candidates.map(({ id }) => id), values });
  return found.length >= request.limit ? found : undefined;
}

async function byCodes(view: View, request: VectorRequest, code: Uint8Array): Promise<Found[]> {
  const rows = await (request.recent === true ? newest : matching)(view, request, codeText(code));
  const cosine = cosineWith(request.vector);
  return rows
    .map(({ id, embedding }) => ({ id, similarity: cosine(fromBlob(embedding)) }))
    .sort((one, other) => other.similarity - one.similarity || one.id - other.id);
}

/** Reads the vectors of the passages with a matching record: those with the best codes. */
async function matching(view: View, { scope, limit }: VectorRequest, code: string): Promise<Candidate[]> {
  const bound = new Bound();
  const isFiled = scope.corpus === "files";
  const statistics = await view.statistics();
  const { passages } = statistics[isFiled ? "files" : "said"];
  const share = Math.min(candidates.max, Math.max(candidates.min, Math.ceil(passages / candidates.oneIn)));
  return view.tx.rows<Candidate>(
    `select p.id, p.embedding from passages p
     where p.store_id = $1 and p.embedding is not null and p.file is ${isFiled ? "not null" : "null"}
     and ${inScopes(bound, view.scopes, "p")}
     and exists (select 1 from records r where r.store_id = $1 and r.passage = p.id and ${matches(bound, scope, view.scopes)})
     order by bit_count(p.code # ${bound.add(code)}::varbit) limit ${bound.add(Math.max(limit, share))}::integer`,
    bound.values,
  );
}

/** Reads the vectors of recent passages, whether or not a record of them is current. */
async function newest(view: View, { limit }: VectorRequest, code: string): Promise<Candidate[]> {
  const bound = new Bound();
  return view.tx.rows<Candidate>(
    `select id, embedding from (select p.id, p.embedding, p.code from passages p
       where p.store_id = $1 and ${byScopes(bound, view.scopes, "p")} and p.file is null and p.embedding is not null
       order by p.id desc limit ${recently.passages}) newest
     order by bit_count(newest.code # ${bound.add(code)}::varbit)
     limit ${bound.add(Math.max(limit, recently.candidates))}::integer`,
    bound.values,
  );
}

/** Returns the cosine of each vector with each passage; 0 for a passage without a vector. */
export async function similarities(
  view: View,
  { vectors, numbers }: SimilaritiesRequest,
  embedder: VectorSpace,
): Promise<Float32Array[]> {
  if (!acceptsVectorsOf(view.row, embedder, "compare"))
    return vectors.map(() => new Float32Array(numbers.length));
  const ordinals = await view.ordinals();
  const ids = numbers.map((number) => ordinals.at(number) ?? 0);
  const cached = await view.vectors();
  if (cached !== undefined) return vectors.map((vector) => cached.of(vector, ids, view.scopes));
  const stored = await vectorsOf(view, ids);
  return vectors.map((vector) => {
    const cosine = cosineWith(vector);
    return Float32Array.from(ids, (id) => {
      const bytes = stored.get(id);
      return bytes === undefined ? 0 : cosine(bytes);
    });
  });
}

async function vectorsOf(view: View, ids: readonly number[]): Promise<ReadonlyMap<number, Int8Array>> {
  const bound = new Bound();
  const rows = await view.tx.rows<Candidate>(
    `select p.id, p.embedding from ${lookedUp({ table: "passages", column: "id", among: `${bound.add([...new Set(ids)])}::integer[]` })}
     where p.store_id = $1 and p.embedding is not null and ${inScopes(bound, view.scopes, "p")}`,
    bound.values,
  );
  return new Map(rows.map(({ id, embedding }) => [id, fromBlob(embedding)]));
}

/** Returns the cosine with stored vectors, -1 to 1: the arithmetic of `sqlite/kernel`. */
function cosineWith(vector: Float32Array): (bytes: Int8Array) => number {
  const query = toInt16(vector);
  const length = lengthOf(query);
  return (bytes) => {
    let [product, square] = [0, 0];
    for (let index = 0; index < bytes.length; index += 1) {
      const component = bytes[index]!;
      product += component * query[index]!;
      square += component * component;
    }
    const lengths = Math.sqrt(square) * length;
    return lengths > 0 ? Math.max(-1, Math.min(1, product / lengths)) : 0;
  };
}

/**
 * Returns the bits of a code as PostgreSQL writes them: the order of the bits does not matter, as
 * long as all codes have the same.
 */
export function codeText(code: Uint8Array): string {
  return Array.from(code, (byte) => byte.toString(2).padStart(8, "0")).join("");
}
