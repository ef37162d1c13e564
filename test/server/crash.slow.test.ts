/** After `kill -9` every acknowledged add is stored, and wallet, usage and audit trail agree. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { FolderKeys, StoreFolder } from "keepsake/server";
import { describe, expect, it, onTestFinished } from "vitest";
import { temporaryFolder } from "./server-fixture.js";

const program = fileURLToPath(new URL("../../dist/cli/main.js", import.meta.url));

/** Starts `keepsake serve` in its own process. Resolves when it accepts requests. */
async function startProcess(
  folder: string,
  env: Readonly<Record<string, string>>,
): Promise<{ child: ChildProcess; url: string }> {
  const child = spawn(process.execPath, [program, "serve", "--data", folder, "--port", "0"], {
    stdio: ["ignore", "ignore", "pipe"],
    env: { ...process.env, ...env },
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  for await (const line of createInterface({ input: child.stderr! })) {
    const url = / at (http:\S+)$/.exec(line)?.[1];
    if (url !== undefined) return { child, url };
  }
  throw new Error("the server ended before it listened");
}

async function call(url: string, path: string, key: string, body: object) {
  const response = await fetch(`${url}/api/memory/${path}`, {
    method: "POST",
    headers: { "x-api-key": key },
    body: JSON.stringify(body),
  });
  // biome-ignore lint/suspicious/noExplicitAny: a payload under test.
  return { status: response.status, data: ((await response.json()) as any).data };
}

const micros = (usd: number) => Math.round(usd * 1e6);

const masterKey = Buffer.alloc(32, 7);

describe.each([
  ["plain", undefined],
  ["encrypted", masterKey],
])("keepsake serve with a %s folder, killed with SIGKILL", (_, key) => {
  const env: Readonly<Record<string, string>> =
    key === undefined ? {} : { KEEPSAKE_MASTER_KEY: key.toString("hex") };
  const keysOf = (folder: string) => key && FolderKeys.open(folder, key, { create: true });

  it("loses no acknowledged add, and charges for none that was not stored", async () => {
    const folder = temporaryFolder();
    const made = new StoreFolder({ folder, create: true, keys: await keysOf(folder) });
    await made.create("crash", "builder");
    made.registry.accounts.deposit("crash", 1_000_000);
    const apiKey = made.registry.keys.create(made.registry.stores.get("crash")).key;
    await made.close();

    const acknowledged = new Map<string, { cost: number; tokens: number }>();
    let searches = { count: 0, cost: 0, tokens: 0 };
    for (let life = 0; life < 3; life += 1) {
      const { child, url } = await startProcess(folder, env);
      const goal = acknowledged.size + 25;
      let next = 0;
      const worker = async () => {
        while (child.exitCode === null && child.signalCode === null) {
          const name = `Traveller${life}x${next++}`;
          try {
            const { status, data } = await call(url, "add", apiKey, {
              content: `${name} is called ${name} and lives in town ${name}.`,
            });
            expect(status).toBe(200);
            acknowledged.set(name, { cost: micros(data.cost), tokens: data.tokens });
            const found = await call(url, "search", apiKey, {
              query: `Where does ${name} live?`,
              token_budget: 50,
            });
            searches = {
              count: searches.count + 1,
              cost: searches.cost + micros(found.data.cost),
              tokens: searches.tokens + found.data.tokens,
            };
          } catch (error) {
            // Only a broken connection is expected, because of the kill.
            if (!(error instanceof TypeError)) throw error;
          }
          if (acknowledged.size >= goal) child.kill("SIGKILL");
        }
      };
      const ended = once(child, "exit");
      await Promise.all(Array.from({ length: 8 }, worker));
      await ended;
      expect(child.signalCode).toBe("SIGKILL");
    }

    const { url } = await startProcess(folder, env);
    const { data } = await call(url, "details", apiKey, {});
    const { data: audit } = await call(url, "verify_audit", apiKey, {});
    const kept = await (
      await fetch(`${url}/api/memory/export`, {
        method: "POST",
        headers: { "x-api-key": apiKey },
        body: "{}",
      })
    ).text();
    for (const name of acknowledged.keys()) expect(kept.includes(`${name} is called`)).toBe(true);

    const adds = [...acknowledged.values()];
    const spend = micros(data.memory.usage.spend);
    const answered = adds.reduce((sum, { cost }) => sum + cost, searches.cost);
    // At most the eight calls in progress at each kill were stored and charged without an answer.
    expect(spend).toBeGreaterThanOrEqual(answered);
    expect(data.memory.usage.requests - adds.length - searches.count).toBeLessThanOrEqual(24);
    expect(micros(data.wallet_balance)).toBe(1_000_000 - spend);
    expect(data.memory.usage.tokens).toBe(spend);
    const sources = kept.trim().split("\n").length - 1;
    const trail: { operation: string }[] = [];
    for (let cursor: string | undefined; ; ) {
      const { data: page } = await call(url, "audit", apiKey, {
        operation: "REMEMBER",
        ...(cursor === undefined ? {} : { cursor }),
      });
      trail.push(...page.items);
      if (page.next_cursor === null) break;
      cursor = page.next_cursor;
    }
    expect(audit.valid).toBe(true);
    expect(trail.length).toBe(sources);
  }, 120_000);

  it("a data folder works after a kill during the creation of a store", async () => {
    const folder = temporaryFolder();
    const made = new StoreFolder({ folder, create: true });
    await made.create("whole", "open");
    await made.close();
    const { writeFileSync } = await import("node:fs");
    writeFileSync(join(folder, "stores", "new-half.db"), "");
    const again = new StoreFolder({ folder });
    expect(again.registry.stores.list().map(({ name }) => name)).toEqual(["whole"]);
    await again.create("next", "open");
    await again.close();
  });
});
