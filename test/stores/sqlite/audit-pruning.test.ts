/**
 * What somebody with the file, and without the key, can do to a pruned audit trail unnoticed:
 * nothing.
 */
import { generateKeyPairSync } from "node:crypto";
import Database from "better-sqlite3";
import { Memory } from "keepsake";
import { testClock } from "keepsake/testing";
import { expect, it, onTestFinished } from "vitest";
import { pruneAudit } from "../../../src/transfer/prune-audit.js";
import { temporaryFile } from "../../temporary-file.js";
import { change, passage, record } from "../store-fixture.js";
import { openStore } from "./sqlite-fixture.js";

const newKey = () =>
  String(generateKeyPairSync("ed25519").privateKey.export({ type: "pkcs8", format: "pem" }));
const key = newKey();

function openMemory(path: string): Memory {
  const memory = new Memory({ path, clock: testClock("2026-06-01T09:00:00Z") });
  onTestFinished(() => memory.close());
  return memory;
}

/** A store whose audit trail was pruned, closed. */
async function pruned(): Promise<string> {
  const path = temporaryFile("pruned.db");
  const early = new Memory({ path, clock: testClock("2026-05-01T09:00:00Z") });
  await early.remember("Ana moved to Lisbon in April.");
  await early.remember("Ana works as a nurse.");
  await early.close();
  const memory = new Memory({ path, clock: testClock("2026-06-01T09:00:00Z") });
  await memory.remember("Ana prefers window seats.");
  await memory.pruneAudit({ before: "2026-05-15", key });
  await memory.close();
  return path;
}

async function tampered(change: (database: Database.Database) => void) {
  const path = await pruned();
  const database = new Database(path);
  database.exec("drop trigger audit_is_never_changed; drop trigger audit_is_never_cut");
  change(database);
  database.close();
  return openMemory(path).verifyAudit();
}

const changedCheckpoint = (fields: string) => (database: Database.Database) =>
  void database.exec(`update meta set value = json_set(value, ${fields}) where key = 'audit_checkpoint'`);

it("plain SQL can remove no further row", async () => {
  const path = await pruned();
  const database = new Database(path);
  onTestFinished(() => void database.close());
  expect(() => database.exec("delete from audit")).toThrow("append-only");
});

it("a checkpoint with another number, hash, time or store is noticed", async () => {
  const checkpoint = (await openMemory(await pruned()).verifyAudit()).checkpoint!;
  for (const fields of [
    `'$.before', '2026-05-31T00:00:00.000Z'`,
    `'$.hash', '${"0".repeat(64)}'`,
    `'$.store', 'another'`,
    `'$.seq', ${checkpoint.seq - 1}`,
  ])
    expect(await tampered(changedCheckpoint(fields))).toMatchObject({ valid: false });
});

it("a row that was removed after the checkpoint is noticed, and so is a missing checkpoint", async () => {
  const first = (database: Database.Database) =>
    database.exec("delete from audit where seq = (select min(seq) from audit)");
  expect(await tampered(first)).toMatchObject({ valid: false, verified_from: "2026-05-15T00:00:00.000Z" });
  const without = (database: Database.Database) =>
    database.exec("delete from meta where key = 'audit_checkpoint'");
  expect(await tampered(without)).toMatchObject({ valid: false });
});

it("a checkpoint that is no JSON is reported as damage", async () => {
  const damaged = (database: Database.Database) =>
    database.exec("update meta set value = '{' where key = 'audit_checkpoint'");
  await expect(tampered(damaged)).rejects.toMatchObject({ code: "corrupt" });
});

it("pruneAudit() removes no row of a trail that was altered, so that the evidence stays", async () => {
  const path = await pruned();
  const database = new Database(path);
  database.exec(
    "drop trigger audit_is_never_changed; update audit set actor = 'x' where operation = 'REMEMBER'",
  );
  const rows = () => database.prepare("select count(*) from audit").pluck().get();
  const before = rows();
  await expect(openMemory(path).pruneAudit({ before: "2026-06-01", key })).resolves.toMatchObject({
    removed: 0,
  });
  const late = new Memory({ path, clock: testClock("2026-07-01T09:00:00Z") });
  onTestFinished(() => late.close());
  await expect(late.pruneAudit({ before: "2026-06-30", key })).rejects.toMatchObject({ code: "corrupt" });
  expect(rows()).toBe(before);
  database.close();
});

it("pruneAudit() refuses a time in the future, a key of another kind, and unknown fields", async () => {
  const memory = openMemory(temporaryFile("store.db"));
  await memory.remember("Ana moved to Lisbon.");
  const before = "2026-05-01";
  const rsa = generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey;
  const refused = [
    { before: "2026-07-01", key },
    { before, key: String(rsa.export({ type: "pkcs8", format: "pem" })) },
    { before, key: "no key" },
    { before, key, all: true },
  ];
  for (const input of refused)
    await expect(memory.pruneAudit(input as never)).rejects.toMatchObject({ code: "invalid_input" });
  expect(await memory.verifyAudit()).toMatchObject({ valid: true });
});

it("pruneAudit() removes thousands of rows in several transactions, with one checkpoint", async () => {
  const store = openStore(temporaryFile("long.db"));
  const records = Array.from({ length: 1500 }, (_, at) => record(`r${at}`));
  await store.save(change([passage("a long list", { records })], { at: "2026-05-01T00:00:00.000Z" }));
  const parts = { store, now: testClock("2026-06-01T09:00:00Z"), actor: "operator", signal: undefined };
  const { removed, checkpoint } = await pruneAudit({ before: "2026-05-15T00:00:00.000Z", key }, parts);
  expect(removed).toBe(1501);
  expect(checkpoint).toMatchObject({ seq: 1501, before: "2026-05-15T00:00:00.000Z" });
  const { items } = await store.audit({ limit: 100 });
  expect(items.map(({ seq, operation }) => [seq, operation])).toEqual([
    [1502, "PRUNE"],
    [1503, "PRUNE"],
  ]);
  expect(await store.verifyAudit()).toMatchObject({ valid: true, rows: 2 });
});
