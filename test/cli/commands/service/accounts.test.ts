/** The commands about accounts, their stores, wallets, members and people. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { Registry } from "../../../../src/accounts/registry/registry.js";
import { cli, newFolder } from "../../cli-fixture.js";

async function started() {
  const data = newFolder();
  const call = (...argv: string[]) => cli([...argv, "--data", data]);
  const json = async (...argv: string[]) => {
    const { code, stdout, stderr } = await call(...argv, "--json");
    expect({ code, stderr }).toMatchObject({ code: 0 });
    return JSON.parse(stdout);
  };
  await json("accounts", "create", "acme", "--plan", "builder");
  return { data, call, json };
}

describe("keepsake accounts", () => {
  it("create makes an account; stores are created in it and share its plan and wallet", async () => {
    const { call, json } = await started();
    await json("stores", "create", "notes", "--account", "acme");
    await json("stores", "create", "talk", "--account", "acme");
    await json("stores", "create", "solo");
    expect(await json("accounts", "list")).toMatchObject([
      { name: "acme", stores: 2, deposited: 0, plan: { name: "builder", price_month: 49, mops_month: 5000 } },
      { name: "solo", stores: 1, plan: { name: "open" } },
    ]);
    expect(await json("wallet", "deposit", "2", "--store", "talk")).toMatchObject({
      account: "acme",
      wallet_balance: 2,
      stores: [
        { store: "notes", spent: 0 },
        { store: "talk", spent: 0 },
      ],
    });
    expect(await json("stores", "show", "notes")).toMatchObject({
      wallet_balance: 2,
      plan: { name: "builder" },
    });
    expect((await call("accounts", "list")).stdout).toMatch(/^name +plan +stores.*\nacme +builder +2 /);
  });

  it("move a store to another account, with what it spends from then on", async () => {
    const { call, json } = await started();
    await json("stores", "create", "notes", "--account", "acme");
    const { key } = await json("keys", "create", "--store", "notes");
    await json("accounts", "create", "globex", "--plan", "builder");
    await json("wallet", "deposit", "3", "--account", "globex");
    expect(await json("stores", "move", "notes", "--account", "globex")).toMatchObject({
      name: "notes",
      account: "globex",
      wallet_balance: 3,
    });
    expect(await json("wallet", "show", "--account", "globex")).toMatchObject({
      spent: 0,
      stores: [{ store: "notes", spent: 0 }],
    });
    expect((await json("keys", "list"))[0]).toMatchObject({ id: key.slice(4, 16), revoked_at: null });
    expect((await call("accounts", "show", "acme")).code).toBe(1);
    await json("accounts", "create", "acme");
    await json("stores", "move", "notes", "--account", "acme", "--revoke-keys");
    expect((await json("keys", "list"))[0].revoked_at).not.toBeNull();
    const again = await call("stores", "move", "notes", "--account", "acme");
    expect(again.code).toBe(2);
    expect(again.stderr).toContain("must be another account");
  });

  it("show and rename an account with several stores and members, whose roles are their own", async () => {
    const { call, json } = await started();
    for (const store of ["notes", "talk"]) await json("stores", "create", store, "--account", "acme");
    await json("stores", "create", "solo");
    for (const [login, role] of Object.entries({ ana: "owner", ben: "editor", cleo: "reader" })) {
      await json("people", "add", login);
      await json("members", "add", login, "--account", "acme", "--role", role);
    }
    const shown = await json("accounts", "show", "acme");
    expect(shown).toMatchObject({
      name: "acme",
      stores: [{ name: "notes" }, { name: "talk" }],
      members: [
        { login: "ana", role: "owner" },
        { login: "ben", role: "editor" },
        { login: "cleo", role: "reader" },
      ],
      operations: { used: 0, limit: 5_000_000, resets_at: expect.stringMatching(/-01T00:00:00\.000Z$/) },
    });
    expect(await json("accounts", "rename", "acme", "acme-eu")).toMatchObject([
      { id: shown.id, name: "acme-eu" },
    ]);
    const names = (await json("stores", "list", "--account", "acme-eu")).map(
      ({ name }: { name: string }) => name,
    );
    expect(names).toEqual(["notes", "talk"]);
    expect((await call("accounts", "show", "acme-eu")).stdout).toMatch(
      /\nstores +notes, talk\nmembers +ana \(owner\), ben \(editor\), cleo \(reader\)\noperations +0, of 5000000, until /,
    );
    expect((await call("accounts", "rename", "acme-eu", "solo")).code).toBe(2);
    expect((await call("accounts", "show", "acme")).code).toBe(1);
  });

  it("reports flags that do not go together, and names that do not exist", async () => {
    const { call } = await started();
    for (const [ends, ...argv] of [
      [2, "stores", "create", "x", "--account", "acme", "--plan", "open"],
      [1, "stores", "create", "x", "--account", "nobody"],
      [2, "accounts", "create", "acme"],
      [2, "wallet", "show"],
      [2, "wallet", "show", "--store", "x", "--account", "acme"],
      [1, "plans", "assign", "gold", "--account", "acme"],
    ] as const) {
      const { code, stderr } = await call(...argv);
      expect({ argv, code }).toEqual({ argv, code: ends });
      expect(stderr).toMatch(/^Cannot .+\n$/);
    }
  });
});

describe("keepsake plans set", () => {
  it("sets the price and the operations of a month", async () => {
    const { call, json } = await started();
    const flags = ["--storage-gb", "1", "--token-rate", "1", "--price", "9.5", "--mops", "0.5"];
    expect(await json("plans", "set", "small", ...flags)).toEqual([
      { name: "small", storage_gb: 1, token_rate: 1, price_month: 9.5, mops_month: 0.5 },
    ]);
    expect((await call("plans", "list")).stdout).toMatch(/small +1 +1 +9.5 +0.5 +for ever\n/);
  });
});

describe("keepsake people and members", () => {
  it("add a person to an account, and remove them", async () => {
    const { call, json } = await started();
    expect(await json("people", "add", "Ana@Example.com")).toMatchObject([
      { login: "ana@example.com", has_password: false, disabled_at: null },
    ]);
    expect(
      await json("members", "add", "ana@example.com", "--account", "acme", "--role", "owner"),
    ).toMatchObject([{ account: "acme", login: "ana@example.com", role: "owner" }]);
    expect(
      (await call("members", "add", "ana@example.com", "--account", "acme", "--role", "king")).code,
    ).toBe(2);
    expect(await json("members", "remove", "ana@example.com", "--account", "acme")).toEqual([]);
    expect((await call("members", "list", "--account", "nobody")).code).toBe(1);
    expect(await json("people", "disable", "ana@example.com")).toMatchObject([
      { disabled_at: expect.any(String) },
    ]);
    expect(await json("people", "enable", "ana@example.com")).toMatchObject([{ disabled_at: null }]);
  });

  it("link prints a one-time link, which is only stored as a hash", async () => {
    const { data, call, json } = await started();
    await json("people", "add", "ana");
    const { url } = await json("people", "link", "ana", "--public-url", "https://memory.example.com");
    expect(url).toMatch(/^https:\/\/memory\.example\.com\/sign-in\/link\/[\w-]{43}$/);
    const secret = url.slice(-43);
    expect(readFileSync(join(data, "registry.db")).includes(secret)).toBe(false);
    const registry = new Registry({ path: join(data, "registry.db") });
    expect(registry.sessions.useLink(secret)?.login).toBe("ana");
    registry.close();
    expect((await call("people", "link", "nobody")).code).toBe(1);
    expect((await call("people", "link", "ana", "--public-url", "nonsense")).code).toBe(2);
  });

  it("password reads one from the standard input", async () => {
    const { data, json } = await started();
    await json("people", "add", "ana");
    const set = (stdin: string) => cli(["people", "password", "ana", "--data", data, "--json"], { stdin });
    expect((await set("short\n")).code).toBe(2);
    const { code, stdout } = await set("correct horse battery\n");
    expect({ code, shown: JSON.parse(stdout) }).toMatchObject({ code: 0, shown: [{ has_password: true }] });
  });
});
