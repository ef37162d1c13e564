/** The models of stores, audit retention, and the trail of accounts, on the command line. */
import { join } from "node:path";
import Database from "better-sqlite3";
import { describe, expect, it } from "vitest";
import { obedientServer } from "../../../extractors/llm/chat-server.js";
import { ModelServer } from "../../../models/endpoints/model-server.js";
import { cli, newFolder } from "../../cli-fixture.js";
import { remembered } from "./service-fixture.js";

/** A data folder with the store `notes` of the account `acme`. */
async function started() {
  const data = newFolder();
  const call = (argv: readonly string[], env: Record<string, string> = {}) =>
    cli([...argv, "--data", data], { env });
  const json = async (argv: readonly string[], env?: Record<string, string>) => {
    const { code, stdout, stderr } = await call([...argv, "--json"], env);
    expect({ code, stderr }).toMatchObject({ code: 0 });
    return JSON.parse(stdout);
  };
  await json(["accounts", "create", "acme"]);
  const { id } = await json(["stores", "create", "notes", "--account", "acme"]);
  return { data, call, json, path: join(data, "stores", `${id}.db`) };
}

describe("keepsake stores set", () => {
  it("gives a store an embedder and an extractor of its own, one after the other", async () => {
    const { json, call } = await started();
    expect(await json(["stores", "set", "notes", "--embedder", "static:64"])).toEqual({
      name: "notes",
      models: { embedder: { name: "static:64", options: {} } },
    });
    const flags = [
      "--extractor",
      "openai-compatible:tiny",
      "--extractor-option",
      "baseUrl=http://127.0.0.1:1/v1",
    ];
    const extractor = { name: "openai-compatible:tiny", options: { baseUrl: "http://127.0.0.1:1/v1" } };
    expect((await json(["stores", "set", "notes", ...flags])).models).toEqual({
      embedder: { name: "static:64", options: {} },
      extractor,
    });
    expect(await json(["stores", "show", "notes"])).toMatchObject({ account: "acme", models: { extractor } });
    const { stdout } = await call(["stores", "set", "notes", "--reset"]);
    expect(stdout).toMatch(/embedder +the service's\nextractor +the service's\n$/);
  });

  it("refuses what is not understood, and changes nothing", async () => {
    const { json, call } = await started();
    const endpoint = [
      "--embedder",
      "openai-compatible:tiny",
      "--embedder-option",
      "baseUrl=http://127.0.0.1:1/v1",
    ];
    const option = (text: string) => [...endpoint, "--embedder-option", text];
    for (const [ends, ...flags] of [
      [2],
      [2, "--reset", "--embedder", "static:64"],
      [2, "--embedder", "nobody"],
      [2, "--embedder", "static:65"],
      [2, "--extractor", "rules", "--extractor-option", "speed=9"],
      [2, "--embedder-option", "dimensions=64"],
      [2, ...option("apiKey=sk-1")],
      [2, ...option("keyVariable=HOME")],
      [2, ...option("keyVariable=KEEPSAKE_MASTER_KEY")],
      [2, ...option("keyVariable=KEEPSAKE_EMBEDDER_KEY_ACME")],
      [2, ...option('headers={"Authorization":"Bearer sk-1"}')],
      [2, ...option("unheard=of")],
    ] as const) {
      const { code, stderr } = await call(["stores", "set", "notes", ...flags]);
      expect({ flags, code, stderr }).toEqual({
        flags,
        code: ends,
        stderr: expect.stringMatching(/^Cannot .+\n$/),
      });
    }
    expect((await call(["stores", "set", "nobody", "--embedder", "static:64"])).code).toBe(1);
    expect((await json(["stores", "show", "notes"])).models).toEqual({});
  });

  it("reads the key of a store from the variable that its setting names, and stores no key", async () => {
    const { data, json } = await started();
    await using model = await ModelServer.start(obedientServer);
    const env = { KEEPSAKE_EXTRACTOR_KEY_ACME: "sk-of-acme", KEEPSAKE_EXTRACTOR_KEY: "sk-of-others" };
    const options = [`baseUrl=${model.baseUrl}`, "keyVariable=KEEPSAKE_EXTRACTOR_KEY_ACME"];
    const flags = options.flatMap((option) => ["--extractor-option", option]);
    await json(["stores", "set", "notes", "--extractor", "openai-compatible:tiny", ...flags], env);
    await remembered({ data, store: "notes", env }, "I live in Graz.");
    expect(model.asked.map(({ headers }) => headers.authorization)).toContain("Bearer sk-of-acme");
    const database = new Database(join(data, "registry.db"), { readonly: true });
    const kept = JSON.stringify([
      database.prepare("select * from stores").all(),
      database.prepare("select * from audit").all(),
    ]);
    database.close();
    expect(kept).not.toContain("sk-of");
  });
});

