/**
 * The router of a fleet: it passes each request to the host that has the account of its key.
 *
 *   key ─ host ─ (wait while the account moves) ─ pass on
 *
 * A router has no state, so several can run. Only one of them may move an account at a time. The
 * others learn of the move when the former host refuses a request, and look up the new host.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { keyIdOf } from "../accounts/registry/stores/api-key.js";
import { MemoryError } from "../contract/errors.js";
import { Directory, type Place } from "./directory.js";
import { type HealthLimits, Host, type HostAddress } from "./host.js";
import { type Moved, moveAccount } from "./move.js";
import { ranked } from "./placement.js";
import { type Passed, pass, targetOf } from "./proxy.js";
import { Suspensions } from "./suspensions.js";

/** Options of {@link route}. */
export interface RouteOptions {
  readonly hosts: readonly HostAddress[];
  /** The token of the fleet, which every host has too: `keepsake serve --fleet-token-file`. */
  readonly token: string;
  /** The port; 0 for any free port. */
  readonly port: number;
  readonly hostname: string;
  readonly health?: Partial<HealthLimits> | undefined;
}

/** How long a request waits for the end of a move, in milliseconds. */
const longestWaitMs = 30_000;

/** A running router. */
export class Router {
  readonly directory: Directory;
  readonly #suspensions = new Suspensions();
  /** The accounts that this router is moving. */
  readonly #moving = new Set<string>();
  readonly #server: Server;
  #hostname = "";

  constructor(hosts: readonly Host[]) {
    this.directory = new Directory(hosts);
    this.#server = createServer((request, response) => void this.#answer(request, response));
  }

  /** `http://127.0.0.1:8786` */
  get url(): string {
    return `http://${this.#hostname}:${(this.#server.address() as AddressInfo).port}`;
  }

  /** @throws {Error} of `node:net` if the address cannot be used */
  async listen({ port, hostname }: Pick<RouteOptions, "hostname" | "port">): Promise<void> {
    this.#hostname = hostname;
    await new Promise<void>((resolve, reject) => {
      this.#server.once("error", reject);
      this.#server.listen(port, hostname, resolve);
    });
    await Promise.all(this.directory.hosts.map((host) => host.watch()));
  }

  /**
   * Moves an account, or completes a move that was interrupted. A move to the host where the
   * account is cancels the interrupted move.
   *
   * @param to absent: the host where the account would be placed now
   */
  async move(account: string, to?: string): Promise<Moved> {
    if (this.#moving.has(account))
      throw new MemoryError("busy", `Account ${account} is already moving`, { data: { timeoutMs: 0 } });
    this.#moving.add(account);
    try {
      return await this.#moveOnce(account, to);
    } finally {
      this.#moving.delete(account);
      this.directory.forget({ account });
    }
  }

  async #moveOnce(account: string, to: string | undefined): Promise<Moved> {
    const { host: from, isSuspended, servedBy } = await this.directory.sourceOf(account);
    const suspendRequests = () => this.#suspensions.begin(account);
    if (servedBy !== undefined) {
      const ended = await moveAccount(account, { from, to: servedBy, suspendRequests });
      return to === undefined || to === servedBy.name ? ended : this.#moveOnce(account, to);
    }
    const target = to === undefined ? this.placeOf(account) : this.directory.named(to);
    if (target !== from) return moveAccount(account, { from, to: target, suspendRequests });
    if (isSuspended) await from.answer("POST", `accounts/${account}/resume`);
    return { account, from: from.name, to: from.name, stores: 0, copied: 0, caughtUp: 0, suspendedMs: 0 };
  }

  /**
   * Returns the host for an account, among those that are up and do not drain.
   *
   * @throws {MemoryError} `unreachable`
   */
  placeOf(account: string): Host {
    const open = this.directory.hosts.filter(({ draining, isUp }) => isUp && !draining);
    const [best] = ranked(account, open);
    if (best !== undefined) return best;
    throw new MemoryError(
      "unreachable",
      "Cannot place the account: a host must be up and not drain, and none is",
      {
        data: { attempts: 1 },
      },
    );
  }

  async close(): Promise<void> {
    for (const host of this.directory.hosts) host.close();
    this.#server.closeIdleConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      const path = targetOf(request);
      if (path === "/healthz") return this.#health(response);
      // The fleet's own endpoints are for the router, not for its clients.
      if (path === undefined || path.startsWith("/fleet")) return refuse(response, 404, "Not Found");
      const keyId = keyIdOf(keyOf(request));
      const place = keyId === undefined ? undefined : await this.directory.find(keyId);
      if (keyId === undefined || place === undefined)
        return refuse(response, 401, "The key is unknown or revoked");
      await this.#passOn({ request, response, path }, { keyId, place });
    } catch (error) {
      const message = MemoryError.is(error) ? error.message : "Internal Server Error";
      refuse(response, 503, message);
    }
  }

  async #passOn(
    asked: Omit<Passed, "host">,
    { keyId, place }: { readonly keyId: string; readonly place: Place },
  ): Promise<void> {
    const { response } = asked;
    const waited = this.#suspensions.wait(place.account, longestWaitMs);
    if (waited !== undefined) {
      if (!(await waited)) return refuse(response, 503, "The store is moving to another host");
      return this.#passOn(asked, { keyId, place: (await this.directory.find(keyId)) ?? place });
    }
    if (!place.host.isUp) return refuse(response, 503, "The host of the store does not answer");
    const end = this.#suspensions.enter(place.account);
    try {
      const status = await pass({ ...asked, host: place.host });
      // Another router may have moved the account.
      if (status === undefined || status === 401 || status === 503) this.directory.forget({ keyId });
      if (status === undefined) refuse(response, 503, "The host of the store did not answer");
    } finally {
      end();
    }
  }

  #health(response: ServerResponse): void {
    const isUp = this.directory.hosts.some((host) => host.isUp);
    response.writeHead(isUp ? 200 : 503, { "content-type": "application/json" });
    response.end(JSON.stringify({ status: isUp ? "ok" : "down" }));
  }
}

/** Starts a router. @throws {MemoryError} `invalid_input` for two hosts with the same name */
export async function route({ hosts, token, health, ...listening }: RouteOptions): Promise<Router> {
  const names = hosts.map(({ name }) => name);
  if (hosts.length === 0 || new Set(names).size < names.length) throw invalidHosts();
  const limits = { everyMs: 1000, timeoutMs: 1000, ...health };
  const router = new Router(hosts.map((host) => new Host(host, token, limits)));
  await router.listen(listening);
  return router;
}

function invalidHosts(): MemoryError<"invalid_input"> {
  const msg = "must be at least one, each with a name of its own";
  const issues = [{ type: "custom", loc: ["hosts"], msg }];
  return new MemoryError("invalid_input", `Cannot route: hosts ${msg}`, { data: { issues } });
}

function keyOf({ headers }: IncomingMessage): string {
  const bearer = /^bearer +(\S.*)$/i.exec(headers.authorization?.trim() ?? "")?.[1];
  return bearer ?? String(headers["x-api-key"] ?? "");
}

function refuse(response: ServerResponse, status: 401 | 404 | 503, message: string): void {
  if (response.headersSent) return;
  const type = status === 401 ? "invalid_key" : status === 404 ? "not_found" : "unreachable";
  response.writeHead(status, {
    "content-type": "application/json",
    ...(status === 503 ? { "retry-after": "1" } : {}),
  });
  response.end(JSON.stringify({ detail: [{ type, loc: [], msg: message, input: null }] }));
}
