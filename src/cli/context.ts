/**
 * The context of every command: the outside world, the terminal, the shared flags, and the store
 * while the command works.
 */
import { existsSync } from "node:fs";
import { homedir } from "node:os";
import type { StoreModels } from "../accounts/registry/stores/store-models.js";
import type { Command } from "../bundled/commander.js";
import { MemoryError } from "../contract/errors.js";
import type { CallOptions } from "../contract/memory-service.js";
import type { Scope } from "../contract/scope.js";
import { type ExitCode, exitCodes, UsageError } from "./exit-codes.js";
import { embedders, extractors, modelsOfStore, settingsInFlags } from "./models/models.js";
import { namedModel } from "./models/named-model.js";
import { encryptionWith, readKey, storeKey } from "./stores/encryption.js";
import type { CliIo, LocalMemory, Models } from "./terminal/io.js";
import { Terminal } from "./terminal/terminal.js";

/** Flags of all commands. */
interface SharedFlags {
  readonly db?: string;
  readonly keyFile?: string;
  readonly json?: boolean;
  readonly actor?: string;
  readonly scope?: Scope;
}

/** The store's file if none is named. */
export const defaultPath = "keepsake.db";

/** The context of one command. */
export class Context {
  readonly io: CliIo;
  readonly terminal: Terminal;
  /** The exit code; set by a command whose check failed. */
  exitCode: ExitCode = exitCodes.ok;
  readonly #program: Command;

  constructor(io: CliIo, program: Command) {
    this.io = io;
    this.terminal = new Terminal(io);
    this.#program = program;
  }

  /** `--json`: print payloads as JSON. */
  get json(): boolean {
    return this.#shared.json === true;
  }

  /** `--actor`, for the audit trail. */
  get actor(): string | undefined {
    return this.#shared.actor;
  }

  /**
   * `--db`, else the environment's `KEEPSAKE_DB`, else `keepsake.db` in the working directory. A
   * `~` at the start is the home folder, even in a client's configuration, which no shell expands.
   */
  get path(): string {
    const path = this.#shared.db ?? (this.io.env.KEEPSAKE_DB || defaultPath);
    return path.replace(/^~(?=[\\/])/, this.io.env.HOME || homedir());
  }

  /** `--embedder` and `--extractor`, or the environment's; empty if neither was named. */
  async models(): Promise<Models> {
    return this.#models(this.#program.opts<Record<string, unknown>>());
  }

  /** The models that the environment names, even if flags name others. */
  environmentModels(): Promise<Models> {
    return this.#models({});
  }

  /** The models that the flags name, as settings for a store. @throws {UsageError} */
  get modelSettings(): StoreModels {
    return settingsInFlags(this.#program.opts<Record<string, unknown>>());
  }

  /** Makes the models of a store that has its own. */
  readonly modelsOfStore = (settings: StoreModels): Promise<Models> => modelsOfStore(settings, this.io.env);

  async #models(flags: Readonly<Record<string, unknown>>): Promise<Models> {
    const embedder = await namedModel(embedders, flags, this.io.env);
    const extractor = await namedModel(extractors, flags, this.io.env);
    return {
      ...(embedder === undefined ? {} : { embedder }),
      ...(extractor === undefined ? {} : { extractor }),
    };
  }

  /** `--key-file`. */
  get keyFile(): string | undefined {
    return this.#shared.keyFile;
  }

  /** The key of the store, from `--key-file` or the environment. */
  get key(): Uint8Array | undefined {
    return readKey(storeKey, this.keyFile, this.io.env);
  }

  /** `--db` if it was given, for commands with a file of their own. */
  get namedPath(): string | undefined {
    return this.#shared.db;
  }

  /** Opens the store (limited to `--scope`), works with it, and closes it in any case. */
  async withMemory<Answer>(
    work: (memory: LocalMemory, call: Required<CallOptions>) => Promise<Answer>,
    path = this.path,
  ): Promise<Answer> {
    const { actor } = this;
    const { scope } = this.#shared;
    const models = await this.models();
    const memory = this.io.open({
      path,
      ...encryptionWith(this.key),
      ...(actor === undefined ? {} : { actor }),
      ...models,
    });
    try {
      return await work(scope === undefined ? memory : within(memory, scope), { signal: this.io.signal });
    } finally {
      await memory.close();
    }
  }

  /**
   * As `withMemory`, for a command that only reads: a mistyped path must not create an empty store.
   */
  withExistingMemory<Answer>(
    action: string,
    work: (memory: LocalMemory, call: Required<CallOptions>) => Promise<Answer>,
  ): Promise<Answer> {
    if (this.path !== ":memory:") this.existingPath(action);
    return this.withMemory(work);
  }

  /** The path of a store that exists. @throws {MemoryError} `not_found` */
  existingPath(action: string): string {
    const { path } = this;
    if (existsSync(path)) return path;
    throw new MemoryError(
      "not_found",
      `Cannot ${action}: a store must exist, got no file at ${path} (name one with --db)`,
      { data: { id: path } },
    );
  }

  get #shared(): SharedFlags {
    return this.#program.opts<SharedFlags>();
  }
}

/** Limits a memory to one scope. */
function within(memory: LocalMemory, scope: Scope): LocalMemory {
  const whole = (action: string) => async () => {
    throw new UsageError(
      `Cannot ${action}: --scope does not apply, because the command works on a whole store`,
    );
  };
  return Object.assign(memory.for(scope), {
    reembed: whole("re-embed"),
    check: whole("check"),
    backup: whole("back up"),
  });
}
