/**
 * Several people with each other's keys, tokens, ids and cookies: random requests, and nothing but
 * refusals. The random choices are drawn from a fixed seed, so that a failure can be repeated.
 */
import { describe, expect, it } from "vitest";
import { formToken } from "../../src/sign-in/session-cookie.js";
import { Browser, Client, callTool, fieldOf } from "./browser.js";
import { type ConsoleCall, consoleCalls } from "./console-calls.js";
import { startSignIn } from "./sign-in-fixture.js";

/** mulberry32, a small generator with a seed. */
function randomFrom(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

type Service = Awaited<ReturnType<typeof startSignIn>>;

/** A person with a memory that has one secret, and a client with tokens for it. */
async function tenant(service: Service, login: string) {
  const person = await service.person(login);
  const secret = `zq${login}secret`;
  const remembered = await callTool(service.origin, person.key, "remember", {
    content: `The vault of ${login} is called ${secret}.`,
  });
  expect(remembered.status).toBe(200);
  const client = await Client.register(
    service.origin,
    "http://127.0.0.1:4321/callback",
    `client of ${login}`,
  );
  const tokens = await client.tokens(person.browser, person.store.id);
  const list = await service.fixture.post("/api/memory/records", {}, { key: person.key });
  const recordId = list.body.data.items[0].id as string;
  const session = person.browser.cookies.get("keepsake")!;
  const ids = {
    store: person.store.id,
    record: recordId,
    person: person.id,
    key: service.registry.keys.list(person.store)[0]!.id,
    signIn: service.registry.sessions.idOf(session),
    client: service.registry.tokens.grants(person.id)[0]!.id,
  };
  return { ...person, secret, client, tokens, recordId, session, ids };
}
type Tenant = Awaited<ReturnType<typeof tenant>>;

/** What one tenant tries with something of another. Returns what came back. */
type Attempt = (
  service: Service,
  own: Tenant,
  other: Tenant,
  random: (below: number) => number,
) => Promise<{ readonly status: number; readonly text: string }>;

const refusedStatus = (allowed: readonly number[]) => (status: number) => allowed.includes(status);

/** A call of the console, with the headers that a page of this session and token has. */
async function atConsole(
  { origin }: Service,
  { method, path, body }: ConsoleCall,
  headers: Readonly<Record<string, string>>,
) {
  const response = await fetch(`${origin}/console/${path}`, {
    method,
    headers: { "content-type": "application/json", ...headers },
    ...(body === undefined ? {} : { body }),
  });
  return { status: response.status, text: await response.text() };
}

function pageOf({ session }: Tenant): Record<string, string> {
  return { cookie: `keepsake=${session}`, "x-csrf-token": formToken(session) };
}

/** Any of the calls of the console, of another's memory or with another's ids. */
const anyCall = (random: (below: number) => number, own: Tenant, other: Tenant): ConsoleCall => {
  const calls = consoleCalls(own.ids, other.ids);
  return calls[random(calls.length)]!;
};

/** Each with whether a response is a refusal by its status alone. */
const attempts: readonly {
  readonly name: string;
  readonly run: Attempt;
  readonly isRefused: (status: number) => boolean;
}[] = [
  {
    name: "a token at the REST endpoints",
    run: async ({ fixture }, own) => {
      const answer = await fixture.post(
        "/api/memory/search",
        { query: "vault" },
        { key: own.tokens.access_token },
      );
      expect(answer.body.data.valid).toBe(false);
      return answer;
    },
    // The specification answers an unknown key with 200 and `valid: false`.
    isRefused: refusedStatus([200]),
  },
  {
    name: "a key or a token with another's secret part",
    run: ({ origin }, own, other) =>
      callTool(origin, `${own.key.slice(0, 16)}${other.key.slice(16)}`, "recall", { query: "vault" }),
    isRefused: refusedStatus([401]),
  },
  {
    name: "a session or a refresh token as an access token",
    run: async ({ origin }, _own, other) => {
      const session = other.browser.cookies.get("keepsake");
      expect((await callTool(origin, session, "recall", { query: "vault" })).status).toBe(401);
      return callTool(origin, other.tokens.refresh_token, "recall", { query: "vault" });
    },
    isRefused: refusedStatus([401]),
  },
  {
    name: "a refresh token with another client",
    run: async (_service, own, other) => {
      const response = await own.client.refresh(other.tokens.refresh_token);
      return { status: response.status, text: await response.text() };
    },
    isRefused: refusedStatus([400]),
  },
  {
    name: "revoking another's tokens",
    run: async (service, own, other) => {
      await own.client.revoke(other.tokens.access_token);
      await own.client.revoke(other.tokens.refresh_token);
      // It has no effect: the other's token works, and says nothing of its memory here.
      const { status } = await callTool(service.origin, other.tokens.access_token, "details");
      return { status: status === 200 ? 400 : 200, text: "" };
    },
    isRefused: refusedStatus([400]),
  },
  {
    name: "the page of another's consent",
    run: async ({ origin }, own, other) => {
      const client = await Client.register(origin);
      const page = await other.browser.follow(client.authorizePath());
      const taken = await own.browser.get(page.path);
      return { status: taken.status, text: taken.text };
    },
    isRefused: refusedStatus([410]),
  },
  {
    name: "another's memory on the own consent page",
    run: async ({ origin }, own, other) => {
      const client = await Client.register(origin);
      const page = await own.browser.follow(client.authorizePath());
      expect(page.text).not.toContain(other.store.id);
      return own.browser.post(page.path, {
        token: fieldOf(page, "token"),
        store: other.store.id,
        decision: "allow",
      });
    },
    isRefused: refusedStatus([403]),
  },
  {
    name: "another's form token",
    run: async ({ origin }, own, other) => {
      const client = await Client.register(origin);
      const page = await own.browser.follow(client.authorizePath());
      const token = fieldOf(await other.browser.get("/sign-in"), "token");
      return own.browser.post(page.path, { token, store: own.store.id, decision: "allow" });
    },
    isRefused: refusedStatus([403]),
  },
  {
    name: "another's records by id",
    run: ({ fixture }, own, other) =>
      fixture.post("/api/memory/history", { id: other.recordId }, { key: own.key }),
    isRefused: refusedStatus([404]),
  },
  {
    name: "erasing another's records by id",
    run: async ({ origin }, own, other) => {
      const { status, text } = await callTool(origin, own.tokens.access_token, "forget", {
        ids: [other.recordId],
      });
      expect(text).toMatch(/"forgotten":0|isError/);
      return { status, text: "" };
    },
    isRefused: refusedStatus([200]),
  },
  {
    name: "recalling what another remembered",
    run: ({ origin }, own, other) =>
      callTool(origin, own.tokens.access_token, "recall", {
        query: `What is the vault of ${other.login} called?`,
      }),
    isRefused: refusedStatus([200]),
  },
  {
    name: "the console with another's memory or ids",
    run: (service, own, other, random) => atConsole(service, anyCall(random, own, other), pageOf(own)),
    isRefused: refusedStatus([404]),
  },
  {
    name: "the console with another's session and the own token",
    run: (service, own, other, random) =>
      atConsole(service, anyCall(random, own, other), {
        ...pageOf(own),
        cookie: `keepsake=${other.session}`,
      }),
    isRefused: refusedStatus([403]),
  },
  {
    name: "the console with the own session and another's token",
    run: (service, own, other, random) =>
      atConsole(service, anyCall(random, own, other), {
        ...pageOf(other),
        cookie: `keepsake=${own.session}`,
      }),
    isRefused: refusedStatus([403]),
  },
  {
    name: "the console with keys and tokens in place of a session",
    run: (service, own, other, random) => {
      const secrets = [other.key, other.tokens.access_token, other.tokens.refresh_token, own.key];
      const secret = secrets[random(secrets.length)]!;
      const places = [
        { authorization: `Bearer ${secret}` },
        { "x-api-key": secret },
        { cookie: `keepsake=${secret}`, "x-csrf-token": secret },
      ];
      const headers = places[random(places.length)] as Record<string, string>;
      return atConsole(service, anyCall(random, own, other), headers);
    },
    isRefused: refusedStatus([401]),
  },
  {
    name: "the console from a page of another site",
    run: (service, own, other, random) => {
      const places = [
        { origin: "https://evil.example" },
        { "sec-fetch-site": "cross-site" },
        { "sec-fetch-site": "same-site" },
        { origin: "null" },
      ];
      const headers = { ...pageOf(other), ...(places[random(places.length)] as Record<string, string>) };
      return atConsole(service, anyCall(random, other, own), headers);
    },
    isRefused: refusedStatus([403]),
  },
  {
    name: "a session of the console as a key",
    run: (service, _own, other) => callTool(service.origin, other.session, "recall", { query: "vault" }),
    isRefused: refusedStatus([401]),
  },
  {
    name: "a cookie that was cut or made up",
    run: async ({ origin }, _own, other) => {
      const browser = new Browser(origin);
      const session = other.browser.cookies.get("keepsake") ?? "";
      browser.cookies.set("keepsake", `${session.slice(0, -1)}${session.endsWith("A") ? "B" : "A"}`);
      const { status, text } = await browser.get("/sign-in");
      expect(text).toContain("Password");
      return { status: status === 200 ? 401 : status, text };
    },
    isRefused: refusedStatus([401]),
  },
];

describe("tenants of one service", () => {
  it("reach nothing of each other in a thousand random requests", async () => {
    // Registrations are limited to 30 a minute, so 3 seconds pass with each round.
    let nowMs = Date.now();
    const service = await startSignIn({
      clock: () => {
        nowMs += 1;
        return new Date(nowMs);
      },
    });
    const tenants: Tenant[] = [];
    for (const login of ["ana", "ben", "chi"]) tenants.push(await tenant(service, login));
    const random = randomFrom(20261122);
    const made = new Map<string, number>();
    for (let round = 0; round < 1000; round += 1) {
      const own = random(tenants.length);
      const other = (own + 1 + random(tenants.length - 1)) % tenants.length;
      const attempt = attempts[random(attempts.length)]!;
      nowMs += 3000;
      // A token lasts an hour, which 1,000 rounds of 3 seconds do not reach.
      const { status, text } = await attempt.run(service, tenants[own]!, tenants[other]!, random);
      made.set(attempt.name, (made.get(attempt.name) ?? 0) + 1);
      expect({ attempt: attempt.name, status, isRefused: attempt.isRefused(status) }).toMatchObject({
        isRefused: true,
      });
      expect(text).not.toContain(tenants[other]!.secret);
    }
    expect([...made.keys()].sort()).toEqual(attempts.map(({ name }) => name).sort());
    for (const { tokens, secret, login } of tenants) {
      const recalled = await callTool(service.origin, tokens.access_token, "recall", {
        query: `What is the vault of ${login} called?`,
      });
      expect(recalled.text).toContain(secret);
    }
    expect(service.defects).toEqual([]);
    const logged = JSON.stringify(service.log);
    for (const { tokens, key, secret, browser } of tenants)
      for (const hidden of [
        tokens.access_token,
        tokens.refresh_token,
        key,
        secret,
        browser.cookies.get("keepsake") ?? "",
      ])
        expect(logged).not.toContain(hidden);
    // Nothing of anybody was changed, either.
    for (const { store, id, login } of tenants) {
      expect(service.registry.keys.list(store)).toMatchObject([{ revokedAt: null }]);
      expect(service.registry.people.members(store.accountId)).toMatchObject([{ login, role: "owner" }]);
      expect(service.registry.tokens.grants(id)).toHaveLength(1);
      expect(service.registry.sessions.list(id)).toHaveLength(1);
    }
  }, 180_000);
});
