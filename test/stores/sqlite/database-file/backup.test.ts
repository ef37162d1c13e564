/** Copies of stores: encrypted, continued after an interruption, and made during writes. */
import { closeSync, openSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { describe, expect, it, onTestFinished } from "vitest";
import { Memory, type MemoryOptions } from "../../../../src/index.js";
import { plainDriver } from "../../../../src/stores/sqlite/database/plain-drivers.js";
import type { Driver } from "../../../../src/stores/sqlite/database/sql-database.js";
import { restore } from "../../../../src/stores/sqlite/database-file/backup.js";
import { copyBytes } from "../../../../src/stores/sqlite/database-file/copied-file.js";
import { temporaryFile } from "../../../temporary-file.js";

const key = Buffer.alloc(32, 7);
const encrypted = { encryption: { key } };
const megabyte = 1024 * 1024;

function memoryAt(path: string, options: MemoryOptions = {}): Memory {
  const memory = new Memory({ path, ...options });
  onTestFinished(() => memory.close());
  return memory;
}

function opened(path: string): number {
  const descriptor = openSync(path, "r+");
  onTestFinished(() => closeSync(descriptor));
  return descriptor;
}

describe("copyBytes()", () => {
  it("writes only what differs, and truncates a file that is too long", async () => {
    const [from, to] = [temporaryFile("from"), temporaryFile("to")];
    const bytes = Buffer.alloc(3 * megabyte + 5000, "abc");
    writeFileSync(from, bytes);
    const before = Buffer.concat([bytes, Buffer.from("more")]);
    before[2 * megabyte] = 0;
    writeFileSync(to, before);
    const copying = { from: opened(from), to: opened(to) };
    expect(await copyBytes(copying, bytes.length)).toBe(megabyte);
    expect(readFileSync(to).equals(bytes)).toBe(true);
    expect(await copyBytes(copying, bytes.length)).toBe(0);
  });

  it("reports each chunk, and stops at the signal", async () => {
    const [from, to] = [temporaryFile("from"), temporaryFile("to")];
    writeFileSync(from, Buffer.alloc(3 * megabyte, 1));
    writeFileSync(to, "");
    const stop = new AbortController();
    const reported: number[] = [];
    const onProgress = ({ done }: { readonly done: number }) => {
      reported.push(done);
      if (reported.length === 2) stop.abort(new Error("enough"));
    };
    const copying = { from: opened(from), to: opened(to), onProgress, signal: stop.signal };
    await expect(copyBytes(copying, 3 * megabyte)).rejects.toThrow("enough");
    expect(reported).toEqual([megabyte, 2 * megabyte]);
    expect(statSync(to).size).toBe(2 * megabyte);
  });
});

describe.each([
  ["plain", {}],
  ["encrypted", encrypted],
] as const)("backup() of a store that is %s", (kind, options) => {
  it("copies what was written before it ended, and restore() opens it with the same key", async () => {
    const path = temporaryFile();
    const memory = memoryAt(path, options);
    await memory.remember("The spade hangs in the orangery.");
    writeFileSync(`${path}.copy.part`, Buffer.alloc(20_000, "left of another store"));
    const { records } = await memory.backup(`${path}.copy`);
    expect(records).toBe(1);
    const bytes = readFileSync(`${path}.copy`);
    expect(bytes.includes("orangery")).toBe(kind === "plain");
    expect(bytes.includes("left of another")).toBe(false);
    await Memory.restore(`${path}.copy`, `${path}.restored`, options);
    const restored = memoryAt(`${path}.restored`, options);
    expect(await restored.check()).toMatchObject({ ok: true });
    expect((await restored.recall("Where does the spade hang?")).episodic_memory).toMatch(/orangery/);
  });

  it("is complete during writes, and later writes are only in the store", async () => {
    const path = temporaryFile();
    const [memory, other] = [memoryAt(path, options), memoryAt(path, options)];
    await memory.remember("The spade hangs in the orangery.");
    let isOver = false;
    const writing = (async () => {
      for (let jar = 0; !isOver && jar < 300; jar += 1)
        await other.remember(`The jar number ${jar} is in the cellar.`);
    })();
    const { records } = await memory.backup(`${path}.copy`);
    isOver = true;
    await writing;
    expect(records).toBeGreaterThanOrEqual(1);
    await Memory.restore(`${path}.copy`, `${path}.restored`, options);
    const restored = memoryAt(`${path}.restored`, options);
    expect(await restored.check()).toMatchObject({ ok: true });
    expect(await memory.check()).toMatchObject({ ok: true });
    const [copied, all] = await Promise.all([restored, memory].map((each) => each.records({ limit: 1000 })));
    expect(copied?.items).toHaveLength(records);
    expect(all?.items).toEqual(expect.arrayContaining([...(copied?.items ?? [])]));
  });
});

describe("restore()", () => {
  it.each([
    ["another key", { encryption: { key: Buffer.alloc(32, 9) } }],
    ["no key", {}],
  ] as const)("refuses a backup with %s", async (_, options) => {
    const path = temporaryFile();
    const memory = memoryAt(path, encrypted);
    await memory.remember("The spade hangs in the orangery.");
    await memory.backup(`${path}.copy`);
    await expect(Memory.restore(`${path}.copy`, `${path}.new`, options)).rejects.toMatchObject({
      code: "wrong_key",
    });
  });

  it("copies a store with a log as a reader sees it", async () => {
    const path = temporaryFile();
    const memory = memoryAt(path);
    await memory.remember("The spade hangs in the orangery.");
    expect(statSync(`${path}-wal`).size).toBeGreaterThan(0);
    const { records } = await Memory.restore(path, `${path}.new`);
    expect(records).toBe(1);
    if (process.platform !== "win32") expect(statSync(`${path}.new`).mode & 0o777).toBe(0o600);
  });
});

it("restore() looks twice at what seems to be damage, and reports it if it is still there", async () => {
  const [path, to] = [temporaryFile(), temporaryFile("restored.db")];
  const memory = memoryAt(path);
  await memory.remember("The spade hangs in the orangery.");
  await memory.close();
  let failures = 0;
  const open: Driver["open"] = (file, given) => {
    if (file.endsWith(".part") && failures > 0) {
      failures -= 1;
      throw Object.assign(new Error("database disk image is malformed"), { code: "SQLITE_CORRUPT" });
    }
    return plainDriver.open(file, given);
  };
  const driver: Driver = {
    encrypts: false,
    open,
    openBytes: (bytes) => plainDriver.openBytes(bytes),
    convert: (database, other) => plainDriver.convert(database, other),
  };
  failures = 2;
  await expect(restore(path, to, { driver })).rejects.toMatchObject({ code: "corrupt" });
  failures = 1;
  expect(await restore(path, to, { driver })).toMatchObject({ records: 1 });
});
