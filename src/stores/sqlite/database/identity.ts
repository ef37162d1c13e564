/** The identity of a store. It is written when the store is created. */

import { wordsIdentity } from "../../formats/words-identity.js";
import type { VectorSpace } from "../../store.js";
import { setCurrentEmbedder } from "../reembedding/store-embedder.js";
import type { MetaTable } from "../tables/meta-table.js";
import type { Connection } from "./connection.js";
import { corrupt } from "./failures.js";

/** The values that identify a store. */
export interface Identity {
  readonly id: string;
  readonly name: string;
}

/** The values that a new store is created with. */
export interface IdentityOptions {
  readonly name: string | undefined;
  readonly embedder: VectorSpace;
  readonly ids: () => string;
  readonly clock: () => Date;
}

const defaultName = "memory";

/**
 * Reads the identity of a store, or writes it if the store is new. A given name replaces the former
 * one. @throws {MemoryError} `corrupt`
 */
export function identify(connection: Connection, meta: MetaTable, options: IdentityOptions): Identity {
  if (!connection.readonly && isUnsettled(meta, options))
    connection.writeAtOnce(() => {
      // Another process may have made the store while this one waited for the lock.
      if (meta.get("store_id") === undefined) found(meta, options);
      if (options.name !== undefined) meta.set("name", options.name);
    });
  const id = meta.get("store_id");
  if (id === undefined) throw corrupt("open the store", "it does not say who it is");
  return { id, name: meta.get("name") ?? defaultName };
}

function isUnsettled(meta: MetaTable, { name }: IdentityOptions): boolean {
  return meta.get("store_id") === undefined || (name !== undefined && name !== meta.get("name"));
}

function found(meta: MetaTable, { name, embedder, ids, clock }: IdentityOptions): void {
  meta.set("store_id", ids());
  meta.set("name", name ?? defaultName);
  meta.set("created_at", clock().toISOString());
  setCurrentEmbedder(meta, embedder);
  meta.set("words", wordsIdentity());
}
