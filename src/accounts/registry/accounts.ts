/**
 * The accounts of a registry. An account has a plan, a wallet, stores, and members. An account that
 * an operator makes only for an app has no members.
 */
import { randomUUID } from "node:crypto";
import { z } from "zod";
import { parseInput } from "../../contract/errors.js";
import { asStored, invalid, missing, named, type RegistryDatabase } from "./file/database.js";
import { type PlanEntry, type PlanRow, type PlanTable, planColumns, toPlan } from "./plans.js";

/** An account of a registry. */
export interface AccountEntry {
  readonly id: string;
  readonly name: string;
  readonly plan: PlanEntry;
  /** Sum of all deposits, in micro-dollars. */
  readonly depositedMicros: number;
  /** Number of its stores. */
  readonly stores: number;
  readonly createdAt: string;
}

/** One deposit into a wallet, in micro-dollars. */
export interface DepositEntry {
  readonly micros: number;
  readonly at: string;
  readonly actor: string;
}

interface AccountRow extends PlanRow, Omit<AccountEntry, "plan" | "createdAt"> {
  readonly createdAtMs: number;
}

/** At most 10 million USD, far below the largest safe integer of micro-dollars. */
const depositMicros = z.object({ micros: z.int().min(1).max(1e13) });

const selectAccounts = `select a.id, a.name, a.created_at as createdAtMs, ${planColumns},
  (select coalesce(sum(d.micros), 0) from deposits d where d.account = a.id) as depositedMicros,
  (select count(*) from stores s where s.account = a.id and s.forgotten_at is null) as stores
  from accounts a join plans p on p.name = a.plan where a.closed_at is null`;

/** The accounts of a registry. */
export class AccountTable {
  readonly #registry: RegistryDatabase;
  readonly #plans: PlanTable;

  constructor(registry: RegistryDatabase, plans: PlanTable) {
    this.#registry = registry;
    this.#plans = plans;
  }

  /**
   * Adds an account.
   *
   * @param id The id, if a router chose it to place the account on a host.
   * @throws {MemoryError} `invalid_input` if the name is taken or invalid, `not_found` if there is
   * no such plan
   */
  add(name: string, plan: string, id: string = randomUUID()): AccountEntry {
    const valid = parseInput(named, { name }, "name an account").name;
    this.#registry.write("create an account", () => {
      this.#plans.use(plan);
      this.#assertFree(valid);
      this.#registry.run(
        "insert into accounts (id, name, plan, created_at) values (?, ?, ?, ?)",
        id,
        valid,
        plan,
        this.#registry.nowMs(),
      );
      this.#registry.record({
        operation: "ACCOUNT_CREATE",
        subject: id,
        account: id,
        reason: `plan ${plan}`,
      });
    });
    return this.get(valid);
  }

  /** Every account, by name. */
  list(): AccountEntry[] {
    return this.#registry.all<AccountRow>(`${selectAccounts} order by a.name`).map(toAccount);
  }

  /** @throws {MemoryError} `not_found` */
  get(name: string): AccountEntry {
    const row = this.#row(asStored(name));
    if (row === undefined) throw missing("account", name);
    return toAccount(row);
  }

  /** @throws {MemoryError} `not_found` */
  withId(id: string): AccountEntry {
    const row = this.#registry.get<AccountRow>(`${selectAccounts} and a.id = ?`, id);
    if (row === undefined) throw missing("account", id);
    return toAccount(row);
  }

  /**
   * Renames an account. Its stores keep their names.
   *
   * @throws {MemoryError} `not_found`, `invalid_input`
   */
  rename(name: string, to: string): AccountEntry {
    const { id } = this.get(name);
    const valid = parseInput(named, { name: to }, "name an account").name;
    this.#registry.write("rename an account", () => {
      this.#assertFree(valid);
      this.#registry.run("update accounts set name = ? where id = ?", valid, id);
      this.#registry.record({ operation: "ACCOUNT_RENAME", subject: id, account: id });
    });
    return this.get(valid);
  }

  /** @throws {MemoryError} `not_found` if there is no such account or plan */
  assignPlan(name: string, plan: string): AccountEntry {
    const { id, plan: before } = this.get(name);
    this.#registry.write("assign a plan", () => {
      this.#plans.use(plan);
      this.#registry.run("update accounts set plan = ? where id = ?", plan, id);
      const reason = `plan ${plan}, was ${before.name}`;
      this.#registry.record({ operation: "PLAN_ASSIGN", subject: id, account: id, reason });
    });
    return this.get(name);
  }

  /** Pays into the wallet of an account. @throws {MemoryError} `not_found`, `invalid_input` */
  deposit(name: string, micros: number): AccountEntry {
    const amount = parseInput(depositMicros, { micros }, "pay in").micros;
    const { id } = this.get(name);
    const { at, actor } = this.#registry.act();
    this.#registry.write("pay in", () =>
      this.#registry.run(
        "insert into deposits (account, micros, at, actor) values (?, ?, ?, ?)",
        id,
        amount,
        at.getTime(),
        actor,
      ),
    );
    return this.get(name);
  }

  /** Deposits of an account, oldest first. @throws {MemoryError} `not_found` */
  deposits(name: string): DepositEntry[] {
    return this.#registry
      .all<{ micros: number; at: number; actor: string }>(
        "select micros, at, actor from deposits where account = ? order by id",
        this.get(name).id,
      )
      .map((row) => ({ ...row, at: new Date(row.at).toISOString() }));
  }

  /**
   * Micro-dollars spent by stores that the account no longer has: the shares of stores that were
   * forgotten, and what stores had spent before they moved to another account.
   */
  formerMicros(id: string): number {
    const row = this.#registry.get<{ readonly micros: number }>(
      `select left_micros + (select coalesce(sum(share_micros - paid_before_micros), 0) from stores
         where account = accounts.id and forgotten_at is not null) as micros
       from accounts where id = ?`,
      id,
    );
    return row?.micros ?? 0;
  }

  /** Micro-dollars deposited to an account that are neither in the share of a store nor spent. */
  freeMicros(id: string): number {
    const row = this.#registry.get<{ readonly micros: number }>(
      `select (select coalesce(sum(micros), 0) from deposits where account = accounts.id) - left_micros
         - (select coalesce(sum(share_micros - paid_before_micros), 0) from stores
           where account = accounts.id) as micros
       from accounts where id = ?`,
      id,
    );
    return row?.micros ?? 0;
  }

  /**
   * Closes an account if it has no stores and no members, which frees its name. Any other account
   * stays.
   */
  closeUnused(id: string): void {
    this.#registry.write("close an account", () => {
      const closed = this.#registry.run(
        `update accounts set closed_at = ?, name = ? where id = ?
           and not exists (select 1 from stores where account = accounts.id and forgotten_at is null)
           and not exists (select 1 from members where account = accounts.id)`,
        this.#registry.nowMs(),
        `closed ${id}`,
        id,
      );
      if (closed > 0) this.#registry.record({ operation: "ACCOUNT_CLOSE", subject: id, account: id });
    });
  }

  #assertFree(name: string): void {
    if (this.#row(name) === undefined) return;
    throw invalid("name an account", "name", `must not be taken, got ${JSON.stringify(name)}`);
  }

  #row(name: string): AccountRow | undefined {
    return this.#registry.get<AccountRow>(`${selectAccounts} and a.name = ?`, name);
  }
}

function toAccount(row: AccountRow): AccountEntry {
  const { id, name, depositedMicros, stores, createdAtMs } = row;
  const createdAt = new Date(createdAtMs).toISOString();
  return { id, name, plan: toPlan(row), depositedMicros, stores, createdAt };
}
