/** Real servers on loopback. Each has a data folder, which is deleted after the test. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type LogEntry, type RunningServer, type ServeOptions, serve } from "keepsake/server";
import { afterAll, beforeAll, onTestFinished } from "vitest";

/** A response of the server. */
export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  /** The body as JSON, or as text if it is not JSON. */
  // biome-ignore lint/suspicious/noExplicitAny: a test reads what it asserts.
  readonly body: any;
  readonly text: string;
}

/** A new store and its key. */
export interface NewStore {
  readonly name?: string;
  readonly plan?: string;
  /** Deposit in USD. */
  readonly wallet?: number;
  readonly rate?: number;
}

/** Options of a request. */
export interface PostOptions {
  readonly key?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly method?: string;
}

/** A running server with helpers for requests. */
export class ServerFixture {
  readonly folder: string;
  readonly log: LogEntry[];
  readonly server: RunningServer;
  #stores = 0;

  constructor(folder: string, log: LogEntry[], server: RunningServer) {
    this.folder = folder;
    this.log = log;
    this.server = server;
  }

  get registry() {
    return this.server.folder.registry;
  }

  /** Creates a store with a key. */
  async newKey({ name, plan = "open", wallet, rate }: NewStore = {}) {
    this.#stores += 1;
    const store = await this.server.folder.create(name ?? `store ${this.#stores}`, plan);
    if (wallet !== undefined) this.registry.accounts.deposit(store.name, Math.round(wallet * 1e6));
    const made = this.registry.keys.create(store, rate === undefined ? {} : { requestsPerMinute: rate });
    return { key: made.key, id: made.entry.id, store: store.name, storeId: store.id };
  }

  /** Sends a POST request with JSON. A string or bytes are sent unchanged. */
  post(path: string, body?: unknown, options?: PostOptions): Promise<Reply> {
    return post(`${this.server.url}${path}`, body, options);
  }
}

/** A folder that is deleted after the test. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "keepsake-server-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A server for one test. */
export async function startServer(options: Partial<ServeOptions> = {}): Promise<ServerFixture> {
  const fixture = await openServer(options.folder ?? temporaryFolder(), options);
  onTestFinished(() => fixture.server.close());
  return fixture;
}

/** A server for all tests of a file. */
export function serverForFile(options: Partial<ServeOptions> = {}): () => ServerFixture {
  const folder = mkdtempSync(join(tmpdir(), "keepsake-server-"));
  let fixture: ServerFixture;
  beforeAll(async () => {
    fixture = await openServer(folder, options);
  });
  afterAll(async () => {
    await fixture.server.close();
    rmSync(folder, { recursive: true, force: true });
  });
  return () => fixture;
}

async function openServer(folder: string, options: Partial<ServeOptions>): Promise<ServerFixture> {
  const log: LogEntry[] = [];
  const server = await serve({
    create: true,
    port: 0,
    log: (entry) => log.push(entry),
    memory: { durability: "normal" },
    ...options,
    folder,
  });
  return new ServerFixture(folder, log, server);
}

async function post(
  url: string,
  body?: unknown,
  { key, headers = {}, method = "POST" }: PostOptions = {},
): Promise<Reply> {
  const raw = body === undefined || typeof body === "string" || body instanceof Uint8Array;
  const response = await fetch(url, {
    method,
    headers: {
      "content-type": "application/json",
      ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: raw ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: parsed(text), text };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Lines or no body: the test reads the text.
    return text;
  }
}
