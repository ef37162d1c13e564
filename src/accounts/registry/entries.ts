/** The entries that the registry returns, and the rows that they are read from. */
import { isoOrNull } from "./file/database.js";
import { type PlanEntry, type PlanRow, planColumns, toPlan } from "./plans.js";
import type { StoreModels } from "./stores/store-models.js";

/** A store in the registry. */
export interface StoreEntry {
  /** Also the id inside the store's file, and the name of that file. */
  readonly id: string;
  readonly name: string;
  readonly accountId: string;
  /** The name of its account. */
  readonly account: string;
  /** The plan of its account. */
  readonly plan: PlanEntry;
  /** What the store may spend in total, in micro-dollars: its share of the account's deposits. */
  readonly shareMicros: number;
  /** The part of that share that the former accounts of the store paid. */
  readonly paidBeforeMicros: number;
  /** Deposits of the account that are not in the share of a store, in micro-dollars. */
  readonly freeMicros: number;
  /** Number of other stores of the account. */
  readonly others: number;
  /** Bytes of these other stores, as they were last recorded. */
  readonly othersBytes: number;
  readonly createdAt: string;
  /** The wrapped key that its file is encrypted with; `null` if it is not encrypted. */
  readonly wrappedKey: Uint8Array | null;
  /** The store's own models; empty if it uses those of the service. */
  readonly models: StoreModels;
}

/** A key in a listing, without its secret. */
export interface KeyEntry {
  readonly id: string;
  readonly store: string;
  readonly label: string | null;
  readonly requestsPerMinute: number | null;
  readonly createdAt: string;
  readonly revokedAt: string | null;
  /** When the key was last used, exact to an hour; `null` if never. */
  readonly lastUsedAt: string | null;
}

/** The store that a key gives access to. */
export interface Opened {
  readonly keyId: string;
  readonly requestsPerMinute: number | null;
  readonly store: StoreEntry;
}

/** Tables of a {@link StoreRow}. */
export const storeTables = "stores s join accounts a on a.id = s.account join plans p on p.name = a.plan";

/** Columns of a {@link StoreRow}, from {@link storeTables}. */
export const storeColumns = `s.id, s.name, s.account as accountId, a.name as account, s.created_at as createdAtMs,
  s.data_key as wrappedKey, s.models, s.share_micros as shareMicros, s.paid_before_micros as paidBeforeMicros, ${planColumns},
  (select coalesce(sum(d.micros), 0) from deposits d where d.account = s.account)
    - (select sum(o.share_micros - o.paid_before_micros) from stores o where o.account = s.account)
    - a.left_micros as freeMicros,
  (select count(*) from stores o
    where o.account = s.account and o.id <> s.id and o.forgotten_at is null) as others,
  (select coalesce(sum(o.used_bytes), 0) from stores o
    where o.account = s.account and o.id <> s.id and o.forgotten_at is null) as othersBytes`;

/** A row of a store, with its account and plan. */
export interface StoreRow extends PlanRow, Omit<StoreEntry, "plan" | "createdAt" | "models"> {
  /** JSON. */
  readonly models: string | null;
  readonly createdAtMs: number;
}

/** The columns of a {@link ListedKey}. */
export const keySelect = `select k.id, s.name as store, k.label, k.requests_per_minute as requestsPerMinute,
  k.created_at as createdAtMs, k.revoked_at as revokedAtMs, k.last_used_at as lastUsedAtMs
  from keys k join stores s on s.id = k.store`;

/** A row of a key, with the hash of the key. */
export interface KeyRow {
  readonly keyId: string;
  readonly hash: Buffer;
  readonly requestsPerMinute: number | null;
  readonly revokedAtMs: number | null;
  readonly lastUsedAtMs: number | null;
}

/** A row of a listing of keys, with the name of the store. */
export interface ListedKey extends Omit<KeyEntry, "createdAt" | "revokedAt" | "lastUsedAt"> {
  readonly createdAtMs: number;
  readonly revokedAtMs: number | null;
  readonly lastUsedAtMs: number | null;
}

/** Converts a row into a {@link StoreEntry}. */
export function toStore(row: StoreRow): StoreEntry {
  const { id, name, accountId, account, shareMicros, paidBeforeMicros, freeMicros } = row;
  const { others, othersBytes, wrappedKey } = row;
  return {
    id,
    name,
    accountId,
    account,
    plan: toPlan(row),
    shareMicros,
    paidBeforeMicros,
    freeMicros,
    others,
    othersBytes,
    createdAt: new Date(row.createdAtMs).toISOString(),
    wrappedKey,
    models: row.models === null ? {} : (JSON.parse(row.models) as StoreModels),
  };
}

/** Converts a row into a {@link KeyEntry}. */
export function toKey({ createdAtMs, revokedAtMs, lastUsedAtMs, ...rest }: ListedKey): KeyEntry {
  return {
    ...rest,
    createdAt: new Date(createdAtMs).toISOString(),
    revokedAt: isoOrNull(revokedAtMs),
    lastUsedAt: isoOrNull(lastUsedAtMs),
  };
}
