import { readFileSync } from "node:fs";
import Database from "better-sqlite3";
import { expect, it } from "vitest";
import { collect, fileChange, filePassage, now, savedFile } from "../../store-fixture.js";
import { openStore, temporaryPath } from "../sqlite-fixture.js";

const secret = "Leopold Zwartendijk keeps the lighthouse log.";
const hourMs = 3_600_000;
const stagedBatches = (path: string) => {
  const database = new Database(path);
  const count = database.prepare("select count(*) from asides").pluck().get();
  database.close();
  return count;
};

it("staged passages cannot be read from the file", async () => {
  const path = temporaryPath();
  await openStore(path)
    .newFile()
    .add([filePassage("f1", secret)]);
  expect(stagedBatches(path)).toBe(1);
  for (const file of [path, `${path}-wal`]) {
    const bytes = readFileSync(file).toString("latin1").toLowerCase();
    expect(bytes).not.toContain("zwartendijk");
  }
});

it("opening a store removes staged passages after an hour, and not earlier", async () => {
  const path = temporaryPath();
  await openStore(path)
    .newFile()
    .add([filePassage("f1", secret)]);
  const opening = (laterMs: number) =>
    openStore(path, { clock: () => new Date(Date.parse(now) + laterMs) }).close();
  await opening(hourMs);
  expect(stagedBatches(path)).toBe(1);
  await opening(hourMs + 1);
  expect(stagedBatches(path)).toBe(0);
});

it("save() refuses a file whose staged passages were removed, and saves nothing of it", async () => {
  const path = temporaryPath();
  const store = openStore(path);
  const writer = store.newFile();
  await writer.add([filePassage("f1", secret)]);
  const database = new Database(path);
  database.exec("delete from asides");
  database.close();
  await expect(writer.save(fileChange([filePassage("f2", "two")]))).rejects.toMatchObject({
    code: "busy",
  });
  expect(await collect(store.sources())).toEqual([]);
});

it("save() removes the staged passages", async () => {
  const path = temporaryPath();
  const store = openStore(path);
  const writer = store.newFile();
  await writer.add([filePassage("f1", secret)]);
  expect(savedFile(await writer.save(fileChange([]))).created).toBe(1);
  expect(stagedBatches(path)).toBe(0);
});
