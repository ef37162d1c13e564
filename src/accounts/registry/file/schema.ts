/**
 * The registry's tables, as ordered and named migrations. A migration is never edited after its
 * release.
 *
 *   plans 1─n accounts 1─n stores 1─n keys         audit: changes of keys, members, plans and
 *                      1─n deposits                stores, a chain of hashed rows
 *                      1─n operations (a month)
 *                      n─n people (members)        people 1─n sessions, links, grants
 *
 * Usage and spending of a store are in the store's own file, where they commit with the write they
 * pay for. A store may spend its share of the account's deposits (`share_micros`); what no store
 * has as its share is free. If a store changed its account, its former accounts paid
 * `paid_before_micros` of its share; `left_micros` of those accounts includes this amount. Times
 * are integer milliseconds since 1970 in UTC, money is integer micro-dollars.
 */
import type { SqlDatabase } from "../../../stores/sqlite/database/sql-database.js";

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
  {
    // Each store gets an account of its own, with the id and the name of the store.
    name: "accounts",
    sql: `
alter table plans add column price_month real not null default 0 check (price_month >= 0);
alter table plans add column mops_month real check (mops_month >= 0);
create table accounts (
  id text primary key,
  name text not null unique,
  plan text not null references plans (name),
  created_at integer not null,
  closed_at integer
) without rowid;
insert into accounts select id, name, plan, created_at, forgotten_at from stores;
create table next_stores (
  id text primary key,
  account text not null references accounts (id),
  name text not null unique,
  created_at integer not null,
  data_key blob,
  forgotten_at integer,
  share_micros integer not null default 0 check (share_micros >= 0),
  used_bytes integer not null default 0
) without rowid;
insert into next_stores (id, account, name, created_at, data_key, forgotten_at, share_micros)
  select id, id, name, created_at, data_key, forgotten_at,
    (select coalesce(sum(micros), 0) from deposits where store = stores.id) from stores;
drop table stores;
alter table next_stores rename to stores;
create index stores_by_account on stores (account);
create table next_deposits (
  id integer primary key,
  account text not null references accounts (id),
  micros integer not null check (micros > 0),
  at integer not null,
  actor text not null
);
insert into next_deposits select id, store, micros, at, actor from deposits;
drop table deposits;
alter table next_deposits rename to deposits;
create index deposits_by_account on deposits (account, micros);
create trigger deposits_are_never_changed before update on deposits
begin select raise(abort, 'deposits are append-only'); end;
create trigger deposits_are_never_cut before delete on deposits
begin select raise(abort, 'deposits are append-only'); end;
alter table keys add column last_used_at integer;
create table operations (
  account text not null references accounts (id),
  month text not null,
  used integer not null,
  primary key (account, month)
) without rowid;
create table people (
  id text primary key,
  login text not null unique,
  password text,
  created_at integer not null,
  disabled_at integer,
  failures integer not null default 0,
  failed_at integer
) without rowid;
create table members (
  account text not null references accounts (id),
  person text not null references people (id),
  role text not null check (role in ('owner', 'editor', 'reader')),
  added_at integer not null,
  primary key (account, person)
) without rowid;
create index members_by_person on members (person);
create table sessions (
  hash blob primary key,
  person text not null references people (id),
  created_at integer not null,
  seen_at integer not null,
  label text
) without rowid;
create index sessions_by_person on sessions (person);
create table links (
  hash blob primary key,
  person text not null references people (id),
  expires_at integer not null
) without rowid;
`,
  },
  {
    // What clients have after a sign-in. All are looked up by hashes.
    name: "sign-in",
    sql: `
create table grants (
  hash blob primary key,
  person text not null references people (id),
  store text not null references stores (id),
  client text not null,
  host text not null,
  scope text not null,
  created_at integer not null,
  last_used_at integer
) without rowid;
create index grants_by_person on grants (person);
create table sign_in_items (
  kind text not null,
  hash blob not null,
  payload text not null,
  grant_hash blob,
  expires_at integer not null,
  consumed_at integer,
  primary key (kind, hash)
) without rowid;
create index sign_in_items_by_grant on sign_in_items (grant_hash) where grant_hash is not null;
create index sign_in_items_by_end on sign_in_items (expires_at);
`,
  },
  {
    // `signing_key` signs the checkpoints of the stores' audit trails.
    name: "audit retention, the trail of accounts, models of stores",
    sql: `
alter table plans add column audit_days integer check (audit_days > 0);
alter table stores add column models text;
alter table audit add column account text;
create index audit_by_account on audit (account, seq) where account is not null;
create table signing_key (id integer primary key check (id = 1), pem text not null);
`,
  },
  {
    // What a store spent before it changed its account is paid by the account that it left.
    name: "stores that change their account, signing keys that were replaced",
    sql: `
alter table stores add column paid_before_micros integer not null default 0 check (paid_before_micros >= 0);
alter table accounts add column left_micros integer not null default 0 check (left_micros >= 0);
create table former_signing_keys (public_key text primary key, replaced_at integer not null) without rowid;
`,
  },
];

/** Number of migrations of this version. A file with more was written by a newer keepsake. */
export const supportedRegistry = migrations.length;

/** Runs the missing migrations, inside the caller's write transaction. */
export function migrateRegistry(database: SqlDatabase, taken: number, atMs: number): void {
  for (const [index, { name, sql }] of migrations.entries()) {
    if (index < taken) continue;
    database.exec(sql);
    database.prepare("insert into migrations (name, applied_at) values (?, ?)").run(name, atMs);
  }
  database.pragma(`user_version = ${supportedRegistry}`);
}
