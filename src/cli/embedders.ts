/**
 * Creates embedders by name, for `--embedder`: `static`, `static:128`,
 * `transformers:Xenova/bge-small-en-v1.5`, `openai-compatible:nomic-embed-text`. Other options of
 * an adapter are given with `--embedder-option key=value`; the adapter checks them. To support
 * another adapter, add a row to the table below.
 */
import { type Command, Option } from "commander";
import type { Embedder } from "../embedders/embedder.js";
import { UsageError } from "./exit-codes.js";
import { collectPairs } from "./flags.js";
import type { CliIo } from "./io.js";

/** Flags of every command that opens a store. */
export interface EmbedderFlags {
  readonly embedder?: string;
  readonly embedderOption?: Readonly<Record<string, unknown>>;
}

interface Given {
  /** The part after the colon. */
  readonly model: string | undefined;
  readonly options: Readonly<Record<string, unknown>>;
  readonly apiKey: string | undefined;
}

/**
 * Loaded on demand, so that other commands do not wait for them. Each adapter checks its own
 * options.
 */
const makers: Readonly<Record<string, (given: Given) => Promise<Embedder>>> = {
  static: async ({ model, options }) => {
    const { staticEmbedder } = await import("../embedders/static-embedder.js");
    return staticEmbedder({
      ...(model === undefined ? {} : { dimensions: Number(model) }),
      ...options,
    } as object);
  },
  transformers: async ({ model, options }) => {
    const { transformersEmbedder } = await import("../embedders/transformers/index.js");
    return transformersEmbedder({ model, ...options } as Parameters<typeof transformersEmbedder>[0]);
  },
  "openai-compatible": async ({ model, options, apiKey }) => {
    const { openAICompatibleEmbedder } = await import("../embedders/openai-compatible-embedder.js");
    const key = apiKey === undefined ? {} : { apiKey };
    return openAICompatibleEmbedder({ model, ...key, ...options } as Parameters<
      typeof openAICompatibleEmbedder
    >[0]);
  },
};

/** Adds the flags. */
export function addEmbedderFlags(command: Command): void {
  command.option(
    "--embedder <name[:model]>",
    "the embedder: static[:dimensions], transformers:MODEL, openai-compatible:MODEL (default: $KEEPSAKE_EMBEDDER, else static)",
  );
  const option = new Option(
    "--embedder-option <key=value>",
    "an option of the embedder, such as baseUrl=http://localhost:11434/v1; repeatable (default: $KEEPSAKE_EMBEDDER_OPTIONS, JSON)",
  );
  command.addOption(option.argParser(collectPairs));
}

/**
 * The embedder that was named; `undefined` if none was.
 *
 * @throws {UsageError} if the name is unknown
 * @throws {MemoryError} `invalid_input` if the embedder rejects its options
 */
export async function namedEmbedder(flags: EmbedderFlags, env: CliIo["env"]): Promise<Embedder | undefined> {
  const named = flags.embedder ?? (env.KEEPSAKE_EMBEDDER || undefined);
  const options = flags.embedderOption ?? optionsFrom(env.KEEPSAKE_EMBEDDER_OPTIONS);
  if (named === undefined) {
    if (flags.embedderOption === undefined) return undefined;
    throw new UsageError("Cannot continue: --embedder-option needs --embedder");
  }
  const [, name = "", model] = /^([^:]*)(?::(.*))?$/su.exec(named) ?? [];
  const make = Object.hasOwn(makers, name) ? makers[name] : undefined;
  if (make !== undefined) return make({ model, options, apiKey: env.KEEPSAKE_EMBEDDER_KEY || undefined });
  throw new UsageError(
    `Cannot continue: --embedder must be one of ${Object.keys(makers).join(", ")}, got "${name}"`,
  );
}

function optionsFrom(json: string | undefined): Readonly<Record<string, unknown>> {
  if (!json) return {};
  try {
    const options: unknown = JSON.parse(json);
    if (typeof options === "object" && options !== null && !Array.isArray(options)) return { ...options };
  } catch {
    // The error below covers every text that is not an object.
  }
  throw new UsageError("Cannot continue: KEEPSAKE_EMBEDDER_OPTIONS must be a JSON object");
}
