/** Two processes write to one file, and nothing is lost. */
import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { driverFor } from "../../../src/stores/sqlite/database/driver.js";
import { ask } from "../store-fixture.js";
import { openStore, temporaryPath } from "./sqlite-fixture.js";

const writer = fileURLToPath(new URL("writer.ts", import.meta.url));

function run(args: readonly string[]): Promise<{ readonly code: number | null; readonly errors: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ["--import", "tsx", writer, ...args]);
    let errors = "";
    child.stderr.on("data", (chunk: Buffer) => {
      errors += chunk.toString();
    });
    child.on("error", reject);
    child.on("close", (code) => resolve({ code, errors }));
  });
}

it.each([
  ["plain", undefined],
  ["encrypted", Buffer.alloc(32, 7)],
])("two processes that write to one new %s file at once lose nothing", async (_, key) => {
  const path = temporaryPath();
  const flags = key === undefined ? [] : [key.toString("hex")];
  const [one, two] = await Promise.all([
    run([path, "one", "60", ...flags]),
    run([path, "two", "60", ...flags]),
  ]);
  expect([one, two]).toEqual([
    { code: 0, errors: "" },
    { code: 0, errors: "" },
  ]);
  const store = openStore(path, { driver: await driverFor(key && { key }) });
  const { items } = await store.list({ limit: 1000, include_superseded: true }, "2026-04-01T12:00:00.000Z");
  expect(items.filter(({ entity }) => entity === "one")).toHaveLength(60);
  expect(items.filter(({ entity }) => entity === "two")).toHaveLength(60);
  expect((await store.usage()).requests).toBe(240);
  expect(await ask(store).statistics()).toMatchObject({ said: { passages: 120 } });
  expect(await store.verifyAudit()).toEqual({ valid: true, rows: 240 });
});
