/**
 * Moves an account from the registry of one host to that of another: its plan, deposits, stores,
 * keys and operations. Deposits are append-only, so a registry that had the account before keeps
 * them, and adds only what is new.
 */
import { z } from "zod";
import { MemoryError, parseInput } from "../../contract/errors.js";
import { invalid, missing, ofStore, type RegistryDatabase } from "./file/database.js";

const text = z.string().min(1).max(1024);
const whole = z.int().min(0);
const blob = z.base64();

/** An account with everything that belongs to it, as JSON. Times are milliseconds since 1970. */
const movedAccount = z.strictObject({
  account: z.strictObject({
    id: text,
    name: text,
    plan: text,
    created_at: whole,
    left_micros: whole.default(0),
  }),
  plan: z.strictObject({
    name: text,
    storage_gb: z.number(),
    token_rate: z.number(),
    price_month: z.number(),
    mops_month: z.number().nullable(),
  }),
  deposits: z.array(z.strictObject({ micros: whole, at: whole, actor: text })),
  operations: z.array(z.strictObject({ month: text, used: whole })),
  stores: z.array(
    z.strictObject({
      id: text,
      name: text,
      created_at: whole,
      data_key: blob.nullable(),
      forgotten_at: whole.nullable(),
      share_micros: whole,
      paid_before_micros: whole.default(0),
      used_bytes: whole,
      models: text.nullable(),
    }),
  ),
  keys: z.array(
    z.strictObject({
      id: text,
      store: text,
      hash: blob,
      label: text.nullable(),
      requests_per_minute: whole.nullable(),
      created_at: whole,
      revoked_at: whole.nullable(),
      last_used_at: whole.nullable(),
    }),
  ),
});

/** An account with everything that belongs to it. */
export type MovedAccount = z.output<typeof movedAccount>;

/** Removes accounts from a registry, and adds accounts of other registries. */
export class AccountMoves {
  readonly #registry: RegistryDatabase;

  constructor(registry: RegistryDatabase) {
    this.#registry = registry;
  }

