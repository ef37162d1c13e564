/** `serve`: the handler on a socket, over a folder of stores. */
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { getRequestListener } from "@hono/node-server";
import type { KeyResolver } from "./access.js";
import { Connections } from "./connections.js";
import { createHandler, type Handler, type MountedDoor } from "./create-handler.js";
import type { LogSink } from "./log.js";
import { StoreFolder, type StoreFolderOptions } from "./store-folder.js";
import { warmUp } from "./warm-up.js";

/** The folder that is served, and how. */
export interface ServeOptions extends StoreFolderOptions {
  /** 0 takes a free one. @default 8787 */
  readonly port?: number | undefined;
  /** Address to listen on. TLS and the world outside are a reverse proxy's work. @default "127.0.0.1" */
  readonly hostname?: string | undefined;
  /** Where log entries go. @default nowhere */
  readonly log?: LogSink | undefined;
  /** Further doors on the same port, given what finds a key's access. */
  readonly doors?: Readonly<Record<`/${string}`, MountedDoor>> | undefined;
  readonly limits?: Partial<SocketLimits> | undefined;
  /**
   * Whether the process is there for this server alone: then the global `Request` and `Response` are replaced by lighter ones of `@hono/node-server`, which saves some 0.1 ms
   * a request. @default false
   */
  readonly ownsProcess?: boolean | undefined;
}

/** How long a client may take, in milliseconds, and how many there may be. */
export interface SocketLimits {
  /** Until the headers are there. @default 10,000 */
  readonly headersMs: number;
  /** Until the body is there. @default 60,000 */
  readonly requestMs: number;
  /** An idle connection. @default 30,000 */
  readonly keepAliveMs: number;
  /** How often connections are looked at for the first two. @default 2,000 */
  readonly checkMs: number;
  /** Until a connection on which nothing moves is cut, whether its answer is not read or not ready. @default 300,000 */
  readonly idleMs: number;
  /** Connections at once. @default 4096 */
  readonly connections: number;
  /** What a shutdown waits for requests in flight. @default 10,000 */
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

/** Where `keepsake serve` listens unless it is told otherwise. */
export const defaultPort = 8787;

/** A server that listens. */
export interface RunningServer {
  /** `http://127.0.0.1:8787` */
  readonly url: string;
  readonly port: number;
  readonly folder: StoreFolder;
  /** Takes no new request, finishes those in flight, closes every store. */
  close(): Promise<void>;
}

/**
 * Serves a data folder that `keepsake stores create` made.
 *
 * @throws {MemoryError} `not_found` where the folder holds no registry
 * @example
 * const server = await serve({ folder: "data", port: 8787, log: (entry) => console.log(JSON.stringify(entry)) });
 * process.once("SIGTERM", () => server.close());
 */
export async function serve(options: ServeOptions): Promise<RunningServer> {
  const { port = defaultPort, hostname = "127.0.0.1", log, doors = {} } = options;
  const limits = { ...defaultLimits, ...options.limits };
  const folder = new StoreFolder(options);
  let closing: Promise<void> | undefined;
  const resolve: KeyResolver = (key) => folder.resolve(key);
  const handler = createHandler({
    resolve,
    doors,
    healthy: () => closing === undefined,
    ...(log === undefined ? {} : { log }),
    ...(options.clock === undefined ? {} : { clock: options.clock }),
  });
  const server = listenerOver(handler, { ...limits, ownsProcess: options.ownsProcess ?? false });
  const connections = new Connections(server, limits.headersMs);
  try {
    await warmUp(options.memory);
    await listening(server, port, hostname);
  } catch (error) {
    await folder.close();
    throw error;
  }
  const note = (event: "listening" | "closing" | "closed") =>
    log?.({ at: (options.clock?.() ?? new Date()).toISOString(), event, level: "info" });
  note("listening");
  const shut = async () => {
    note("closing");
    await connections.drain(limits.shutdownMs);
    await folder.close();
    note("closed");
  };
  const taken = (server.address() as AddressInfo).port;
  return {
    url: `http://${hostname.includes(":") ? `[${hostname}]` : hostname}:${taken}`,
    port: taken,
    folder,
    close: () => {
      closing ??= shut();
      return closing;
    },
  };
}

function listenerOver(handler: Handler, limits: SocketLimits & { readonly ownsProcess: boolean }): Server {
  const server = createServer(
    {
      headersTimeout: limits.headersMs,
      requestTimeout: limits.requestMs,
      keepAliveTimeout: limits.keepAliveMs,
      connectionsCheckingInterval: limits.checkMs,
    },
    getRequestListener(handler, { overrideGlobalObjects: limits.ownsProcess }),
  );
  server.maxConnections = limits.connections;
  server.timeout = limits.idleMs;
  return server;
}

function listening(server: Server, port: number, hostname: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, hostname, () => {
      server.removeListener("error", reject);
      resolve();
    });
  });
}
