/** A store that changes its account: what moves, what stays, and who pays for what. */
import { MemoryClient } from "keepsake/client";
import { StoreFolder } from "keepsake/server";
import { describe, expect, it } from "vitest";
import { startServer } from "../server-fixture.js";

type Fixture = Awaited<ReturnType<typeof startServer>>;

/** Two accounts of a plan with 1 USD each; the first has a store. */
async function twoAccounts(plan: { readonly storage_gb?: number; readonly token_rate?: number } = {}) {
  const fixture = await startServer({ prices: { add: 1000, search: 1000 } });
  const { server, registry } = fixture;
  registry.plans.set({ name: "small", storage_gb: 1, token_rate: 1, ...plan });
  const [acme, globex] = ["acme", "globex"].map((name) => registry.accounts.add(name, "small"));
  for (const { name } of [acme!, globex!]) registry.accounts.deposit(name, 1_000_000);
  const store = await server.folder.createIn("acme", "notes");
  const { key, entry } = registry.keys.create(store);
  const client = new MemoryClient({ url: server.url, key, retries: 0 });
  return { fixture, registry, client, store, keyId: entry.id, acme: acme!, globex: globex! };
}

/** Moves the store as the command line does: in another process than the one that serves. */
async function moveElsewhere({ folder }: Fixture, to: string, revokesKeys = false) {
  const other = new StoreFolder({ folder, prices: { add: 1000, search: 1000 } });
  try {
    return await other.move("notes", to, { revokesKeys });
  } finally {
    await other.close();
  }
}

const spentOf = async (client: MemoryClient) => Math.round((await client.details()).memory.usage.spend * 1e6);

