/** The flags `--sign-in` and `--public-url` of `keepsake serve`. */

import type { Registry } from "../../../accounts/registry/registry.js";
import { type Command, Option } from "../../../bundled/commander.js";
import { MemoryError } from "../../../contract/errors.js";
import type { ClientMetadataOptions, SignIn, SignInOptions } from "../../../sign-in/index.js";
import { UsageError } from "../../exit-codes.js";

/** The flags of sign-in. */
export interface SignInFlags {
  readonly signIn?: true;
  readonly publicUrl?: string;
  readonly clientMetadata?: readonly string[];
}

/** Adds the flags. */
export function addSignInFlags(command: Command): Command {
  return command
    .addOption(
      new Option(
        "--sign-in",
        "let people sign in with a browser, and MCP clients get tokens (needs oidc-provider)",
      ),
    )
    .option(
      "--public-url <url>",
      "with --sign-in: the https address that browsers use (default: where it listens)",
    )
    .addOption(
      new Option(
        "--client-metadata <how>",
        "with --sign-in: accept clients that are named by the address of their metadata: fetch, or a folder with copies; repeatable (default: neither)",
      ).argParser((how: string, before: readonly string[] = []) => [...before, how]),
    );
}

/** The sign-in of a service that is starting. */
export class ServeSignIn {
  readonly #make: (registry: Registry, url: string) => SignIn;
  #signIn: SignIn | undefined;

  private constructor(make: (registry: Registry, url: string) => SignIn) {
    this.#make = make;
  }

  /**
   * Loads sign-in if the flags ask for it.
   *
   * @throws {UsageError} for a public URL without sign-in
   * @throws {MemoryError} `missing_dependency`
   */
  static async load(
    { signIn: isWanted, publicUrl, clientMetadata: how }: SignInFlags,
    { home, onDefect }: Pick<SignInOptions, "home" | "onDefect">,
  ): Promise<ServeSignIn | undefined> {
    if (isWanted !== true && publicUrl !== undefined)
      throw new UsageError("Cannot serve: --public-url must be given with --sign-in");
    if (isWanted !== true && how !== undefined)
      throw new UsageError("Cannot serve: --client-metadata must be given with --sign-in");
    if (isWanted !== true) return undefined;
    const { signIn } = await loaded();
    const options = {
      ...(home === undefined ? {} : { home }),
      ...(how === undefined ? {} : { clientMetadata: metadataOf(how) }),
      ...(onDefect === undefined ? {} : { onDefect }),
    };
    return new ServeSignIn((registry, url) => signIn({ registry, publicUrl: publicUrl ?? url, ...options }));
  }

  /** Makes the sign-in of a service that listens at `url`. */
  start({ registry, url }: { readonly registry: Registry; readonly url: string }): SignIn {
    this.#signIn = this.#make(registry, url);
    return this.#signIn;
  }

  /** See `SignIn.challenge`. */
  get challenge(): string {
    return this.#signIn?.challenge ?? "Bearer";
  }

  /** See `SignIn.origin`. */
  get origin(): string | undefined {
    return this.#signIn?.origin;
  }
}

/** `fetch`, a folder, or one of each. @throws {UsageError} */
function metadataOf(how: readonly string[]): ClientMetadataOptions {
  const folders = how.filter((one) => one !== "fetch");
  const [folder] = folders;
  if (folders.length > 1)
    throw new UsageError(`Cannot serve: --client-metadata must name one folder, got ${folders.join(", ")}`);
  return { fetch: how.includes("fetch"), ...(folder === undefined ? {} : { folder }) };
}

async function loaded(): Promise<typeof import("../../../sign-in/index.js")> {
  try {
    return await import("../../../sign-in/index.js");
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== "ERR_MODULE_NOT_FOUND") throw cause;
    const name = "oidc-provider";
    throw new MemoryError(
      "missing_dependency",
      `Cannot offer sign-in: install ${name} (npm install ${name})`,
      {
        data: { package: name },
        cause,
      },
    );
  }
}
