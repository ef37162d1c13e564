import Database from "better-sqlite3";
import { describe, expect, it, onTestFinished } from "vitest";
import { Registry } from "../../../src/accounts/registry/registry.js";
import { createApiKey } from "../../../src/accounts/registry/stores/api-key.js";
import { temporaryFile } from "../../temporary-file.js";

/** The tables of a registry before accounts, as keepsake 0.1.0 made them. */
const before = `
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
  seq integer primary key, at integer not null, actor text not null, operation text not null,
  record_id text, record_type text, reason text, previous_hash text not null, hash text not null
);
create table audit_head (id integer primary key check (id = 1), seq integer not null, hash text not null);
create trigger deposits_are_never_changed before update on deposits
begin select raise(abort, 'deposits are append-only'); end;
create trigger deposits_are_never_cut before delete on deposits
begin select raise(abort, 'deposits are append-only'); end;
alter table stores add column data_key blob;
alter table stores add column forgotten_at integer;
insert into migrations values ('first', 1), ('data keys', 1);
insert into plans values ('builder', 10, 1), ('open', 1000, 0);
insert into stores values ('s1', 'acme', 'builder', 1000, null, null);
insert into stores values ('s2', 'globex', 'open', 2000, x'0102', null);
insert into stores values ('s3', 'forgotten s3', 'builder', 3000, null, 4000);
insert into deposits (store, micros, at, actor) values ('s1', 5000000, 10, 'ops'), ('s1', 1, 20, 'ops'), ('s3', 7, 30, 'ops');
`;

function migrated() {
  const path = temporaryFile("registry.db");
  const database = new Database(path);
  database.exec(before);
  const { key, id, hash } = createApiKey();
  database.prepare("insert into keys values (?, 's1', ?, 'bot', 60, 5000, null)").run(id, hash);
  database.pragma("application_id = 1801807218");
  database.pragma("user_version = 2");
  database.close();
  const open = () => {
    const registry = new Registry({ path });
    onTestFinished(() => registry.close());
    return registry;
  };
  return { path, key, open };
}

describe("a registry from before accounts", () => {
  it("gets an account for each store, with its name, plan and deposits", () => {
    const { open } = migrated();
    const registry = open();
    expect(registry.accounts.list()).toMatchObject([
      {
        id: "s1",
        name: "acme",
        depositedMicros: 5_000_001,
        stores: 1,
        createdAt: "1970-01-01T00:00:01.000Z",
      },
      { id: "s2", name: "globex", depositedMicros: 0, stores: 1 },
    ]);
    expect(registry.stores.get("acme")).toMatchObject({
      account: "acme",
      shareMicros: 5_000_001,
      freeMicros: 0,
    });
    expect(registry.stores.get("globex").wrappedKey).toEqual(Buffer.from([1, 2]));
    expect(registry.stores.forgotten()).toEqual(["s3"]);
    expect(registry.accounts.deposits("acme").map(({ micros }) => micros)).toEqual([5_000_000, 1]);
  });

  it("keeps its keys, and the terms of its plans", () => {
    const { open, key } = migrated();
    const registry = open();
    expect(registry.keys.open(key)).toMatchObject({ requestsPerMinute: 60, store: { id: "s1" } });
    expect(registry.stores.get("acme").plan).toEqual({ name: "builder", storage_gb: 10, token_rate: 1 });
  });

  it("can be used and opened again, with its references and triggers intact", () => {
    const { open, path } = migrated();
    open().accounts.deposit("acme", 10);
    const registry = open();
    expect(registry.stores.get("acme").freeMicros).toBe(10);
    expect(registry.keys.create(registry.stores.get("globex")).entry.store).toBe("globex");
    const database = new Database(path);
    onTestFinished(() => void database.close());
    expect(() => database.exec("delete from deposits")).toThrow(/append-only/);
    expect(() =>
      database.exec("insert into keys values ('x', 'nobody', x'00', null, null, 1, null, null)"),
    ).toThrow(/FOREIGN KEY/);
  });
});
