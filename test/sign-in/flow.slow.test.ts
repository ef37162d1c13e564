/**
 * Sign-in from the first 401 to a revoked token, by plain HTTP as programs and browsers send it.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { Browser, Client, callTool, fieldOf, type Tokens } from "./browser.js";
import { startSignIn } from "./sign-in-fixture.js";

const json = async (url: string) => (await fetch(url)).json();

describe("sign-in", () => {
  it("leads a client from a refused call to a token that opens one memory", async () => {
    const { origin, person, fixture, defects, log } = await startSignIn();
    const ana = await person("ana");
    await callTool(origin, ana.key, "remember", { content: "Ana lives in Lisbon." });

    const refused = await callTool(origin, undefined, "recall", { query: "Where does Ana live?" });
    expect(refused.status).toBe(401);
    const challenge = refused.headers.get("www-authenticate") ?? "";
    const [, metadataUrl = ""] = /resource_metadata="([^"]+)"/.exec(challenge) ?? [];
    expect(challenge).toContain('scope="memory:read memory:write memory:forget"');
    expect(await json(metadataUrl)).toMatchObject({
      resource: `${origin}/mcp`,
      authorization_servers: [origin],
      scopes_supported: ["memory:read", "memory:write", "memory:forget"],
    });
    expect(await json(`${origin}/.well-known/oauth-authorization-server`)).toMatchObject({
      issuer: origin,
      authorization_endpoint: `${origin}/oauth/authorize`,
      token_endpoint: `${origin}/oauth/token`,
      registration_endpoint: `${origin}/oauth/register`,
      revocation_endpoint: `${origin}/oauth/revoke`,
      code_challenge_methods_supported: ["S256"],
      token_endpoint_auth_methods_supported: ["none"],
      authorization_response_iss_parameter_supported: true,
    });

    const client = await Client.register(origin);
    const page = await ana.browser.follow(client.authorizePath());
    expect(page.status).toBe(200);
    expect(page.text).toContain("Test client");
    expect(page.text).toContain("127.0.0.1:4321");
    expect(page.text).toContain("memory of ana");
    expect(page.headers.get("content-security-policy")).toMatch(
      /^default-src 'none'; style-src 'sha256-[^']+'; form-action 'self' http:\/\/127\.0\.0\.1:4321; frame-ancestors 'none'; base-uri 'none'$/,
    );

    const back = await client.allow(ana.browser, ana.store.id);
    expect(back.href).toMatch(/^http:\/\/127\.0\.0\.1:4321\/callback\?/);
    expect(back.searchParams.get("state")).toBe(client.state);
    expect(back.searchParams.get("iss")).toBe(origin);
    const response = await client.exchange(back.searchParams.get("code") ?? "");
    const tokens = (await response.json()) as Tokens;
    expect(tokens).toMatchObject({
      token_type: "Bearer",
      scope: "memory:read memory:write memory:forget",
      expires_in: 3600,
    });

    const recalled = await callTool(origin, tokens.access_token, "recall", { query: "Where does Ana live?" });
    expect(recalled.status).toBe(200);
    expect(recalled.text).toContain("Lisbon");
    expect((await callTool(origin, ana.key, "recall", { query: "Where?" })).status).toBe(200);
    expect(defects).toEqual([]);
    for (const secret of [tokens.access_token, tokens.refresh_token, back.searchParams.get("code") ?? "x"]) {
      expect(JSON.stringify(log)).not.toContain(secret);
      for (const file of readdirSync(fixture.folder).filter((name) => name.startsWith("registry.db")))
        expect(readFileSync(join(fixture.folder, file)).includes(secret)).toBe(false);
    }
  });

  it("asks for a password where nobody is signed in, and goes on to the consent", async () => {
    const { origin, person, registry } = await startSignIn();
    const { hashPassword } = await import("../../src/sign-in/passwords.js");
    const ana = await person("ana");
    registry.people.setPassword(ana.id, await hashPassword("correct horse battery"));
    const browser = new Browser(origin);
    const client = await Client.register(origin);
    const form = await browser.follow(client.authorizePath());
    const next = fieldOf(form, "next");
    expect(next).toMatch(/^\/sign-in\/consent\//);
    const wrong = await browser.post("/sign-in", { next, login: "ana", password: "wrong" });
    expect([wrong.status, wrong.text.includes("wrong")]).toEqual([403, true]);
    const right = await browser.post("/sign-in", { next, login: "Ana", password: "correct horse battery" });
    expect([right.status, right.location]).toEqual([303, next]);
    expect(right.headers.get("set-cookie")).toMatch(
      /^keepsake=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict$/,
    );
    expect((await browser.get(next)).text).toContain("memory of ana");
  });

  it("refreshes once with each refresh token; a second use revokes everything of the grant", async () => {
    const { origin, person, registry } = await startSignIn();
    const ana = await person("ana");
    const client = await Client.register(origin);
    const first = await client.tokens(ana.browser, ana.store.id);
    const second = (await (await client.refresh(first.refresh_token)).json()) as Tokens;
    expect(second.refresh_token).not.toBe(first.refresh_token);
    expect((await callTool(origin, second.access_token, "details")).status).toBe(200);
    expect(registry.tokens.grants(ana.id)).toMatchObject([{ client: "Test client", store: "memory of ana" }]);

    const reused = await client.refresh(first.refresh_token);
    expect([reused.status, ((await reused.json()) as { error: string }).error]).toEqual([
      400,
      "invalid_grant",
    ]);
    expect((await callTool(origin, second.access_token, "details")).status).toBe(401);
    expect((await client.refresh(second.refresh_token)).status).toBe(400);
    expect(registry.tokens.grants(ana.id)).toEqual([]);
    const changes = registry.audit
      .ofAccount(ana.account.id)
      .map(({ operation, actor }) => [operation, actor]);
    expect(changes.filter(([operation]) => operation?.startsWith("KEY_"))).toEqual([
      ["KEY_CREATE", "operator"],
      ["KEY_CREATE", ana.login],
      ["KEY_REVOKE", "operator"],
    ]);
    expect(registry.audit.verify()).toMatchObject({ valid: true });
  });

  it("gives tokens for one of two uses of a refresh token at the same time", async () => {
    const { origin, person } = await startSignIn();
    const ana = await person("ana");
    const client = await Client.register(origin);
    const { refresh_token } = await client.tokens(ana.browser, ana.store.id);
    const both = await Promise.all([1, 2].map(() => client.refresh(refresh_token)));
    expect(both.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1);
  });

  it("uses a code once, within its client, redirect and challenge", async () => {
    const { origin, person } = await startSignIn();
    const ana = await person("ana");
    const client = await Client.register(origin);
    const code = async () => (await client.allow(ana.browser, ana.store.id)).searchParams.get("code") ?? "";
    const other = await Client.register(origin);
    expect((await other.exchange(await code())).status).toBe(400);
    expect((await client.exchange(await code(), { code_verifier: "x".repeat(43) })).status).toBe(400);
    expect((await client.exchange(await code(), { redirect_uri: "http://127.0.0.1:4321/else" })).status).toBe(
      400,
    );
    expect((await client.exchange(await code(), { resource: "https://elsewhere.example/mcp" })).status).toBe(
      400,
    );
    const used = await code();
    const tokens = (await (await client.exchange(used)).json()) as Tokens;
    expect((await callTool(origin, tokens.access_token, "details")).status).toBe(200);
    expect((await client.exchange(used)).status).toBe(400);
    expect((await callTool(origin, tokens.access_token, "details")).status).toBe(401);
  });

  it.each(["access_token", "refresh_token"] as const)("revokes a grant by its %s", async (which) => {
    const { origin, person } = await startSignIn();
    const ana = await person("ana");
    const client = await Client.register(origin);
    const tokens = await client.tokens(ana.browser, ana.store.id);
    expect((await client.revoke(tokens[which])).status).toBe(200);
    expect((await callTool(origin, tokens.access_token, "details")).status).toBe(401);
    expect((await client.refresh(tokens.refresh_token)).status).toBe(400);
  });

  it("expires a token after an hour, and a refreshed one goes on", async () => {
    let now = new Date();
    const { origin, person } = await startSignIn({ clock: () => now });
    const ana = await person("ana");
    const client = await Client.register(origin);
    const tokens = await client.tokens(ana.browser, ana.store.id);
    now = new Date(now.getTime() + 3_600_001);
    expect((await callTool(origin, tokens.access_token, "details")).status).toBe(401);
  });
});

describe("scopes", () => {
  it("a token does only what it was allowed, and says which scope is missing", async () => {
    const { origin, person } = await startSignIn();
    const ana = await person("ana");
    const client = await Client.register(origin);
    const { access_token, scope } = await client.tokens(ana.browser, ana.store.id, "memory:read");
    expect(scope).toBe("memory:read");
    expect((await callTool(origin, access_token, "recall", { query: "Ana?" })).status).toBe(200);
    for (const [tool, missing, args] of [
      ["remember", "memory:write", { content: "x" }],
      ["forget", "memory:forget", { entity: "Ana" }],
    ] as const) {
      const { status, headers } = await callTool(origin, access_token, tool, args);
      expect(status).toBe(403);
      expect(headers.get("www-authenticate")).toBe(
        `Bearer resource_metadata="${origin}/.well-known/oauth-protected-resource/mcp", error="insufficient_scope", scope="${missing}"`,
      );
    }
  });

  it("a reader can allow reading only, and a member who is removed loses their tokens at once", async () => {
    const { origin, person, registry } = await startSignIn();
    const [ana, ben] = [await person("ana"), await person("ben")];
    registry.people.setRole(ana.account.id, ben.id, "editor");
    const client = await Client.register(origin);
    const { access_token } = await client.tokens(ben.browser, ana.store.id);
    expect((await callTool(origin, access_token, "remember", { content: "Ana likes tea." })).status).toBe(
      200,
    );
    registry.people.setRole(ana.account.id, ben.id, "reader");
    expect((await callTool(origin, access_token, "remember", { content: "x" })).status).toBe(403);
    expect((await client.tokens(ben.browser, ana.store.id)).scope).toBe("memory:read");
    registry.people.removeMember(ana.account.id, ben.id);
    expect((await callTool(origin, access_token, "recall", { query: "Ana?" })).status).toBe(401);
  });

  it("a client that names no scope asks for all, and no resource means /mcp", async () => {
    const { origin, person } = await startSignIn();
    const ana = await person("ana");
    const client = await Client.register(origin);
    const back = await client.allow(ana.browser, ana.store.id, { scope: undefined, resource: undefined });
    const response = await client.exchange(back.searchParams.get("code") ?? "");
    expect(((await response.json()) as Tokens).scope).toBe("memory:read memory:write memory:forget");
  });
});

describe("consent", () => {
  it("refuses forms of other sites, without the session's token, and for memories of others", async () => {
    const { origin, person } = await startSignIn();
    const [ana, ben] = [await person("ana"), await person("ben")];
    const client = await Client.register(origin);
    const page = await ana.browser.follow(client.authorizePath());
    const token = fieldOf(page, "token");
    const send = (fields: Record<string, string>, headers?: Record<string, string>) =>
      ana.browser.post(page.path, { decision: "allow", store: ana.store.id, token, ...fields }, headers);
    for (const refused of [
      await send({}, { origin: "https://evil.example" }),
      await send({}, { "sec-fetch-site": "cross-site" }),
      await send({ token: "" }),
      await send({
        token: fieldOf(await ben.browser.follow((await Client.register(origin)).authorizePath()), "token"),
      }),
      await send({ store: ben.store.id }),
      await send({ store: "" }),
    ])
      expect(refused.status).toBe(403);
    expect((await ben.browser.get(page.path)).status).toBe(410);
    const denied = await ana.browser.follow((await send({ decision: "deny" })).location);
    expect(new URL(denied.location).searchParams.get("error")).toBe("access_denied");
  });

  it("shows names of clients as text", async () => {
    const { origin, person } = await startSignIn();
    const ana = await person("ana");
    const client = await Client.register(origin, "http://127.0.0.1:1/cb", `<script>alert(1)</script>"'`);
    const page = await ana.browser.follow(client.authorizePath());
    expect(page.text).toContain("&lt;script&gt;alert(1)&lt;/script&gt;&quot;&#39;");
    expect(page.text).not.toContain("<script");
  });

  it("leads to itself once, where another site began the request and the cookie was kept back", async () => {
    const { origin, person } = await startSignIn();
    const ana = await person("ana");
    const client = await Client.register(origin);
    const started = await ana.browser.get(client.authorizePath());
    const path = new URL(started.location, origin).pathname;
    const foreign = new Browser(origin);
    const interaction = ana.browser.cookies.get("keepsake_consent") ?? "";
    foreign.cookies.set("keepsake_consent", interaction);
    const again = await foreign.get(path, { "sec-fetch-site": "cross-site" });
    expect(again.text).toContain(`<meta http-equiv="refresh" content="0;url=${path}">`);
    expect((await foreign.get(path)).location).toBe(`/sign-in?next=${encodeURIComponent(path)}`);
  });

  it("a loopback redirect may have any port; any other must be exact", async () => {
    const { origin, person } = await startSignIn();
    const ana = await person("ana");
    const local = await Client.register(origin, "http://localhost/callback");
    const back = await local.allow(ana.browser, ana.store.id, {
      redirect_uri: "http://localhost:54545/callback",
    });
    expect(back.origin).toBe("http://localhost:54545");
    for (const redirect_uri of [
      "http://127.0.0.1:54545/callback",
      "http://localhost:54545/else",
      "https://localhost:54545/callback",
      "http://localhost.evil.example/callback",
    ])
      expect((await ana.browser.get(local.authorizePath({ redirect_uri }))).status).toBe(400);
    const remote = await Client.register(origin, "https://app.example/callback");
    const other = await ana.browser.get(
      remote.authorizePath({ redirect_uri: "https://app.example:444/callback" }),
    );
    expect(other.status).toBe(400);
  });

  it.each([
    ["no challenge", { code_challenge: undefined, code_challenge_method: undefined }],
    ["a plain challenge", { code_challenge_method: "plain" }],
    ["an unknown resource", { resource: "https://elsewhere.example/mcp" }],
    ["an implicit answer", { response_type: "token" }],
  ])("refuses %s", async (_what, overrides) => {
    const { origin, person } = await startSignIn();
    const ana = await person("ana");
    const client = await Client.register(origin);
    const answer = await ana.browser.get(client.authorizePath(overrides));
    const { search, hash } = new URL(answer.location);
    // The answer to an implicit request is in the fragment.
    expect(new URLSearchParams(search || hash.slice(1)).get("error")).toMatch(
      /^(invalid_request|invalid_target|unsupported_response_type)$/,
    );
  });
});

describe("the pages", () => {
  it("answer only for their own address", async () => {
    const { server } = await startSignIn();
    const { request } = await import("node:http");
    const status = await new Promise<number | undefined>((resolve, reject) => {
      const sent = request(
        { port: server.port, host: "127.0.0.1", path: "/sign-in", headers: { host: "evil.example" } },
        (response) => {
          response.resume();
          resolve(response.statusCode);
        },
      );
      sent.on("error", reject).end();
    });
    expect(status).toBe(421);
  });

  it("a link signs in once, by a button, and a session ends with the sign-out", async () => {
    const { origin, person, registry, log } = await startSignIn();
    const ana = await person("ana");
    const secret = registry.sessions.newLink(ana.id);
    const path = `/sign-in/link/${secret}`;
    const browser = new Browser(origin);
    expect((await browser.get(path)).text).toContain("<button");
    expect((await browser.post(path, {}, { origin: "https://evil.example" })).status).toBe(403);
    expect((await browser.post(path, {})).location).toBe("/sign-in");
    expect((await new Browser(origin).post(path, {})).status).toBe(410);
    const page = await browser.get("/sign-in");
    expect(page.text).toContain("ana");
    expect((await browser.post("/sign-out", { token: "x" })).status).toBe(403);
    await browser.post("/sign-out", { token: fieldOf(page, "token") });
    expect((await browser.get("/sign-in")).text).toContain("password");
    expect(JSON.stringify(log)).not.toContain(secret);
    expect(log.some((entry) => "path" in entry && entry.path === "/sign-in/link")).toBe(true);
  });

  it.each(["//evil.example", "https://evil.example", "/\\evil.example", "evil"])(
    "do not lead to %s afterwards",
    async (next) => {
      const { person } = await startSignIn();
      const ana = await person("ana");
      const page = await ana.browser.get(`/sign-in?next=${encodeURIComponent(next)}`);
      expect([page.status, page.location]).toEqual([200, ""]);
    },
  );

  it("without sign-in there is none of them", async () => {
    const { startServer } = await import("../server/server-fixture.js");
    const { server } = await startServer();
    for (const path of ["/sign-in", "/oauth/register", "/.well-known/oauth-authorization-server"])
      expect((await fetch(`${server.url}${path}`)).status).toBe(404);
  });
});
