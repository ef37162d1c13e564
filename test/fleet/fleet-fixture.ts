/** A fleet on loopback: hosts are processes of `keepsake serve`, which can be killed and paused. */
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { RouterAdmin } from "../../src/fleet/admin.js";
import { type Router, route } from "../../src/fleet/router.js";

const program = fileURLToPath(new URL("../../dist/cli/main.js", import.meta.url));
const token = "the-token-of-this-fleet";

/** A host: its process, its folder and its port, which it keeps when it is started again. */
export class HostProcess {
  readonly name: string;
  readonly folder: string;
  readonly #tokenFile: string;
  #port = 0;
  #child: ChildProcess | undefined;

  constructor(name: string, root: string, tokenFile: string) {
    this.name = name;
    this.folder = join(root, name);
    this.#tokenFile = tokenFile;
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  /** Starts it. Resolves when it accepts requests. */
  async start(): Promise<void> {
    const flags = ["--data", this.folder, "--create", "--port", String(this.#port)];
    const child = spawn(
      process.execPath,
      [program, "serve", ...flags, "--fleet-token-file", this.#tokenFile],
      {
        stdio: ["ignore", "ignore", "pipe"],
      },
    );
    this.#child = child;
    let said = "";
    for await (const line of createInterface({ input: child.stderr! })) {
      said += line;
      const port = / at http:\S+:(\d+)$/.exec(line)?.[1];
      if (port === undefined) continue;
      this.#port = Number(port);
      child.stderr!.resume();
      return;
    }
    throw new Error(`Host ${this.name} ended before it listened: ${said}`);
  }

  /** Kills it with SIGKILL. Resolves when it has ended. */
  async kill(): Promise<void> {
    const child = this.#child;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise((resolve) => child.once("exit", resolve));
    child.kill("SIGKILL");
    await ended;
  }

  /** Stops answering, as a host that the network does not reach; connections stay open. */
  pause(): void {
    this.#child?.kill("SIGSTOP");
  }

  resume(): void {
    this.#child?.kill("SIGCONT");
  }
}

/** A fleet with its router. */
export interface Fleet {
  readonly hosts: readonly HostProcess[];
  readonly router: Router;
  /** Calls the operator's side. */
  readonly ask: (path: string, body?: object) => Promise<{ status: number; body: Record<string, unknown> }>;
  readonly close: () => Promise<void>;
}

/**
 * Starts hosts named a, b, c… and their router.
 *
 * @param timeoutMs how long a host may take to say that it is healthy: long, for a busy machine
 */
export async function startFleet(count: number, timeoutMs = 5000): Promise<Fleet> {
  const root = mkdtempSync(join(tmpdir(), "keepsake-fleet-"));
  const tokenFile = join(root, "token");
  writeFileSync(tokenFile, token);
  const hosts = Array.from({ length: count }, (_, at) => {
    return new HostProcess(String.fromCharCode(97 + at), root, tokenFile);
  });
  await Promise.all(hosts.map((host) => host.start()));
  const addresses = hosts.map(({ name, url }) => ({ name, url }));
  const listening = { port: 0, hostname: "127.0.0.1" };
  const health = { everyMs: 100, timeoutMs };
  const router = await route({ hosts: addresses, token, health, ...listening });
  const admin = new RouterAdmin({ router, token });
  const url = await admin.listen(listening);
  return {
    hosts,
    router,
    ask: async (path, body) => {
      const method = body === undefined ? "GET" : "POST";
      const init = { method, headers: { authorization: `Bearer ${token}` } };
      const response = await fetch(
        `${url}${path}`,
        body === undefined ? init : { ...init, body: JSON.stringify(body) },
      );
      return { status: response.status, body: (await response.json()) as Record<string, unknown> };
    },
    close: async () => {
      await admin.close();
      await router.close();
      await Promise.all(hosts.map((host) => host.kill()));
      rmSync(root, { recursive: true, force: true });
    },
  };
}

/** An answer of the service. */
export interface Answer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: a payload under test.
  readonly data: any;
  readonly ms: number;
}

/** Calls the service through the router. */
export async function call(fleet: Fleet, path: string, key: string, body: object): Promise<Answer> {
  const since = performance.now();
  const response = await fetch(`${fleet.router.url}/api/memory/${path}`, {
    method: "POST",
    headers: { "x-api-key": key },
    body: JSON.stringify(body),
  });
  // biome-ignore lint/suspicious/noExplicitAny: a payload under test.
  const { data } = (await response.json()) as any;
  return { status: response.status, data, ms: performance.now() - since };
}
