/**
 * Counts memory operations against the monthly limit of a plan. Operations are taken from the
 * registry a hundred at a time, so that a call costs no write; what a process has not used is given
 * back when it closes. After a kill, the whole last hundred stays counted, so never too few
 * operations are counted.
 */
import { MemoryError } from "../../contract/errors.js";
import type { StoreEntry } from "./entries.js";
import type { OperationTable } from "./operations.js";

/** Operations of an account in the current month. */
export interface OperationUse {
  readonly used: number;
  /** Maximum number of operations of the month; `null` for no limit. */
  readonly limit: number | null;
  /** When the next month begins, ISO 8601. */
  readonly resets_at: string;
}

/** Number of operations that are taken from the registry at once. */
const block = 100;
/** Number of operations of one MOp. */
const operationsOfMop = 1000;

type Account = Pick<StoreEntry, "accountId" | "plan">;

interface Taken {
  readonly month: string;
  left: number;
}

/** The monthly operations of the accounts of a service. */
export class OperationQuota {
  readonly #table: OperationTable;
  readonly #clock: () => Date;
  /** By account: what was taken from the registry and not used yet. */
  readonly #taken = new Map<string, Taken>();

  constructor(table: OperationTable, clock: () => Date) {
    this.#table = table;
    this.#clock = clock;
  }

  /** Counts one operation. @throws {MemoryError} `quota_exceeded` */
  take(account: Account): void {
    const { accountId } = account;
    const taken = this.#current(accountId);
    if (taken.left === 0) {
      const limit = limitOf(account);
      taken.left = this.#table.add(accountId, taken.month, { count: block, limit });
    }
    if (taken.left === 0) throw exceeded(this.use(account));
    taken.left -= 1;
  }

  /** Gives back an operation of a call that failed. */
  giveBack({ accountId }: Account): void {
    this.#current(accountId).left += 1;
  }

  /**
   * Operations of an account in this month, without those that other processes have taken and not
   * used.
   */
  use(account: Account): OperationUse {
    const { accountId } = account;
    const { month, left } = this.#current(accountId);
    const used = this.#table.used(accountId, month) - left;
    return { used, limit: limitOf(account), resets_at: nextMonth(month) };
  }

  /** Gives back every operation that was taken and not used. */
  close(): void {
    for (const [accountId, { month, left }] of this.#taken)
      if (left > 0) this.#table.add(accountId, month, { count: -left, limit: null });
    this.#taken.clear();
  }

  /** The rest of this month's block. The rest of another month's block is dropped. */
  #current(accountId: string): Taken {
    const month = this.#clock().toISOString().slice(0, 7);
    let taken = this.#taken.get(accountId);
    if (taken === undefined || taken.month !== month) {
      taken = { month, left: 0 };
      this.#taken.set(accountId, taken);
    }
    return taken;
  }
}

function limitOf({ plan }: Account): number | null {
  return plan.mops_month === undefined ? null : Math.floor(plan.mops_month * operationsOfMop);
}

function nextMonth(month: string): string {
  const [year = 0, number = 0] = month.split("-").map(Number);
  return new Date(Date.UTC(year, number, 1)).toISOString();
}

function exceeded(use: OperationUse): MemoryError<"quota_exceeded"> {
  const { used, limit, resets_at } = use;
  return new MemoryError(
    "quota_exceeded",
    `Cannot call: the plan has ${limit} memory operations a month, and ${used} are used. They begin again at ${resets_at}`,
    { data: { used, limit: limit ?? 0, resets_at } },
  );
}
