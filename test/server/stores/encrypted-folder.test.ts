/** Data folders whose registry and stores are encrypted, each store with its own key. */

import { randomBytes } from "node:crypto";
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import type BetterSqlite3 from "better-sqlite3";
import { describe, expect, it, onTestFinished } from "vitest";
import { changeMasterKey, FolderKeys } from "../../../src/accounts/registry/file/folder-keys.js";
import { Memory } from "../../../src/index.js";
import { decryptFolder, encryptFolder } from "../../../src/server/stores/encrypt-folder.js";
import { StoreFolder } from "../../../src/server/stores/store-folder.js";
import { temporaryFile } from "../../temporary-file.js";

const master = new Uint8Array(randomBytes(32));
const spade = { content: "The spade hangs in the orangery.", speaker: "Zenobia" };
const question = "Where does the spade hang?";

function newFolder(): string {
  return join(dirname(temporaryFile()), "data");
}

async function opened(folder: string, key: Uint8Array | undefined, create = false): Promise<StoreFolder> {
  const keys = key && (await FolderKeys.open(folder, key, { create }));
  const stores = new StoreFolder({ folder, create, keys });
  onTestFinished(() => stores.close().catch(() => {}));
  return stores;
}

/** Creates two stores, each with a key and a record, and closes the folder. */
async function filled(folder: string, key?: Uint8Array): Promise<readonly string[]> {
  const stores = await opened(folder, key, true);
  const keys: string[] = [];
  for (const name of ["acme", "umbra"]) {
    const entry = await stores.create(name, "open");
    await stores.service(entry).remember(spade);
    keys.push(stores.registry.keys.create(stores.registry.stores.get(name), { label: "Quixotic" }).key);
  }
  await stores.close();
  return keys;
}

/** Words that can be read in any file of the folder. */
function readable(folder: string): string[] {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((one) => one.isFile());
  const bytes = Buffer.concat(files.map((file) => readFileSync(join(file.parentPath, file.name))));
  return ["orangery", "Zenobia", "acme", "umbra", "Quixotic"].filter((word) => bytes.includes(word));
}

async function answers(stores: StoreFolder, key: string): Promise<string> {
  return (await stores.resolve(key)!.service.recall(question)).episodic_memory;
}

