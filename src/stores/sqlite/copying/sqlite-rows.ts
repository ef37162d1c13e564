/** The rows of a store in a file: the part of the port that copies use. */
import type { CopiedPart, CopiedRows, StoreRows, StoreSummary } from "../../copying.js";
import { notNew } from "../../shared/unfinished-copy.js";
import type { Sweep } from "../erasure/overwrite.js";
import { lastPosition, readRows, readSummary } from "./read-rows.js";
import { clearCopy, concludeCopy, type Target, writeRows } from "./write-rows.js";

/** The rows of a store in a file. */
export class SqliteRows implements StoreRows {
  readonly #target: Target;
  readonly #sweep: Sweep;

  constructor({ sweep, connection, tables }: Target & { readonly sweep: Sweep }) {
    this.#target = { connection, tables };
    this.#sweep = sweep;
  }

  summary(): Promise<StoreSummary> {
    return this.#target.connection.read("copy", () => readSummary(this.#target));
  }

  read<Part extends CopiedPart>(part: Part, after: number, limit: number): Promise<CopiedRows[Part][]> {
    return this.#target.connection.read("copy", () => readRows(this.#target, part, { after, limit }));
  }

  async begin(revision: string): Promise<void> {
    const { connection, tables } = this.#target;
    const isCleared = await connection.write("copy", () => {
      const begun = tables.meta.get("copying");
      if (begun === revision) return false;
      const { rows, usage } = readSummary(this.#target);
      if (begun === undefined && (rows.audit > 0 || usage.requests > 0)) throw notNew(rows.records);
      if (begun !== undefined) clearCopy(this.#target);
      tables.meta.set("copying", revision);
      return begun !== undefined;
    });
    // What was forgotten in the other store since then must not remain here in free pages.
    if (isCleared) await this.#sweep.run(true);
  }

  position(part: CopiedPart): Promise<number> {
    const { connection } = this.#target;
    return connection.read("copy", () => lastPosition(connection, part));
  }

  async write<Part extends CopiedPart>(part: Part, rows: readonly CopiedRows[Part][]): Promise<void> {
    await this.#target.connection.write("copy", () => writeRows(this.#target, part, rows));
  }

  async finish(summary: StoreSummary, id: string): Promise<string> {
    const { connection } = this.#target;
    await connection.write("copy", () => concludeCopy(this.#target, summary, id));
    await connection.settled("copy");
    return id;
  }
}
