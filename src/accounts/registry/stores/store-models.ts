/**
 * The models of a store: which embedder and which extractor its calls use. They never contain the
 * key of a model.
 */
import { z } from "zod";
import { filledText } from "../../../contract/record.js";

/** Headers that carry secrets, by their names. */
const secretHeader = /auth|cookie|key|secret|token/i;

const modelSetting = z.strictObject({
  name: filledText(256).describe("such as `static:128` or `openai-compatible:nomic-embed-text`"),
  options: z
    .record(z.string(), z.unknown())
    .refine(
      (options) => !("apiKey" in options),
      "must not contain apiKey: keys are read from the environment",
    )
    .refine(
      ({ headers }) =>
        typeof headers !== "object" ||
        headers === null ||
        !Object.keys(headers).some((name) => secretHeader.test(name)),
      "must not contain headers with secrets: keys are read from the environment",
    ),
});

/** The schema of {@link StoreModels}. */
export const storeModels = z.strictObject({
  embedder: modelSetting.optional(),
  extractor: modelSetting.optional(),
});

/** A model that was named for a store. */
export interface ModelSetting {
  /** As on the command line, such as `openai-compatible:nomic-embed-text`. */
  readonly name: string;
  readonly options: Readonly<Record<string, unknown>>;
}

/** The models of a store. If one is absent, the service's applies. */
export interface StoreModels {
  readonly embedder?: ModelSetting | undefined;
  readonly extractor?: ModelSetting | undefined;
}
