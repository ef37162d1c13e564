/**
 * Embedders by name, as `--embedder` says them: `static`, `static:128`, `transformers:Xenova/bge-small-en-v1.5`, `openai-compatible:nomic-embed-text`. What an
 * adapter takes beside its model is `--embedder-option key=value`; the adapter checks it. Another adapter is another row of the table below.
 */
import { type Command, Option } from "commander";
import type { Embedder } from "../embedders/embedder.js";
import { UsageError } from "./exit-codes.js";
import { collectPairs } from "./flags.js";
import type { CliIo } from "./io.js";

/** What names an embedder: flags of every command that opens a store. */
export interface EmbedderFlags {
  readonly embedder?: string;
  readonly embedderOption?: Readonly<Record<string, unknown>>;
}

interface Given {
  /** What stands after the colon. */
  readonly model: string | undefined;
  readonly options: Readonly<Record<string, unknown>>;
  readonly apiKey: string | undefined;
}

/** Loaded when they are named: no other command should wait for them. What they take is checked there, and refused with the field's name. */
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
    "whose vectors: static[:dimensions], transformers:MODEL, openai-compatible:MODEL (default: $KEEPSAKE_EMBEDDER, else static)",
  );
  const option = new Option(
    "--embedder-option <key=value>",
    "what it takes beside, such as baseUrl=http://localhost:11434/v1; repeatable (default: $KEEPSAKE_EMBEDDER_OPTIONS, JSON)",
  );
  command.addOption(option.argParser(collectPairs));
}

/**
 * The embedder that was named; `undefined` where none was.
 *
 * @throws {UsageError} where there is none of that name
 * @throws {MemoryError} `invalid_input` where it refuses what it was given
 */
export async function namedEmbedder(flags: EmbedderFlags, env: CliIo["env"]): Promise<Embedder | undefined> {
  const named = flags.embedder ?? (env.KEEPSAKE_EMBEDDER || undefined);
  const options = flags.embedderOption ?? optionsFrom(env.KEEPSAKE_EMBEDDER_OPTIONS);
  if (named === undefined) {
    if (flags.embedderOption === undefined) return undefined;
    throw new UsageError("Cannot go on: --embedder-option needs --embedder");
  }
  const [, name = "", model] = /^([^:]*)(?::(.*))?$/su.exec(named) ?? [];
  const make = Object.hasOwn(makers, name) ? makers[name] : undefined;
  if (make !== undefined) return make({ model, options, apiKey: env.KEEPSAKE_EMBEDDER_KEY || undefined });
  throw new UsageError(
    `Cannot go on: --embedder must be one of ${Object.keys(makers).join(", ")}, got "${name}"`,
  );
}

function optionsFrom(json: string | undefined): Readonly<Record<string, unknown>> {
  if (!json) return {};
  try {
    const options: unknown = JSON.parse(json);
    if (typeof options === "object" && options !== null && !Array.isArray(options)) return { ...options };
  } catch {
    // Told below with every other text that is no object.
  }
  throw new UsageError("Cannot go on: KEEPSAKE_EMBEDDER_OPTIONS must be a JSON object");
}
