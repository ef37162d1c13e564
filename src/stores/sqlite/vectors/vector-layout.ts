/**
 * Which tables the vectors are in. The key `vector_tables` of the table `meta` names them, as in
 * `vec0` or `pages second_`. Every transaction reads it again, because another process may have
 * changed it.
 *
 * The first word is the layout of new vectors: `vec0` tables of sqlite-vec, or `pages`, plain
 * tables. A process that opens a file for writing chooses the layout: `vec0` if this machine has
 * sqlite-vec. Vectors in the other layout are moved in steps: some when the file is opened, and a
 * block with each vector that is added. Searches use both layouts meanwhile. The steps are
 * independent of each other, so any process may stop at any time.
 *
 * The second word is the prefix of the set of tables in use. There are two sets, and a store that
 * moves to another embedder fills the other one. A set has tables for conversations and for files:
 *
 *   embeddings         file_embeddings          vectors, vector_pages, code_runs, file_vectors, …
 *   second_embeddings  second_file_embeddings   second_vectors, …
 */
import type { Corpus, VectorSpace } from "../../store.js";
import type { Connection } from "../database/connection.js";
import { isBusy } from "../database/failures.js";
import { currentEmbedder, reembeddingState } from "../reembedding/store-embedder.js";
import type { MetaTable } from "../tables/meta-table.js";
import { createPassageVectors, hasPassageVectors } from "./passage-vectors-view.js";
import { maxVec0Dimensions, Vec0Vectors } from "./vec0-vectors.js";
import { type VectorLayout, VectorTable } from "./vector-table.js";

/** Both corpora. */
export const corpora: readonly Corpus[] = ["said", "files"];

/** The set in use, or the one that a store is moving to. */
export type VectorSet = "current" | "next";

/** The parts that the functions of this module use. */
export interface LayoutParts {
  readonly connection: Connection;
  readonly meta: MetaTable;
}

/** Number of blocks of each corpus that opening a store moves: 8,192 vectors, some 0.1 s. */
const movedAtOpening = 256;

/** Returns a text that changes when searches must use other tables. */
export function tablesInUse(meta: MetaTable): string {
  return meta.get("vector_tables") ?? "pages";
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
  const { layout, prefix } = stateOf(meta);
  return new VectorTable(connection, { embedder, prefix: tablePrefix(prefix, corpus, set), layout });
}

/**
 * Makes sure that this process can store vectors of an embedder in the layout of the file. Call it
 * inside a write transaction, before vectors are added.
 */
export function chooseWritable(
  { connection, meta }: LayoutParts,
  { dimensions }: Pick<VectorSpace, "dimensions">,
): void {
  if (!connection.hasVec0 || dimensions > maxVec0Dimensions) setState(meta, { layout: "pages" });
}

/**
 * Chooses the layout, creates missing tables, and moves the first blocks. Called when a file is
 * opened.
 */
export function prepareVectors(parts: LayoutParts): void {
  const { connection } = parts;
  if (connection.readonly || isPrepared(parts)) return;
  try {
    connection.writeAtOnce(() => prepare(parts));
  } catch (error) {
    // Another process writes for a long time. Vectors stay in their layout, and a later opening
    // moves them.
    if (!isBusy(error)) throw error;
  }
}

function prepare(parts: LayoutParts): void {
  const { meta } = parts;
  setState(meta, { layout: wantedLayout(parts) });
  createTables(parts, "current");
  if (reembeddingState(meta) !== undefined) createTables(parts, "next");
  for (const corpus of corpora)
    vectorTable(parts, corpus, { embedder: currentEmbedder(meta) }).move(movedAtOpening);
  createView(parts);
}

/** Creates the tables of a set, if the layout needs them. Call it inside a write transaction. */
export function createTables({ connection, meta }: LayoutParts, set: VectorSet): void {
  const { layout, prefix } = stateOf(meta);
  if (layout !== "vec0") return;
  const { dimensions } = set === "current" ? currentEmbedder(meta) : reembeddingState(meta)!.embedder;
  for (const corpus of corpora)
    new Vec0Vectors({ connection, dimensions, prefix: tablePrefix(prefix, corpus, set) }).create();
}

/**
 * Makes the next set the one in use, after the set in use was cleared. Call it inside a write
 * transaction.
 */
export function switchSets({ meta }: LayoutParts): void {
  setState(meta, { prefix: otherPrefix(stateOf(meta).prefix) });
}

/** Brings the view for other programs up to date. Call it inside a write transaction. */
export function createView({ connection, meta }: LayoutParts): void {
  const { dimensions } = currentEmbedder(meta);
  const tables = corpora.map((corpus) => {
    const prefix = tablePrefix(stateOf(meta).prefix, corpus, "current");
    return { prefix, dimensions, hasVec0: new Vec0Vectors({ connection, dimensions, prefix }).exists };
  });
  createPassageVectors(connection, tables);
}

function isPrepared(parts: LayoutParts): boolean {
  const { connection, meta } = parts;
  if (meta.get("vector_tables") === undefined || !hasPassageVectors(connection)) return false;
  if (stateOf(meta).layout !== wantedLayout(parts)) return false;
  return corpora.every((corpus) => {
    const table = vectorTable(parts, corpus, { embedder: currentEmbedder(meta) });
    return table.firstToMove() === Number.POSITIVE_INFINITY;
  });
}

function wantedLayout({ connection, meta }: LayoutParts): VectorLayout {
  const { dimensions } = currentEmbedder(meta);
  const next = reembeddingState(meta)?.embedder.dimensions ?? 0;
  return connection.hasVec0 && Math.max(dimensions, next) <= maxVec0Dimensions ? "vec0" : "pages";
}

interface LayoutState {
  readonly layout: VectorLayout;
  /** Prefix of the set in use. */
  readonly prefix: string;
}

function stateOf(meta: MetaTable): LayoutState {
  const [layout, prefix = ""] = tablesInUse(meta).split(" ");
  return { layout: layout === "vec0" ? "vec0" : "pages", prefix };
}

function setState(meta: MetaTable, changed: Partial<LayoutState>): void {
  const { layout, prefix } = { ...stateOf(meta), ...changed };
  const text = `${layout} ${prefix}`.trim();
  if (meta.get("vector_tables") !== text) meta.set("vector_tables", text);
}

function tablePrefix(current: string, corpus: Corpus, set: VectorSet): string {
  return `${set === "current" ? current : otherPrefix(current)}${corpus === "files" ? "file_" : ""}`;
}

function otherPrefix(prefix: string): string {
  return prefix === "" ? "second_" : "";
}
