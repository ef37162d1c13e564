/**
 * Which tables the vectors are in. The file says so in its `meta` table, and every transaction asks
 * again, because another process may have changed it.
 *
 * `vector_layout` is where new vectors are stored: `vec0`, a table of sqlite-vec, or `pages`, plain
 * tables. A process that opens a file for writing chooses by whether this machine has sqlite-vec.
 * Vectors in the other layout are moved in pieces: some by the opening, a block with each vector that
 * is added. Both layouts are searched meanwhile, and no piece needs another, so that any process may
 * stop at any time.
 *
 * `vector_set` is which of two sets of tables is in use. A store that moves to another embedder
 * fills the other one. There is a set of tables for what was said and one for files:
 *
 *   embeddings         file_embeddings          vectors, vector_pages, code_runs, file_vectors, …
 *   second_embeddings  second_file_embeddings   second_vectors, …
 */
import type { Corpus, VectorSpace } from "../../store.js";
import type { Connection } from "../database/connection.js";
import type { MetaTable } from "../tables/meta-table.js";
import { createPassageVectors, hasPassageVectors } from "./passage-vectors-view.js";
import { currentEmbedder, reembeddingState } from "./store-embedder.js";
import { maxVec0Dimensions, Vec0Vectors } from "./vec0-vectors.js";
import { type VectorLayout, VectorTable } from "./vector-table.js";

export const corpora: readonly Corpus[] = ["said", "files"];

/** The set in use, or the one that a store is moving to. */
export type VectorSet = "current" | "next";

export interface LayoutParts {
  readonly connection: Connection;
  readonly meta: MetaTable;
}

/** Blocks of each corpus that opening a store moves: 8,192 vectors, some 0.1 s. */
const movedAtOpening = 256;

/** Returns where new vectors are stored. */
export function vectorLayout(meta: MetaTable): VectorLayout {
  return meta.get("vector_layout") === "vec0" ? "vec0" : "pages";
}

/** Returns a text that changes when searches must use other tables. */
export function tablesInUse(meta: MetaTable): string {
  return `${vectorLayout(meta)} ${prefixOf(meta, "current")}`;
}

/** Returns the tables of a corpus. */
export function vectorTable(
  { connection, meta }: LayoutParts,
  corpus: Corpus,
  {
    embedder,
    set = "current",
  }: { readonly embedder: Pick<VectorSpace, "dimensions" | "mean">; readonly set?: VectorSet },
): VectorTable {
  const prefix = tablePrefix(meta, corpus, set);
  return new VectorTable(connection, { embedder, prefix, layout: vectorLayout(meta) });
}

/**
 * Sees to it that this process can store vectors where the file stores new ones. Call it inside a
 * write transaction, before vectors are added.
 */
export function chooseWritable({ connection, meta }: LayoutParts): void {
  if (!connection.hasVec0 && vectorLayout(meta) === "vec0") meta.set("vector_layout", "pages");
}

/** Chooses the layout, creates missing tables, and moves a first piece. Called when a file is opened. */
export function prepareVectors(parts: LayoutParts): void {
  const { connection, meta } = parts;
  if (connection.readonly || isPrepared(parts)) return;
  connection.writeAtOnce(() => {
    meta.set("vector_layout", wantedLayout(parts));
    createTables(parts, "current");
    if (reembeddingState(meta) !== undefined) createTables(parts, "next");
    for (const corpus of corpora)
      vectorTable(parts, corpus, { embedder: currentEmbedder(meta) }).move(movedAtOpening);
    createView(parts);
  });
}

/** Creates the tables of a set, where the layout needs some. Call it inside a write transaction. */
export function createTables({ connection, meta }: LayoutParts, set: VectorSet): void {
  if (vectorLayout(meta) !== "vec0" || !connection.hasVec0) return;
  const { dimensions } = set === "current" ? currentEmbedder(meta) : reembeddingState(meta)!.embedder;
  for (const corpus of corpora)
    new Vec0Vectors({ connection, dimensions, prefix: tablePrefix(meta, corpus, set) }).create();
}

/**
 * Makes the next set the one in use, after the set in use was cleared. Call it inside a write
 * transaction.
 */
export function switchSets(parts: LayoutParts): void {
  parts.meta.set("vector_set", prefixOf(parts.meta, "next"));
}

/** Brings the view for other programs up to date. Call it inside a write transaction. */
export function createView({ connection, meta }: LayoutParts): void {
  const { dimensions } = currentEmbedder(meta);
  createPassageVectors(
    connection,
    corpora.map((corpus) => {
      const prefix = tablePrefix(meta, corpus, "current");
      return { prefix, dimensions, hasVec0: new Vec0Vectors({ connection, dimensions, prefix }).exists };
    }),
  );
}

function isPrepared(parts: LayoutParts): boolean {
  const { connection, meta } = parts;
  if (meta.get("vector_layout") !== wantedLayout(parts) || !hasPassageVectors(connection)) return false;
  return corpora.every((corpus) => {
    const table = vectorTable(parts, corpus, { embedder: currentEmbedder(meta) });
    return table.firstToMove() === undefined;
  });
}

function wantedLayout({ connection, meta }: LayoutParts): VectorLayout {
  return connection.hasVec0 && currentEmbedder(meta).dimensions <= maxVec0Dimensions ? "vec0" : "pages";
}

function tablePrefix(meta: MetaTable, corpus: Corpus, set: VectorSet): string {
  return `${prefixOf(meta, set)}${corpus === "files" ? "file_" : ""}`;
}

function prefixOf(meta: MetaTable, set: VectorSet): string {
  const current = meta.get("vector_set") ?? "";
  return (set === "current") === (current === "") ? "" : "second_";
}
