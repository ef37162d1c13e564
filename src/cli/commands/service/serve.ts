/** `keepsake serve`: serves a data folder over HTTP until the process is stopped. */
import { once } from "node:events";
import { type Command, InvalidArgumentError, Option } from "../../../bundled/commander.js";
import { MemoryError } from "../../../contract/errors.js";
import { defaultAdmission } from "../../../server/admission.js";
import { defectTrace, type LogEntry, type LogSink } from "../../../server/log.js";
import type { MetricsOptions } from "../../../server/metrics/listener.js";
import { installed, neededForMcp } from "../../../service/installed.js";
import type { Context } from "../../context.js";
import { UsageError } from "../../exit-codes.js";
import {
  amount,
  type DataFlags,
  dataFolder,
  dataOption,
  folderKeys,
  wholeNumber,
} from "../../stores/data-folder.js";
import { folderStores, namedStores } from "../../stores/postgres.js";
import type { CliIo } from "../../terminal/io.js";
import { version } from "../../version.js";
import { fleetToken, tokenOption } from "./route.js";
import { addConsoleFlags, type ConsoleFlags, loadConsole } from "./serve-console.js";
import { serveStore } from "./serve-one.js";
import { addSignInFlags, ServeSignIn, type SignInFlags } from "./serve-sign-in.js";

const examples = `
Examples:
  keepsake stores create acme --data /var/lib/keepsake
  keepsake keys create --store acme --data /var/lib/keepsake
  keepsake serve --data /var/lib/keepsake --port 8787

  KEEPSAKE_STORE=postgres://app@localhost/app keepsake serve --data /var/lib/keepsake
  KEEPSAKE_API_KEY=… keepsake serve --store "postgres://app@localhost/app?store=alice"

Listens on 127.0.0.1 unless --host is given; use a reverse proxy for TLS. Stores, keys, plans and wallets
can be changed while it runs. Logs are JSON Lines on standard output and contain no content. On SIGINT or SIGTERM
it refuses new requests and completes those in progress.`;

/**
 * Maximum number of bytes of log in the buffer. Further entries are dropped, so that a pipe without
 * a reader does not fill the memory.
 */
const mostLogBytes = 1_048_576;

interface ServeFlags extends DataFlags, SignInFlags, ConsoleFlags {
  readonly port: number;
  readonly host: string;
  readonly priceAdd: number;
  readonly priceSearch: number;
  readonly create?: true;
  readonly maxOpen: number;
  readonly maxRequests: number;
  readonly maxRequestsPerKey: number;
  readonly metricsPort?: number;
  readonly metricsHost: string;
  readonly durability: "full" | "normal";
  readonly store?: string;
  readonly fleetTokenFile?: string;
}

/** Adds the command `serve`. */
export function addServe(program: Command, context: Context): void {
  const serve = addConsoleFlags(addSignInFlags(program.command("serve")))
    .summary("serve a data folder over HTTP")
    .description("Serves the stores of a data folder over HTTP, each to the keys that are bound to it.")
    .addOption(dataOption())
    .option(
      "--store <url>",
      "a PostgreSQL database with the stores of the folder, postgres://USER@HOST/DATABASE; with ?store=ID, that store alone, without a folder (default: $KEEPSAKE_STORE, else files in the folder)",
    )
    .addOption(tokenOption())
    .option("--create", "create the data folder if there is none")
    .addOption(new Option("--port <n>", "the port; 0 for any free port").argParser(wholeNumber).default(8787))
    .option("--host <address>", "the address to listen on", "127.0.0.1");
  addMetricsFlags(addLimitFlags(addPriceFlags(serve)))
    .addOption(
      new Option(
        "--durability <kind>",
        "full waits for the disk at each write; normal may lose the last writes in a power failure",
      )
        .choices(["full", "normal"])
        .default("full"),
    )
    .addHelpText("after", examples)
    .action((flags: ServeFlags) => run(flags, context));
}

function addPriceFlags(serve: Command): Command {
  const price = (flag: string, of: string) =>
    new Option(`${flag} <usd>`, `USD per million tokens of ${of}`).argParser(amount).default(1);
  return serve.addOption(price("--price-add", "add")).addOption(price("--price-search", "search"));
}

function addLimitFlags(serve: Command): Command {
  return serve
    .addOption(new Option("--max-open <n>", "most open stores").argParser(wholeNumber).default(128))
    .addOption(
      new Option("--max-requests <n>", "most requests in progress at once, of all keys")
        .argParser(positive)
        .default(defaultAdmission.requests),
    )
    .addOption(
      new Option("--max-requests-per-key <n>", "most requests of one key in progress at once")
        .argParser(positive)
        .default(defaultAdmission.requestsOfKey),
    );
}

function addMetricsFlags(serve: Command): Command {
  return serve
    .addOption(
      new Option(
        "--metrics-port <n>",
        "a port for metrics in the format of Prometheus; 0 for any free port",
      ).argParser(wholeNumber),
    )
    .option(
      "--metrics-host <address>",
      "the address for metrics; a public one requires $KEEPSAKE_METRICS_TOKEN",
      "127.0.0.1",
    );
}

async function run(flags: ServeFlags, context: Context): Promise<void> {
  const log = logTo(context.io.stdout);
  const named = namedStores(flags.store, context);
  if (named === undefined || !/[?&]store=/.test(named)) return serveFolder(flags, { context, log, named });
  if (flags.data !== undefined)
    throw new UsageError("Cannot serve: a single store must be served without --data");
  if (flags.signIn === true || flags.console === true)
    throw new UsageError("Cannot serve: a single store has no people, so --sign-in must not be given");
  return serveStore(named, context, { port: flags.port, hostname: flags.host, log });
}

