/** `serve`: the handler on a socket, over a folder of stores. */
import type { KeyResolver } from "./access.js";
import { Admission, type AdmissionLimits } from "./admission.js";
import { createHandler } from "./create-handler.js";
import type { MountedDoor } from "./door.js";
import { type Listener, type ListenOptions, listen } from "./listen.js";
import type { LogEntry, LogSink } from "./log.js";
import {
  checkMetrics,
  listenMetrics,
  type MetricsListener,
  type MetricsOptions,
} from "./metrics/listener.js";
import { Metrics } from "./metrics/metrics.js";
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
  /** How slow clients may be. */
  readonly limits?: ListenOptions["limits"];
  /** What may be in progress at once; what is more is `overloaded`. */
  readonly admission?: Partial<AdmissionLimits> | undefined;
  /** Where figures for Prometheus are served. @default nowhere */
  readonly metrics?: MetricsOptions | undefined;
  /** As {@link ListenOptions.ownsProcess}. @default false */
  readonly ownsProcess?: boolean | undefined;
}

/** Where `keepsake serve` listens unless it is told otherwise. */
export const defaultPort = 8787;

/** A server that listens. */
export interface RunningServer {
  /** `http://127.0.0.1:8787` */
  readonly url: string;
  readonly port: number;
  /** `http://127.0.0.1:9187/metrics`, where there is one. */
  readonly metricsUrl?: string;
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
  const { port = defaultPort, hostname = "127.0.0.1", doors = {}, clock = () => new Date() } = options;
  if (options.metrics !== undefined) checkMetrics(options.metrics);
  const folder = new StoreFolder(options);
  const admission = new Admission(options.admission);
  const figures = options.metrics === undefined ? undefined : metricsOf({ folder, admission, clock });
  const log = (entry: LogEntry) => {
    figures?.take(entry);
    options.log?.(entry);
  };
  let closing: Promise<void> | undefined;
  const resolve: KeyResolver = (key) => folder.resolve(key);
  const healthy = () => closing === undefined;
  const handler = createHandler({ resolve, doors, admission, healthy, log, clock });
  let listener: Listener;
  let shown: MetricsListener | undefined;
  const closeRest = async () => {
    figures?.close();
    await shown?.close();
    await folder.close();
  };
  try {
    await warmUp(options.memory);
    if (figures !== undefined) shown = await listenMetrics(options.metrics!, () => figures.text());
    listener = await listen(handler, {
      port,
      hostname,
      limits: options.limits,
      ownsProcess: options.ownsProcess,
    });
  } catch (error) {
    await closeRest();
    throw error;
  }
  const note = (event: "listening" | "closing" | "closed") =>
    log({ at: clock().toISOString(), event, level: "info" });
  note("listening");
  const shut = async () => {
    note("closing");
    await listener.close();
    await closeRest();
    note("closed");
  };
  const metricsUrl = shown?.url;
  return {
    url: listener.url,
    port: listener.port,
    ...(metricsUrl === undefined ? {} : { metricsUrl }),
    folder,
    close: () => {
      closing ??= shut();
      return closing;
    },
  };
}

interface Watched {
  readonly folder: StoreFolder;
  readonly admission: Admission;
  readonly clock: () => Date;
}

function metricsOf({ folder, admission, clock }: Watched): Metrics {
  return new Metrics(
    () => ({ ...folder.load, requests: admission.requests, bodyBytes: admission.bytes }),
    clock,
  );
}
