/** What a router passes on, and what it answers where a host fails. */
import { createServer, request as httpRequest, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, it, onTestFinished } from "vitest";
import { RouterAdmin } from "../../src/fleet/admin.js";
import { type Router, route } from "../../src/fleet/router.js";

const token = "the token of the fleet";
/** A key that has the form of one; twelve characters identify it. */
const key = `ksk_${"a".repeat(12)}${"b".repeat(43)}`;
const account = "11111111-1111-4111-8111-111111111111";
const loopback = { port: 0, hostname: "127.0.0.1" };

type Answers = Readonly<Record<string, { readonly status?: number; readonly body: string }>>;

/** A host with scripted answers, and the requests that it received. */
async function host(
  answers: Answers,
): Promise<{ readonly url: string; readonly received: string[]; readonly bodies: string[] }> {
  const [received, bodies]: [string[], string[]] = [[], []];
  const server = createServer((request, response) => {
    const asked = `${request.method} ${request.url}`;
    if (asked !== "GET /healthz") received.push(asked);
    const { status = 200, body } = answers[asked] ?? { body: "{}" };
    let read = "";
    request.setEncoding("utf8").on("data", (chunk: string) => {
      read += chunk;
    });
    request.on("end", () => {
      if (read !== "") bodies.push(read);
      response.writeHead(status, { "content-type": "application/json" });
      response.end(body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, received, bodies };
}

/** A router of hosts named a, b, c…; it is asked for their health once. */
async function routerOf(...urls: readonly string[]): Promise<Router> {
  const hosts = urls.map((url, at) => ({ name: String.fromCharCode(97 + at), url }));
  const health = { everyMs: 1_000_000, timeoutMs: 60_000 };
  const router = await route({ hosts, token, health, ...loopback });
  onTestFinished(() => router.close());
  return router;
}

async function operatorOf(router: Router) {
  const admin = new RouterAdmin({ router, token });
  const url = await admin.listen(loopback);
  onTestFinished(() => admin.close());
  return async (path: string, body?: object) => {
    const init = { method: body ? "POST" : "GET", headers: { authorization: `Bearer ${token}` } };
    const response = await fetch(`${url}${path}`, body ? { ...init, body: JSON.stringify(body) } : init);
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  };
}

/** Sends a target as it is, which `fetch` would not. */
async function get(router: Router, path: string): Promise<number> {
  const { hostname, port } = new URL(router.url);
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const headers = { "x-api-key": key };
    httpRequest({ hostname, port, path, headers, agent: false }, resolve).on("error", reject).end();
  });
  response.resume();
  return response.statusCode ?? 0;
}

const found = (suspended = false) => ({ body: JSON.stringify({ account, suspended }) });
const keyPath = `GET /fleet/keys/${"a".repeat(12)}`;

describe("Router", () => {
  it("passes on the body of a GET as its body, never as another request", async () => {
    const own = await host({ [keyPath]: found() });
    const { hostname, port } = new URL((await routerOf(own.url)).url);
    const headers = { "x-api-key": key, "transfer-encoding": "chunked" };
    const status = await new Promise<number>((resolve, reject) => {
      const asked = httpRequest({ hostname, port, path: "/api/memory/details", headers, agent: false });
      asked.on("response", (response) => resolve(response.resume().statusCode ?? 0)).on("error", reject);
      asked.end("GET /api/smuggled HTTP/1.1\r\nhost: a\r\n\r\n");
    });
    expect(status).toBe(200);
    expect(own.received).toEqual([keyPath, "GET /api/memory/details"]);
    expect(own.bodies).toEqual(["GET /api/smuggled HTTP/1.1\r\nhost: a\r\n\r\n"]);
  });

  it("never leaves the host of the store, whatever a request names", async () => {
    const [own, other] = [await host({ [keyPath]: found() }), await host({})];
    const router = await routerOf(own.url);
    expect(await get(router, "/api/memory/details?a=1")).toBe(200);
    expect(await get(router, `${other.url}/api/secret`)).toBe(200);
    expect(await get(router, `//${new URL(other.url).host}/api/secret`)).toBe(200);
    expect(other.received).toEqual([]);
    expect(own.received.filter((one) => one !== keyPath)).toEqual([
      "GET /api/memory/details?a=1",
      "GET /api/secret",
      `GET /${new URL(other.url).host}/api/secret`,
    ]);
  });

  it.each(["/fleet/accounts", "//fleet/accounts", "/api/../fleet/accounts", "/./fleet/accounts"])(
    "passes no client on to %s",
    async (path) => {
      const own = await host({ [keyPath]: found() });
      const router = await routerOf(own.url);
      expect(await get(router, path)).toBe(404);
      expect(own.received).toEqual([]);
    },
  );

  it("asks the host that serves an account, where another has it from an interrupted move", async () => {
    const [source, target] = [await host({ [keyPath]: found(true) }), await host({ [keyPath]: found() })];
    const router = await routerOf(source.url, target.url);
    expect(await get(router, "/api/memory/details")).toBe(200);
    expect(source.received).toEqual([keyPath]);
    expect(target.received).toEqual([keyPath, "GET /api/memory/details"]);
  });
});

describe("the operator's side", () => {
  it("answers 500 where a host answers no JSON, and goes on", async () => {
    const router = await routerOf((await host({ "GET /fleet/accounts": { body: "<html>" } })).url);
    const ask = await operatorOf(router);
    expect(await ask("/hosts")).toMatchObject({ status: 500 });
    expect(await ask("/undrain", { host: "none" })).toMatchObject({ status: 404 });
    expect(await ask("/hosts")).toMatchObject({ status: 500 });
  });

  it("says why a host refused", async () => {
    const reason = "an account with members cannot move";
    const answers = {
      "GET /fleet/accounts": { body: JSON.stringify([{ id: account }]) },
      [`POST /fleet/accounts/${account}/snapshot`]: { status: 501, body: JSON.stringify({ detail: reason }) },
    };
    const [source, target] = [await host(answers), await host({ "GET /fleet/accounts": { body: "[]" } })];
    const ask = await operatorOf(await routerOf(source.url, target.url));
    const refused = await ask("/moves", { account, to: "b" });
    expect(refused).toMatchObject({ status: 503, body: { detail: expect.stringContaining(reason) } });
  });

  it("drains a host of the accounts that can move, and names the others", async () => {
    const stuck = "22222222-2222-4222-8222-222222222222";
    const accounts = [{ id: stuck }, { id: account }];
    const source = await host({
      "GET /fleet/accounts": { body: JSON.stringify(accounts) },
      [`POST /fleet/accounts/${stuck}/snapshot`]: { status: 501, body: '{"detail":"it has members"}' },
      [`POST /fleet/accounts/${account}/snapshot`]: { body: '{"stores":[]}' },
    });
    const target = await host({ "GET /fleet/accounts": { body: "[]" } });
    const ask = await operatorOf(await routerOf(source.url, target.url));
    expect(await ask("/drain", { host: "a" })).toMatchObject({
      status: 200,
      body: {
        moved: [{ account, from: "a", to: "b" }],
        failed: [{ account: stuck, detail: expect.stringContaining("it has members") }],
      },
    });
    expect(source.received.at(-1)).toBe(`POST /fleet/accounts/${account}/leave`);
  });

  it("gives an interrupted move up only if every host says that it has not taken the account over", async () => {
    const suspended = { body: JSON.stringify([{ id: account, suspended: true }]) };
    const source = await host({ "GET /fleet/accounts": suspended });
    const [none, gone] = [await host({ "GET /fleet/accounts": { body: "[]" } }), "http://127.0.0.1:1"];
    const resume = `POST /fleet/accounts/${account}/resume`;

    const ask = await operatorOf(await routerOf(source.url, gone));
    expect(await ask("/moves", { account, to: "a" })).toMatchObject({ status: 503 });
    expect(source.received).not.toContain(resume);

    const answered = await operatorOf(await routerOf(source.url, none.url));
    expect(await answered("/moves", { account, to: "a" })).toMatchObject({ status: 200, body: { to: "a" } });
    expect(source.received).toContain(resume);
  });

  it("finds an account while another host is down", async () => {
    const source = await host({
      "GET /fleet/accounts": { body: JSON.stringify([{ id: account }]) },
      [`POST /fleet/accounts/${account}/snapshot`]: { body: '{"stores":[]}' },
    });
    const target = await host({ "GET /fleet/accounts": { body: "[]" } });
    const ask = await operatorOf(await routerOf("http://127.0.0.1:1", source.url, target.url));
    expect(await ask("/moves", { account, to: "c" })).toMatchObject({ status: 200, body: { from: "b" } });
  });
});