describe("an encrypted folder", () => {
  it("contains no readable text, store name or key label", async () => {
    const folder = newFolder();
    const [key] = await filled(folder, master);
    expect(readable(folder)).toEqual([]);
    expect(statSync(join(folder, "folder.key")).mode & 0o777).toBe(0o600);
    expect(await answers(await opened(folder, master), key!)).toMatch(/orangery/);
  });

  it("is refused with another master key, and without one", async () => {
    const folder = newFolder();
    await filled(folder, master);
    await expect(opened(folder, new Uint8Array(randomBytes(32)))).rejects.toMatchObject({
      code: "wrong_key",
    });
    await expect(opened(folder, undefined)).rejects.toMatchObject({ code: "wrong_key" });
  });

  it("changes its master key without changing registry or stores", async () => {
    const folder = newFolder();
    const [key] = await filled(folder, master);
    const contents = () =>
      readdirSync(join(folder, "stores")).map((name) =>
        readFileSync(join(folder, "stores", name)).toString("hex"),
      );
    const before = [contents(), readFileSync(join(folder, "registry.db")).toString("hex")];
    const next = new Uint8Array(randomBytes(32));
    changeMasterKey(folder, { from: master, to: next });
    expect([contents(), readFileSync(join(folder, "registry.db")).toString("hex")]).toEqual(before);
    await expect(opened(folder, master)).rejects.toMatchObject({ code: "wrong_key" });
    expect(await answers(await opened(folder, next), key!)).toMatch(/orangery/);
    expect(() => changeMasterKey(folder, { from: master, to: next })).toThrow(
      expect.objectContaining({ code: "wrong_key" }),
    );
  });

  it("does not open a store with the key of another store", async () => {
    const folder = newFolder();
    await filled(folder, master);
    const stores = await opened(folder, master);
    const [acme, umbra] = stores.registry.stores.list();
    expect(acme!.wrappedKey).not.toEqual(umbra!.wrappedKey);
    stores.registry.stores.setWrappedKey("acme", umbra!.wrappedKey);
    await expect(stores.service(stores.registry.stores.get("acme")).details()).rejects.toMatchObject({
      code: "wrong_key",
    });
  });

  it("forgets a store: its file, key and name are deleted, and a backup can no longer be opened", async () => {
    const folder = newFolder();
    const [acmeKey, umbraKey] = await filled(folder, master);
    const stores = await opened(folder, master);
    const { id, wrappedKey } = stores.registry.stores.get("acme");
    const path = join(folder, "stores", `${id}.db`);
    const backup = `${folder}-backup.db`;
    cpSync(path, backup);
    onTestFinished(() => rmSync(backup));
    await stores.forget("acme");
    expect(existsSync(path)).toBe(false);
    expect(stores.resolve(acmeKey!)).toBeUndefined();
    expect(() => stores.registry.stores.get("acme")).toThrow(expect.objectContaining({ code: "not_found" }));
    expect(await answers(stores, umbraKey!)).toMatch(/orangery/);
    expect(stores.registry.audit.verify()).toMatchObject({ valid: true });
    await stores.create("acme", "open");
    await stores.close();
    const keys = await FolderKeys.open(folder, master);
    const database = keys.driver.open(join(folder, "registry.db"));
    expect((database as BetterSqlite3.Database).serialize().includes(Buffer.from(wrappedKey!))).toBe(false);
    database.close();
    await expect(
      new Memory({ path: backup, encryption: { key: randomBytes(32) } }).details(),
    ).rejects.toMatchObject({
      code: "wrong_key",
    });
  });

  it("deletes the file that a killed process left of a forgotten store", async () => {
    const folder = newFolder();
    await filled(folder, master);
    const stores = await opened(folder, master);
    const id = stores.registry.forgetStore("acme");
    await stores.close();
    expect(existsSync(join(folder, "stores", `${id}.db`))).toBe(true);
    await (await opened(folder, master)).close();
    expect(existsSync(join(folder, "stores", `${id}.db`))).toBe(false);
  });
});

describe("encryptFolder() and decryptFolder()", () => {
  it("encrypt a folder and decrypt it again without loss", async () => {
    const folder = newFolder();
    const [key] = await filled(folder);
    expect(readable(folder)).toHaveLength(5);
    const observed: number[] = [];
    await encryptFolder({ folder, masterKey: master, onProgress: ({ done }) => observed.push(done) });
    expect(observed).toEqual([1, 2]);
    expect(readable(folder)).toEqual([]);
    const stores = await opened(folder, master);
    expect(await answers(stores, key!)).toMatch(/orangery/);
    await stores.close();
    await encryptFolder({ folder, masterKey: master });
    await decryptFolder({ folder, masterKey: master });
    expect(existsSync(join(folder, "folder.key"))).toBe(false);
    expect(await answers(await opened(folder, undefined), key!)).toMatch(/orangery/);
  }, 60_000);

  it("complete a folder after a killed process encrypted one of its stores", async () => {
    const folder = newFolder();
    const [key] = await filled(folder);
    const stop = () => {
      throw new Error("killed");
    };
    await expect(encryptFolder({ folder, masterKey: master, onProgress: stop })).rejects.toThrow("killed");
    await encryptFolder({ folder, masterKey: master });
    expect(readable(folder)).toEqual([]);
    await expect(decryptFolder({ folder, masterKey: master, onProgress: stop })).rejects.toThrow("killed");
    await decryptFolder({ folder, masterKey: master });
    expect(await answers(await opened(folder, undefined), key!)).toMatch(/orangery/);
  }, 60_000);

  it("need the master key of the folder", async () => {
    const folder = newFolder();
    await filled(folder, master);
    const masterKey = new Uint8Array(randomBytes(32));
    await expect(decryptFolder({ folder, masterKey })).rejects.toMatchObject({ code: "wrong_key" });
    await expect(encryptFolder({ folder, masterKey })).rejects.toMatchObject({ code: "wrong_key" });
  });
});
