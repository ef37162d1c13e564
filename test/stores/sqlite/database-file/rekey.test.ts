/** Encrypting and decrypting a store, and changing its key. */
import { existsSync, linkSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { Memory, type MemoryOptions } from "../../../../src/index.js";
import { temporaryFile } from "../../../temporary-file.js";

const [key, other] = [{ key: Buffer.alloc(32, 7) }, { key: Buffer.alloc(32, 8) }];

function memoryAt(path: string, options: MemoryOptions = {}): Memory {
  const memory = new Memory({ path, ...options });
  onTestFinished(() => memory.close());
  return memory;
}

async function filled(options: MemoryOptions = {}): Promise<string> {
  const path = temporaryFile();
  const memory = memoryAt(path, options);
  await memory.remember("The spade hangs in the orangery.");
  await memory.remember("The jar is in the cellar.");
  await memory.close();
  return path;
}

async function isWhole(path: string, options: MemoryOptions = {}): Promise<void> {
  const memory = memoryAt(path, options);
  expect(await memory.check()).toMatchObject({ ok: true });
  expect((await memory.recall("Where does the spade hang?")).episodic_memory).toMatch(/orangery/);
  await memory.close();
  expect(readdirSync(dirname(path))).toEqual(["memory.db"]);
}

describe("rekey()", () => {
  it("encrypts a store, gives it another key, and decrypts it again", async () => {
    const path = await filled();
    expect(await Memory.rekey(path, { to: key })).toEqual({ path, changed: true });
    expect(readFileSync(path).includes("orangery")).toBe(false);
    await isWhole(path, { encryption: key });
    expect(await Memory.rekey(path, { from: key, to: other })).toEqual({ path, changed: true });
    await expect(memoryAt(path, { encryption: key }).details()).rejects.toMatchObject({ code: "wrong_key" });
    await isWhole(path, { encryption: other });
    expect(await Memory.rekey(path, { from: other })).toEqual({ path, changed: true });
    await isWhole(path);
    expect(readFileSync(path).includes("orangery")).toBe(true);
  });

  it("does nothing if the store has the key already", async () => {
    const path = await filled({ encryption: key });
    expect(await Memory.rekey(path, { to: key })).toEqual({ path, changed: false });
    expect(await Memory.rekey(path, { from: other, to: key })).toEqual({ path, changed: false });
    await isWhole(path, { encryption: key });
  });

  it("refuses a wrong key and a store that is open, and changes nothing", async () => {
    const path = await filled({ encryption: key });
    const before = readFileSync(path);
    await expect(Memory.rekey(path, { from: other })).rejects.toMatchObject({ code: "wrong_key" });
    await expect(Memory.rekey(path, { from: other, to: { key: Buffer.alloc(32, 1) } })).rejects.toMatchObject(
      {
        code: "wrong_key",
      },
    );
    await expect(Memory.rekey(path, {})).rejects.toMatchObject({ code: "invalid_input" });
    expect(readFileSync(path)).toEqual(before);
    const memory = memoryAt(path, { encryption: key });
    await memory.details();
    await expect(Memory.rekey(path, { from: key, to: other })).rejects.toMatchObject({ code: "busy" });
    await memory.remember("The ladder is in the shed.");
    await memory.close();
    await isWhole(path, { encryption: key });
  }, 60_000);

  it("continues after an interrupted copy", async () => {
    const path = await filled();
    writeFileSync(`${path}.rekey`, Buffer.alloc(50_000, "left by a process that was killed"));
    writeFileSync(`${path}.rekey-journal`, Buffer.alloc(5000, 1));
    expect(await Memory.rekey(path, { to: key })).toEqual({ path, changed: true });
    await isWhole(path, { encryption: key });
  });

  it("continues after a process was killed before the new file replaced the store", async () => {
    const path = await filled();
    linkSync(path, `${path}.former`);
    expect(await Memory.rekey(path, { to: key })).toEqual({ path, changed: true });
    await isWhole(path, { encryption: key });
  });

  it("overwrites the former file if a killed process did not", async () => {
    const path = await filled();
    const former = await filled();
    await Memory.rekey(path, { to: key });
    renameSync(former, `${path}.former`);
    linkSync(`${path}.former`, `${path}.look`);
    expect(await Memory.rekey(path, { to: key })).toEqual({ path, changed: false });
    expect(existsSync(`${path}.former`)).toBe(false);
    expect(readFileSync(`${path}.look`).every((byte) => byte === 0)).toBe(true);
  });

  it("does not change the store if it is aborted", async () => {
    const path = await filled();
    const stop = new AbortController();
    const onProgress = () => stop.abort(new Error("enough"));
    await expect(Memory.rekey(path, { to: key, signal: stop.signal, onProgress })).rejects.toThrow("enough");
    expect(existsSync(`${path}.rekey`)).toBe(true);
    const memory = memoryAt(path);
    expect((await memory.recall("Where does the spade hang?")).episodic_memory).toMatch(/orangery/);
    await memory.close();
    await Memory.rekey(path, { to: key });
    await Memory.rekey(path, { from: key });
    await isWhole(path);
  });
});
