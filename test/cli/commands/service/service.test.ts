/** The commands of a service: stores, keys, plans, wallets, and serve itself. */
import { existsSync } from "node:fs";
import { PassThrough } from "node:stream";
import { Memory } from "keepsake";
import { describe, expect, it } from "vitest";
import { run } from "../../../../src/cli/run.js";
import { obedientServer } from "../../../extractors/llm/chat-server.js";
import { ModelServer } from "../../../models/endpoints/model-server.js";
import { cli, newFolder } from "../../cli-fixture.js";

const json = async (argv: readonly string[], env?: Record<string, string>) => {
  const { code, stdout, stderr } = await cli([...argv, "--json"], env === undefined ? {} : { env });
  expect({ code, stderr }).toMatchObject({ code: 0 });
  return JSON.parse(stdout);
};

describe("keepsake stores", () => {
  it("create creates the folder and a store, list and show print it, rename renames it", async () => {
    const data = `${newFolder()}/service`;
    const made = await json(["stores", "create", "acme", "--data", data, "--plan", "builder"]);
    expect(made).toMatchObject({
      name: "acme",
      plan: { name: "builder", storage_gb: 10, token_rate: 1 },
      usage: { requests: 0, tokens: 0, spend: 0 },
      storage_used: 0,
      wallet_balance: 0,
    });
    expect(await json(["stores", "list", "--data", data])).toEqual([made]);
    expect(await json(["stores", "rename", "acme", "acme-eu", "--data", data])).toMatchObject({
      id: made.id,
      name: "acme-eu",
    });
    expect(await json(["stores", "show", "acme-eu", "--data", data])).toMatchObject({ id: made.id });
    const { stdout } = await cli(["stores", "list", "--data", data]);
    expect(stdout).toMatch(/^name +id .*\nacme-eu +\S+ +builder/);
  });

  it("uses the folder in KEEPSAKE_DATA, and requires one", async () => {
    const data = newFolder();
    await json(["stores", "create", "acme"], { KEEPSAKE_DATA: data });
    expect((await cli(["stores", "list"])).code).toBe(2);
    expect((await cli(["stores", "list"])).stderr).toContain("--data");
  });

  it("reports a name that is taken, and a plan or folder that does not exist", async () => {
    const data = newFolder();
    await cli(["stores", "create", "acme", "--data", data]);
    for (const [ends, ...argv] of [
      [2, "stores", "create", "acme", "--data", data],
      [1, "stores", "create", "other", "--plan", "gold", "--data", data],
      [1, "stores", "show", "nobody", "--data", data],
      [1, "stores", "list", "--data", newFolder()],
    ] as const) {
      const { code, stderr } = await cli(argv);
      expect(code).toBe(ends);
      expect(stderr).toMatch(/^Cannot .+\n$/);
    }
  });
});

describe("keepsake keys", () => {
  it("create prints the key once; list never does", async () => {
    const data = newFolder();
    await cli(["stores", "create", "acme", "--data", data]);
    const made = await json([
      "keys",
      "create",
      "--store",
      "acme",
      "--data",
      data,
      "--label",
      "bot",
      "--rate",
      "60",
    ]);
    expect(made).toMatchObject({
      key: expect.stringMatching(/^ksk_/),
      store: "acme",
      label: "bot",
      requests_per_minute: 60,
      revoked_at: null,
    });
    const { key: _, ...entry } = made;
    expect(await json(["keys", "list", "--data", data])).toEqual([entry]);
    const plain = await cli(["keys", "create", "--store", "acme", "--data", data]);
    expect(plain.stdout).toMatch(/^ksk_\S+\n$/);
  });

  it("rename and revoke a key by its id, with an intact audit trail", async () => {
    const data = newFolder();
    await cli(["stores", "create", "acme", "--data", data]);
    const { id } = await json(["keys", "create", "--store", "acme", "--data", data]);
    expect(await json(["keys", "rename", id, "phone", "--data", data])).toMatchObject([
      { id, label: "phone" },
    ]);
    expect(await json(["keys", "revoke", id, "--data", data, "--actor", "root"])).toMatchObject([
      { id, revoked_at: expect.any(String) },
    ]);
    expect(await json(["keys", "audit", "--data", data])).toMatchObject([
      { operation: "KEY_CREATE", record_id: id, actor: "operator" },
      { operation: "KEY_REVOKE", record_id: id, actor: "root" },
    ]);
    expect(await json(["keys", "audit", "--verify", "--data", data])).toEqual({ valid: true, rows: 5 });
    expect((await cli(["keys", "revoke", "nobody", "--data", data])).code).toBe(1);
  });
});

