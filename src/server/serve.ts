/** `serve`: the handler on a socket, over a folder of stores. */

import { join } from "node:path";
import type { Registry } from "../accounts/registry/registry.js";
import { MemoryError } from "../contract/errors.js";
import { Memory } from "../memory.js";
import { Admission, type AdmissionLimits } from "./admission.js";
import { createHandler } from "./create-handler.js";
import { type Listener, type ListenOptions, listen } from "./listen.js";
import { defectTrace, type LogEntry, type LogSink } from "./log.js";
import {
  checkMetrics,
  listenMetrics,
  type MetricsListener,
  type MetricsOptions,
} from "./metrics/listener.js";
import { Metrics } from "./metrics/metrics.js";
import type { MountedHandler, Site } from "./request-handler.js";
import { type SignInPart, signInAnswers, tokenAccess } from "./sign-in-part.js";
import { StoreFolder, type StoreFolderOptions } from "./stores/store-folder.js";

/** Options of {@link serve}. */
export interface ServeOptions extends StoreFolderOptions {
  /** The port; 0 for any free port. @default 8787 */
  readonly port?: number | undefined;
  /**
   * Address to listen on. Use a reverse proxy for TLS and public addresses.
   *
   * @default "127.0.0.1"
   */
  readonly hostname?: string | undefined;
  /** Receives log entries. @default none */
  readonly log?: LogSink | undefined;
  /** Further handlers on the same port, by path. */
  readonly handlers?: Readonly<Record<`/${string}`, MountedHandler>> | undefined;
  /** Time limits for clients, and the maximum number of connections. */
  readonly limits?: ListenOptions["limits"];
  /** Maximum number of requests in progress; further requests are refused as `overloaded`. */
  readonly admission?: Partial<AdmissionLimits> | undefined;
  /** Where metrics for Prometheus are served. @default nowhere */
  readonly metrics?: MetricsOptions | undefined;
  /**
   * Makes the sign-in of the service, once it listens at `url`. Its tokens open stores in
   * `handlers`.
   *
   * @default none
   */
  readonly signIn?:
    | ((parts: { readonly registry: Registry; readonly url: string }) => SignInPart)
    | undefined;
  /** The token that a router sends, if this is a host of a fleet. @default not a host of a fleet */
  readonly fleetToken?: string | undefined;
  /**
   * Makes sites, such as the console, once the service listens at `url` and its sign-in was made.
   *
   * @default none
   */
  readonly sites?: Readonly<Record<`/${string}`, (parts: SiteParts) => Site>> | undefined;
  /** See {@link ListenOptions.ownsProcess}. @default false */
  readonly ownsProcess?: boolean | undefined;
}

/** The parts that a site is made from. */
export interface SiteParts {
  readonly folder: StoreFolder;
  readonly url: string;
}

/** The default port of `keepsake serve`. */
export const defaultPort = 8787;

/** A server that listens. */
export interface RunningServer {
  /** `http://127.0.0.1:8787` */
  readonly url: string;
  readonly port: number;
  /** `http://127.0.0.1:9187/metrics`, if metrics are served. */
  readonly metricsUrl?: string;
  readonly folder: StoreFolder;
  /** Accepts no new request, completes those in progress, and closes every store. */
  close(): Promise<void>;
}

/**
 * Serves a data folder that `keepsake stores create` made.
 *
 * @throws {MemoryError} `not_found` if the folder has no registry
 * @example
 * const server = await serve({
 *   folder: "data",
 *   port: 8787,
 *   log: (entry) => console.log(JSON.stringify(entry)),
 * });
 * process.once("SIGTERM", () => server.close());
 */
export async function serve(options: ServeOptions): Promise<RunningServer> {
  const service = newService(options);
  const { folder, metrics, log, clock } = service;
  let closing: Promise<void> | undefined;
  let signIn: SignInPart | undefined;
  const { sites, make } = mountsOf(options.sites);
  const handler = createHandler({
    resolve: (key) => folder.resolve(key),
    resolveToken: (token) => tokenAccess(signIn?.open(token), folder),
    handlers: { ...options.handlers, ...(await fleetHandlers(options, folder)) },
    sites,
    admission: service.admission,
    healthy: () => closing === undefined,
    log,
    clock,
  });
  let listener: Listener | undefined;
  let metricsListener: MetricsListener | undefined;
  const closeRest = async () => {
    metrics?.close();
    await metricsListener?.close();
    await folder.close();
  };
  folder.pruneWhenUsed((error, store) => log(retentionFailure(error, store, clock())));
  try {
    await folder.loadModels();
    await warmUp(options.memory);
    if (metrics !== undefined) metricsListener = await listenMetrics(options.metrics!, () => metrics.text());
    const before: ListenOptions["before"] = (request, response) =>
      signInAnswers(signIn, { request, response, log, clock });
    listener = await listen(handler, { ...addressOf(options), before });
    signIn = options.signIn?.({ registry: folder.registry, url: listener.url });
    make({ folder, url: listener.url });
  } catch (error) {
    await listener?.close();
    await closeRest();
    throw error;
  }
  const shut = shutting(service, listener, closeRest);
  const close = () => {
    closing ??= shut();
    return closing;
  };
  return { ...addressesOf(listener, metricsListener), folder, close };
}

