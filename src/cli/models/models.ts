/**
 * The models that flags and settings name: the embedders of `--embedder` (`static`, `static:128`,
 * `transformers:Xenova/bge-small-en-v1.5`, `openai-compatible:nomic-embed-text`) and the extractors
 * of `--extractor` (`rules`, `openai-compatible:qwen3:8b`). To support another adapter, add a row
 * to its table.
 */
import type { StoreModels } from "../../accounts/registry/stores/store-models.js";
import type { Embedder } from "../../embedders/embedder.js";
import type { Extractor } from "../../extractors/extractor.js";
import { UsageError } from "../exit-codes.js";
import type { CliIo, Models } from "../terminal/io.js";
import { type ModelKind, madeModel, modelInFlags } from "./named-model.js";

/** Every embedder that can be named. */
export const embedders: ModelKind<Embedder> = {
  name: "embedder",
  choices: "static[:dimensions], transformers:MODEL, openai-compatible:MODEL",
  makers: {
    static: async ({ model, options }) => {
      const { staticEmbedder } = await import("../../embedders/static-embedder.js");
      return staticEmbedder({
        ...(model === undefined ? {} : { dimensions: Number(model) }),
        ...options,
      } as object);
    },
    transformers: async ({ model, options }) => {
      const { transformersEmbedder } = await import("../../embedders/transformers/index.js");
      return transformersEmbedder({ model, ...options } as Parameters<typeof transformersEmbedder>[0]);
    },
    "openai-compatible": async ({ model, options, apiKey }) => {
      const { openAICompatibleEmbedder } = await import("../../embedders/openai-compatible-embedder.js");
      const key = apiKey === undefined ? {} : { apiKey };
      return openAICompatibleEmbedder({ model, ...key, ...options } as Parameters<
        typeof openAICompatibleEmbedder
      >[0]);
    },
  },
};

/** Options of the endpoint; every other option is one of `llmExtractor`. */
const ofEndpoint: ReadonlySet<string> = new Set(["baseUrl", "headers", "body"]);

/** Every extractor that can be named. */
export const extractors: ModelKind<Extractor> = {
  name: "extractor",
  choices: "rules, openai-compatible:MODEL",
  makers: {
    rules: async ({ model, options }) => {
      if (model !== undefined || Object.keys(options).length > 0)
        throw new UsageError("Cannot continue: --extractor rules takes no model and no options");
      const { RuleExtractor } = await import("../../extractors/rule-extractor.js");
      return new RuleExtractor();
    },
    "openai-compatible": async ({ model, options, apiKey }) => {
      const { llmExtractor } = await import("../../extractors/llm-extractor.js");
      const entries = Object.entries(options);
      const part = (isEndpoint: boolean) =>
        Object.fromEntries(entries.filter(([name]) => ofEndpoint.has(name) === isEndpoint));
      const endpoint = { model, ...(apiKey === undefined ? {} : { apiKey }), ...part(true) };
      return llmExtractor({ ...part(false), model: endpoint } as Parameters<typeof llmExtractor>[0]);
    },
  },
};

/**
 * Makes the models of a store, with keys from the environment.
 *
 * @throws {UsageError} if a setting is not understood, or its key is not in the environment
 * @throws {MemoryError} `invalid_input` if an adapter rejects its options
 */
export async function modelsOfStore(
  { embedder, extractor }: StoreModels,
  env: CliIo["env"],
): Promise<Models> {
  return {
    ...(embedder === undefined ? {} : { embedder: await madeModel(embedders, embedder, env) }),
    ...(extractor === undefined ? {} : { extractor: await madeModel(extractors, extractor, env) }),
  };
}

/** The models that the flags of a command name, as settings. @throws {UsageError} */
export function settingsInFlags(flags: Readonly<Record<string, unknown>>): StoreModels {
  const [embedder, extractor] = [modelInFlags(embedders, flags), modelInFlags(extractors, flags)];
  return {
    ...(embedder === undefined ? {} : { embedder }),
    ...(extractor === undefined ? {} : { extractor }),
  };
}
