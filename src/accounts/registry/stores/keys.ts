/** The API keys of a registry. A key opens one store. */
import { z } from "zod";
import { parseInput } from "../../../contract/errors.js";
import {
  type KeyEntry,
  type KeyRow,
  keySelect,
  type ListedKey,
  type Opened,
  type StoreEntry,
  type StoreRow,
  storeColumns,
  storeTables,
  toKey,
  toStore,
} from "../entries.js";
import { entryName, missing, named, ofStore, type RegistryDatabase } from "../file/database.js";
import { createApiKey, isKey, keyIdOf } from "./api-key.js";

const newKey = z.object({
  label: entryName.optional(),
  requestsPerMinute: z.int().min(1).max(1_000_000).optional(),
});

/** Made once, because it runs for every call. */
const selectOpened = `select k.id as keyId, k.hash, k.requests_per_minute as requestsPerMinute,
  k.revoked_at as revokedAtMs, k.last_used_at as lastUsedAtMs, ${storeColumns}
  from keys k join ${storeTables.replace("stores s", "stores s on s.id = k.store")} where k.id = ?`;

/** How exact the time of a key's last use is, in milliseconds. Updating it is a write. */
const lastUseStepMs = 3_600_000;

/** The keys of a registry. */
export class KeyTable {
  readonly #registry: RegistryDatabase;

  constructor(registry: RegistryDatabase) {
    this.#registry = registry;
  }

  /**
   * The store that a key opens; `undefined` for an unknown or revoked key. It always takes one
   * query and one hash.
   */
  open(key: string): Opened | undefined {
    const id = keyIdOf(key);
    if (id === undefined) return undefined;
    const row = this.#registry.get<KeyRow & StoreRow>(selectOpened, id);
    if (!isKey(key, row?.hash) || row === undefined || row.revokedAtMs !== null) return undefined;
    this.#noteUse(row);
    return { keyId: row.keyId, requestsPerMinute: row.requestsPerMinute, store: toStore(row) };
  }

  /**
   * Creates a key for a store. Only this result contains the whole key.
   *
   * @throws {MemoryError} `not_found`, `invalid_input`
   */
  create(
    store: Pick<StoreEntry, "id">,
    options: { readonly label?: string | undefined; readonly requestsPerMinute?: number | undefined } = {},
  ): { readonly key: string; readonly entry: KeyEntry } {
    const { label, requestsPerMinute } = parseInput(newKey, options, "create a key");
    const { key, id, hash } = createApiKey();
    this.#registry.write("create a key", () => {
      this.#registry.run(
        "insert into keys (id, store, hash, label, requests_per_minute, created_at) values (?, ?, ?, ?, ?, ?)",
        id,
        store.id,
        hash,
        label ?? null,
        requestsPerMinute ?? null,
        this.#registry.nowMs(),
      );
      this.#record("KEY_CREATE", id, store.id);
    });
    return { key, entry: this.get(id) };
  }

  /** Keys of a store, or of all, oldest first. */
  list(store?: Pick<StoreEntry, "id">): KeyEntry[] {
    const id = store?.id ?? null;
    return this.#registry
      .all<ListedKey>(`${keySelect} where ? is null or k.store = ? order by k.created_at, k.id`, id, id)
      .map(toKey);
  }

  /** @throws {MemoryError} `not_found` */
  get(id: string): KeyEntry {
    const row = this.#registry.get<ListedKey>(`${keySelect} where k.id = ?`, id);
    if (row === undefined) throw missing("key", id);
    return toKey(row);
  }

  /** @throws {MemoryError} `not_found`, `invalid_input` */
  rename(id: string, label: string): KeyEntry {
    const valid = parseInput(named, { name: label }, "rename a key").name;
    this.get(id);
    this.#registry.write("rename a key", () => {
      const row = this.#registry.get<{ readonly store: string }>(
        "update keys set label = ? where id = ? returning store",
        valid,
        id,
      );
      if (row !== undefined) this.#record("KEY_RENAME", id, row.store);
    });
    return this.get(id);
  }

  /**
   * Revokes a key, which then opens nothing. Revoking it again changes nothing.
   *
   * @throws {MemoryError} `not_found`
   */
  revoke(id: string): KeyEntry {
    this.get(id);
    this.#registry.write("revoke a key", () => {
      const row = this.#registry.get<{ readonly store: string }>(
        "update keys set revoked_at = ? where id = ? and revoked_at is null returning store",
        this.#registry.nowMs(),
        id,
      );
      if (row !== undefined) this.#record("KEY_REVOKE", id, row.store);
    });
    return this.get(id);
  }

  #record(operation: "KEY_CREATE" | "KEY_RENAME" | "KEY_REVOKE", id: string, storeId: string): void {
    this.#registry.record({ operation, subject: id, ...ofStore(this.#registry, storeId) });
  }

  #noteUse({ keyId, lastUsedAtMs }: KeyRow): void {
    const nowMs = this.#registry.nowMs();
    if (lastUsedAtMs !== null && nowMs - lastUsedAtMs < lastUseStepMs) return;
    this.#registry.write("note the use of a key", () =>
      this.#registry.run("update keys set last_used_at = ? where id = ?", nowMs, keyId),
    );
  }
}