describe("keepsake plans and wallet", () => {
  it("set and assign a plan, pay in, and show what is left", async () => {
    const data = newFolder();
    await cli(["stores", "create", "acme", "--data", data]);
    await json(["plans", "set", "team", "--storage-gb", "50", "--token-rate", "0.8", "--data", data]);
    expect(await json(["plans", "assign", "team", "--store", "acme", "--data", data])).toEqual([
      { name: "team", storage_gb: 50, token_rate: 0.8 },
    ]);
    expect(
      (await json(["plans", "list", "--data", data])).map(({ name }: { name: string }) => name).sort(),
    ).toEqual(["builder", "open", "team"]);
    expect(await json(["wallet", "deposit", "12.5", "--store", "acme", "--data", data])).toMatchObject({
      deposited: 12.5,
      spent: 0,
      wallet_balance: 12.5,
    });
    expect(await json(["wallet", "show", "--store", "acme", "--data", data])).toMatchObject({
      deposits: [{ usd: 12.5, actor: "operator" }],
    });
    expect((await cli(["wallet", "deposit", "0", "--store", "acme", "--data", data])).code).toBe(2);
    expect((await cli(["wallet", "deposit", "-1", "--store", "acme", "--data", data])).code).toBe(2);
  });
});

describe("keepsake serve", () => {
  it("serves until it is stopped, also over MCP, logs JSON Lines, and exits with 0", async () => {
    const data = newFolder();
    await cli(["stores", "create", "acme", "--data", data]);
    const { key } = await json(["keys", "create", "--store", "acme", "--data", data]);
    const { url, stop, ended, stdout } = await serving(["serve", "--data", data, "--port", "0"]);
    const details = await fetch(`${url}/api/memory/details`, {
      method: "POST",
      headers: { "x-api-key": key },
    });
    expect(await details.json()).toMatchObject({ data: { valid: true, memory: { name: "acme" } } });
    expect((await fetch(`${url}/mcp`, { method: "POST", body: "{}" })).status).toBe(401);
    stop();
    expect(await ended).toBe(0);
    const entries = stdout()
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(entries.map(({ event }) => event)).toEqual([
      "listening",
      "request",
      "request",
      "closing",
      "closed",
    ]);
    expect(stdout()).not.toContain("ksk_");
  });

  it("serves with the models that are named, and refuses a name that it does not know", async () => {
    const data = newFolder();
    await cli(["stores", "create", "acme", "--data", data, "--embedder", "static:64"]);
    const { key } = await json(["keys", "create", "--store", "acme", "--data", data]);
    await using model = await ModelServer.start(obedientServer);
    const flags = ["--extractor", "openai-compatible:tiny", "--embedder", "static:64"];
    const { url, stop, ended } = await serving(
      ["serve", "--data", data, "--port", "0", ...flags, "--extractor-option", `baseUrl=${model.baseUrl}`],
      { KEEPSAKE_EXTRACTOR_KEY: "sk-not-a-real-key" },
    );
    const response = await fetch(`${url}/api/memory/add`, {
      method: "POST",
      headers: { "x-api-key": key, "content-type": "application/json" },
      body: JSON.stringify({ content: "I live in Graz." }),
    });
    expect(await response.json()).toMatchObject({ data: { stored: true } });
    expect(model.asked[0]).toMatchObject({
      path: "/v1/chat/completions",
      headers: { authorization: "Bearer sk-not-a-real-key" },
    });
    stop();
    expect(await ended).toBe(0);
    const { code, stderr } = await cli(["serve", "--data", data, "--extractor", "nobody"]);
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: expect.stringMatching(/--extractor must be one of rules, openai-compatible, got "nobody"/),
    });
  });

  it("asks for --create where there is no folder, and makes none", async () => {
    const data = `${newFolder()}/mistyped`;
    const { code, stderr } = await cli(["serve", "--data", data, "--port", "0"]);
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringMatching(/^Cannot serve: .*--create/) });
    expect(existsSync(data)).toBe(false);
  });

  it("reports the port that is taken", async () => {
    const data = newFolder();
    const first = await serving(["serve", "--data", data, "--create", "--port", "0"]);
    const { code, stderr } = await cli(["serve", "--data", data, "--port", new URL(first.url).port]);
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining("EADDRINUSE") });
    first.stop();
    await first.ended;
  });
});

/** Runs the command until `stop`, and waits until it listens. */
async function serving(argv: readonly string[], env: Record<string, string> = {}) {
  const interrupt = new AbortController();
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const chunks: Buffer[] = [];
  stdout.on("data", (chunk: Buffer) => chunks.push(chunk));
  const ended = run(argv, {
    stdin: new PassThrough(),
    stdout,
    stderr,
    env,
    signal: interrupt.signal,
    now: () => performance.now(),
    open: (options) => new Memory(options),
    restore: (backup, path, options) => Memory.restore(backup, path, options),
    rekey: (path, options) => Memory.rekey(path, options),
  });
  let said = "";
  for await (const chunk of stderr) {
    said += String(chunk);
    if (said.includes("\n")) break;
  }
  const url = / at (http:\S+)/.exec(said)?.[1];
  if (url === undefined) throw new Error(said);
  return { url, ended, stop: () => interrupt.abort(), stdout: () => Buffer.concat(chunks).toString() };
}