describe("keepsake stores prune-audit", () => {
  it("removes what is older than the days of the plan; audit --verify and check say since when", async () => {
    const { json, call, path } = await started();
    expect(await json(["stores", "prune-audit"])).toEqual({
      stores: [{ store: "notes", audit_days: null, removed: 0 }],
      public_key: null,
    });
    // The clock of the command line's own store is in the past.
    expect((await cli(["--db", path, "remember", "Ana moved to Lisbon."])).code).toBe(0);
    const terms = ["--storage-gb", "1", "--token-rate", "0", "--audit-days", "30"];
    expect(await json(["plans", "set", "short", ...terms])).toMatchObject([{ audit_days: 30 }]);
    await json(["plans", "assign", "short", "--account", "acme"]);
    const { stores, public_key } = await json(["stores", "prune-audit", "--store", "notes"]);
    expect(stores).toEqual([{ store: "notes", audit_days: 30, removed: expect.any(Number) }]);
    expect(stores[0].removed).toBeGreaterThan(1);
    const verified = await cli(["--db", path, "audit", "--verify"]);
    expect(verified.code).toBe(0);
    expect(verified.stdout).toMatch(
      /^The audit trail is intact: 1 row, .*\nVerified from 20\d\d-[\dT:.-]+Z: the \d+ rows /,
    );
    expect(verified.stdout).toContain(public_key);
    expect((await cli(["--db", path, "check"])).stdout).toMatch(/\naudit .* ok, verified from 20\d\d-/);
    const changed = await json(["stores", "change-signing-key"]);
    expect(changed).toMatchObject({ signed: ["notes"], failed: [], former_keys: [public_key] });
    const again = await cli(["--db", path, "audit", "--verify"]);
    expect(again.stdout).toContain(changed.public_key);
    const distrusted = await call(["stores", "change-signing-key", "--distrust-former"]);
    expect(distrusted.stdout).toMatch(/from now on\.\nSigned again: the checkpoints of 1 store\./);
    expect((await json(["stores", "change-signing-key"])).former_keys).toHaveLength(1);
    expect((await call(["stores", "prune-audit", "--store", "nobody"])).code).toBe(1);
    expect((await call(["plans", "set", "none", ...terms.slice(0, 4), "--audit-days", "0"])).code).toBe(2);
  });
});

describe("keepsake accounts audit", () => {
  it("shows who changed members, roles, keys and plans of an account, and verifies the trail", async () => {
    const { call, json } = await started();
    await json(["people", "add", "ana"]);
    const member = ["members", "add", "ana", "--account", "acme"];
    await json([...member, "--role", "reader", "--actor", "root"]);
    await json([...member, "--role", "owner", "--actor", "root"]);
    await json(["keys", "create", "--store", "notes"]);
    await json(["plans", "assign", "builder", "--account", "acme"]);
    await json(["accounts", "create", "globex"]);
    const rows = await json(["accounts", "audit", "--account", "acme"]);
    expect(
      rows.map(({ operation, actor, reason }: Record<string, string>) => [operation, actor, reason]),
    ).toEqual([
      ["ACCOUNT_CREATE", "operator", "plan open"],
      ["STORE_CREATE", "operator", null],
      ["MEMBER_ADD", "root", "role reader"],
      ["MEMBER_ROLE", "root", "role owner, was reader"],
      ["KEY_CREATE", "operator", expect.stringMatching(/^store /)],
      ["PLAN_ASSIGN", "operator", "plan builder, was open"],
    ]);
    const { stdout } = await call(["accounts", "audit"]);
    expect(stdout.trim().split("\n")).toHaveLength(rows.length + 2);
    expect(stdout).toMatch(/MEMBER_ADD .*\(ana\) +root +role reader/);
    expect(await json(["accounts", "audit", "--verify"])).toEqual({ valid: true, rows: rows.length + 2 });
    expect((await call(["accounts", "audit", "--account", "nobody"])).code).toBe(1);
  });
});
