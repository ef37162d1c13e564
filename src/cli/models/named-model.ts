/**
 * Models that a command takes by name: `--embedder static:128`, `--extractor
 * openai-compatible:qwen3:8b`. Other options of an adapter are given with `--embedder-option
 * key=value`; the adapter checks them. Keys are read from the environment only, because other users
 * of a machine can read the flags of a process.
 */
import { type Command, Option } from "../../bundled/commander.js";
import { UsageError } from "../exit-codes.js";
import { collectPairs } from "../flags.js";
import type { CliIo } from "../terminal/io.js";

/** The name and the options that were given for a model. */
export interface Given {
  /** The part of the name after the first colon. */
  readonly model: string | undefined;
  readonly options: Readonly<Record<string, unknown>>;
  readonly apiKey: string | undefined;
}

/** A kind of model, and a factory for each name. */
export interface ModelKind<Model> {
  /** The name of the flag and, in capitals, of the environment variables. */
  readonly name: "embedder" | "extractor";
  /** The possible names, for the help. */
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

/** A model as it was named: `openai-compatible:qwen3:8b`, with the options of its adapter. */
export interface NamedModel {
  readonly name: string;
  readonly options: Given["options"];
}

/**
 * The model that the flags name.
 *
 * @throws {UsageError} if options are given without a name
 */
export function modelInFlags(
  { name }: ModelKind<unknown>,
  flags: Readonly<Record<string, unknown>>,
): NamedModel | undefined {
  const named = flags[name] as string | undefined;
  const options = flags[`${name}Option`] as Given["options"] | undefined;
  if (named !== undefined) return { name: named, options: options ?? {} };
  if (options === undefined) return undefined;
  throw new UsageError(`Cannot continue: --${name}-option needs --${name}`);
}

/**
 * The model that the flags name, else the environment; `undefined` if neither does.
 *
 * @throws {UsageError} as {@link modelInFlags} and {@link madeModel}, and for options in the
 * environment without a name
 * @throws {MemoryError} `invalid_input` if the adapter rejects its options
 */
export async function namedModel<Model>(
  kind: ModelKind<Model>,
  flags: Readonly<Record<string, unknown>>,
  env: CliIo["env"],
): Promise<Model | undefined> {
  const variable = variableOf(kind.name);
  const name = (flags[kind.name] as string | undefined) ?? (env[variable] || undefined);
  const ownOptions = flags[`${kind.name}Option`] as Given["options"] | undefined;
  const options = ownOptions ?? optionsIn(`${variable}_OPTIONS`, env);
  if (name !== undefined) return madeModel(kind, { name, options }, env);
  modelInFlags(kind, flags);
  if (Object.keys(options).length > 0)
    throw new UsageError(`Cannot continue: ${variable}_OPTIONS needs ${variable}, or --${kind.name}`);
  return undefined;
}

/**
 * Makes a model. Its key is in the environment: in `KEEPSAKE_EMBEDDER_KEY`, or in the variable that
 * the option `keyVariable` names, such as `KEEPSAKE_EMBEDDER_KEY_ACME`.
 *
 * @throws {UsageError} if the name is unknown, an option has a key, or the variable is not set
 * @throws {MemoryError} `invalid_input` if the adapter rejects its options
 */
export async function madeModel<Model>(
  { name, makers }: ModelKind<Model>,
  named: NamedModel,
  env: CliIo["env"],
): Promise<Model> {
  const [, kind = "", model] = /^([^:]*)(?::(.*))?$/su.exec(named.name) ?? [];
  const make = Object.hasOwn(makers, kind) ? makers[kind] : undefined;
  if (make === undefined)
    throw new UsageError(
      `Cannot continue: --${name} must be one of ${Object.keys(makers).join(", ")}, got "${kind}"`,
    );
  const { keyVariable, ...options } = named.options;
  return make({ model, options, apiKey: keyIn(name, { keyVariable, options }, env) });
}

/**
 * The key of a model. A key is neither in a flag, which other users of the machine can read, nor in
 * the registry.
 */
function keyIn(
  name: string,
  { keyVariable, options }: { readonly keyVariable: unknown; readonly options: Given["options"] },
  env: CliIo["env"],
): string | undefined {
  const usual = `${variableOf(name)}_KEY`;
  if ("apiKey" in options)
    throw new UsageError(`Cannot continue: the key of the ${name} must be in $${usual}, not in an option`);
  if (keyVariable === undefined) return env[usual] || undefined;
  if (typeof keyVariable !== "string" || !new RegExp(`^${usual}(?:_[A-Z0-9_]+)?$`).test(keyVariable))
    throw new UsageError(
      `Cannot continue: keyVariable of the ${name} must be ${usual} or begin with ${usual}_, got ${JSON.stringify(keyVariable)}`,
    );
  const key = env[keyVariable];
  if (key) return key;
  throw new UsageError(
    `Cannot continue: the key of the ${name} must be in $${keyVariable}, which is not set`,
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
