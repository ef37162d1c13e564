/**
 * A move of a store to another embedder. The new vectors are in a separate column until the move is
 * complete.
 */
import type { Limits } from "../../accounts/meter.js";
import { bytesOfVector, fromBlob, toCode, toInt8 } from "../formats/quantise.js";
import { reembeddedEntry } from "../shared/audit-chain.js";
import { type EmbedderName, isMovingTo, isSameEmbedder } from "../shared/embedders.js";
import { assertStorage } from "../shared/limits.js";
import type { Reembedding, ReembeddingProgress, Store, UnembeddedPassage, VectorSpace } from "../store.js";
import type { Connection } from "./database/connection.js";
import {
  addUsage,
  embedderOf,
  embeddersOf,
  lockStore,
  type Move,
  readStore,
  type StoreRow,
  setStore,
  usageOf,
} from "./database/store-row.js";
import type { Transaction } from "./database/transaction.js";
import { textsOf } from "./reading/reading.js";
import { codeText } from "./reading/vectors/vectors.js";
import { appendAudit } from "./writing/audit.js";
import { NewRows } from "./writing/new-rows.js";
import { toBytes } from "./writing/writing.js";

/** Begins a move to another embedder, or continues it. @returns false if there is nothing to do */
export async function beginMove(
  tx: Transaction,
  { embedder, limits, again }: { embedder: EmbedderName; limits: Limits; again: boolean },
): Promise<boolean> {
  const row = await lockStore(tx);
  const isThere = !again && isSameEmbedder(embedderOf(row), embedder);
  if (!isThere) {
    const { embedded } = await counted(tx, "embedding");
    const needed = embedded * (bytesOfVector(embedder.dimensions) - bytesOfVector(row.dimensions));
    assertStorage("re-embed", limits, { used: usageOf(row).storageUsed, needed });
    if (row.move !== null && isSameEmbedder(row.move.embedder, embedder)) return true;
  }
  const { id, dimensions } = embedder;
  const move: Move = { embedder: { id, dimensions }, through: 0 };
  await tx.rows(
    "update passages set next_embedding = null where store_id = $1 and next_embedding is not null",
  );
  await setStore(tx, { move: isThere ? null : JSON.stringify(move) });
  return !isThere;
}

/** Returns the bytes of a new vector; null for a zero vector, which is not stored. */
function storedBytes(vector: Float32Array): Buffer | null {
  const bytes = toInt8(vector);
  return bytes === undefined ? null : toBytes(bytes);
}

/** Counts passages with a vector in a column, and all passages. */
async function counted(tx: Transaction, column: "embedding" | "next_embedding") {
  const row = await tx.row<{ embedded: number; all: number }>(
    `select count(${column}) as embedded, count(*) as all from passages where store_id = $1`,
  );
  return row!;
}

/** The parts of its store that a move uses. */
export interface MovingStore {
  readonly connection: Connection;
  readonly embedder: VectorSpace;
  /** Returns the store for callers that use the new embedder. */
  readonly after: () => Store;
}

/** A move to another embedder. */
export class PostgresReembedding implements Reembedding {
  readonly #store: MovingStore;

  constructor(store: MovingStore) {
    this.#store = store;
  }

  progress(): Promise<ReembeddingProgress> {
    return this.#store.connection.read("re-embed", (tx) => this.#progress(tx));
  }

