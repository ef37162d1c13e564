/**
 * Overwrites what was erased from an encrypted file. Each page is encrypted as a whole, so its
 * bytes cannot be zeroed without SQLite. Instead SQLite writes the whole file again from its rows
 * (`VACUUM`, 9 ms per megabyte). Erased data is in no row, so no page of the new file has a copy.
 * Then the log is written back and truncated.
 *
 * The new file is assembled in memory (`temp_store`): on the disk it would be readable.
 */
import type { Connection } from "../database/connection.js";
import { isBusy } from "../database/failures.js";
import type { MetaTable } from "../tables/meta-table.js";
import { truncateLog } from "./log-frames.js";
import type { Look, Sweep } from "./overwrite.js";

/** Rewrites an encrypted file. */
export class VacuumSweep implements Sweep {
  readonly #connection: Connection;
  readonly #meta: MetaTable;
  /** The number of erasures when the file was last rewritten. */
  #rewrittenAt: string | undefined;
  /** Sweeps run one after the other. */
  #running: Promise<unknown> = Promise.resolve();

  constructor(connection: Connection, meta: MetaTable) {
    this.#connection = connection;
    this.#meta = meta;
  }

  run(patiently: boolean): Promise<boolean> {
    const run = this.#running.then(() => this.#run(patiently));
    this.#running = run.catch(() => {});
    return run;
  }

  // Each page may have copies of rows until it is rewritten, and cannot be read without SQLite.
  async *look(): AsyncGenerator<Look> {}

  async #run(patiently: boolean): Promise<boolean> {
    const attempt = (step: () => boolean) =>
      patiently ? this.#connection.until(step) : Promise.resolve(step());
    return (await attempt(() => this.#rewrite())) && (await attempt(() => truncateLog(this.#connection)));
  }

  /** Rewrites the file. @returns true if it was rewritten since the last erasure */
  #rewrite(): boolean {
    if (this.#connection.isUnderWay || !this.#connection.isInPlace) return false;
    try {
      const erasure = this.#meta.get("erasures") ?? "";
      if (this.#rewrittenAt === erasure) return true;
      this.#connection.database.exec("vacuum");
      this.#rewrittenAt = erasure;
      return true;
    } catch (error) {
      if (isBusy(error)) return false;
      throw error;
    }
  }
}
