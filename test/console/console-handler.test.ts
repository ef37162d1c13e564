/** Who may reach the console, and what it answers. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { Memory } from "keepsake";
import { testClock, testIds } from "keepsake/testing";
import { describe, expect, it, onTestFinished } from "vitest";
import { ConsoleHandler } from "../../src/console/console-handler.js";
import { StaticFiles } from "../../src/console/static-files.js";

const host = "127.0.0.1:4646";

function built(): string {
  const folder = mkdtempSync(join(tmpdir(), "keepsake-console-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  mkdirSync(join(folder, "assets"));
  writeFileSync(join(folder, "index.html"), "<!doctype html><title>keepsake</title>");
  writeFileSync(join(folder, "assets", "index-a1B2c3D4.js"), "export {};");
  writeFileSync(join(folder, "secret.pem"), "not for the network");
  return folder;
}

interface Asking {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

async function console_() {
  const clock = testClock("2026-05-04T10:00:00Z");
  const memory = new Memory({ clock, ids: testIds() });
  onTestFinished(() => memory.close());
  const files = new StaticFiles(built());
  const options = {
    service: memory,
    files,
    name: "agent.db",
    version: "1.2.3",
    clock,
    hosts: () => [host],
    onDefect: (error: unknown) => {
      throw error;
    },
  };
  const handler = new ConsoleHandler(options);
  const ask = (path: string, { method = "GET", headers = {}, body }: Asking = {}) =>
    handler.answer(
      new Request(`http://${host}${path}`, {
        method,
        headers: { host, ...headers },
        ...(body === undefined ? {} : { body }),
      }),
    );
  const link = () => handler.link().replace("#link=", "");
  /** Opens a session; returns the headers of its page. */
  const signIn = async () => {
    const opened = await ask("/api/session", { method: "POST", body: link() });
    const { csrf } = (await opened.json()) as { csrf: string };
    return { cookie: opened.headers.get("set-cookie")!.split(";")[0]!, "x-csrf-token": csrf };
  };
  const call = (name: string, body: object, headers: Readonly<Record<string, string>>) =>
    ask(`/api/memory/${name}`, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: JSON.stringify(body),
    });
  return { memory, ask, link, signIn, call };
}

