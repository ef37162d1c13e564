/**
 * Plans with an audit retention: old rows are removed when a store is used, and the rest still
 * verifies.
 */
import { generateKeyPairSync } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { Memory } from "keepsake";
import { describe, expect, it } from "vitest";
import type { StoreEntry } from "../../../src/accounts/registry/entries.js";
import { startServer } from "../server-fixture.js";

const day = 86_400_000;

/** A service whose clock the test sets, with a store of the plan. */
async function started(auditDays?: number) {
  let nowMs = Date.parse("2026-05-01T09:00:00Z");
  const fixture = await startServer({ clock: () => new Date(nowMs) });
  const terms = { name: "short", storage_gb: 1, token_rate: 0 };
  fixture.registry.plans.set(auditDays === undefined ? terms : { ...terms, audit_days: auditDays });
  const { key, store, storeId } = await fixture.newKey({ plan: "short" });
  const add = (content: string) => fixture.post("/api/memory/add", { content }, { key });
  const verdict = async () => (await fixture.post("/api/memory/verify_audit", {}, { key })).body.data;
  const later = (days: number) => {
    nowMs += days * day;
  };
  const file = join(fixture.folder, "stores", `${storeId}.db`);
  const entry = (): StoreEntry => fixture.registry.stores.get(store);
  // An import waits for other long work on its store, such as the removal of old rows.
  const pruned = async () => {
    const service = fixture.server.folder.service(entry());
    const { value: header } = await service.export()[Symbol.asyncIterator]().next();
    await service.import([header]);
  };
  return { ...fixture, fixture, key, file, add, verdict, later, entry, pruned };
}

