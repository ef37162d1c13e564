/** A browser and an MCP client without a screen: cookies, forms and redirects by plain fetch. */
import { createHash, randomBytes } from "node:crypto";

/** A response that was read. */
export interface Page {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The path or URL of a redirect; empty without one. */
  readonly location: string;
}

/** Keeps cookies as a browser does, and names its origin with each form. */
export class Browser {
  readonly origin: string;
  readonly cookies = new Map<string, string>();

  constructor(origin: string) {
    this.origin = origin;
  }

  get(path: string, headers: Record<string, string> = {}): Promise<Page> {
    return this.#send(path, { headers });
  }

  post(path: string, fields: Record<string, string>, headers: Record<string, string> = {}): Promise<Page> {
    const body = new URLSearchParams(fields);
    return this.#send(path, {
      method: "POST",
      body,
      headers: { origin: this.origin, "sec-fetch-site": "same-origin", ...headers },
    });
  }

  /** Follows redirects within the service. */
  async follow(path: string): Promise<Page & { readonly path: string }> {
    let at = path;
    for (let hops = 0; hops < 10; hops += 1) {
      const page = await this.get(at);
      const next = page.location === "" ? undefined : new URL(page.location, this.origin);
      if (next === undefined || next.origin !== this.origin) return { ...page, path: at };
      at = `${next.pathname}${next.search}`;
    }
    throw new Error(`Cannot follow ${path}: it leads in a circle`);
  }

  async #send(path: string, init: RequestInit): Promise<Page> {
    const headers = new Headers(init.headers);
    if (this.cookies.size > 0)
      headers.set("cookie", [...this.cookies].map(([name, value]) => `${name}=${value}`).join("; "));
    const response = await fetch(new URL(path, this.origin), { ...init, headers, redirect: "manual" });
    for (const cookie of response.headers.getSetCookie()) this.#keep(cookie);
    return {
      status: response.status,
      headers: response.headers,
      text: await response.text(),
      location: response.headers.get("location") ?? "",
    };
  }

  #keep(cookie: string): void {
    const [pair = ""] = cookie.split(";");
    const at = pair.indexOf("=");
    const [name, value] = [pair.slice(0, at), pair.slice(at + 1)];
    if (value === "" || /max-age=0|expires=Thu, 01 Jan 1970/i.test(cookie)) this.cookies.delete(name);
    else this.cookies.set(name, value);
  }
}

/** The value of a hidden field of a page. */
export function fieldOf(page: Page, name: string): string {
  return new RegExp(`name="${name}" value="([^"]*)"`).exec(page.text)?.[1] ?? "";
}

/** Tokens of a client. */
export interface Tokens {
  readonly access_token: string;
  readonly refresh_token: string;
  readonly scope: string;
  readonly expires_in: number;
  readonly token_type: string;
}

/** A client that registers, sends a browser to the service, and exchanges the code. */
export class Client {
  readonly origin: string;
  readonly redirectUri: string;
  readonly id: string;
  readonly #verifier = randomBytes(32).toString("base64url");
  readonly state = randomBytes(8).toString("hex");

  private constructor(origin: string, redirectUri: string, id: string) {
    this.origin = origin;
    this.redirectUri = redirectUri;
    this.id = id;
  }

  static async register(
    origin: string,
    redirectUri = "http://127.0.0.1:4321/callback",
    name = "Test client",
  ) {
    const response = await fetch(`${origin}/oauth/register`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({
        client_name: name,
        redirect_uris: [redirectUri],
        token_endpoint_auth_method: "none",
      }),
    });
    const body = (await response.json()) as { client_id: string };
    if (response.status !== 201) throw new Error(`Cannot register: ${JSON.stringify(body)}`);
    return new Client(origin, redirectUri, body.client_id);
  }

  /** A client that does not register: its id is the address of its metadata. */
  static at(origin: string, id: string, redirectUri = "http://127.0.0.1:4321/callback"): Client {
    return new Client(origin, redirectUri, id);
  }

  authorizePath(overrides: Record<string, string | undefined> = {}): string {
    const query = {
      response_type: "code",
      client_id: this.id,
      redirect_uri: this.redirectUri,
      code_challenge: createHash("sha256").update(this.#verifier).digest("base64url"),
      code_challenge_method: "S256",
      state: this.state,
      scope: "memory:read memory:write memory:forget",
      resource: `${this.origin}/mcp`,
      ...overrides,
    };
    const kept = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined);
    return `/oauth/authorize?${new URLSearchParams(kept)}`;
  }

  /** Lets a signed-in browser allow one store. @returns the redirect to the client */
  async allow(
    browser: Browser,
    storeId: string,
    overrides: Record<string, string | undefined> = {},
  ): Promise<URL> {
    const page = await browser.follow(this.authorizePath(overrides));
    const decided = await browser.post(page.path, {
      token: fieldOf(page, "token"),
      store: storeId,
      decision: "allow",
    });
    const back = await browser.follow(decided.location);
    return new URL(back.location, this.origin);
  }

  token(fields: Record<string, string>): Promise<Response> {
    return fetch(`${this.origin}/oauth/token`, {
      method: "POST",
      body: new URLSearchParams({ client_id: this.id, ...fields }),
    });
  }

  exchange(code: string, fields: Record<string, string> = {}): Promise<Response> {
    return this.token({
      grant_type: "authorization_code",
      code,
      redirect_uri: this.redirectUri,
      code_verifier: this.#verifier,
      resource: `${this.origin}/mcp`,
      ...fields,
    });
  }

  refresh(refreshToken: string): Promise<Response> {
    return this.token({ grant_type: "refresh_token", refresh_token: refreshToken });
  }

  revoke(token: string): Promise<Response> {
    return fetch(`${this.origin}/oauth/revoke`, {
      method: "POST",
      body: new URLSearchParams({ client_id: this.id, token }),
    });
  }

  /** The whole way to tokens for one store. */
  async tokens(browser: Browser, storeId: string, scope?: string): Promise<Tokens> {
    const back = await this.allow(browser, storeId, scope === undefined ? {} : { scope });
    const code = back.searchParams.get("code");
    if (code === null) throw new Error(`Cannot get tokens: ${back}`);
    const response = await this.exchange(code);
    const body = (await response.json()) as Tokens;
    if (response.status !== 200) throw new Error(`Cannot get tokens: ${JSON.stringify(body)}`);
    return body;
  }
}

/** Calls a tool of `/mcp` with a key or a token. */
export async function callTool(origin: string, token: string | undefined, name: string, args: object = {}) {
  const response = await fetch(`${origin}/mcp`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      "mcp-protocol-version": "2025-06-18",
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: args } }),
  });
  return { status: response.status, headers: response.headers, text: await response.text() };
}
