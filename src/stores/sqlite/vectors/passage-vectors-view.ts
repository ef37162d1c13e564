/**
 * The view `passage_vectors`: number, text and vector of each passage, for other programs. Nothing
 * in keepsake reads it, and it is created again when its tables change. It needs sqlite-vec if
 * vectors are in `vec0` tables. docs/vectors.md has examples.
 */

import { strideOf } from "../../formats/quantise.js";
import type { Connection } from "../database/connection.js";
import { blockLength } from "../kernel/vector-block-cache.js";

/** Tables that the view reads. */
export interface ViewedTables {
  readonly prefix: string;
  readonly dimensions: number;
  readonly hasVec0: boolean;
}

/** Creates the view, or replaces it. Call it inside a write transaction. */
export function createPassageVectors(connection: Connection, sets: readonly ViewedTables[]): void {
  const vectors = sets.flatMap(vectorsOf).join("\n  union all ");
  const sql = `CREATE VIEW passage_vectors as
select p.id as passage, p.text as text, v.embedding as embedding from passages p join (
  ${vectors}) v on v.id = p.id`;
  if (sqlOf(connection) !== sql) connection.database.exec(`drop view if exists passage_vectors; ${sql};`);
}

/** Returns true if the file has the view. */
export function hasPassageVectors(connection: Connection): boolean {
  return sqlOf(connection) !== undefined;
}

function sqlOf(connection: Connection): string | undefined {
  return connection.column<[], string>("select sql from sqlite_schema where name = 'passage_vectors'").get();
}

function vectorsOf({ prefix, dimensions, hasVec0 }: ViewedTables): string[] {
  const packed = `substr(b.embeddings, (q.id % ${blockLength}) * ${strideOf(dimensions)} + 1, ${dimensions})`;
  const plain = [
    `select id, substr(embedding, 1, ${dimensions}) as embedding from ${prefix}vectors`,
    `select q.id, ${packed} as embedding from ${prefix}vector_pages b
    join passages q on q.id between b.id * ${blockLength} and b.id * ${blockLength} + ${blockLength - 1}
    where ${packed} <> zeroblob(${dimensions})`,
  ];
  return hasVec0 ? [`select rowid as id, embedding from ${prefix}embeddings`, ...plain] : plain;
}
