/**
 * `keepsake serve` in its own process, over a new folder of stores. It can be killed and started
 * again.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { StoreFolder } from "keepsake/server";

const program = fileURLToPath(new URL("../../dist/cli/main.js", import.meta.url));

/** Deposit of each store in micro-dollars: more than any run can spend. */
export const depositedMicros = 1_000_000_000;

/** A store of the service, and its key. */
export interface Tenant {
  readonly store: string;
  readonly key: string;
}

/** The running service. */
export class Service {
  readonly tenants: readonly Tenant[];
  readonly #folder: string;
  readonly #flags: readonly string[];
  #port = 0;
  #metricsUrl: string | undefined;
  #child: ChildProcess | undefined;
  /** Resolves when the service accepts requests. */
  #up: Promise<void> = Promise.resolve();
  #kills = 0;

  private constructor(folder: string, tenants: readonly Tenant[], flags: readonly string[]) {
    this.#folder = folder;
    this.#flags = flags;
    this.tenants = tenants;
  }

  /** @param flags Further flags of `keepsake serve`. */
  static async start(stores: number, flags: readonly string[] = []): Promise<Service> {
    const folder = mkdtempSync(join(tmpdir(), "keepsake-load-"));
    const made = new StoreFolder({ folder, create: true });
    const tenants: Tenant[] = [];
    for (let index = 0; index < stores; index += 1) {
      const { name } = await made.create(`store-${index}`, "builder");
      made.registry.accounts.deposit(name, depositedMicros);
      tenants.push({ store: name, key: made.registry.keys.create(made.registry.stores.get(name)).key });
    }
    await made.close();
    const service = new Service(folder, tenants, flags);
    await service.#spawn();
    return service;
  }

  get port(): number {
    return this.#port;
  }

  /** The metrics of the process in the format of Prometheus. */
  async metrics(): Promise<string> {
    return (await fetch(this.#metricsUrl!)).text();
  }

  /** How often the process was killed so far. */
  get kills(): number {
    return this.#kills;
  }

  /** Resolves when the service accepts requests again. */
  up(): Promise<void> {
    return this.#up;
  }

  /** Kills the process with SIGKILL and starts another over the same folder, on the same port. */
  killAndRestart(): Promise<void> {
    this.#kills += 1;
    this.#up = this.#killed().then(() => this.#spawn());
    return this.#up;
  }

  /** Resident memory of the process, in bytes, if the system reports it (`/proc`). */
  get pid(): number | undefined {
    return this.#child?.pid;
  }

  /** Ends the process as an operator does, with SIGTERM. */
  async end(): Promise<number | null> {
    const child = this.#child!;
    const exit = once(child, "exit");
    child.kill("SIGTERM");
    await exit;
    return child.exitCode;
  }

  remove(): void {
    this.#child?.kill("SIGKILL");
    rmSync(this.#folder, { recursive: true, force: true });
  }

  async #killed(): Promise<void> {
    const child = this.#child!;
    const exit = once(child, "exit");
    child.kill("SIGKILL");
    await exit;
  }

  async #spawn(): Promise<void> {
    const args = [
      "serve",
      "--data",
      this.#folder,
      "--port",
      String(this.#port),
      "--metrics-port",
      "0",
      ...this.#flags,
    ];
    const child = spawn(process.execPath, [program, ...args], { stdio: ["ignore", "ignore", "pipe"] });
    this.#child = child;
    for await (const line of createInterface({ input: child.stderr! })) {
      const port = / at http:\S+:(\d+)$/.exec(line)?.[1];
      this.#metricsUrl = /^metrics at (http:\S+)$/.exec(line)?.[1];
      if (port === undefined && this.#metricsUrl === undefined)
        throw new Error(`Cannot measure: the service must start, but printed ${line}`);
      if (port !== undefined) this.#port = Number(port);
      if (this.#metricsUrl !== undefined) break;
    }
    child.stderr!.resume();
  }
}
