/** A service whose stores are in PostgreSQL: from the command line to wallets and errors. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { PassThrough, Readable } from "node:stream";
import { MemoryClient } from "keepsake/client";
import { expect, inject, it, onTestFinished } from "vitest";
import { run } from "../../src/cli/run.js";
import { Memory } from "../../src/memory.js";
import { cli, newFolder } from "../cli/cli-fixture.js";
import { newStoreId } from "../stores/postgres/postgres-fixture.js";
import { role } from "../stores/postgres/server.js";

/** A schema of its own for each test. */
function newDatabase(): string {
  const schema = newStoreId().replaceAll("-", "_");
  return `postgres://${role}:secret@localhost/${role}?host=${inject("postgresSocket")}&schema=${schema}`;
}

/** Runs `keepsake serve` until the test ends. @returns its address */
async function serving(argv: readonly string[], env: Record<string, string>): Promise<string> {
  const controller = new AbortController();
  const stderr = new PassThrough();
  const ended = run(["serve", "--port", "0", ...argv], {
    stdin: Object.assign(Readable.from([]), { isTTY: true }),
    stdout: new PassThrough().resume(),
    stderr,
    env,
    signal: controller.signal,
    now: () => 0,
    open: (options) => new Memory(options),
    restore: Memory.restore,
    rekey: Memory.rekey,
  });
  onTestFinished(async () => {
    controller.abort();
    await ended;
  });
  let said = "";
  for await (const chunk of stderr) {
    said += chunk;
    const address = / at (http:\S+)/.exec(said)?.[1];
    if (address !== undefined) return address;
  }
  throw new Error(`It did not listen: ${said}`);
}

it("serves a folder whose stores are in a database, with the keys of its registry", async () => {
  const [folder, env] = [newFolder(), { KEEPSAKE_STORE: newDatabase() }];
  const data = ["--data", folder];
  const made = await cli(["--json", "stores", "create", "acme", ...data], { env });
  expect(made).toMatchObject({ code: 0 });
  const { id } = JSON.parse(made.stdout);
  const key = JSON.parse(
    (await cli(["--json", "keys", "create", "--store", "acme", ...data], { env })).stdout,
  );
  const url = await serving(data, env);
  const client = new MemoryClient({ url, key: key.key });
  await client.remember({ content: "Mira lives in Graz.", speaker: "Mira" });
  expect((await client.recall("Where does Mira live?")).semantic_memory).toContain("Graz");
  expect((await client.details()).memory).toMatchObject({ id, name: "acme" });
  expect(await client.verifyAudit()).toMatchObject({ valid: true });
  expect(readdirSync(join(folder, "stores"))).toEqual([]);
  const noted = readFileSync(join(folder, "stores-elsewhere"), "utf8");
  expect(noted).toContain(`postgres://${role}@localhost/`);
  expect(noted).not.toContain("secret");
  const forgotten = await cli(["stores", "forget", "acme", ...data], { env });
  expect(forgotten).toMatchObject({ code: 0 });
  await expect(client.recall("Where does Mira live?")).rejects.toMatchObject({ code: "invalid_key" });
});

it("refuses a folder that is elsewhere, another database, files and keys, and creates nothing", async () => {
  const [folder, env] = [newFolder(), { KEEPSAKE_STORE: newDatabase() }];
  const data = ["--data", folder];
  await cli(["stores", "create", "acme", ...data], { env });
  const without = await cli(["stores", "list", ...data]);
  expect(without).toMatchObject({ code: 2, stderr: expect.stringContaining("$KEEPSAKE_STORE") });
  const other = await cli(["stores", "list", ...data], { env: { KEEPSAKE_STORE: newDatabase() } });
  expect(other).toMatchObject({ code: 1, stderr: expect.stringContaining("has no store") });
  const master = { ...env, KEEPSAKE_MASTER_KEY: "ab".repeat(32) };
  const encrypted = await cli(["stores", "list", ...data], { env: master });
  expect(encrypted).toMatchObject({ code: 2, stderr: expect.stringContaining("not encrypted") });
  const later = await cli(["stores", "encrypt", ...data], { env: master });
  expect(later).toMatchObject({ code: 1, stderr: expect.stringContaining("only stores in files") });
  expect(existsSync(join(folder, "folder.key"))).toBe(false);
  const files = ["--data", newFolder()];
  await cli(["stores", "create", "acme", ...files]);
  const mixed = await cli(["stores", "list", ...files], { env });
  expect(mixed).toMatchObject({ code: 2, stderr: expect.stringContaining("its stores are files") });
});

it("serves one store of a database to one key, without a folder", async () => {
  const store = `${newDatabase()}&store=alice`;
  const missing = await cli(["serve", "--store", store]);
  expect(missing).toMatchObject({ code: 2, stderr: expect.stringContaining("$KEEPSAKE_API_KEY") });
  const both = await cli(["serve", "--store", store, "--data", newFolder()]);
  expect(both).toMatchObject({ code: 2 });
  const apiKey = "a-key-for-this-test";
  const url = await serving(["--store", store], { KEEPSAKE_API_KEY: apiKey });
  const client = new MemoryClient({ url, key: apiKey });
  await client.remember({ content: "Mira lives in Graz.", speaker: "Mira" });
  expect((await client.recall("Where does Mira live?")).semantic_memory).toContain("Graz");
  expect((await client.details()).memory.id).toBe("alice");
  const stranger = new MemoryClient({ url, key: "another-key-for-it" });
  await expect(stranger.recall("Where does Mira live?")).rejects.toMatchObject({ code: "invalid_key" });
});

it("says that a server cannot be reached before it prints an address", async () => {
  const env = { KEEPSAKE_API_KEY: "a-key-for-this-test" };
  const down = await cli(["serve", "--store", "postgres://app:secret@127.0.0.1:1/app?store=a"], { env });
  expect(down.code).toBe(1);
  expect(down.stderr).not.toContain("secret");
  expect(down.stderr).not.toContain(" at http");
});