describe("ConsoleHandler", () => {
  it("answers the endpoints of the service to a page with a session", async () => {
    const { memory, signIn, call } = await console_();
    await memory.remember("Ana keeps bees.");
    const response = await call("records", { limit: 1 }, await signIn());
    expect(response.status).toBe(200);
    expect(response.headers.get("cache-control")).toBe("no-store");
    expect(await response.json()).toMatchObject({
      success: true,
      data: { items: [{ text: "Ana keeps bees." }] },
    });
  });

  it("answers nothing without the cookie, without the token, or with those of two sessions", async () => {
    const { memory, signIn, call, ask } = await console_();
    await memory.remember("Ana keeps bees.");
    const [one, other] = [await signIn(), await signIn()];
    const { cookie, "x-csrf-token": token } = one;
    const wrong = [
      {},
      { cookie },
      { "x-csrf-token": token },
      { cookie, "x-csrf-token": other["x-csrf-token"] },
    ];
    for (const headers of [...wrong, { authorization: "Bearer the-session-of-the-console" }]) {
      const response = await call("records", {}, headers as Record<string, string>);
      expect(response.status).toBe(401);
      expect(await response.text()).not.toContain("bees");
      expect((await ask("/api/overview", { headers: headers as Record<string, string> })).status).toBe(401);
    }
  });

  it("takes no key in place of a session, and gives none away", async () => {
    const { signIn, call } = await console_();
    const headers = await signIn();
    expect((await call("details", {}, { ...headers, "x-api-key": "another" })).status).toBe(200);
    const details = (await (await call("details", {}, headers)).json()) as { data: { api_key: string } };
    // A constant that opens nothing from outside: the request above with it was refused.
    expect(details.data.api_key).toBe("the-session-of-the-console");
  });

  it("refuses another name for this address, so that no page of another site reaches it", async () => {
    const { ask } = await console_();
    for (const name of ["evil.example:4646", "127.0.0.1:9999", "127.0.0.1", ""])
      expect((await ask("/", { headers: { host: name } })).status).toBe(421);
  });

  it("refuses requests that a browser says come from elsewhere, and wastes no link on them", async () => {
    const { ask, link } = await console_();
    const one = link();
    const open = (site: string) =>
      ask("/api/session", { method: "POST", body: one, headers: { "sec-fetch-site": site } });
    for (const site of ["cross-site", "same-site"]) expect((await open(site)).status).toBe(403);
    expect((await open("same-origin")).status).toBe(200);
    expect((await open("same-origin")).status).toBe(401);
  });

  it("ends a session", async () => {
    const { ask, signIn, call } = await console_();
    const headers = await signIn();
    expect(await (await ask("/api/session", { headers })).json()).toMatchObject({
      name: "agent.db",
      version: "1.2.3",
    });
    const ended = await ask("/api/session", { method: "DELETE", headers });
    expect(ended.headers.get("set-cookie")).toContain("Max-Age=0");
    expect((await call("records", {}, headers)).status).toBe(401);
  });

  it("serves its files, compressed where asked, with a policy that allows nothing from elsewhere", async () => {
    const { ask } = await console_();
    const page = await ask("/");
    expect(await page.text()).toContain("<title>keepsake");
    expect(page.headers.get("content-security-policy")).toMatch(
      /^default-src 'self'; .*frame-ancestors 'none'/u,
    );
    expect(page.headers.get("content-security-policy")).not.toContain("unsafe");
    expect(page.headers.get("cache-control")).toBe("no-cache");
    const script = await ask("/assets/index-a1B2c3D4.js", { headers: { "accept-encoding": "br, gzip" } });
    expect(script.headers.get("content-encoding")).toBe("gzip");
    expect(script.headers.get("cache-control")).toContain("immutable");
  });

  it("compresses long answers and exports where asked, and nothing with the token of a session", async () => {
    const { memory, ask, signIn, call } = await console_();
    const page = await signIn();
    const gzip = { ...page, "accept-encoding": "gzip" };
    for (let index = 0; index < 9; index += 1)
      await memory.remember(`Pier ${index} opens at ${index} o'clock.`);
    for (const name of ["records", "export"]) {
      const [plain, small] = [await call(name, {}, page), await call(name, {}, gzip)];
      expect(plain.headers.get("content-encoding")).toBeNull();
      expect(small.headers.get("content-encoding")).toBe("gzip");
      const body = gunzipSync(new Uint8Array(await small.arrayBuffer())).toString();
      const withoutId = (text: string) => text.replace(/"request_id":"[^"]*"/u, "");
      expect(withoutId(body)).toBe(withoutId(await plain.text()));
    }
    const verdict = await call("verify_audit", {}, gzip);
    expect(verdict.headers.get("content-encoding")).toBeNull();
    const session = await ask("/api/session", { headers: gzip });
    expect(session.headers.get("content-encoding")).toBeNull();
  });

  it("serves nothing else of the folder or outside it", async () => {
    const { ask } = await console_();
    for (const path of [
      "/secret.pem",
      "/../package.json",
      "/%2e%2e/package.json",
      "/assets/",
      "/index.html/x",
    ])
      expect((await ask(path)).status).toBe(404);
    expect((await ask("/", { method: "POST" })).status).toBe(405);
  });

  it("counts a scope, again after a change, and refuses what is no scope", async () => {
    const { memory, ask, signIn } = await console_();
    await memory.remember({ content: "I live in Oporto.", speaker: "Ana" });
    const headers = await signIn();
    const counted = async (query = "") =>
      (await (await ask(`/api/overview${query}`, { headers })).json()) as object;
    expect(await counted()).toMatchObject({ types: { semantic: 1 }, sources: 1 });
    await memory.remember({ content: "I keep bees.", speaker: "Lea", scope: { user: "lea" } });
    expect(await counted()).toMatchObject({ sources: 1, scopes: [{ records: 1 }, { records: 1 }] });
    const ofLea = `?scope=${encodeURIComponent('{"user":"lea"}')}`;
    expect(await counted(ofLea)).toMatchObject({ sources: 1, speakers: [{ name: "Lea" }] });
    expect((await ask("/api/overview?scope=lea", { headers })).status).toBe(422);
  });
});

describe("StaticFiles", () => {
  it("says what to do where the console was not built", () => {
    expect(() => new StaticFiles("/nowhere/at/all")).toThrow(
      /must be built, got none in \/nowhere.*npm run build/u,
    );
  });
});
