/**
 * The extractors of `--extractor`: `rules`, which is bundled, and `openai-compatible:qwen3:8b`, a
 * language model. To support another adapter, add a row to the table.
 */
import type { Extractor } from "../../extractors/extractor.js";
import { UsageError } from "../exit-codes.js";
import type { ModelKind } from "./named-model.js";

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
