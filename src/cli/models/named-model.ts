/**
 * Models that a command takes by name: `--embedder static:128`, `--extractor
 * openai-compatible:qwen3:8b`. Other options of an adapter are given with `--embedder-option
 * key=value`; the adapter checks them. Keys are read from the environment only, because other users
 * of a machine can read the flags of a process.
 */
import { type Command, Option } from "commander";
import { UsageError } from "../exit-codes.js";
import { collectPairs } from "../flags.js";
import type { CliIo } from "../io.js";

/** What was given for a model. */
export interface Given {
  /** The part of the name after the first colon. */
  readonly model: string | undefined;
  readonly options: Readonly<Record<string, unknown>>;
  readonly apiKey: string | undefined;
}

/** A kind of model, and what makes each one that can be named. */
export interface ModelKind<Model> {
  /** The name of the flag, and of the environment's variables in capitals. */
  readonly name: "embedder" | "extractor";
  /** What can be named, for the help. */
  readonly choices: string;
  /**
   * Loaded on demand, so that other commands do not wait for them. Each adapter checks its own
   * options.
   */
  readonly makers: Readonly<Record<string, (given: Given) => Promise<Model>>>;
}

/** Adds the flags of a kind of model. */
export function addModelFlags({ name, choices }: ModelKind<unknown>, command: Command): void {
  const variable = variableOf(name);
  command.option(`--${name} <name[:model]>`, `the ${name}: ${choices} (default: $${variable})`);
  const option = new Option(
    `--${name}-option <key=value>`,
    `an option of the ${name}, such as baseUrl=http://localhost:11434/v1; repeatable (default: $${variable}_OPTIONS, JSON)`,
  );
  command.addOption(option.argParser(collectPairs));
}

/**
 * The model that was named; `undefined` if none was.
 *
 * @throws {UsageError} if the name is unknown, or options are given without a name
 * @throws {MemoryError} `invalid_input` if the adapter rejects its options
 */
export async function namedModel<Model>(
  { name, makers }: ModelKind<Model>,
  flags: Readonly<Record<string, unknown>>,
  env: CliIo["env"],
): Promise<Model | undefined> {
  const variable = variableOf(name);
  const named = (flags[name] as string | undefined) ?? (env[variable] || undefined);
  const ownOptions = flags[`${name}Option`] as Given["options"] | undefined;
  const options = ownOptions ?? optionsIn(`${variable}_OPTIONS`, env);
  if (named === undefined) {
    if (ownOptions === undefined) return undefined;
    throw new UsageError(`Cannot continue: --${name}-option needs --${name}`);
  }
  const [, kind = "", model] = /^([^:]*)(?::(.*))?$/su.exec(named) ?? [];
  const make = Object.hasOwn(makers, kind) ? makers[kind] : undefined;
  if (make !== undefined) return make({ model, options, apiKey: env[`${variable}_KEY`] || undefined });
  throw new UsageError(
    `Cannot continue: --${name} must be one of ${Object.keys(makers).join(", ")}, got "${kind}"`,
  );
}

function variableOf(name: string): string {
  return `KEEPSAKE_${name.toUpperCase()}`;
}

function optionsIn(variable: string, env: CliIo["env"]): Given["options"] {
  const json = env[variable];
  if (!json) return {};
  try {
    const options: unknown = JSON.parse(json);
    if (typeof options === "object" && options !== null && !Array.isArray(options)) return { ...options };
  } catch {
    // The error below covers every text that is not an object.
  }
  throw new UsageError(`Cannot continue: ${variable} must be a JSON object`);
}