  /**
   * The account of a key; `undefined` for an unknown or revoked key.
   *
   * @param keyId the public part
   */
  accountOfKey(keyId: string): string | undefined {
    return this.#registry.get<{ readonly account: string }>(
      "select s.account from keys k join stores s on s.id = k.store where k.id = ? and k.revoked_at is null",
      keyId,
    )?.account;
  }

  /** Ids of the stores of an account that exist. */
  storesOf(accountId: string): string[] {
    return this.#registry
      .all<{ readonly id: string }>(
        "select id from stores where account = ? and forgotten_at is null",
        accountId,
      )
      .map(({ id }) => id);
  }

  /**
   * Returns everything that belongs to an account.
   *
   * @throws {MemoryError} `not_found`; `unsupported` for an account with members, whose people and
   * sessions belong to one registry, and for a plan with audit retention, because one registry's
   * key signs the checkpoints
   */
  dump(accountId: string): MovedAccount {
    const of = <Row>(sql: string) => this.#registry.all<Row>(sql, accountId);
    const [account] = of<MovedAccount["account"]>(
      "select id, name, plan, created_at, left_micros from accounts where id = ? and closed_at is null",
    );
    if (account === undefined) throw missing("account", accountId);
    if (of("select 1 from members where account = ?").length > 0) throw hasMembers(account.name);
    if (
      of("select 1 from accounts a join plans p on p.name = a.plan where a.id = ? and p.audit_days > 0")
        .length > 0
    )
      throw hasRetention(account.name);
    const [plan] = this.#registry.all<MovedAccount["plan"]>(
      "select name, storage_gb, token_rate, price_month, mops_month from plans where name = ?",
      account.plan,
    );
    return {
      account,
      plan: plan!,
      deposits: of("select micros, at, actor from deposits where account = ? order by id"),
      operations: of("select month, used from operations where account = ?"),
      stores: of<Blobs<MovedAccount["stores"][number]>>(
        `select id, name, created_at, data_key, forgotten_at, share_micros, paid_before_micros, used_bytes,
         models from stores where account = ?`,
      ).map(asText),
      keys: of<Blobs<MovedAccount["keys"][number]>>(
        `select k.id, k.store, k.hash, k.label, k.requests_per_minute, k.created_at, k.revoked_at, k.last_used_at
         from keys k join stores s on s.id = k.store where s.account = ?`,
      ).map(asText),
    };
  }

  /** Parses what another registry dumped. @throws {MemoryError} `invalid_input` */
  check(given: unknown): MovedAccount {
    return parseInput(movedAccount, given, "take over the account");
  }

  /**
   * Adds an account that another registry dumped. Doing it again changes nothing.
   *
   * @throws {MemoryError} `invalid_input` for a name that another account or store has here
   */
  add(given: unknown): void {
    const moved = this.check(given);
    const { account, plan, operations, stores, keys } = moved;
    this.#registry.write("take over an account", () => {
      this.#assertFree(moved);
      this.#put("plans", plan, "name", "nothing");
      this.#put("accounts", { ...account, closed_at: null }, "id");
      this.#addDeposits(moved);
      for (const row of operations)
        this.#put("operations", { account: account.id, ...row }, "account, month");
      for (const { data_key, ...row } of stores)
        this.#put("stores", { ...row, account: account.id, data_key: bytes(data_key) }, "id");
      for (const key of keys) this.#addKey(key);
    });
  }

  #addKey(key: MovedAccount["keys"][number]): void {
    const before = this.#registry.get("select 1 from keys where id = ? and revoked_at is null", key.id);
    this.#put("keys", { ...key, hash: bytes(key.hash) }, "id");
    if (before !== undefined || key.revoked_at !== null) return;
    this.#registry.record({
      operation: "KEY_CREATE",
      subject: key.id,
      ...ofStore(this.#registry, key.store),
    });
  }

  #addDeposits({ account, deposits }: MovedAccount): void {
    const known = this.#registry.all("select 1 from deposits where account = ?", account.id).length;
    for (const { micros, at, actor } of deposits.slice(known))
      this.#registry.run(
        "insert into deposits (account, micros, at, actor) values (?, ?, ?, ?)",
        account.id,
        micros,
        at,
        actor,
      );
  }

  #assertFree({ account, stores }: MovedAccount): void {
    for (const [table, { id, name }] of [
      ["accounts", account] as const,
      ...stores.map((store) => ["stores", store] as const),
    ])
      if (this.#registry.get(`select 1 from ${table} where name = ? and id <> ?`, name, id) !== undefined)
        throw invalid("take over the account", "name", `must not be taken, got ${JSON.stringify(name)}`);
  }

  /** Inserts a row, or replaces the columns of the one that is there. */
  #put(table: string, row: Row, key: string, otherwise?: "nothing"): void {
    const columns = Object.keys(row);
    const sets = columns.map((name) => `${name} = excluded.${name}`).join(", ");
    this.#registry.run(
      `insert into ${table} (${columns.join(", ")}) values (${columns.map(() => "?").join(", ")})
       on conflict (${key}) do ${otherwise ?? `update set ${sets}`}`,
      ...Object.values(row),
    );
  }
}

type Row = Readonly<Record<string, string | number | Uint8Array | null>>;

/** A row as the database returns it: bytes if the JSON has base64. */
type Blobs<JsonRow> = { readonly [Name in keyof JsonRow]: JsonRow[Name] | Uint8Array };

function asText<JsonRow>(row: Blobs<JsonRow>): JsonRow {
  const entries = Object.entries(row as Record<string, unknown>).map(([name, value]) => [
    name,
    value instanceof Uint8Array ? Buffer.from(value).toString("base64") : value,
  ]);
  return Object.fromEntries(entries) as JsonRow;
}

function bytes(base64: string | null): Uint8Array | null {
  return base64 === null ? null : Buffer.from(base64, "base64");
}

function hasMembers(name: string): MemoryError<"unsupported"> {
  const message = `Cannot move account ${name}: it must have no members, because people sign in to one host; remove them first`;
  return new MemoryError("unsupported", message, { data: { what: "members" } });
}

function hasRetention(name: string): MemoryError<"unsupported"> {
  const message = `Cannot move account ${name}: its plan must keep the audit trail for ever, because a checkpoint is signed by one host; give it another plan first`;
  return new MemoryError("unsupported", message, { data: { what: "audit retention" } });
}
