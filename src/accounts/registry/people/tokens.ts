/**
 * What clients have after a sign-in: a grant, which is bound to one person and one store, and its
 * codes and tokens. Everything is stored and looked up by its hash.
 */
import { ofStore, type RegistryDatabase } from "../file/database.js";
import {
  type GrantBinding,
  type GrantEntry,
  type GrantRow,
  keyIdOf,
  selectGrants,
  toGrant,
} from "./grants.js";
import type { MemberStore, PeopleTable } from "./people.js";
import { secretHash } from "./secrets.js";

/** An item of the authorization server: a client, an interaction, a grant, a code or a token. */
export interface SignInItem {
  readonly kind: string;
  /** The item's secret, or its id. */
  readonly id: string;
  readonly payload: object;
  readonly grantId: string | undefined;
  /** Seconds until it expires. */
  readonly expiresInS: number;
}

/** What an access token opens. */
export interface OpenedToken extends MemberStore {
  /** The id of its grant. */
  readonly grantId: string;
  readonly personId: string;
  /** The resource that it was issued for. */
  readonly audience: unknown;
  readonly scopes: readonly string[];
}

interface ItemRow {
  readonly payload: string;
  readonly consumedAtMs: number | null;
}

/** Made once, because it runs for every call. */
const selectOpened = `${selectGrants.replace(" from grants g", ", i.payload from sign_in_items i join grants g on g.hash = i.grant_hash")}
  where i.kind = 'AccessToken' and i.hash = ? and i.expires_at > ?`;

/** How exact `lastUsedAt` is, in milliseconds. Updating it is a write. */
const lastUseStepMs = 3_600_000;
/** Maximum number of expired items that a write removes. */
const mostRemoved = 100;

/** The grants of a registry, and the items of its authorization server. */
export class TokenTable {
  readonly #registry: RegistryDatabase;
  readonly #people: PeopleTable;

  constructor(registry: RegistryDatabase, people: PeopleTable) {
    this.#registry = registry;
    this.#people = people;
  }

