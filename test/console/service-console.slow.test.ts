/** Who reaches which memory at the console of a service, and what each role may do there. */
import { describe, expect, it } from "vitest";
import { startConsoleService } from "./service-fixture.js";

const call = (body: object = {}) => ({ method: "POST", body });

describe("ServiceConsole", () => {
  it("answers the endpoints of a memory to a person who has signed in", async () => {
    const { owner, log } = await startConsoleService();
    const { store, person, page } = await owner("ana");
    const listed = await page.ask(`${store.id}/api/memory/records`, call({ limit: 1 }));
    expect(listed.status).toBe(200);
    expect(listed.body.data.items[0].text).toContain("bees");
    expect(listed.headers.get("cache-control")).toBe("no-store");
    expect(listed.headers.get("content-security-policy")).toMatch(/^default-src 'self'/u);
    const counted = await page.ask(`${store.id}/api/overview`);
    expect(counted.body).toMatchObject({ sources: 1 });
    const details = await page.ask(`${store.id}/api/memory/details`, call());
    expect(details.body.data).toMatchObject({ api_key: "", memory: { id: store.id } });
    expect(log.filter(({ event }) => event === "request").at(-1)).toMatchObject({
      path: "/console",
      store: store.id,
      key: `person-${person.id}`,
    });
  });

  it("names each person by their id in the audit trail of the memory, which verifies", async () => {
    const { owner, member } = await startConsoleService();
    const ana = await owner("ana");
    const ben = member("ben", ana.account.id, "editor");
    const path = `${ana.store.id}/api/memory`;
    await Promise.all([
      ana.page.ask(`${path}/add`, call({ content: "I live in Porto." })),
      ben.page.ask(`${path}/add`, call({ content: "I row on the Douro." })),
    ]);
    const [bees] = (await ben.page.ask(`${path}/records`, call({ text: "bees" }))).body.data.items;
    await ben.page.ask(`${path}/forget`, call({ ids: [bees.id] }));
    const actorsOf = async (operation: string) => {
      const listed = await ana.page.ask(`${path}/audit`, call({ operation }));
      return listed.body.data.items.map(({ actor }: { actor: string }) => actor).toSorted();
    };
    const [one, other] = [`person-${ana.person.id}`, `person-${ben.person.id}`];
    // The service itself made the first.
    expect(await actorsOf("REMEMBER")).toEqual(["api", one, other].toSorted());
    expect(new Set(await actorsOf("FORGET"))).toEqual(new Set([other]));
    const verified = await ana.page.ask(`${path}/verify_audit`, call());
    expect(verified.body.data).toMatchObject({ valid: true });
  });

  it("describes the session, the memories of the person, and the memory of the page", async () => {
    const { owner, registry } = await startConsoleService();
    const ana = await owner("ana");
    const ben = await owner("ben");
    registry.people.setRole(ben.account.id, ana.person.id, "reader");
    const { body } = await ana.page.ask(`${ben.store.id}/api/session`);
    expect(body).toMatchObject({
      csrf: ana.page.headers["x-csrf-token"],
      name: "memory of ben",
      version: "1.2.3",
      login: "ana",
      stores: [
        { name: "memory of ana", role: "owner" },
        { name: "memory of ben", account: "account of ben", role: "reader" },
      ],
      store: { id: ben.store.id, role: "reader" },
    });
    expect((await ana.page.ask("api/session")).body).not.toHaveProperty("store");
  });

  it("gives the token to the session's cookie alone, and takes no call without both", async () => {
    const { ask, owner } = await startConsoleService();
    const { store, page } = await owner("ana");
    const other = await owner("ben");
    const { cookie } = page.headers;
    const wrong = [
      [401, {}],
      [401, { "x-csrf-token": page.headers["x-csrf-token"] }],
      [401, { cookie: "keepsake=short" }],
      [403, { cookie }],
      [403, { cookie, "x-csrf-token": other.page.headers["x-csrf-token"] }],
      [403, { ...page.headers, origin: "http://evil.example" }],
      [403, { ...page.headers, "sec-fetch-site": "cross-site" }],
      [403, { ...page.headers, "sec-fetch-site": "same-site" }],
    ] as const;
    for (const [status, headers] of wrong) {
      const given = headers as Record<string, string>;
      const answer = await ask(`${store.id}/api/memory/records`, { ...call(), headers: given });
      expect({ headers, status: answer.status }).toEqual({ headers, status });
      expect(answer.text).not.toContain("bees");
    }
    expect((await ask("api/session")).body).toMatchObject({ sign_in: "/sign-in" });
    expect((await ask("api/session", { headers: { cookie: cookie! } })).status).toBe(200);
  });

  it("answers a memory of others as it answers one that does not exist", async () => {
    const { owner } = await startConsoleService();
    const [ana, ben] = [await owner("ana"), await owner("ben")];
    const made = "01234567-89ab-7cde-8f01-23456789abcd";
    for (const path of ["api/session", "api/memory/records", "api/overview"]) {
      const method = path.includes("memory/") ? "POST" : "GET";
      const of = (id: string) => ana.page.ask(`${id}/${path}`, { method });
      const [others, none] = [await of(ben.store.id), await of(made)];
      expect(others.status).toBe(404);
      expect(others.text).toBe(none.text);
    }
  });

  it("bounds each role by what it may do, at the endpoint itself", async () => {
    const { owner, member } = await startConsoleService();
    const { account, store, page } = await owner("ana");
    const reader = member("ria", account.id, "reader").page;
    const editor = member("edi", account.id, "editor").page;
    const records = await page.ask(`${store.id}/api/memory/records`, call());
    const { id } = records.body.data.items[0];
    const forget = call({ ids: [id] });
    for (const [path, asked] of [
      ["forget", forget],
      ["add", call({ content: "I row." })],
      ["add", call({ content: "I row.", dry_run: true })],
      ["import", { method: "POST", body: "{}" }],
    ] as const) {
      const answer = await reader.ask(`${store.id}/api/memory/${path}`, asked);
      expect(answer.status).toBe(403);
      expect(answer.body.detail[0].msg).toMatch(/your role must have the scope memory:(write|forget)/u);
    }
    expect((await reader.ask(`${store.id}/api/memory/search`, call({ query: "bees" }))).status).toBe(200);
    expect((await editor.ask(`${store.id}/api/memory/add`, call({ content: "I row." }))).status).toBe(200);
    const forgotten = await editor.ask(`${store.id}/api/memory/forget`, forget);
    expect(forgotten.body.data).toMatchObject({ forgotten: 1, verified: true });
  });

  it("ends with the membership, the person's account, and the session", async () => {
    const { owner, member, registry } = await startConsoleService();
    const { account, store } = await owner("ana");
    const status = async (page: { ask: typeof edi.page.ask }) =>
      (await page.ask(`${store.id}/api/memory/records`, call())).status;
    const edi = member("edi", account.id, "editor");
    expect(await status(edi.page)).toBe(200);
    registry.people.removeMember(account.id, edi.person.id);
    expect(await status(edi.page)).toBe(404);
    const eva = member("eva", account.id, "editor");
    registry.people.setDisabled("eva", true);
    expect(await status(eva.page)).toBe(401);
    const eli = member("eli", account.id, "editor");
    const ended = await eli.page.ask("api/session", { method: "DELETE" });
    expect(ended.headers.get("set-cookie")).toMatch(/HttpOnly; SameSite=Strict; Max-Age=0$/u);
    expect(await status(eli.page)).toBe(401);
  });

  it("serves the same page for each memory, and nothing beside its files", async () => {
    const { ask, owner, origin } = await startConsoleService();
    const { store } = await owner("ana");
    for (const path of ["", `${store.id}/`]) {
      const page = await ask(path);
      expect(page.text).toContain("<title>keepsake");
      expect(page.headers.get("content-security-policy")).toMatch(/frame-ancestors 'none'/u);
      const script = await ask(`${path}assets/index-a1B2c3D4.js`);
      expect(script.headers.get("cache-control")).toContain("immutable");
    }
    const bare = await fetch(`${origin}/console`, { redirect: "manual" });
    expect([bare.status, bare.headers.get("location")]).toEqual([308, "/console/"]);
    for (const path of ["x", `${store.id}/x`, "%2e%2e/registry.db", "not-a-store/", "assets/"])
      expect((await ask(path)).status).toBe(404);
    expect((await ask("", { method: "POST" })).status).toBe(405);
  });

  it("answers no other name than that of the service", async () => {
    const { owner, fixture } = await startConsoleService();
    const { page } = await owner("ana");
    // The same server, by its other name: fetch sends the name of the address.
    const renamed = fixture.server.url.replace("127.0.0.1", "localhost");
    const response = await fetch(`${renamed}/console/`, { headers: page.headers });
    expect(response.status).toBe(421);
  });
});
