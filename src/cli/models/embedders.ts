/**
 * The embedders of `--embedder`: `static`, `static:128`, `transformers:Xenova/bge-small-en-v1.5`,
 * `openai-compatible:nomic-embed-text`. To support another adapter, add a row to the table.
 */
import type { Embedder } from "../../embedders/embedder.js";
import type { ModelKind } from "./named-model.js";

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