/** The parts of a service that do not listen yet. */
interface ServiceParts {
  readonly folder: StoreFolder;
  readonly admission: Admission;
  readonly metrics: Metrics | undefined;
  readonly log: LogSink;
  readonly clock: () => Date;
}

function newService(options: ServeOptions): ServiceParts {
  const { clock = () => new Date() } = options;
  if (options.metrics !== undefined) checkMetrics(options.metrics);
  const folder = new StoreFolder(options);
  const admission = new Admission(options.admission);
  const metrics = options.metrics === undefined ? undefined : metricsOf({ folder, admission, clock });
  const log = (entry: LogEntry) => {
    metrics?.take(entry);
    options.log?.(entry);
  };
  return { folder, admission, metrics, log, clock };
}

function addressOf({ port = defaultPort, hostname = "127.0.0.1", limits, ownsProcess }: ServeOptions) {
  return { port, hostname, limits, ownsProcess };
}

function addressesOf({ url, port }: Listener, metrics: MetricsListener | undefined) {
  return { url, port, ...(metrics === undefined ? {} : { metricsUrl: metrics.url }) };
}

/** Notes that the service listens. @returns what closes it */
function shutting(
  { log, clock }: ServiceParts,
  listener: Listener,
  closeRest: () => Promise<void>,
): () => Promise<void> {
  const note = (event: "listening" | "closing" | "closed") =>
    log({ at: clock().toISOString(), event, level: "info" });
  note("listening");
  return async () => {
    note("closing");
    await listener.close();
    await closeRest();
    note("closed");
  };
}

/** Answers the requests of a fleet's router. */
async function fleetHandlers(
  { fleetToken: token, folder: path }: ServeOptions,
  folder: StoreFolder,
): Promise<Readonly<Record<`/${string}`, MountedHandler>>> {
  if (token === undefined) return {};
  const { FleetHost } = await import("./fleet/fleet-host.js");
  const host = new FleetHost({ folder, files: join(path, "stores"), token });
  return { "/fleet/*": (request) => host.answer(request) };
}

/**
 * Mounts the sites before they are made, because each needs the address that the service listens
 * on. A site that is not made yet answers 503.
 */
function mountsOf(makers: NonNullable<ServeOptions["sites"]> = {}) {
  const made = new Map<string, Site>();
  const paths = Object.keys(makers) as `/${string}`[];
  const notMade: Site = async () => new Response(null, { status: 503, headers: { "retry-after": "1" } });
  const site =
    (path: string): Site =>
    (request, context) =>
      (made.get(path) ?? notMade)(request, context);
  return {
    sites: Object.fromEntries(paths.map((path) => [path, site(path)])),
    make: (parts: SiteParts) => {
      for (const path of paths) made.set(path, makers[path]!(parts));
    },
  };
}

function retentionFailure(error: unknown, store: string, at: Date): LogEntry {
  const code = MemoryError.is(error) ? error.code : "internal_error";
  return {
    at: at.toISOString(),
    event: "retention",
    level: "error",
    store,
    code,
    defect: defectTrace(error),
  };
}

function metricsOf({
  folder,
  admission,
  clock,
}: Pick<ServiceParts, "folder" | "admission" | "clock">): Metrics {
  return new Metrics(
    () => ({ ...folder.load, requests: admission.requests, bodyBytes: admission.bytes }),
    clock,
  );
}

/**
 * Loads the bundled embedding table and grammar, which takes about a second per process, before the
 * first request. Parts that the caller passed are not called: they may call a model or cost money.
 */
async function warmUp(parts: StoreFolderOptions["memory"] = {}): Promise<void> {
  if (parts.embedder !== undefined || parts.extractor !== undefined) return;
  const memory = new Memory();
  await memory.remember("Ana moved to Lisbon last May and works as a nurse.");
  await memory.recall("Where does Ana live?");
  await memory.close();
}
