/** Plans with an audit retention: old rows are removed when a store is used, and the rest still verifies. */
import { generateKeyPairSync } from "node:crypto";
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