describe("the audit retention of a plan", () => {
  it("removes old rows when a store is used, says since when, and keeps the records", async () => {
    const { fixture, key, add, verdict, later, pruned } = await started(30);
    await add("Ana moved to Lisbon in April.");
    later(40);
    await add("Ana works as a nurse.");
    const from = "2026-05-11T09:00:00.000Z";
    await pruned();
    const { rows, checkpoint } = await verdict();
    expect(await verdict()).toMatchObject({ valid: true, verified_from: from });
    expect(checkpoint.public_key).toBe(fixture.registry.signingKey.publicKey());
    const trail = await fixture.post("/api/memory/audit", {}, { key });
    expect(trail.body.data.items).toHaveLength(rows);
    expect(trail.body.data.items[0]).toMatchObject({
      seq: checkpoint.seq + 1,
      previous_hash: checkpoint.hash,
    });
    const found = await fixture.post("/api/memory/search", { query: "Where does Ana live?" }, { key });
    expect(found.body.data.semantic_memory).toContain("Lisbon");
    const details = await fixture.post("/api/memory/details", {}, { key });
    expect(details.body.data.plan).toMatchObject({ name: "short", audit_days: 30 });
  });

  it("is for ever without days: no row is removed, and no key is made", async () => {
    const { fixture, add, verdict, later, entry } = await started();
    await add("Ana moved to Lisbon in April.");
    later(5000);
    await add("Ana works as a nurse.");
    expect(await fixture.server.folder.pruneAudit(entry())).toBeUndefined();
    const { rows } = await verdict();
    expect(await verdict()).toEqual({ valid: true, rows });
    expect(fixture.registry.signingKey.publicKey()).toBeUndefined();
  });

  it("looks at a store once a day", async () => {
    const { add, verdict, later, pruned } = await started(1);
    const looked: unknown[] = [];
    for (const days of [0, 1.5, 0.9, 0.2]) {
      later(days);
      await add(`Ana has ${days + 2} dogs.`);
      await pruned();
      looked.push((await verdict()).verified_from);
    }
    const first = "2026-05-01T21:00:00.000Z";
    expect(looked).toEqual([undefined, first, first, "2026-05-02T23:24:00.000Z"]);
  });

  it("finds a checkpoint that somebody else has signed", async () => {
    const { fixture, add, verdict, file, later } = await started();
    await add("Ana moved to Lisbon in April.");
    await fixture.server.folder.pruneAudit(fixture.registry.stores.list()[0]!);
    later(10);
    const pem = String(generateKeyPairSync("ed25519").privateKey.export({ type: "pkcs8", format: "pem" }));
    const intruder = new Memory({ path: file });
    expect(await intruder.pruneAudit({ before: "2026-05-02", key: pem })).toMatchObject({
      removed: expect.any(Number),
    });
    expect(await intruder.verifyAudit()).toMatchObject({ valid: true });
    await intruder.close();
    expect(await verdict()).toMatchObject({ valid: false, verified_from: "2026-05-02T00:00:00.000Z" });
  });

  it("goes on with a new key: what the former one signed verifies until it is distrusted", async () => {
    const { fixture, add, verdict, later, pruned, file } = await started(30);
    const { server, registry } = fixture;
    const { folder } = server;
    await add("Ana moved to Lisbon in April.");
    later(40);
    await add("Ana works as a nurse.");
    await pruned();
    const former = registry.signingKey.publicKey()!;
    const before = await verdict();
    // What a backup has: the checkpoint of the former key.
    await folder.backup(registry.stores.list()[0]!, `${file}.copy`);
    const changed = await folder.changeSigningKey();
    expect(changed).toMatchObject({ signed: ["store 1"], failed: [] });
    expect(changed.publicKey).toBe(registry.signingKey.publicKey());
    expect(changed.publicKey).not.toBe(former);
    const after = await verdict();
    expect(after).toMatchObject({ valid: true, verified_from: before.verified_from });
    expect(after.checkpoint).toMatchObject({ seq: before.checkpoint.seq, public_key: changed.publicKey });
    await using copy = new Memory({ path: `${file}.copy` });
    const judged = async () => registry.signingKey.judged(await copy.verifyAudit(), after.checkpoint.store);
    expect((await copy.verifyAudit()).checkpoint?.public_key).toBe(former);
    expect(await judged()).toMatchObject({ valid: true });
    later(40);
    await add("Ana has two dogs.");
    await pruned();
    expect(await verdict()).toMatchObject({ valid: true });
    await folder.changeSigningKey({ distrustsFormer: true });
    expect(await verdict()).toMatchObject({ valid: true });
    expect(await judged()).toMatchObject({ valid: false });
    expect(registry.audit.rows().map(({ operation }) => operation)).toEqual(
      expect.arrayContaining(["SIGNING_KEY", "SIGNING_KEY_DISTRUST"]),
    );
    expect(registry.audit.verify()).toMatchObject({ valid: true });
  });

  it("erases the private half of a key that was replaced", async () => {
    const { fixture } = await started(30);
    const { registry, folder } = fixture;
    const body = registry.signingKey.pem().split("\n")[1]!;
    const read = () =>
      ["registry.db", "registry.db-wal"]
        .map((name) => join(folder, name))
        .filter((path) => existsSync(path))
        .map((path) => readFileSync(path, "latin1"))
        .join("");
    expect(read()).toContain(body);
    registry.signingKey.replace();
    expect(read()).not.toContain(body);
  });

  it("keeps former keys where a checkpoint cannot be signed again, and names the store", async () => {
    const { fixture, add, later, pruned, file } = await started(30);
    const { server, registry } = fixture;
    await add("Ana moved to Lisbon in April.");
    later(40);
    await add("Ana works as a nurse.");
    await pruned();
    const database = new Database(file);
    const stored = database.prepare("select value from meta where key = 'audit_checkpoint'").pluck().get();
    const forged = JSON.stringify({ ...JSON.parse(String(stored)), before: "2026-05-30T00:00:00.000Z" });
    database.prepare("update meta set value = ? where key = 'audit_checkpoint'").run(forged);
    database.close();
    const { failed } = await server.folder.changeSigningKey({ distrustsFormer: true });
    expect(failed).toMatchObject([{ store: "store 1", error: { code: "corrupt" } }]);
    expect(registry.signingKey.formerKeys()).toHaveLength(1);
  });

  it("removes nothing of a trail that was altered, and logs it without content", async () => {
    const { log, add, file, later, pruned } = await started(30);
    await add("Ana moved to Lisbon in April.");
    const database = new Database(file);
    database.exec("drop trigger audit_is_never_changed; update audit set actor = 'x' where seq = 1");
    later(40);
    await add("Ana works as a nurse.");
    await pruned();
    expect(log.find(({ event }) => event === "retention")).toMatchObject({ level: "error", code: "corrupt" });
    expect(database.prepare("select min(seq) from audit").pluck().get()).toBe(1);
    database.close();
  });
});
