/**
 * `keepsake encrypt`, `keepsake decrypt` and `keepsake rekey`: move a store to a key, away from it,
 * or to another one.
 */
import type { Command } from "../../bundled/commander.js";
import type { Context } from "../context.js";
import { encryptionWith, keyOption, newKey, readKey, requireKey, storeKey } from "../stores/encryption.js";

const about = `
The store must not be open elsewhere. A copy is made beside it and takes its place at the end: a command that is killed leaves
the store whole, and the same command finishes the rest. Former files are overwritten before they are deleted, as far as the
disk allows it. Keys are never flags: put one into a file that only you can read.`;

const encryptExamples = `
Examples:
  openssl rand -hex 32 > agent.key
  keepsake encrypt --db agent.db --key-file agent.key
  keepsake recall --db agent.db --key-file agent.key "Where does Ana live?"
${about}`;

const rekeyExamples = `
Examples:
  keepsake rekey --db agent.db --key-file agent.key --new-key-file next.key
${about}`;

/** Adds the command `encrypt`. */
export function addEncrypt(program: Command, context: Context): void {
  program
    .command("encrypt")
    .summary("encrypt a store that is not encrypted")
    .description("Encrypts the store with the key of --key-file.")
    .addHelpText("after", encryptExamples)
    .action(() => move(context, "Encrypted", { to: requireKey(storeKey, context.keyFile, context.io.env) }));
}

/** Adds the command `decrypt`. */
export function addDecrypt(program: Command, context: Context): void {
  program
    .command("decrypt")
    .summary("write an encrypted store in plain text")
    .description("Decrypts the store with the key of --key-file.")
    .addHelpText("after", about)
    .action(() =>
      move(context, "Decrypted", { from: requireKey(storeKey, context.keyFile, context.io.env) }),
    );
}

/** Adds the command `rekey`. */
export function addRekey(program: Command, context: Context): void {
  program
    .command("rekey")
    .summary("encrypt a store with another key")
    .description("Encrypts the store with the key of --new-key-file instead of that of --key-file.")
    .addOption(keyOption(newKey))
    .addHelpText("after", rekeyExamples)
    .action((flags: { readonly newKeyFile?: string }) =>
      move(context, "Encrypted with the new key", {
        from: readKey(storeKey, context.keyFile, context.io.env),
        to: requireKey(newKey, flags.newKeyFile, context.io.env),
      }),
    );
}

interface Keys {
  readonly from?: Uint8Array | undefined;
  readonly to?: Uint8Array | undefined;
}

async function move(context: Context, done: string, { from, to }: Keys): Promise<void> {
  const { io, terminal } = context;
  const result = await io.rekey(context.existingPath("change the key"), {
    from: encryptionWith(from).encryption,
    to: encryptionWith(to).encryption,
    signal: io.signal,
    onProgress: (progress) => terminal.progress("copying", progress),
  });
  terminal.settle();
  if (context.json) return terminal.json(result);
  await terminal.line(
    result.changed ? `${done}: ${result.path}.` : `Nothing to do: ${result.path} is so already.`,
  );
}
