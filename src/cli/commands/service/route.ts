/** `keepsake route` and `keepsake litestream`: many hosts that each serve a data folder. */
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { type Command, InvalidArgumentError, Option } from "../../../bundled/commander.js";
import type { HostAddress } from "../../../fleet/host.js";
import type { Context } from "../../context.js";
import { UsageError } from "../../exit-codes.js";
import { type DataFlags, dataFolder, dataOption, wholeNumber } from "../../stores/data-folder.js";

const examples = `
Examples:
  keepsake serve --data /var/lib/keepsake --fleet-token-file fleet.token        on each host
  keepsake route --host a=http://10.0.0.1:8787 --host b=http://10.0.0.2:8787 --fleet-token-file fleet.token

Requests go to the host that has the account of their key. The operator's side listens on --admin-port: it lists hosts,
creates and moves accounts, and drains hosts (docs/scale.md). All hosts and the router have the same token.`;

interface RouteFlags {
  readonly host: readonly HostAddress[];
  readonly fleetTokenFile: string;
  readonly port: number;
  readonly address: string;
  readonly adminPort: number;
  readonly adminAddress: string;
}

/** Adds the commands `route` and `litestream`. */
export function addRoute(program: Command, context: Context): void {
  program
    .command("route")
    .summary("route requests to several hosts that serve")
    .description(
      "Passes each request to the host that has the account of its key, and moves accounts between hosts.",
    )
    .addOption(
      new Option(
        "--host <name=url>",
        "a host of the fleet; repeatable; name=url*2 takes twice as many accounts",
      )
        .argParser(hostOf)
        .makeOptionMandatory(),
    )
    .addOption(tokenOption().makeOptionMandatory())
    .addOption(new Option("--port <n>", "the port; 0 for any free port").argParser(wholeNumber).default(8786))
    .option("--address <address>", "the address to listen on", "127.0.0.1")
    .addOption(
      new Option("--admin-port <n>", "the port of the operator's side").argParser(wholeNumber).default(8785),
    )
    .option("--admin-address <address>", "the address of the operator's side", "127.0.0.1")
    .addHelpText("after", examples)
    .action((flags: RouteFlags) => run(flags, context));
  program
    .command("litestream")
    .argument("<url>", "where the replicas go, such as s3://bucket/host-a")
    .summary("print settings of Litestream for a data folder")
    .description(
      "Prints settings of Litestream, which replicates the registry and every store of a data folder.",
    )
    .addOption(dataOption())
    .action(async (to: string, flags: DataFlags) => {
      const { litestreamSettings } = await import("../../../fleet/litestream.js");
      context.io.stdout.write(litestreamSettings({ folder: dataFolder(flags, context), to }));
    });
}

/** The flag of the fleet's token. */
export function tokenOption(): Option {
  return new Option("--fleet-token-file <path>", "file with the token of the fleet: at least 16 characters");
}

/** Reads the token of the fleet. @throws {UsageError} */
export function fleetToken(path: string): string {
  let token: string;
  try {
    token = readFileSync(path, "utf8").trim();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new UsageError(`Cannot continue: the token of the fleet in ${path} must be readable, got ${code}`);
  }
  if (/^[\x21-\x7e]{16,4096}$/.test(token)) return token;
  throw new UsageError(
    `Cannot continue: the token of the fleet in ${path} must be at least 16 visible ASCII characters`,
  );
}

async function run(flags: RouteFlags, context: Context): Promise<void> {
  const { io, terminal } = context;
  const token = fleetToken(flags.fleetTokenFile);
  const [{ route }, { RouterAdmin }] = await Promise.all([
    import("../../../fleet/router.js"),
    import("../../../fleet/admin.js"),
  ]);
  const router = await route({ hosts: flags.host, token, port: flags.port, hostname: flags.address });
  const admin = new RouterAdmin({ router, token });
  const adminUrl = await admin.listen({ port: flags.adminPort, hostname: flags.adminAddress });
  await terminal.remark(`keepsake routes to ${flags.host.length} hosts at ${router.url}`);
  await terminal.remark(`the operator's side is at ${adminUrl}`);
  if (!io.signal.aborted) await once(io.signal, "abort");
  await admin.close();
  await router.close();
}

function hostOf(text: string, before: readonly HostAddress[] = []): readonly HostAddress[] {
  const [, name, url = "", weight = "1"] =
    /^([\w.-]{1,64})=(https?:\/\/[^*\s]+)(?:\*(\d+(?:\.\d+)?))?$/.exec(text) ?? [];
  if (name === undefined || !URL.canParse(url) || Number(weight) <= 0)
    throw new InvalidArgumentError(`must be NAME=URL, such as a=http://10.0.0.1:8787, got "${text}".`);
  return [...before, { name, url, weight: Number(weight) }];
}
