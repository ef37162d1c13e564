/** The flag `--console` of `keepsake serve`. */
import type { Command } from "../../../bundled/commander.js";
import type { ServeOptions } from "../../../server/serve.js";
import { UsageError } from "../../exit-codes.js";
import { version } from "../../version.js";

/** The flags of the console. */
export interface ConsoleFlags {
  readonly console?: boolean;
}

/** Adds the flags. */
export function addConsoleFlags(command: Command): Command {
  return command
    .option("--console", "with --sign-in: serve the console at /console (default with --sign-in)")
    .option("--no-console", "with --sign-in: serve no console");
}

/** The console of a service that is starting. */
export interface ServeConsole {
  /** Where people are sent after a sign-in. */
  readonly home: string;
  /** Makes the site. @param origin Returns the address of the service as browsers see it. */
  sites(origin: () => string): NonNullable<ServeOptions["sites"]>;
}

/**
 * Loads the console if people can sign in and the flags do not exclude it. It uses the session of
 * the sign-in, and shows only what the person may see.
 *
 * @throws {UsageError} for a console without sign-in
 * @throws {MemoryError} `not_found` if its page was not built
 */
export async function loadConsole(
  flags: ConsoleFlags & { readonly signIn?: true },
  onDefect: (error: unknown) => void,
): Promise<ServeConsole | undefined> {
  if (flags.signIn !== true) {
    if (flags.console === true) throw new UsageError("Cannot serve: --console must be given with --sign-in");
    return undefined;
  }
  if (flags.console === false) return undefined;
  const [{ ServiceConsole, consolePath }, { builtFiles }] = await Promise.all([
    import("../../../console/service/service-console.js"),
    import("../../../console/static-files.js"),
  ]);
  const files = builtFiles();
  const common = { files, version: version(), clock: () => new Date(), onDefect };
  return {
    home: `${consolePath}/`,
    sites: (origin) => ({
      [consolePath]: ({ folder }) => new ServiceConsole({ ...common, folder, origin: origin() }).answer,
    }),
  };
}