interface ServeParts {
  readonly context: Context;
  readonly log: LogSink;
  /** The database with the stores. @default files in the folder */
  readonly named: string | undefined;
}

async function serveFolder(flags: ServeFlags, { context, log, named }: ServeParts): Promise<void> {
  const { io, terminal } = context;
  const models = await context.models();
  // Loaded on demand, so that other commands do not wait for them.
  const [{ serve }, { mcpHandler }] = await Promise.all([
    import("../../../server/serve.js"),
    installed(() => import("../../../mcp/index.js"), neededForMcp),
  ]);
  const site = await loadConsole(flags, (error) => log(defectAt("/console", error)));
  const signIn = await ServeSignIn.load(flags, {
    ...(site === undefined ? {} : { home: site.home }),
    onDefect: (error) => log(defectAt("sign-in", error)),
  });
  const mcp = mcpHandler({
    version: version(),
    onDefect: (error) => log(defectAt("/mcp", error)),
    challenge: () => signIn?.challenge ?? "Bearer",
  });
  const folder = dataFolder(flags, context);
  const stores = await folderStores(named, context);
  const server = await serve({
    ...stores.options,
    ...limitsOf(flags, context),
    folder,
    keys: await folderKeys(folder, context, flags.create === true),
    memory: { durability: flags.durability, ...models },
    handlers: { "/mcp": mcp.answer },
    signIn: signIn === undefined ? undefined : (parts) => signIn.start(parts),
    sites: site?.sites(() => signIn!.origin!),
    log,
  }).catch(async (error: unknown) => {
    await stores.close();
    throw noFolder(error, folder) ?? cannotListen(error, flags) ?? error;
  });
  await terminal.remark(`keepsake serves ${folder} at ${server.url}`);
  if (site !== undefined) await terminal.remark(`the console is at ${signIn!.origin}${site.home}`);
  if (signIn !== undefined) await terminal.remark(`people sign in at ${signIn.origin}/sign-in`);
  if (server.metricsUrl !== undefined) await terminal.remark(`metrics at ${server.metricsUrl}`);
  if (!io.signal.aborted) await once(io.signal, "abort");
  await mcp.close();
  await server.close();
  await stores.close();
}

/** The options of a server that flags and the environment give directly. */
function limitsOf(flags: ServeFlags, { io, actor, modelsOfStore }: Context) {
  return {
    create: flags.create === true,
    port: flags.port,
    hostname: flags.host,
    prices: { add: flags.priceAdd, search: flags.priceSearch },
    mostOpen: Math.max(1, flags.maxOpen),
    admission: { requests: flags.maxRequests, requestsOfKey: flags.maxRequestsPerKey },
    metrics: metricsOf(flags, io.env.KEEPSAKE_METRICS_TOKEN),
    models: modelsOfStore,
    ownsProcess: true,
    fleetToken: flags.fleetTokenFile === undefined ? undefined : fleetToken(flags.fleetTokenFile),
    ...(actor === undefined ? {} : { actor }),
  };
}

function metricsOf({ metricsPort, metricsHost }: ServeFlags, token = ""): MetricsOptions | undefined {
  if (metricsPort === undefined) return undefined;
  return { port: metricsPort, hostname: metricsHost, ...(token === "" ? {} : { token }) };
}

/** Parses a whole number of at least 1. @throws {InvalidArgumentError} */
function positive(text: string): number {
  const value = wholeNumber(text);
  if (value === 0) throw new InvalidArgumentError("must be at least 1, got 0.");
  return value;
}

/** Writes the log. The service continues if the reader of its log ends. */
function logTo(stdout: CliIo["stdout"]): LogSink {
  let hasNoReader = false;
  stdout.on("error", () => {
    hasNoReader = true;
  });
  return (entry) => {
    if (!hasNoReader && stdout.writableLength < mostLogBytes) stdout.write(`${JSON.stringify(entry)}\n`);
  };
}

function defectAt(path: string, error: unknown): LogEntry {
  const code = MemoryError.is(error) ? error.code : "internal_error";
  const at = new Date().toISOString();
  return { at, event: "defect", level: "error", path, code, defect: defectTrace(error) };
}

/** Explains a folder without a registry: a mistyped path must not start an empty service. */
function noFolder(error: unknown, folder: string): MemoryError | undefined {
  if (!MemoryError.is(error, "not_found")) return undefined;
  const message = `Cannot serve: ${folder} must contain a registry, and contains none. Create one with --create, or with: keepsake stores create NAME`;
  return new MemoryError("not_found", message, { data: { id: folder }, cause: error });
}

/**
 * Converts an error of listening. A port that is taken may become free later; an invalid address
 * stays invalid.
 */
function cannotListen(error: unknown, { host, port }: ServeFlags): Error | undefined {
  const code =
    error instanceof Error && "syscall" in error && "code" in error ? String(error.code) : undefined;
  if (code === undefined) return undefined;
  const message = `Cannot serve: ${host} port ${port} must be free to listen on, got ${code}`;
  return code === "EADDRINUSE"
    ? new MemoryError("busy", message, { data: { timeoutMs: 0 }, cause: error })
    : new UsageError(message);
}
