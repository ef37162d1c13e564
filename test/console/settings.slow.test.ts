/** The settings of a service: who may see and change what, and that nobody reaches another's. */
import { describe, expect, it } from "vitest";
import { startConsoleService } from "./service-fixture.js";

/** A key at the service's own endpoint. */
async function opens(post: Awaited<ReturnType<typeof startConsoleService>>["fixture"]["post"], key: string) {
  const answer = post("/api/memory/records", {}, { key });
  return (await answer).body.data.items?.length > 0;
}

describe("API keys", () => {
  it("are shown once, listed without their secret, and open nothing after they were revoked", async () => {
    const { owner, fixture, registry } = await startConsoleService();
    const post = fixture.post.bind(fixture);
    const { store, page } = await owner("ana");
    const made = await page.ask(`${store.id}/api/keys`, { method: "POST", body: { label: "laptop" } });
    const { key, entry } = made.body;
    expect(key).toMatch(/^ksk_/u);
    expect(await opens(post, key)).toBe(true);
    const listed = await page.ask(`${store.id}/api/keys`);
    expect(listed.text).not.toContain(key);
    expect(listed.body).toMatchObject([{ id: entry.id, label: "laptop", revoked_at: null }]);
    expect(listed.body[0].last_used_at).not.toBeNull();
    const revoked = await page.ask(`${store.id}/api/keys/${entry.id}`, { method: "DELETE" });
    expect(revoked.body.revoked_at).not.toBeNull();
    expect(await opens(post, key)).toBe(false);
    const rows = registry.audit.rows().filter(({ record_id }) => record_id === entry.id);
    expect(rows.map(({ operation, actor }) => [operation, actor])).toEqual([
      ["KEY_CREATE", "ana"],
      ["KEY_REVOKE", "ana"],
    ]);
  });

  it("belong to owners alone, and to one memory", async () => {
    const { owner, member, fixture } = await startConsoleService();
    const post = fixture.post.bind(fixture);
    const [ana, ben] = [await owner("ana"), await owner("ben")];
    const made = await ana.page.ask(`${ana.store.id}/api/keys`, { method: "POST", body: {} });
    const { key, entry } = made.body;
    for (const role of ["editor", "reader"] as const) {
      const { page } = member(`${role} one`, ana.account.id, role);
      for (const [method, path] of [
        ["GET", "keys"],
        ["POST", "keys"],
        ["DELETE", `keys/${entry.id}`],
      ]) {
        const answer = await page.ask(`${ana.store.id}/api/${path}`, { method: method! });
        expect(answer.status).toBe(403);
        expect(answer.text).not.toContain(entry.id);
      }
    }
    const others = `${ben.store.id}/api/keys/${entry.id}`;
    expect((await ben.page.ask(others, { method: "DELETE" })).status).toBe(404);
    expect((await ben.page.ask(`${ana.store.id}/api/keys/${entry.id}`, { method: "DELETE" })).status).toBe(
      404,
    );
    expect(await opens(post, key)).toBe(true);
  });

  it("refuse what is no label, no rate and no field", async () => {
    const { owner } = await startConsoleService();
    const { store, page } = await owner("ana");
    for (const body of [
      { label: "a\u0007b" },
      { requests_per_minute: 0 },
      { requests_per_minute: 1.5 },
      { role: "owner" },
      [],
    ]) {
      const answer = await page.ask(`${store.id}/api/keys`, { method: "POST", body });
      expect({ body, status: answer.status }).toEqual({ body, status: 422 });
    }
    expect((await page.ask(`${store.id}/api/keys`)).body).toEqual([]);
  });
});

describe("members", () => {
  it("are added, changed and removed by an owner, and the last owner stays", async () => {
    const { owner, registry, ask } = await startConsoleService();
    const { store, page, person } = await owner("ana");
    const ben = registry.people.add("ben");
    const set = (login: string, role: string) =>
      page.ask(`${store.id}/api/members`, { method: "POST", body: { login, role } });
    const remove = (id: string) => page.ask(`${store.id}/api/members/${id}`, { method: "DELETE" });
    expect((await set("BEN", "reader")).body).toMatchObject([
      { login: "ana", role: "owner" },
      { login: "ben", role: "reader", id: ben.id },
    ]);
    expect((await set("ana", "editor")).status).toBe(422);
    expect((await remove(person.id)).status).toBe(422);
    expect((await set("nobody", "reader")).status).toBe(404);
    expect((await set("ben", "admin")).status).toBe(422);
    await set("ben", "owner");
    expect((await set("ana", "reader")).status).toBe(200);
    // From here on Ana is a reader: she may look, and change nothing.
    expect((await page.ask(`${store.id}/api/members`)).body).toHaveLength(2);
    expect((await set("ben", "reader")).status).toBe(403);
    expect((await remove(ben.id)).status).toBe(403);
    expect((await ask(`${store.id}/api/members`)).status).toBe(401);
  });

  it("keep no owner who cannot sign in as the last one", async () => {
    const { owner, member, registry } = await startConsoleService();
    const { store, account, page, person } = await owner("ana");
    member("ben", account.id, "owner");
    registry.people.setDisabled("ben", true);
    const answer = await page.ask(`${store.id}/api/members/${person.id}`, { method: "DELETE" });
    expect(answer.status).toBe(422);
    expect(answer.body.detail[0].msg).toContain("no other owner");
  });
});

