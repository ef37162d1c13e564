import { writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { LogFile, SharedSync } from "../../../../src/stores/sqlite/database-file/log-sync.js";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "keepsake-log-"));
});
afterAll(() => rm(folder, { recursive: true }));

/** A disk whose sync lasts until the test ends it. */
function slowDisk() {
  const turns: { readonly finish: () => void; readonly fail: (reason: Error) => void }[] = [];
  const shared = new SharedSync(
    () => new Promise<void>((finish, fail) => turns.push({ finish: () => finish(), fail })),
  );
  return { shared, turns };
}

/** Returns true if a promise has resolved. */
async function isSettled(promise: Promise<void>): Promise<boolean> {
  const waiting = new Promise<false>((resolve) => setImmediate(() => resolve(false)));
  return Promise.race([promise.then(() => true), waiting]);
}

it("settled() does not sync if nothing was committed", async () => {
  const { shared, turns } = slowDisk();
  await shared.settled();
  expect(turns).toHaveLength(0);
});

it("settled() resolves when the disk has what was committed, and not before", async () => {
  const { shared, turns } = slowDisk();
  shared.committed();
  const settled = shared.settled();
  expect(await isSettled(settled)).toBe(false);
  turns[0]!.finish();
  expect(await isSettled(settled)).toBe(true);
});

it("commits during a sync share the next sync", async () => {
  const { shared, turns } = slowDisk();
  shared.committed();
  const first = shared.settled();
  shared.committed();
  const second = shared.settled();
  shared.committed();
  const third = shared.settled();
  turns[0]!.finish();
  await first;
  expect(await isSettled(second)).toBe(false);
  turns[1]!.finish();
  await Promise.all([second, third]);
  expect(turns).toHaveLength(2);
});

it("a caller that committed nothing waits for the running sync, which includes what it read", async () => {
  const { shared, turns } = slowDisk();
  shared.committed();
  const writer = shared.settled();
  const reader = shared.settled();
  expect(await isSettled(reader)).toBe(false);
  turns[0]!.finish();
  await Promise.all([writer, reader]);
  expect(turns).toHaveLength(1);
});

it("a failed sync rejects the calls that waited for it, and the next call syncs again", async () => {
  const { shared, turns } = slowDisk();
  shared.committed();
  const failed = shared.settled();
  shared.committed();
  const next = shared.settled();
  turns[0]!.fail(new Error("no room"));
  await expect(failed).rejects.toThrow("no room");
  expect(await isSettled(next)).toBe(false);
  turns[1]!.fail(new Error("still none"));
  await expect(next).rejects.toThrow("still none");
  const last = shared.settled();
  turns[2]!.finish();
  await last;
});

it("LogFile syncs the log from the time it exists until it is closed", async () => {
  const path = join(folder, "memory.db");
  const log = new LogFile(path);
  expect(() => log.sync()).toThrow("ENOENT");
  writeFileSync(`${path}-wal`, "frames");
  await log.sync();
  await log.sync();
  await log.close();
  await log.close();
});

it.each([
  ["at once where it takes no longer than it may", Number.POSITIVE_INFINITY, true],
  ["beside the event loop where it took longer", -1, false],
] as const)("LogFile waits for the disk %s", async (_, atOnceMs, isAtOnce) => {
  const path = join(folder, `${atOnceMs}.db`);
  writeFileSync(`${path}-wal`, "frames");
  const log = new LogFile(path, atOnceMs);
  let isDone = false;
  const syncing = log.sync().then(() => {
    isDone = true;
  });
  // Only promises run here: the event loop has not continued.
  for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
  expect(isDone).toBe(isAtOnce);
  await syncing;
  await log.close();
});
