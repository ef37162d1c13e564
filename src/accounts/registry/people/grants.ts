/**
 * A grant: what a client got from a person, for one store. Its rows are those of the table
 * `grants`.
 */

/** A client that may use a store for a person. */
export interface GrantEntry {
  /** Identifies the grant; no secret. Hexadecimal. */
  readonly id: string;
  /** What the client calls itself. */
  readonly client: string;
  /** The host that it sends people back to after a sign-in. */
  readonly host: string;
  readonly store: string;
  readonly storeId: string;
  readonly personId: string;
  readonly scopes: readonly string[];
  readonly createdAt: string;
  /** When one of its tokens was last used, exact to an hour; `null` if never. */
  readonly lastUsedAt: string | null;
}

/** What a grant is bound to. */
export interface GrantBinding {
  readonly personId: string;
  readonly storeId: string;
  readonly client: string;
  readonly host: string;
  readonly scopes: readonly string[];
}

/** A row of {@link selectGrants}. */
export interface GrantRow {
  readonly hash: Buffer;
  readonly person: string;
  readonly storeId: string;
  readonly store: string;
  readonly client: string;
  readonly host: string;
  readonly scope: string;
  readonly createdAtMs: number;
  readonly lastUsedAtMs: number | null;
}

/** Selects grants with the names of their stores. */
export const selectGrants = `select g.hash, g.person, g.store as storeId, s.name as store, g.client, g.host, g.scope,
  g.created_at as createdAtMs, g.last_used_at as lastUsedAtMs from grants g join stores s on s.id = g.store`;

/** The id of a grant in logs and in the audit trail. */
export function keyIdOf(hash: Buffer): string {
  return `grant-${hash.toString("hex").slice(0, 12)}`;
}

/** A grant from its row. */
export function toGrant(row: GrantRow): GrantEntry {
  const { hash, person, storeId, store, client, host, scope, createdAtMs, lastUsedAtMs } = row;
  return {
    id: hash.toString("hex"),
    client,
    host,
    store,
    storeId,
    personId: person,
    scopes: scope.split(" "),
    createdAt: new Date(createdAtMs).toISOString(),
    lastUsedAt: lastUsedAtMs === null ? null : new Date(lastUsedAtMs).toISOString(),
  };
}
