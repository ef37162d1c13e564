/** How many memory operations the stores of an account have made in a calendar month (UTC). */
import type { RegistryDatabase } from "./file/database.js";

/** The operations of the accounts of a registry. */
export class OperationTable {
  readonly #registry: RegistryDatabase;

  constructor(registry: RegistryDatabase) {
    this.#registry = registry;
  }

  /** Operations of an account in a month, such as `2026-11`. */
  used(accountId: string, month: string): number {
    const row = this.#registry.get<{ readonly used: number }>(
      "select used from operations where account = ? and month = ?",
      accountId,
      month,
    );
    return row?.used ?? 0;
  }

  /**
   * Adds to the operations of an account.
   *
   * @param count Negative to give operations back.
   * @param limit Maximum number of operations of the month; `null` for no limit.
   * @returns how many were added: fewer than `count` if the limit leaves fewer
   */
  add(
    accountId: string,
    month: string,
    { count, limit }: { readonly count: number; readonly limit: number | null },
  ): number {
    return this.#registry.write("count operations", () => {
      const left = limit === null ? count : Math.max(0, limit - this.used(accountId, month));
      const added = Math.min(count, left);
      this.#registry.run(
        `insert into operations (account, month, used) values (?, ?, ?)
         on conflict (account, month) do update set used = max(0, used + excluded.used)`,
        accountId,
        month,
        added,
      );
      return added;
    });
  }
}