  /** Adds an item, or replaces it. */
  put({ kind, id, payload, grantId, expiresInS }: SignInItem): void {
    const nowMs = this.#registry.nowMs();
    this.#registry.write("keep a sign-in", () => {
      this.#removeExpired(nowMs);
      this.#registry.run(
        `insert into sign_in_items (kind, hash, payload, grant_hash, expires_at) values (?, ?, ?, ?, ?)
         on conflict (kind, hash) do update set payload = excluded.payload, grant_hash = excluded.grant_hash,
           expires_at = excluded.expires_at`,
        kind,
        secretHash(id),
        JSON.stringify(payload),
        grantId === undefined ? null : secretHash(grantId),
        nowMs + expiresInS * 1000,
      );
    });
  }

  /** The payload of an item; `undefined` if it is unknown or expired. */
  find(
    kind: string,
    id: string,
  ): { readonly payload: object; readonly consumedAtMs: number | null } | undefined {
    const row = this.#registry.get<ItemRow>(
      "select payload, consumed_at as consumedAtMs from sign_in_items where kind = ? and hash = ? and expires_at > ?",
      kind,
      secretHash(id),
      this.#registry.nowMs(),
    );
    if (row === undefined) return undefined;
    return { payload: JSON.parse(row.payload) as object, consumedAtMs: row.consumedAtMs };
  }

  /** Marks a code or a refresh token as used. @returns false if it was used before */
  consume(kind: string, id: string): boolean {
    return this.#registry.write(
      "use a token",
      () =>
        this.#registry.run(
          "update sign_in_items set consumed_at = ? where kind = ? and hash = ? and consumed_at is null",
          this.#registry.nowMs(),
          kind,
          secretHash(id),
        ) > 0,
    );
  }

  /** Removes an item. */
  remove(kind: string, id: string): void {
    this.#registry.write("remove a sign-in", () =>
      this.#registry.run("delete from sign_in_items where kind = ? and hash = ?", kind, secretHash(id)),
    );
  }

  /** Lets an item expire later, if there is one. */
  prolong(kind: string, id: string, expiresInS: number): void {
    this.#registry.write("keep a sign-in", () =>
      this.#registry.run(
        "update sign_in_items set expires_at = max(expires_at, ?) where kind = ? and hash = ?",
        this.#registry.nowMs() + expiresInS * 1000,
        kind,
        secretHash(id),
      ),
    );
  }

  /**
   * Removes items of a kind, those that expire first, until at most `most` of the items that expire
   * within `withinS` seconds are left.
   */
  limit(kind: string, { most, withinS }: { readonly most: number; readonly withinS: number }): void {
    this.#registry.write("limit sign-ins", () =>
      this.#registry.run(
        `delete from sign_in_items where kind = ? and hash in
           (select hash from sign_in_items where kind = ? and expires_at <= ? order by expires_at desc, hash limit -1 offset ?)`,
        kind,
        kind,
        this.#registry.nowMs() + withinS * 1000,
        most,
      ),
    );
  }

  /** Binds a grant to a person and a store. */
  bind(grantId: string, { personId, storeId, client, host, scopes }: GrantBinding): void {
    const hash = secretHash(grantId);
    this.#registry.write("grant a client access", () => {
      this.#registry.run(
        "insert into grants (hash, person, store, client, host, scope, created_at) values (?, ?, ?, ?, ?, ?, ?)",
        hash,
        personId,
        storeId,
        client,
        host,
        scopes.join(" "),
        this.#registry.nowMs(),
      );
      this.#record("KEY_CREATE", hash, storeId);
    });
  }

  /**
   * What an access token gives access to. `undefined` if the token is unknown, expired or revoked,
   * or if its person may not use it.
   */
  open(token: string): OpenedToken | undefined {
    const row = this.#registry.get<GrantRow & { readonly payload: string }>(
      selectOpened,
      secretHash(token),
      this.#registry.nowMs(),
    );
    if (row === undefined) return undefined;
    const member = this.#people.storeOf(row.person, row.storeId);
    if (member === undefined) return undefined;
    this.#noteUse(row);
    const { aud, scope } = JSON.parse(row.payload) as { readonly aud?: unknown; readonly scope?: unknown };
    const scopes = typeof scope === "string" ? scope.split(" ") : [];
    return { ...member, grantId: keyIdOf(row.hash), personId: row.person, audience: aud, scopes };
  }

  /** The grants of a person, newest first. */
  grants(personId: string): GrantEntry[] {
    return this.#registry
      .all<GrantRow>(`${selectGrants} where g.person = ? order by g.created_at desc, g.hash`, personId)
      .map(toGrant);
  }

  /** Revokes a grant with everything that was issued for it. */
  revoke(grantId: string): void {
    this.#revoke("hash = ?", secretHash(grantId));
  }

  /** Revokes a grant of a person. @param id see {@link GrantEntry.id} */
  revokeOf(personId: string, id: string): boolean {
    return this.#revoke("hash = ? and person = ?", Buffer.from(id, "hex"), personId) > 0;
  }

  /** Revokes every grant for a store. */
  revokeOfStore(storeId: string): void {
    this.#revoke("store = ?", storeId);
  }

  /** Revokes the grants for a store that were given by people who are not members of an account. */
  revokeOfStrangers(storeId: string, accountId: string): void {
    this.#revoke(
      "store = ? and person not in (select person from members where account = ?)",
      storeId,
      accountId,
    );
  }

  /** @returns how many grants were revoked */
  #revoke(which: string, ...values: (string | Buffer)[]): number {
    return this.#registry.write("revoke a client's access", () => {
      const grants = this.#registry.all<{ readonly hash: Buffer; readonly store: string }>(
        `delete from grants where ${which} returning hash, store`,
        ...values,
      );
      for (const { hash, store } of grants) {
        this.#registry.run("delete from sign_in_items where grant_hash = ?", hash);
        this.#registry.run("delete from sign_in_items where kind = 'Grant' and hash = ?", hash);
        this.#record("KEY_REVOKE", hash, store);
      }
      return grants.length;
    });
  }

  #record(operation: "KEY_CREATE" | "KEY_REVOKE", hash: Buffer, storeId: string): void {
    this.#registry.record({ operation, subject: keyIdOf(hash), ...ofStore(this.#registry, storeId) });
  }

  #noteUse({ hash, lastUsedAtMs }: GrantRow): void {
    const nowMs = this.#registry.nowMs();
    if (lastUsedAtMs !== null && nowMs - lastUsedAtMs < lastUseStepMs) return;
    this.#registry.write("note the use of a token", () =>
      this.#registry.run("update grants set last_used_at = ? where hash = ?", nowMs, hash),
    );
  }

  /** Also removes grants that have expired: the person is asked again. */
  #removeExpired(nowMs: number): void {
    const removed = this.#registry.run(
      `delete from sign_in_items where (kind, hash) in
         (select kind, hash from sign_in_items where expires_at <= ? order by expires_at limit ?)`,
      nowMs,
      mostRemoved,
    );
    if (removed > 0)
      this.#registry.run(
        `delete from grants where not exists
           (select 1 from sign_in_items i where i.kind = 'Grant' and i.hash = grants.hash)`,
      );
  }
}
