/**
 * The registry's tables, as ordered and named migrations. A migration is never edited after its
 * release.
 *
 *   plans 1─n stores 1─n keys        audit: KEY_CREATE and KEY_REVOKE, a chain of hashed rows
 *                 1─n deposits
 *
 * Usage and spending of a store are in the store's own file, where they commit with the write they
 * pay for. The balance of a wallet is the sum of its deposits minus the spending. Times are integer
 * milliseconds since 1970 in UTC, money is integer micro-dollars.
 */
import type Database from "better-sqlite3";

interface Migration {
  readonly name: string;
  readonly sql: string;
}

const migrations: readonly Migration[] = [
  {
    name: "first",
    sql: `
create table migrations (name text primary key, applied_at integer not null) without rowid;
create table plans (
  name text primary key,
  storage_gb real not null check (storage_gb >= 0),
  token_rate real not null check (token_rate >= 0)
) without rowid;
create table stores (
  id text primary key,
  name text not null unique,
  plan text not null references plans (name),
  created_at integer not null
) without rowid;
create table keys (
  id text primary key,
  store text not null references stores (id),
  hash blob not null,
  label text,
  requests_per_minute integer check (requests_per_minute > 0),
  created_at integer not null,
  revoked_at integer
) without rowid;
create index keys_by_store on keys (store);
create table deposits (
  id integer primary key,
  store text not null references stores (id),
  micros integer not null check (micros > 0),
  at integer not null,
  actor text not null
);
create index deposits_by_store on deposits (store, micros);
create table audit (
  seq integer primary key,
  at integer not null,
  actor text not null,
  operation text not null,
  record_id text,
  record_type text,
  reason text,
  previous_hash text not null,
  hash text not null
);
create table audit_head (id integer primary key check (id = 1), seq integer not null, hash text not null);
create trigger audit_is_never_changed before update on audit
begin select raise(abort, 'the audit trail is append-only'); end;
create trigger audit_is_never_cut before delete on audit
begin select raise(abort, 'the audit trail is append-only'); end;
create trigger deposits_are_never_changed before update on deposits
begin select raise(abort, 'deposits are append-only'); end;
create trigger deposits_are_never_cut before delete on deposits
begin select raise(abort, 'deposits are append-only'); end;
`,
  },
  {
    name: "data keys",
    sql: `
alter table stores add column data_key blob;
alter table stores add column forgotten_at integer;
`,
  },
];

/** Number of migrations of this version. A file with more was written by a newer keepsake. */
export const supportedRegistry = migrations.length;

/** Runs the missing migrations, inside the caller's write transaction. */
export function migrateRegistry(database: Database.Database, taken: number, atMs: number): void {
  for (const [index, { name, sql }] of migrations.entries()) {
    if (index < taken) continue;
    database.exec(sql);
    database.prepare("insert into migrations (name, applied_at) values (?, ?)").run(name, atMs);
  }
  database.pragma(`user_version = ${supportedRegistry}`);
}
