/**
 * The operator's side of a router, on an address of its own, with the token of the fleet:
 *
 *   GET  /hosts                          names, addresses, health, accounts
 *   POST /accounts {name, plan?}         creates a store in an account of its own → its key
 *   POST /moves {account, to?} moves an account; without a host, to the one that hashing chooses
 *   POST /drain {host} places no new account on a host, and moves its accounts POST /undrain {host}
 */
import { createHash, randomUUID, timingSafeEqual } from "node:crypto";
import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { z } from "zod";
import { MemoryError, parseInput } from "../contract/errors.js";
import type { Host } from "./host.js";
import type { Moved } from "./move.js";
import type { Router } from "./router.js";

const name = z.string().min(1).max(256);
const newAccount = z.strictObject({ name, plan: name.optional() });
const wantedMove = z.strictObject({ account: name, to: name.optional() });
const namedHost = z.strictObject({ host: name });

interface AccountOfHost {
  readonly id: string;
  readonly name: string;
  readonly stores: number;
  readonly bytes: number;
}

/** Where the operator's side listens. */
export interface AdminOptions {
  readonly router: Router;
  readonly token: string;
  readonly port: number;
  readonly hostname: string;
}

/** The operator's side of a router. */
export class RouterAdmin {
  readonly #router: Router;
  readonly #server: Server;

  constructor({ router, token }: Pick<AdminOptions, "router" | "token">) {
    this.#router = router;
    const expected = digest(`Bearer ${token}`);
    this.#server = createServer(async (request, response) => {
      const isKnown = timingSafeEqual(digest(request.headers.authorization ?? ""), expected);
      const { status, body } = isKnown ? await this.#answer(request) : refused(401, "the token is required");
      response.writeHead(status, { "content-type": "application/json" });
      response.end(JSON.stringify(body));
    });
  }

  async listen({ port, hostname }: Pick<AdminOptions, "hostname" | "port">): Promise<string> {
    await new Promise<void>((resolve, reject) => {
      this.#server.once("error", reject);
      this.#server.listen(port, hostname, resolve);
    });
    return `http://${hostname}:${(this.#server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #answer(request: IncomingMessage): Promise<{ status: number; body: unknown }> {
    try {
      const run = this.#actions[`${request.method} ${request.url}`];
      if (run === undefined) return refused(404, "there is no such path");
      return { status: 200, body: await run(request.method === "POST" ? await bodyOf(request) : undefined) };
    } catch (error) {
      // A defect, such as a response that is not JSON, must not end the router.
      if (!MemoryError.is(error)) return refused(500, String(error));
      return refused(
        error.code === "invalid_input" ? 422 : error.code === "not_found" ? 404 : 503,
        error.message,
      );
    }
  }

  /** Moves every account of a host to other hosts. If one cannot be moved, the others still are. */
  async #drain(host: Host) {
    const moved: Moved[] = [];
    const failed: { readonly account: string; readonly detail: string }[] = [];
    for (const { id } of await host.answer<AccountOfHost[]>("GET", "accounts"))
      try {
        moved.push(await this.#router.move(id));
      } catch (error) {
        if (!MemoryError.is(error)) throw error;
        failed.push({ account: id, detail: error.message });
      }
    return { moved, failed };
  }

  readonly #actions: Readonly<Record<string, (body: unknown) => Promise<unknown>>> = {
    "GET /hosts": () => Promise.all(this.#router.directory.hosts.map(describe)),
    "POST /accounts": async (body) => {
      const wanted = parseInput(newAccount, body, "create an account");
      const id = randomUUID();
      const host = this.#router.placeOf(id);
      return { host: host.name, ...(await host.answer<object>("POST", "accounts", { id, ...wanted })) };
    },
    "POST /moves": (body) => {
      const { account, to } = parseInput(wantedMove, body, "move an account");
      return this.#router.move(account, to);
    },
    "POST /drain": async (body) => {
      const host = this.#router.directory.named(parseInput(namedHost, body, "drain a host").host);
      host.draining = true;
      return this.#drain(host);
    },
    "POST /undrain": async (body) => {
      const host = this.#router.directory.named(parseInput(namedHost, body, "undrain a host").host);
      host.draining = false;
      return describe(host);
    },
  };
}

async function describe(host: Host) {
  const { name: ofHost, url, isUp, draining, weight } = host;
  const accounts = isUp
    ? await host.answer<AccountOfHost[]>("GET", "accounts").catch((error: unknown) => {
        if (MemoryError.is(error, "unreachable")) return [];
        throw error;
      })
    : [];
  return { name: ofHost, url: url.href, isUp, draining, weight, accounts };
}

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  try {
    return JSON.parse(Buffer.concat(chunks).toString());
  } catch (cause) {
    const issues = [{ type: "json_invalid", loc: [], msg: "must be JSON" }];
    throw new MemoryError("invalid_input", "The body must be JSON", { cause, data: { issues } });
  }
}

function refused(status: number, detail: string) {
  return { status, body: { detail } };
}

function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