describe("moving a store to another account", () => {
  it("leaves what was spent to the former account, and charges the new one from the next call on", async () => {
    const { fixture, registry, client, acme, globex } = await twoAccounts();
    await client.remember("Ana moved to Lisbon in May.");
    const before = await spentOf(client);
    expect(before).toBeGreaterThan(0);
    await moveElsewhere(fixture, "globex");
    expect(registry.accounts.freeMicros(acme.id)).toBe(1_000_000 - before);
    expect(registry.accounts.formerMicros(acme.id)).toBe(before);
    expect(registry.accounts.freeMicros(globex.id)).toBe(1_000_000);
    expect((await client.details()).wallet_balance).toBe(1);
    const { cost } = await client.remember("Ben lives in Oslo and rows on Sundays.");
    expect((await client.details()).wallet_balance).toBeCloseTo(1 - cost, 6);
    expect(registry.accounts.freeMicros(acme.id)).toBe(1_000_000 - before);
    expect(await spentOf(client)).toBe(before + Math.round(cost * 1e6));
  });

  it("can be undone, and each account has paid for its own time", async () => {
    const { fixture, registry, client, acme, globex } = await twoAccounts();
    const paid = [0, 0];
    for (const [index, to] of ["globex", "acme", "globex"].entries()) {
      const before = await spentOf(client);
      await client.remember(`Note ${index}: the harbour opens at ${index + 6}.`);
      paid[index % 2]! += (await spentOf(client)) - before;
      await moveElsewhere(fixture, to);
    }
    expect([acme, globex].map(({ id }) => registry.accounts.formerMicros(id))).toEqual(paid);
    expect(registry.accounts.freeMicros(globex.id)).toBe(1_000_000 - paid[1]!);
    expect(registry.stores.get("notes")).toMatchObject({ account: "globex" });
  });

  it("keeps its contents and its key, which can be revoked with it", async () => {
    const { fixture, client, registry, keyId } = await twoAccounts({ token_rate: 0 });
    await client.remember("Ana moved to Lisbon in May.");
    await moveElsewhere(fixture, "globex");
    expect((await client.recall("Where does Ana live?")).semantic_memory).toContain("Lisbon");
    await moveElsewhere(fixture, "acme", true);
    await expect(client.records()).rejects.toMatchObject({ code: "invalid_key" });
    expect(registry.keys.get(keyId).revokedAt).not.toBeNull();
  });

  it("opens to members of the new account, and not to those of the former one or their clients", async () => {
    const { fixture, registry, store, acme, globex } = await twoAccounts();
    const [ana, ben, chi] = ["ana", "ben", "chi"].map((login) => registry.people.add(login).id);
    for (const id of [ana!, chi!]) registry.people.setRole(acme.id, id, "owner");
    for (const id of [ben!, chi!]) registry.people.setRole(globex.id, id, "editor");
    for (const personId of [ana!, chi!]) {
      registry.tokens.put({ kind: "Grant", id: personId, payload: {}, grantId: undefined, expiresInS: 60 });
      const granted = { client: "Claude Code", host: "localhost:1", scopes: ["memory:read"] } as const;
      registry.tokens.bind(personId, { personId, storeId: store.id, ...granted });
    }
    await moveElsewhere(fixture, "globex");
    const opens = (id: string) => registry.people.storeOf(id, store.id)?.role;
    expect([ana!, ben!, chi!].map(opens)).toEqual([undefined, "editor", "editor"]);
    expect([ana!, chi!].map((id) => registry.tokens.grants(id).length)).toEqual([0, 1]);
  });

  it("is in the trails of both accounts, and brings nothing of the former one's", async () => {
    const { fixture, registry, store, acme, globex } = await twoAccounts();
    await moveElsewhere(fixture, "globex");
    const movesOf = (id: string) =>
      registry.audit
        .ofAccount(id)
        .filter(({ record_id }) => record_id === store.id)
        .map(({ operation, reason }) => [operation, reason]);
    expect(movesOf(acme.id)).toEqual([
      ["STORE_CREATE", null],
      ["STORE_MOVE", `to account ${globex.id}`],
    ]);
    expect(movesOf(globex.id)).toEqual([["STORE_MOVE", `from account ${acme.id}`]]);
    expect(registry.audit.ofAccount(globex.id).some(({ operation }) => operation === "KEY_CREATE")).toBe(
      false,
    );
    expect(registry.audit.verify()).toMatchObject({ valid: true });
  });

  it("is refused where the new account has too little storage, and counts there otherwise", async () => {
    const { fixture, registry, client } = await twoAccounts();
    await client.remember("Ana moved to Lisbon in May.");
    const used = (await client.details()).memory.storage_used;
    const further = await fixture.server.folder.createIn("globex", "talk");
    const talk = new MemoryClient({ url: fixture.server.url, key: registry.keys.create(further).key });
    await talk.remember("Ben lives in Oslo.");
    const others = (await talk.details()).memory.storage_used;
    registry.plans.set({ name: "small", storage_gb: (used + others - 1) / 1e9, token_rate: 1 });
    await expect(moveElsewhere(fixture, "globex")).rejects.toMatchObject({
      code: "storage_limit_reached",
      data: { storage_used: others, storage_limit: used + others - 1, needed: used },
    });
    expect(registry.stores.get("notes").account).toBe("acme");
    registry.plans.set({ name: "small", storage_gb: (used + others) / 1e9, token_rate: 1 });
    await moveElsewhere(fixture, "globex");
    expect((await talk.details()).memory.storage_limit).toBe(others);
  });

  it("is refused for its own account, an unknown one and an unknown store", async () => {
    const { fixture } = await twoAccounts();
    const { folder } = fixture.server;
    await expect(folder.move("notes", "acme")).rejects.toMatchObject({ code: "invalid_input" });
    await expect(folder.move("notes", "nobody")).rejects.toMatchObject({ code: "not_found" });
    await expect(folder.move("nothing", "globex")).rejects.toMatchObject({ code: "not_found" });
  });

  it("closes an account of which nothing is left, and no other", async () => {
    const { fixture, registry } = await twoAccounts({ token_rate: 0 });
    const { folder } = fixture.server;
    await folder.create("alone", "small");
    await folder.move("alone", "globex");
    expect(registry.accounts.list().map(({ name }) => name)).toEqual(["acme", "globex"]);
    await folder.move("notes", "globex");
    // It has 1 USD in its wallet.
    expect(registry.accounts.get("acme").stores).toBe(0);
  });
});
