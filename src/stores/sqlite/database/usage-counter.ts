/**
 * Counts calls that write nothing else. Counting never makes a recall fail: if another process has
 * the write lock, the count is kept in memory, and written with the next write or when the store is
 * closed. A call that costs nothing never waits. A call that costs something waits for the lock, so
 * that a killed process loses no charge. If the file is read-only, counts last until the store is
 * closed.
 */

import type { Limits, Usage } from "../../../accounts/meter.js";
import { limitPassed } from "../../shared/limits.js";
import type { Store, UsageDelta } from "../../store.js";
import { noUsage, sumUsage, type UsageTable } from "../tables/usage-table.js";
import type { Connection } from "./connection.js";

type Counted = Awaited<ReturnType<Store["count"]>>;

/** Counts calls, and writes the counts when the lock is free. */
export class UsageCounter {
  readonly #connection: Connection;
  readonly #table: UsageTable;
  #pending: UsageDelta = noUsage;

  constructor(connection: Connection, table: UsageTable) {
    this.#connection = connection;
    this.#table = table;
  }

  /**
   * The counts that could not be written because another process had the write lock. The next write
   * adds them.
   */
  get pending(): UsageDelta {
    return this.#pending;
  }

  /** Resets the pending counts. Call it after a write that added them. */
  written(): void {
    this.#pending = noUsage;
  }

  /** Returns the usage including what is pending. Call it inside a read transaction. */
  used(): Usage {
    const usage = this.#table.read();
    return { ...sumUsage(usage, this.#pending), storageUsed: usage.storageUsed };
  }

  async count(delta: UsageDelta, limits: Limits): Promise<Counted> {
    let counted: Counted | undefined;
    await this.#connection.idle();
    const attempt = () =>
      this.#connection.writeIfFree("count", () => {
        counted = this.#admitted(delta, limits);
        if (counted.outcome === "counted") this.#table.add(sumUsage(this.#pending, delta));
      });
    const waits = delta.spendMicros > 0 && !this.#connection.readonly;
    const isWritten = waits ? await this.#connection.until(attempt) : attempt();
    if (isWritten && counted?.outcome === "counted") this.written();
    if (isWritten && counted !== undefined) return counted;
    return this.#connection.read("count", () => {
      const remembered = this.#admitted(delta, limits);
      if (remembered.outcome === "counted") this.#pending = sumUsage(this.#pending, delta);
      return remembered;
    });
  }

  /** Writes what is pending, if the lock is free. @returns false if something is left to write */
  flush(): boolean {
    if (this.#pending === noUsage || this.#connection.readonly) return true;
    const isWritten = this.#connection.writeIfFree("count", () => this.#table.add(this.#pending));
    if (isWritten) this.written();
    return isWritten;
  }

  #admitted(delta: UsageDelta, limits: Limits): Counted {
    const used = this.used();
    const limit = limitPassed(used, limits, { storage: 0, spendMicros: delta.spendMicros });
    if (limit !== undefined) return { outcome: "refused", limit, usage: used };
    return { outcome: "counted", usage: { ...sumUsage(used, delta), storageUsed: used.storageUsed } };
  }
}
