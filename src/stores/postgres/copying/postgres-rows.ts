/** The rows of a store: the part of the port that copies use. */
import type { CopiedPart, CopiedRows, StoreRows, StoreSummary } from "../../copying.js";
import { notNew } from "../../shared/unfinished-copy.js";
import type { VectorSpace } from "../../store.js";
import type { Connection } from "../database/connection.js";
import { lockStore, setStore } from "../database/store-row.js";
import { lastPosition, readRows, readSummary } from "./read-rows.js";
import { clearCopy, concludeCopy, writeRows } from "./write-rows.js";

interface RowsParts {
  readonly connection: Connection;
  readonly embedder: VectorSpace;
  readonly id: string;
}

/** The rows of a store in PostgreSQL. */
export class PostgresRows implements StoreRows {
  readonly #connection: Connection;
  readonly #embedder: VectorSpace;
  readonly #id: string;

  constructor({ connection, embedder, id }: RowsParts) {
    this.#connection = connection;
    this.#embedder = embedder;
    this.#id = id;
  }

  summary(): Promise<StoreSummary> {
    return this.#connection.read("copy", readSummary);
  }

  read<Part extends CopiedPart>(part: Part, after: number, limit: number): Promise<CopiedRows[Part][]> {
    return this.#connection.read("copy", (tx) => readRows(tx, part, { after, limit }));
  }

  async begin(revision: string): Promise<void> {
    await this.#connection.write("copy", async (tx) => {
      const { copying } = await lockStore(tx);
      if (copying === revision) return;
      const { rows, usage } = await readSummary(tx);
      if (copying === null && (rows.audit > 0 || usage.requests > 0)) throw notNew(rows.records);
      if (copying !== null) await clearCopy(tx);
      await setStore(tx, { copying: revision });
    });
  }

  position(part: CopiedPart): Promise<number> {
    return this.#connection.read("copy", (tx) => lastPosition(tx, part));
  }

  async write<Part extends CopiedPart>(part: Part, rows: readonly CopiedRows[Part][]): Promise<void> {
    const { dimensions, mean } = this.#embedder;
    const space = { dimensions, mean: mean?.call(this.#embedder) };
    await this.#connection.write("copy", (tx) => writeRows({ tx, space }, part, rows));
  }

  async finish(summary: StoreSummary): Promise<string> {
    await this.#connection.write("copy", (tx) => concludeCopy(tx, summary));
    return this.#id;
  }
}
