/** The models of stores that have their own, made from their settings in the registry. */
import type { StoreModels } from "../../accounts/registry/stores/store-models.js";
import type { CliIo, Models } from "../terminal/io.js";
import { embedders } from "./embedders.js";
import { extractors } from "./extractors.js";
import { madeModel, modelInFlags } from "./named-model.js";

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
