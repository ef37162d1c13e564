/** Who a store is, and which embedder's vectors it holds: written when it is made, compared when it is opened. */
import { MemoryError } from "../../contract/errors.js";
import type { Connection } from "./connection.js";
import { corrupt } from "./failures.js";
import type { MetaTable } from "./meta-table.js";
import { wordsIdentity } from "./words-identity.js";

/** What a store must know of its embedder. */
export interface StoreEmbedder {
  readonly id: string;
  readonly dimensions: number;
  readonly mean?: (() => Float32Array) | undefined;
}

export interface Identity {
  readonly id: string;
  readonly name: string;
}

export interface IdentityOptions {
  readonly name: string | undefined;
  readonly embedder: StoreEmbedder;
  readonly ids: () => string;
  readonly clock: () => Date;
}

const defaultName = "memory";

/** Reads who the store is, or writes it where the store is new. A name that is given replaces the one before. @throws {MemoryError} `embedder_mismatch`, `corrupt` */
export function identify(connection: Connection, meta: MetaTable, options: IdentityOptions): Identity {
  if (!connection.readonly && isUnsettled(meta, options))
    connection.writeAtOnce(() => {
      // Another process may have made the store while this one waited for the lock.
      if (meta.get("store_id") === undefined) found(meta, options);
      checkEmbedder(meta, options.embedder);
      if (options.name !== undefined) meta.set("name", options.name);
    });
  const id = meta.get("store_id");
  if (id === undefined) throw corrupt("open the store", "it does not say who it is");
  checkEmbedder(meta, options.embedder);
  return { id, name: meta.get("name") ?? defaultName };
}

function isUnsettled(meta: MetaTable, { name }: IdentityOptions): boolean {
  return meta.get("store_id") === undefined || (name !== undefined && name !== meta.get("name"));
}

function found(meta: MetaTable, { name, embedder, ids, clock }: IdentityOptions): void {
  meta.set("store_id", ids());
  meta.set("name", name ?? defaultName);
  meta.set("created_at", clock().toISOString());
  meta.set("embedder_id", embedder.id);
  meta.set("dimensions", String(embedder.dimensions));
  meta.set("words", wordsIdentity());
}

function checkEmbedder(meta: MetaTable, given: StoreEmbedder): void {
  const stored = { id: meta.get("embedder_id") ?? "", dimensions: Number(meta.get("dimensions")) };
  if (stored.id === given.id && stored.dimensions === given.dimensions) return;
  throw new MemoryError(
    "embedder_mismatch",
    `Cannot open the store: its vectors were written by embedder ${named(stored)}, got ${named(given)}; ` +
      "open it with the former embedder; to re-embed it, export it with that one and import the lines into a new store with this",
    { data: { stored: stored.id, given: given.id } },
  );
}

function named({ id, dimensions }: { readonly id: string; readonly dimensions: number }): string {
  return `${id} of ${dimensions} dimensions`;
}