describe("sign-ins and clients", () => {
  it("are a person's own: listed, marked, and ended", async () => {
    const { owner, pageOf } = await startConsoleService();
    const { store, page, person } = await owner("ana");
    const other = pageOf(person.id);
    const listed = await page.ask(`${store.id}/api/sign-ins`);
    expect(listed.body).toHaveLength(2);
    expect(listed.body.filter(({ is_this }: { is_this: boolean }) => is_this)).toHaveLength(1);
    const { id } = listed.body.find(({ is_this }: { is_this: boolean }) => !is_this);
    const left = await page.ask(`${store.id}/api/sign-ins/${id}`, { method: "DELETE" });
    expect(left.body).toMatchObject([{ is_this: true, label: "Test browser" }]);
    expect((await other.ask("api/session")).status).toBe(401);
    expect((await page.ask("api/session")).status).toBe(200);
  });

  it("are revoked by nobody else", async () => {
    const { owner, registry } = await startConsoleService();
    const [ana, ben] = [await owner("ana"), await owner("ben")];
    registry.tokens.put({ kind: "Grant", id: "g", payload: {}, grantId: undefined, expiresInS: 60 });
    registry.tokens.bind("g", {
      personId: ana.person.id,
      storeId: ana.store.id,
      client: "Claude Code",
      host: "localhost:4321",
      scopes: ["memory:read"],
    });
    const [client] = (await ana.page.ask(`${ana.store.id}/api/clients`)).body;
    expect(client).toMatchObject({ client: "Claude Code", store: "memory of ana", last_used_at: null });
    expect((await ben.page.ask(`${ben.store.id}/api/clients`)).body).toEqual([]);
    const [signIn] = (await ana.page.ask(`${ana.store.id}/api/sign-ins`)).body;
    for (const path of [`clients/${client.id}`, `sign-ins/${signIn.id}`, "clients/zz", "sign-ins/%00"])
      expect((await ben.page.ask(`${ben.store.id}/api/${path}`, { method: "DELETE" })).status).toBe(404);
    const revoked = await ana.page.ask(`${ana.store.id}/api/clients/${client.id}`, { method: "DELETE" });
    expect(revoked.body).toEqual([]);
  });

  it("answer no other method and no other path", async () => {
    const { owner } = await startConsoleService();
    const { store, page } = await owner("ana");
    for (const [method, path, status] of [
      ["PUT", "keys", 405],
      ["DELETE", "keys", 405],
      ["GET", "keys/x", 405],
      ["POST", "sign-ins", 405],
      ["GET", "keys/x/y", 404],
      ["GET", "constructor", 404],
      ["GET", "plans", 404],
    ] as const)
      expect((await page.ask(`${store.id}/api/${path}`, { method })).status).toBe(status);
  });
});

describe("the trail of the account", () => {
  it("shows owners who changed what, by today's names, and nothing of other accounts", async () => {
    const { owner, registry } = await startConsoleService();
    const [ana, ben] = [await owner("ana"), await owner("ben")];
    const made = await ana.page.ask(`${ana.store.id}/api/keys`, { method: "POST", body: { label: "phone" } });
    await ana.page.ask(`${ana.store.id}/api/members`, {
      method: "POST",
      body: { login: "ben", role: "reader" },
    });
    registry.stores.rename("memory of ana", "boat");
    const { items, next_cursor } = (await ana.page.ask(`${ana.store.id}/api/trail`)).body;
    expect(next_cursor).toBeNull();
    expect(
      items.map(({ operation, actor, name, reason }: Record<string, unknown>) => [
        operation,
        actor,
        name,
        reason,
      ]),
    ).toEqual([
      ["STORE_RENAME", "operator", "boat", null],
      ["MEMBER_ADD", "ana", "ben", "role reader"],
      ["KEY_CREATE", "ana", "phone", "memory boat"],
      ["STORE_CREATE", "operator", "boat", null],
      ["MEMBER_ADD", "operator", "ana", "role owner"],
      ["ACCOUNT_CREATE", "operator", "account of ana", "plan open"],
    ]);
    const others = await ben.page.ask(`${ben.store.id}/api/trail`);
    for (const said of ["ana", "boat", "phone", made.body.entry.id, ana.store.id])
      expect(others.text).not.toContain(said);
  });

  it("comes in pages of 50, newest first, each row once", async () => {
    const { owner, registry } = await startConsoleService();
    const { store, page } = await owner("ana");
    for (let made = 0; made < 97; made += 1) registry.keys.create(store);
    const seen: number[] = [];
    for (let cursor: string | null = "", pages = 0; cursor !== null && pages < 9; pages += 1) {
      const { body } = await page.ask(`${store.id}/api/trail${cursor === "" ? "" : `?cursor=${cursor}`}`);
      expect(body.items.length).toBeLessThanOrEqual(50);
      seen.push(...body.items.map(({ seq }: { seq: number }) => seq));
      cursor = body.next_cursor;
    }
    const all = registry.audit.rows().filter(({ account }) => account === store.accountId);
    expect(seen).toEqual(all.map(({ seq }) => seq).toReversed());
    expect(seen).toHaveLength(100);
  });

  it("is for owners alone, is only read, and refuses what is no cursor", async () => {
    const { owner, member } = await startConsoleService();
    const { store, account, page } = await owner("ana");
    for (const role of ["editor", "reader"] as const)
      expect((await member(role, account.id, role).page.ask(`${store.id}/api/trail`)).status).toBe(403);
    for (const method of ["POST", "DELETE"])
      expect((await page.ask(`${store.id}/api/trail`, { method })).status).toBe(405);
    for (const cursor of ["", "0", "-1", "1.5", "x", "9".repeat(20)])
      expect((await page.ask(`${store.id}/api/trail?cursor=${cursor}`)).status).toBe(422);
  });
});
