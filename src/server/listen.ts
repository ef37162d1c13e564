/** Puts a handler on a TCP socket, with limits for slow and silent clients. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { installed, neededToServe } from "../service/installed.js";
import { Connections } from "./connections.js";
import type { Handler } from "./create-handler.js";

/** How long a client may take, in milliseconds, and how many connections there may be. */
export interface SocketLimits {
  /** Until the headers have arrived. @default 10,000 */
  readonly headersMs: number;
  /** Until the body has arrived. @default 60,000 */
  readonly requestMs: number;
  /** How long an idle connection is kept. @default 30,000 */
  readonly keepAliveMs: number;
  /** How often the first two limits are checked. @default 2,000 */
  readonly checkMs: number;
  /**
   * How long a connection may be silent while its response is not read or not ready.
   *
   * @default 300,000
   */
  readonly idleMs: number;
  /** Number of connections at the same time. @default 4096 */
  readonly connections: number;
  /** How long a shutdown waits for requests in progress. @default 10,000 */
  readonly shutdownMs: number;
}

const defaultLimits: SocketLimits = {
  headersMs: 10_000,
  requestMs: 60_000,
  keepAliveMs: 30_000,
  checkMs: 2_000,
  idleMs: 300_000,
  connections: 4096,
  shutdownMs: 10_000,
};

/** Where to listen, and with which limits. */
export interface ListenOptions {
  /** The port; 0 for any free port. */
  readonly port: number;
  readonly hostname: string;
  readonly limits?: Partial<SocketLimits> | undefined;
  /**
   * Whether the process exists for this server alone. Then the global `Request` and `Response` are
   * replaced by lighter ones of `@hono/node-server`, which saves some 0.1 ms a request.
   *
   * @default false
   */
  readonly ownsProcess?: boolean | undefined;
  /** Answers requests before the handler. @returns whether it answers this one */
  readonly before?: (request: IncomingMessage, response: ServerResponse) => boolean;
}

/** A socket that accepts requests. */
export interface Listener {
  /** `http://127.0.0.1:8787` */
  readonly url: string;
  readonly port: number;
  /** Accepts no new request and waits for those in progress, at most `shutdownMs`. */
  close(): Promise<void>;
}

/**
 * Listens.
 *
 * @throws {MemoryError} `missing_dependency` if `@hono/node-server` is not installed
 * @throws {Error} of `node:net` if the address cannot be used, such as `EADDRINUSE`
 */
export async function listen(handler: Handler, options: ListenOptions): Promise<Listener> {
  const { port, hostname, ownsProcess = false, before = () => false } = options;
  const limits = { ...defaultLimits, ...options.limits };
  const { getRequestListener } = await installed(() => import("@hono/node-server"), neededToServe);
  const listener = getRequestListener(handler, { overrideGlobalObjects: ownsProcess });
  const server = createServer(
    {
      headersTimeout: limits.headersMs,
      requestTimeout: limits.requestMs,
      keepAliveTimeout: limits.keepAliveMs,
      connectionsCheckingInterval: limits.checkMs,
    },
    (request, response) => {
      if (!before(request, response)) void listener(request, response);
    },
  );
  server.maxConnections = limits.connections;
  server.timeout = limits.idleMs;
  const connections = new Connections(server, limits.headersMs);
  await listening(server, port, hostname);
  const boundPort = (server.address() as AddressInfo).port;
  return {
    url: urlOf(hostname, boundPort),
    port: boundPort,
    close: () => connections.drain(limits.shutdownMs),
  };
}

/** Resolves when the server listens; rejects if it cannot. */
export function listening(server: Server, port: number, hostname: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, hostname, () => {
      server.removeListener("error", reject);
      resolve();
    });
  });
}

/** The URL of an address, such as `http://127.0.0.1:8787`. IPv6 addresses are in brackets. */
export function urlOf(hostname: string, port: number): string {
  return `http://${hostname.includes(":") ? `[${hostname}]` : hostname}:${port}`;
}
