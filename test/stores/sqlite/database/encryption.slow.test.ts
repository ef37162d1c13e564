/** Encrypted stores: nothing is readable without the key, and a wrong key is refused. */

import { copyFileSync, existsSync, readFileSync } from "node:fs";
import type BetterSqlite3 from "better-sqlite3";
import { describe, expect, it, onTestFinished } from "vitest";
import { Memory, type MemoryOptions } from "../../../../src/index.js";
import { driverFor } from "../../../../src/stores/sqlite/database/driver.js";
import { temporaryFile } from "../../../temporary-file.js";

const key = Buffer.alloc(32, 7);
const otherKey = Buffer.alloc(32, 8);
const files = (path: string) => [path, `${path}-wal`, `${path}-shm`].filter(existsSync);
const bytesOf = (path: string) => Buffer.concat(files(path).map((file) => readFileSync(file)));

function memoryAt(path: string, options: MemoryOptions = { encryption: { key } }): Memory {
  const memory = new Memory({ path, ...options });
  onTestFinished(() => memory.close());
  return memory;
}

const spade = { content: "The spade hangs in the orangery.", speaker: "Zenobia" };

/** Copies the files of an open store, in the state that a crash would leave. */
async function crashed(): Promise<string> {
  const [path, copy] = [temporaryFile(), temporaryFile()];
  await memoryAt(path).remember(spade);
  for (const suffix of ["", "-wal"]) copyFileSync(`${path}${suffix}`, `${copy}${suffix}`);
  expect(readFileSync(`${copy}-wal`).length).toBeGreaterThan(4096);
  return copy;
}

describe("a store with a key", () => {
  it("has no readable word in any of its files, while it is open and afterwards", async () => {
    const path = temporaryFile();
    const memory = memoryAt(path);
    await memory.remember(spade);
    for (const word of ["spade", "orangery", "Zenobia", "SQLite format", "records"])
      expect(bytesOf(path).includes(word)).toBe(false);
    await memory.close();
    for (const word of ["spade", "orangery", "Zenobia", "SQLite format", "records"])
      expect(bytesOf(path).includes(word)).toBe(false);
  });

  it("opens again with a function that returns the key", async () => {
    const path = temporaryFile();
    const memory = memoryAt(path);
    await memory.remember(spade);
    await memory.close();
    const again = memoryAt(path, { encryption: { key: async () => new Uint8Array(key) } });
    expect((await again.recall("Where does the spade hang?")).episodic_memory).toMatch(/orangery/);
    expect(await again.check()).toMatchObject({ ok: true });
  });

  it("opens once for calls that arrive while its key is fetched", async () => {
    let asked = 0;
    const slowKey = async () => {
      asked += 1;
      await new Promise((resolve) => setImmediate(resolve));
      return key;
    };
    const memory = memoryAt(temporaryFile(), { encryption: { key: slowKey } });
    await Promise.all([memory.details(), memory.details(), memory.remember(spade)]);
    expect(asked).toBe(1);
  });

  it("fetches the key again after a failure", async () => {
    let asked = 0;
    const flaky = async () => {
      asked += 1;
      if (asked === 1) throw new Error("the key service does not answer");
      return key;
    };
    const memory = memoryAt(temporaryFile(), { encryption: { key: flaky } });
    await expect(memory.details()).rejects.toThrow("the key service does not answer");
    await expect(memory.details()).resolves.toMatchObject({ valid: true });
  });

  it("leaves no copy of forgotten content in any decrypted page", async () => {
    const path = temporaryFile();
    const memory = memoryAt(path);
    const names = Array.from({ length: 120 }, (_, index) => `Qx${index * 7919}zy`);
    await memory.rememberMany(names.map((name) => ({ content: `I live in ${name}.`, speaker: `${name}s` })));
    const gone = names.filter((_, index) => index % 2 === 0);
    for (const name of gone.slice(0, -1)) await memory.forget({ entity: `${name}s` });
    const last = await memory.forget({ entity: `${gone.at(-1)}s` });
    expect(last).toMatchObject({ verified: true });
    expect(last.forgotten).toBeGreaterThan(0);
    await memory.close();
    const database = (await driverFor({ key })).open(path);
    const pages = (database as BetterSqlite3.Database).serialize().toString("latin1").toLowerCase();
    database.close();
    expect(pages.startsWith("sqlite format 3")).toBe(true);
    expect(gone.filter((name) => pages.includes(name.toLowerCase()))).toEqual([]);
    expect(names.filter((name) => pages.includes(name.toLowerCase()))).toHaveLength(60);
  });
});

describe("a key that does not fit", () => {
  const wrong = [
    ["another key", { encryption: { key: otherKey } }],
    ["no key", {}],
  ] as const;

  it.each(wrong)(
    "%s is refused with wrong_key, and changes neither the file nor the log",
    async (_, options) => {
      const path = await crashed();
      const before = [readFileSync(path), readFileSync(`${path}-wal`)];
      const memory = memoryAt(path, options);
      await expect(memory.details()).rejects.toMatchObject({ code: "wrong_key" });
      await memory.close();
      expect([readFileSync(path), readFileSync(`${path}-wal`)]).toEqual(before);
      const right = memoryAt(path);
      expect((await right.recall("Where does the spade hang?")).episodic_memory).toMatch(/orangery/);
    },
  );

  it("a key for a file that is not encrypted is refused with wrong_key", async () => {
    const path = temporaryFile();
    const plain = memoryAt(path, {});
    await plain.remember(spade);
    await plain.close();
    const before = readFileSync(path);
    await expect(memoryAt(path).details()).rejects.toMatchObject({
      code: "wrong_key",
      message: expect.stringContaining("keepsake encrypt"),
    });
    expect(readFileSync(path)).toEqual(before);
  });

  it("a key of another length is refused before any file is opened", () => {
    const path = temporaryFile();
    expect(() => memoryAt(path, { encryption: { key: new Uint8Array(16) } })).toThrow(
      expect.objectContaining({ code: "invalid_input", message: expect.stringContaining("32 bytes") }),
    );
    expect(existsSync(path)).toBe(false);
  });

  it("a function that returns no key is refused with invalid_input", async () => {
    const memory = memoryAt(temporaryFile(), { encryption: { key: () => new Uint8Array(1) } });
    await expect(memory.details()).rejects.toMatchObject({ code: "invalid_input" });
  });

  it("a key for a store in memory is refused", () => {
    expect(() => new Memory({ encryption: { key } })).toThrow(
      expect.objectContaining({ code: "invalid_input" }),
    );
  });

  it("no error contains the key", async () => {
    const text = "an example of a secret text of 32";
    const asText = () => text as unknown as Uint8Array;
    const error = await memoryAt(temporaryFile(), { encryption: { key: asText } })
      .details()
      .catch((reason: unknown) => reason);
    expect(JSON.stringify([error, String(error)])).not.toContain("secret");
  });
});
