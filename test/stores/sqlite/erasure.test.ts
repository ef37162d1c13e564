/** No byte of forgotten content is left in the file, its log and its shared memory. */
import { existsSync, readFileSync } from "node:fs";
import Database from "better-sqlite3";
import { describe, expect, it, onTestFinished } from "vitest";
import type { SqliteStore } from "../../../src/stores/sqlite/sqlite-store.js";
import { indexWords } from "../../../src/text/words.js";
import { ask, change, erasure, fact, passage, record, scope } from "../store-fixture.js";
import { openStore, temporaryPath } from "./sqlite-fixture.js";

const clean = { records: 0, passages: 0, vectors: 0, words: 0, overwritten: true };
const syllables = ["ba", "do", "ki", "lu", "me", "no", "pa", "ri", "so", "tu", "va", "ze"];

/** Returns a made-up word, different for each number, that no tokenizer changes. */
function madeUp(number: number): string {
  const digits = [...number.toString(12).padStart(5, "0")].map(
    (digit) => syllables[Number.parseInt(digit, 12)],
  );
  return `${digits.join("")}q`;
}

function bytesOf(path: string): Buffer {
  const files = [path, `${path}-wal`, `${path}-shm`].filter(existsSync);
  return Buffer.concat(files.map((file) => readFileSync(file)));
}

/** Returns the words that can still be read in the files of a store. */
function readable(path: string, words: readonly string[]): string[] {
  const bytes = bytesOf(path);
  return words.filter((word) => bytes.includes(word));
}

/** Opens another connection whose read transaction lasts until it is ended. */
function reader(path: string): { readonly begin: () => void; readonly end: () => void } {
  const database = new Database(path, { readonly: true });
  onTestFinished(() => {
    database.close();
  });
  return {
    begin: () => {
      database.exec("begin");
      database.prepare("select count(*) from passages").get();
    },
    end: () => database.exec("commit"),
  };
}

/** Saves `count` passages of five words of their own. @returns the words of each passage */
async function fill(store: SqliteStore, count: number, atOnce = 50): Promise<string[][]> {
  const spoken = Array.from({ length: count }, (_, index) =>
    Array.from({ length: 5 }, (_, position) => madeUp(index * 5 + position)),
  );
  for (let start = 0; start < count; start += atOnce)
    await store.save(
      change(
        spoken
          .slice(start, start + atOnce)
          .map((words, index) =>
            passage(words.join(" "), { speaker: "Narrator", records: [record(`r${start + index}`)] }),
          ),
      ),
    );
  return spoken;
}

describe("erase()", () => {
  it("leaves no word of any passage in the file, the log or the shared memory", async () => {
    const path = temporaryPath();
    const store = openStore(path);
    const spoken = await fill(store, 600);
    const gone = spoken.filter((_, index) => index % 3 === 0);
    expect(gone.flat().every((word) => indexWords(word)[0] === word)).toBe(true);
    const ids = gone.map((_, index) => `r${index * 3}`);
    for (let start = 0; start < ids.length; start += 20)
      expect((await store.erase(ids.slice(start, start + 20), erasure())).residue).toEqual(clean);
    expect(readable(path, gone.flat())).toEqual([]);
    const kept = spoken.filter((_, index) => index % 3 !== 0).flat();
    expect(readable(path, kept)).toEqual(kept);
  });

  it("leaves no beginning of a forgotten word between the pages of the keyword index", async () => {
    const path = temporaryPath();
    const store = openStore(path);
    // All in one segment, so that it has several pages, with a prefix of the first word of each.
    await fill(store, 600, 600);
    const pages = new Database(path, { readonly: true });
    onTestFinished(() => {
      pages.close();
    });
    const separators = () =>
      pages
        .prepare("select cast(substr(term, 2) as text) from words_idx where length(term) > 9")
        .pluck()
        .all() as string[];
    const [before] = separators();
    expect(before).toBeDefined();
    const [owner] = (await store.list({ limit: 1000, include_superseded: false }, scope.now)).items.filter(
      ({ text }) => text.split(" ").some((word) => word.startsWith(before!)),
    );
    expect((await store.erase([owner!.id], erasure())).residue).toEqual(clean);
    expect(separators()).not.toContain(before);
  });

  it("leaves no metadata, value, name, answer or former text", async () => {
    const path = temporaryPath();
    const store = openStore(path);
    const secrets = Array.from({ length: 9 }, (_, index) => `Secret${madeUp(index)}`);
    const [text, prompt, speaker, mention, value, label, answer, key, statement] = secrets as [
      string,
      string,
      string,
      string,
      string,
      string,
      string,
      string,
      string,
    ];
    const said = passage(`it was ${text}`, {
      prompt: `was it ${prompt}?`,
      speaker,
      mentions: [mention],
      records: [{ ...fact("r1", [speaker, "secret", value]), text: statement, metadata: { [label]: label } }],
    });
    await store.save(change([said], { idempotency: { key, answer: () => answer, recordIds: ["r1"] } }));
    expect(readable(path, secrets)).toEqual(secrets);
    expect((await store.erase(["r1"], erasure())).residue).toEqual(clean);
    expect(readable(path, [...secrets, ...secrets.map((secret) => secret.toLowerCase())])).toEqual([]);
  });

  it("overwrites while other connections have the file open and read it before and after", async () => {
    const path = temporaryPath();
    const store = openStore(path);
    const [first] = await fill(store, 3);
    const other = reader(path);
    other.begin();
    other.end();
    const { residue } = await store.erase(["r0"], erasure());
    other.begin();
    expect(residue).toEqual(clean);
    expect(readable(path, first!)).toEqual([]);
  });

  it("reports that a reader pins the log, and the next write finishes the erasure and records that", async () => {
    const path = temporaryPath();
    const store = openStore(path, { busyTimeoutMs: 20 });
    const [first] = await fill(store, 3);
    const other = reader(path);
    other.begin();
    const { residue, ids } = await store.erase(["r0"], erasure({ actor: "eva" }));
    expect([ids, residue]).toEqual([["r0"], { ...clean, overwritten: false }]);
    other.end();
    await store.save(change([]));
    expect(readable(path, first!)).toEqual([]);
    const { items } = await store.audit({ operation: "FORGET", limit: 9 });
    expect(items.map(({ record_id, reason, actor }) => [record_id, reason, actor])).toEqual([
      ["r0", null, "eva"],
      [null, "erasure completed", "eva"],
    ]);
    expect(await store.verifyAudit()).toMatchObject({ valid: true });
  });

  it("is finished by another process that had the store open", async () => {
    const path = temporaryPath();
    const [one, bystander] = [openStore(path, { busyTimeoutMs: 20 }), openStore(path)];
    const [first] = await fill(one, 3);
    const other = reader(path);
    other.begin();
    expect((await one.erase(["r0"], erasure())).residue.overwritten).toBe(false);
    await one.close();
    other.end();
    await bystander.save(change([]));
    expect(readable(path, first!)).toEqual([]);
    const { items } = await bystander.audit({ operation: "FORGET", limit: 9 });
    expect(items.at(-1)?.reason).toBe("erasure completed");
  });

  it("is finished by the next opening if the process ended before the log was truncated", async () => {
    const path = temporaryPath();
    const store = openStore(path, { busyTimeoutMs: 20 });
    await fill(store, 3);
    const other = reader(path);
    other.begin();
    await store.erase(["r0"], erasure());
    await store.close();
    other.end();
    const again = openStore(path);
    await again.save(change([]));
    const { items } = await again.audit({ operation: "FORGET", limit: 9 });
    expect(items.at(-1)?.reason).toBe("erasure completed");
  });

  it("does not count a text that another passage still has", async () => {
    const store = openStore(temporaryPath());
    const twice = "the harbour light was broken twice";
    await store.save(
      change([passage(twice, { records: [record("a")] }), passage(twice, { records: [record("b")] })]),
    );
    expect((await store.erase(["a"], erasure())).residue).toEqual(clean);
  });
});

