/** A real server on loopback over a folder of its own, gone when the test is over. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type LogEntry, type RunningServer, type ServeOptions, StoreFolder, serve } from "keepsake/server";
import { onTestFinished } from "vitest";

export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  /** The body as JSON; its text where it is none. */
  // biome-ignore lint/suspicious/noExplicitAny: a test reads what it asserts.
  readonly body: any;
  readonly text: string;
}

export interface NewStore {
  readonly name?: string;
  readonly plan?: string;
  /** Paid in, in USD. */
  readonly wallet?: number;
  readonly rate?: number;
}

export interface Fixture {
  readonly server: RunningServer;
  readonly folder: string;
  readonly log: readonly LogEntry[];
  /** Makes a store and gives a key to it. */
  readonly newKey: (store?: NewStore) => Promise<{ key: string; id: string; store: string; storeId: string }>;
  /** POSTs JSON; a string or bytes go as they are. */
  readonly post: (path: string, body?: unknown, options?: PostOptions) => Promise<Reply>;
}

export interface PostOptions {
  readonly key?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly method?: string;
}

/** A folder that is removed when the test is over. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "keepsake-server-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

export async function startServer(options: Partial<ServeOptions> = {}): Promise<Fixture> {
  const folder = options.folder ?? temporaryFolder();
  const log: LogEntry[] = [];
  const server = await serve({
    create: true,
    port: 0,
    log: (entry) => log.push(entry),
    memory: { durability: "normal" },
    ...options,
    folder,
  });
  onTestFinished(() => server.close());
  let stores = 0;
  const newKey = async ({ name, plan = "open", wallet, rate }: NewStore = {}) => {
    stores += 1;
    const store = await server.folder.create(name ?? `store ${stores}`, plan);
    if (wallet !== undefined) server.folder.registry.deposit(store.name, Math.round(wallet * 1e6));
    const made = server.folder.registry.createKey(
      store.name,
      rate === undefined ? {} : { requestsPerMinute: rate },
    );
    return { key: made.key, id: made.entry.id, store: store.name, storeId: store.id };
  };
  return {
    server,
    folder,
    log,
    newKey,
    post: (path, body, call) => post(`${server.url}${path}`, body, call),
  };
}

export async function post(
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
    // Lines, or nothing: the test looks at the text.
    return text;
  }
}

/** The folder as another process sees it: `keepsake keys …` beside a server that runs. */
export function besides<Answer>(folder: string, work: (beside: StoreFolder) => Answer): Answer {
  const beside = new StoreFolder({ folder });
  try {
    return work(beside);
  } finally {
    void beside.close();
  }
}
