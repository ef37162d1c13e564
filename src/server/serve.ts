/** `serve`: the handler on a socket, over a folder of stores. */
import type { KeyResolver } from "./access.js";
import { createHandler, type MountedDoor } from "./create-handler.js";
import { type Listener, type ListenOptions, listen } from "./listen.js";
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
  /** How slow clients may be. */
  readonly limits?: ListenOptions["limits"];
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
  let listener: Listener;
  try {
    await warmUp(options.memory);
    listener = await listen(handler, {
      port,
      hostname,
      limits: options.limits,
      ownsProcess: options.ownsProcess,
    });
  } catch (error) {
    await folder.close();
    throw error;
  }
  const note = (event: "listening" | "closing" | "closed") =>
    log?.({ at: (options.clock?.() ?? new Date()).toISOString(), event, level: "info" });
  note("listening");
  const shut = async () => {
    note("closing");
    await listener.close();
    await folder.close();
    note("closed");
  };
  return {
    url: listener.url,
    port: listener.port,
    folder,
    close: () => {
      closing ??= shut();
      return closing;
    },
  };
}
