/** What every command is handed: the world, the screen, the flags that all commands share, and the store for as long as it works. */
import { existsSync } from "node:fs";
import type { Command } from "commander";
import { MemoryError } from "../contract/errors.js";
import type { CallOptions } from "../contract/memory-service.js";
import type { Scope } from "../contract/scope.js";
import { type EmbedderFlags, namedEmbedder } from "./embedders.js";
import { type ExitCode, exitCodes, UsageError } from "./exit-codes.js";
import type { CliIo, LocalMemory } from "./io.js";
import { Terminal } from "./terminal.js";

/** Flags that stand before or after any command. */
interface SharedFlags extends EmbedderFlags {
  readonly db?: string;
  readonly json?: boolean;
  readonly actor?: string;
  readonly scope?: Scope;
}

export const defaultPath = "keepsake.db";

export class Context {
  readonly io: CliIo;
  readonly terminal: Terminal;
  /** Raised by a command whose check ran and did not hold. */
  exitCode: ExitCode = exitCodes.ok;
  readonly #program: Command;

  constructor(io: CliIo, program: Command) {
    this.io = io;
    this.terminal = new Terminal(io);
    this.#program = program;
  }

  get json(): boolean {
    return this.#shared.json === true;
  }

  /** `--actor`, for the audit trail. */
  get actor(): string | undefined {
    return this.#shared.actor;
  }

  /** `--db`, else the environment's `KEEPSAKE_DB`, else `keepsake.db` in the working directory. */
  get path(): string {
    return this.#shared.db ?? (this.io.env.KEEPSAKE_DB || defaultPath);
  }

  /** Whether `--embedder` was given, for commands that have no use for it. */
  get namesEmbedder(): boolean {
    return this.#shared.embedder !== undefined;
  }

  /** The path where it was named, for commands that otherwise work on a file of their own. */
  get namedPath(): string | undefined {
    return this.#shared.db;
  }

  /** Opens the store, works with it, or with the part that `--scope` names, and closes it whatever happens. */
  async withMemory<Answer>(
    work: (memory: LocalMemory, call: Required<CallOptions>) => Promise<Answer>,
    path = this.path,
  ): Promise<Answer> {
    const { actor } = this;
    const { scope } = this.#shared;
    const embedder = await namedEmbedder(this.#shared, this.io.env);
    const memory = this.io.open({
      path,
      ...(actor === undefined ? {} : { actor }),
      ...(embedder === undefined ? {} : { embedder }),
    });
    try {
      return await work(scope === undefined ? memory : within(memory, scope), { signal: this.io.signal });
    } finally {
      await memory.close();
    }
  }

  /** As `withMemory`, for a command that only reads: a mistyped path must not leave an empty store behind. */
  withExistingMemory<Answer>(
    action: string,
    work: (memory: LocalMemory, call: Required<CallOptions>) => Promise<Answer>,
  ): Promise<Answer> {
    const { path } = this;
    if (path !== ":memory:" && !existsSync(path))
      throw new MemoryError(
        "not_found",
        `Cannot ${action}: a store must exist, got no file at ${path} (name one with --db)`,
        { data: { id: path } },
      );
    return this.withMemory(work);
  }

  get #shared(): SharedFlags {
    return this.#program.opts<SharedFlags>();
  }
}

/** What one scope has of a memory. */
function within(memory: LocalMemory, scope: Scope): LocalMemory {
  const whole = (action: string) => async () => {
    throw new UsageError(`Cannot ${action}: that is done with a whole store, without --scope`);
  };
  return Object.assign(memory.for(scope), {
    reembed: whole("re-embed"),
    check: whole("check"),
    backup: whole("back up"),
  });
}
