/** The entries that the registry returns, and the rows that they are read from. */
import type { PlanEntry } from "./plans.js";

/** A store in the registry. */
export interface StoreEntry {
  /** The id inside the store's file and the name of the file, too. */
  readonly id: string;
  readonly name: string;
  readonly plan: PlanEntry;
  /** Sum of all deposits, in micro-dollars. */
  readonly depositedMicros: number;
  readonly createdAt: string;
  /** The wrapped key that its file is encrypted with; `null` where it is not encrypted. */
  readonly wrappedKey: Uint8Array | null;
}

/** A key in a listing, without its secret. */
export interface KeyEntry {
  readonly id: string;
  readonly store: string;
  readonly label: string | null;
  readonly requestsPerMinute: number | null;
  readonly createdAt: string;
  readonly revokedAt: string | null;
}

/** One deposit into a wallet, in micro-dollars. */
export interface DepositEntry {
  readonly micros: number;
  readonly at: string;
  readonly actor: string;
}

/** The store that a key gives access to. */
export interface Opened {
  readonly keyId: string;
  readonly requestsPerMinute: number | null;
  readonly store: StoreEntry;
}

/** Columns of a {@link StoreRow}, from stores `s` and plans `p`. */
export const storeColumns = `s.id, s.name, s.created_at as createdAtMs, s.data_key as wrappedKey, p.name as planName, p.storage_gb, p.token_rate,
  (select coalesce(sum(d.micros), 0) from deposits d where d.store = s.id) as depositedMicros`;

/** The columns of a {@link ListedKey}. */
export const keySelect = `select k.id, s.name as store, k.label, k.requests_per_minute as requestsPerMinute,
  k.created_at as createdAtMs, k.revoked_at as revokedAtMs from keys k join stores s on s.id = k.store`;

/** A row of a store, with its plan and the sum of its deposits. */
export interface StoreRow {
  readonly id: string;
  readonly name: string;
  readonly createdAtMs: number;
  readonly planName: string;
  readonly storage_gb: number;
  readonly token_rate: number;
  readonly depositedMicros: number;
  readonly wrappedKey: Uint8Array | null;
}

/** A row of a key, with the hash of the key. */
export interface KeyRow {
  readonly keyId: string;
  readonly hash: Buffer;
  readonly requestsPerMinute: number | null;
  readonly revokedAtMs: number | null;
}

/** A row of a listing of keys, with the name of the store. */
export interface ListedKey {
  readonly id: string;
  readonly store: string;
  readonly label: string | null;
  readonly requestsPerMinute: number | null;
  readonly createdAtMs: number;
  readonly revokedAtMs: number | null;
}

/** Converts a row into a {@link StoreEntry}. */
export function toStore({
  id,
  name,
  createdAtMs,
  planName,
  storage_gb,
  token_rate,
  depositedMicros,
  wrappedKey,
}: StoreRow): StoreEntry {
  const createdAt = new Date(createdAtMs).toISOString();
  return {
    id,
    name,
    plan: { name: planName, storage_gb, token_rate },
    depositedMicros,
    createdAt,
    wrappedKey,
  };
}

/** Converts a row into a {@link KeyEntry}. */
export function toKey({ createdAtMs, revokedAtMs, ...rest }: ListedKey): KeyEntry {
  const revokedAt = revokedAtMs === null ? null : new Date(revokedAtMs).toISOString();
  return { ...rest, createdAt: new Date(createdAtMs).toISOString(), revokedAt };
}