  next(limit: number): Promise<UnembeddedPassage[]> {
    return this.#store.connection.read("re-embed", async (tx) => {
      const move = this.#moveIn(await readStore(tx));
      if (move === undefined) return [];
      const next = `p.id in (select id from passages where store_id = $1 and id > $2 order by id limit $3)`;
      return textsOf(tx, next, [move.through, limit]);
    });
  }

  keep(vectors: readonly { readonly passage: number; readonly vector: Float32Array }[]) {
    return this.#store.connection.write("re-embed", async (tx) => {
      const move = this.#moveIn(await lockStore(tx));
      if (move !== undefined && vectors.length > 0) {
        await tx.rows(
          `update passages p set next_embedding = given.vector from unnest($2::integer[], $3::bytea[]) as given (id, vector)
           where p.store_id = $1 and p.id = given.id`,
          [vectors.map(({ passage }) => passage), vectors.map(({ vector }) => storedBytes(vector))],
        );
        const through = vectors.reduce((highest, { passage }) => Math.max(highest, passage), move.through);
        await setStore(tx, { move: JSON.stringify({ ...move, through }) });
      }
      return this.#progress(tx);
    });
  }

  async finish(by: Parameters<Reembedding["finish"]>[0]): Promise<Store | undefined> {
    const isFinished = await this.#store.connection.write("re-embed", async (tx) => {
      const row = await lockStore(tx);
      const move = this.#moveIn(row);
      if (move === undefined) return true;
      const waiting = await tx.row("select 1 from passages where store_id = $1 and id > $2 limit 1", [
        move.through,
      ]);
      if (waiting !== undefined) return false;
      await this.#takeOver(tx, row, by);
      return true;
    });
    return isFinished ? this.#store.after() : undefined;
  }

  async #takeOver(tx: Transaction, row: StoreRow, by: Parameters<Reembedding["finish"]>[0]): Promise<void> {
    const { embedder } = this.#store;
    const before = (await counted(tx, "embedding")).embedded * bytesOfVector(row.dimensions);
    const after = (await counted(tx, "next_embedding")).embedded * bytesOfVector(embedder.dimensions);
    assertStorage("re-embed", by.limits, { used: usageOf(row).storageUsed, needed: after - before });
    await tx.rows(
      "update passages set embedding = next_embedding, next_embedding = null, code = null where store_id = $1",
    );
    await this.#writeCodes(tx);
    const entry = reembeddedEntry(row.embedder_id, embedder.id);
    const added = new NewRows();
    const end = appendAudit(added, row, { by, entries: [entry] });
    await added.flush(tx);
    await setStore(tx, {
      embedder_id: embedder.id,
      dimensions: embedder.dimensions,
      move: null,
      // The vectors that any process has cached are outdated now, even if the embedder has the same
      // name.
      erasures: row.erasures + 1,
      ...end,
    });
    await addUsage(tx, { requests: 0, tokens: 0, spendMicros: 0 }, after - before);
  }

  async #writeCodes(tx: Transaction): Promise<void> {
    const { embedder } = this.#store;
    const space = { dimensions: embedder.dimensions, mean: embedder.mean?.() };
    for (let last = 0; ; ) {
      const rows = await tx.rows<{ id: number; embedding: Buffer }>(
        `select id, embedding from passages where store_id = $1 and id > $2 and embedding is not null
         order by id limit 2000`,
        [last],
      );
      if (rows.length === 0) return;
      last = rows.at(-1)!.id;
      await tx.rows(
        `update passages p set code = given.code::varbit from unnest($2::integer[], $3::text[]) as given (id, code)
         where p.store_id = $1 and p.id = given.id`,
        [rows.map(({ id }) => id), rows.map(({ embedding }) => codeText(toCode(fromBlob(embedding), space)))],
      );
    }
  }

  async #progress(tx: Transaction): Promise<ReembeddingProgress> {
    const move = this.#moveIn(await readStore(tx));
    const row = await tx.row<ReembeddingProgress>(
      `select count(*) as total, count(*) filter (where id <= $2) as done from passages where store_id = $1`,
      [move?.through ?? 2_147_483_647],
    );
    return { done: row!.done, total: row!.total };
  }

  /** Returns the move; `undefined` if it is finished. @throws {MemoryError} `embedder_mismatch` */
  #moveIn(row: StoreRow): Move | undefined {
    return isMovingTo(this.#store.embedder, embeddersOf(row)) ? (row.move ?? undefined) : undefined;
  }
}
