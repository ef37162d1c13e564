/**
 * Vectors: signed bytes for exact cosines, and one bit per dimension to find candidates. PostgreSQL
 * counts the bits that differ from those of the query, in a scan of one store's codes; the cosines
 * of the candidates are computed here, as the SQLite store computes them.
 */
import { lengthOf, toCode, toInt8, toInt16 } from "../../sqlite/vectors/quantise.js";
import type { Neighbour, SimilaritiesRequest, VectorRequest, VectorSpace } from "../../store.js";
import { acceptsVectorsOf } from "../database/store-row.js";
import { Bound } from "../database/transaction.js";
import { inScopes, matches } from "./criteria.js";
import { statisticsOf } from "./scopes.js";
import type { View } from "./view.js";

/** From so many passages on, codes are scanned. Below, every cosine is computed. */
const minCoded = 4096;
/** The cosines to compute after a scan: one in so many passages, within bounds. */
const candidates = { oneIn: 16, min: 4096, max: 16_384 };
/** A search of recent passages: the newest so many, and the cosines to compute among them. */
const recent = { passages: 16_384, candidates: 512 };

interface Stored {
  readonly id: number;
  readonly embedding: Buffer;
}

/** Returns the most similar passages, best first. */
export async function nearest(
  view: View,
  request: VectorRequest,
  embedder: VectorSpace,
): Promise<Neighbour[]> {
  const query = toInt8(request.vector);
  if (!acceptsVectorsOf(view.row, embedder, "search") || query === undefined || request.limit < 1) return [];
  const code = codeText(toCode(query, { dimensions: embedder.dimensions, mean: embedder.mean?.() }));
  const rows = await (request.recent === true ? newest : matching)(view, request, code);
  const cosine = cosineWith(request.vector);
  const ordinals = await view.ordinals();
  return rows
    .map(({ id, embedding }) => ({ id, similarity: cosine(embedding) }))
    .sort((one, other) => other.similarity - one.similarity || one.id - other.id)
    .slice(0, request.limit)
    .flatMap(({ id, similarity }) => {
      const passage = ordinals.of(id);
      return passage === undefined ? [] : [{ passage, similarity }];
    });
}

/** Reads the vectors of the passages with a matching record, or of the best candidates of them. */
async function matching(view: View, { scope, limit }: VectorRequest, code: string): Promise<Stored[]> {
  const bound = new Bound();
  const isFiled = scope.corpus === "files";
  const statistics = await statisticsOf(view.tx, view.scopes);
  const { passages } = statistics[isFiled ? "files" : "said"];
  const where = `p.store_id = $1 and p.embedding is not null and p.file is ${isFiled ? "not null" : "null"}
    and ${inScopes(bound, view.scopes, "p")}
    and exists (select 1 from records r where r.store_id = $1 and r.passage = p.id and ${matches(bound, scope, view.scopes)})`;
  const share = Math.min(candidates.max, Math.max(candidates.min, Math.ceil(passages / candidates.oneIn)));
  const best =
    passages < minCoded
      ? ""
      : `order by bit_count(p.code # ${bound.add(code)}::varbit) limit ${bound.add(Math.max(limit, share))}::integer`;
  return view.tx.rows<Stored>(
    `select p.id, p.embedding from passages p where ${where} ${best}`,
    bound.values,
  );
}

/** Reads the vectors of recent passages, whether or not a record of them is current. */
async function newest(view: View, { limit }: VectorRequest, code: string): Promise<Stored[]> {
  const bound = new Bound();
  const statistics = await statisticsOf(view.tx, view.scopes);
  const some = `select p.id, p.embedding, p.code from passages p
    where p.store_id = $1 and ${inScopes(bound, view.scopes, "p")} and p.file is null and p.embedding is not null`;
  if (statistics.said.passages < minCoded) return view.tx.rows<Stored>(some, bound.values);
  return view.tx.rows<Stored>(
    `select id, embedding from (${some} order by p.id desc limit ${recent.passages}) newest
     order by bit_count(newest.code # ${bound.add(code)}::varbit)
     limit ${bound.add(Math.max(limit, recent.candidates))}::integer`,
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
  const bound = new Bound();
  const rows = await view.tx.rows<Stored>(
    `select p.id, p.embedding from passages p where p.store_id = $1 and p.id = any(${bound.add(ids)}::integer[])
     and p.embedding is not null and ${inScopes(bound, view.scopes, "p")}`,
    bound.values,
  );
  const stored = new Map(rows.map(({ id, embedding }) => [id, embedding]));
  return vectors.map((vector) => {
    const cosine = cosineWith(vector);
    return Float32Array.from(ids, (id) => {
      const embedding = stored.get(id);
      return embedding === undefined ? 0 : cosine(embedding) || 0;
    });
  });
}

/** Returns the cosine with stored vectors, -1 to 1: the arithmetic of `sqlite/kernel`. */
function cosineWith(vector: Float32Array): (embedding: Buffer) => number {
  const query = toInt16(vector);
  const length = lengthOf(query);
  return (embedding) => {
    const bytes = new Int8Array(embedding.buffer, embedding.byteOffset, embedding.length);
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

/** Returns the bits of a code as PostgreSQL writes them: any order does that all codes have. */
export function codeText(code: Uint8Array): string {
  return Array.from(code, (byte) => byte.toString(2).padStart(8, "0")).join("");
}