describe("a second connection", () => {
  it("sees what the first one saved, and no longer finds what it erased", async () => {
    const path = temporaryPath();
    const [one, two] = [openStore(path), openStore(path)];
    const boat = passage("a boat in the harbour", { records: [record("boat")] });
    await one.save(change([boat]));
    const found = () => ask(two).nearest(boat.vector, { limit: 5, scope });
    expect((await found()).map((neighbour) => neighbour.passage)).toEqual([1]);
    await two.save(change([passage("a kite over the hill", { records: [record("kite")] })]));
    await one.save(change([passage("a boat in the bay", { records: [record("bay")] })]));
    expect((await found()).map((neighbour) => neighbour.passage)).toEqual([1, 3, 2]);
    await one.erase(["boat"], erasure());
    expect((await found()).map((neighbour) => neighbour.passage)).toEqual([3, 2]);
  });
});

describe("an erasure of many", () => {
  const ids = Array.from({ length: 100 }, (_, index) => `r${index}`);
  /** Saves records that each supersede the one before. */
  async function chain(store: SqliteStore): Promise<void> {
    const passages = ids.map((id, index) =>
      passage(`${madeUp(index)} was said`, {
        digest: id,
        records: [record(id, { supersededBy: ids[index + 1] ?? null, metadata: { index } })],
      }),
    );
    await store.save(change(passages));
  }

  it("removes all of them, counts one request, writes one audit row each, and verifies it", async () => {
    const path = temporaryPath();
    const store = openStore(path);
    await chain(store);
    const before = await store.usage();
    const erased = await store.erase(ids, erasure());
    expect(erased.residue).toEqual(clean);
    expect(new Set(erased.ids)).toEqual(new Set(ids));
    expect(erased.freedBytes).toBe(before.storageUsed);
    expect((await store.usage()).storageUsed).toBe(0);
    expect((await store.usage()).requests - before.requests).toBe(erasure().usage.requests);
    const { items } = await store.audit({ operation: "FORGET", limit: 200 });
    expect(items.map(({ record_id }) => record_id).sort()).toEqual([...ids].sort());
    expect(
      readable(
        path,
        ids.map((_, index) => madeUp(index)),
      ),
    ).toEqual([]);
  });

  it("lets other tasks run, stops when it is aborted, and is finished by a second call", async () => {
    const store = openStore(temporaryPath());
    await chain(store);
    const controller = new AbortController();
    const reason = new Error("enough");
    const audited = async () => (await store.audit({ operation: "FORGET", limit: 200 })).items.length;
    const erasing = store.erase(ids, { ...erasure(), signal: controller.signal });
    const watching = (async () => {
      while ((await audited()) === 0) await new Promise((resolve) => setImmediate(resolve));
      controller.abort(reason);
    })();
    await expect(erasing).rejects.toBe(reason);
    await watching;
    const { items: left } = await store.list({ limit: 200, include_superseded: true }, scope.now);
    expect(left.length).toBeGreaterThan(0);
    expect(left.length).toBeLessThan(100);
    // A superseded record does not outlive its successor.
    const there = new Set(left.map(({ id }) => id));
    expect(
      left.filter(({ superseded_by: successor }) => successor !== null && !there.has(successor)),
    ).toEqual([]);
    expect((await store.erase(ids, erasure())).residue).toEqual(clean);
    expect(await audited()).toBeGreaterThanOrEqual(100);
    expect(await store.verifyAudit()).toMatchObject({ valid: true });
  });
});
