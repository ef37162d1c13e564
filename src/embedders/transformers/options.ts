/** Options of `transformersEmbedder`, their validation, and the settings of known models. */
import { z } from "zod";
import { type InvalidInputIssue, MemoryError, parseInput } from "../../contract/errors.js";
import { type LocalModelSettings, localModelFields, modelNamed } from "../../models/local/options.js";
import { centringVersion } from "../centring.js";
import { type Pooling, poolings } from "./pooling.js";
import { type EmbeddingPresetName, embeddingPreset } from "./presets.js";

const vectorLength = z.int().min(1).max(65_536);
const prefix = z.string().max(10_000);

/** The schema of {@link TransformersEmbedderOptions}. */
export const embedderOptions = z.strictObject({
  model: modelNamed<EmbeddingPresetName>().describe(
    "owner/name on the Hugging Face hub, or its folder below localModelPath",
  ),
  pooling: z
    .enum(poolings)
    .optional()
    .describe("how the vectors of tokens become one; required for a model that is not a known one"),
  dimensions: vectorLength
    .optional()
    .describe("length of the model's vectors; required for a model that is not a known one"),
  truncateTo: vectorLength
    .optional()
    .describe("cut vectors to this length, for models that were trained for it"),
  layerNorm: z
    .boolean()
    .optional()
    .describe("normalize a vector's components before it is cut; without it, as the model's card says"),
  centre: z
    .boolean()
    .default(true)
    .describe("subtract the mean vector of ordinary texts, so that unrelated texts have a cosine near 0"),
  queryPrefix: prefix.optional().describe("text before each question; without it, as the model's card says"),
  passagePrefix: prefix.optional().describe("text before each passage; without it, as the model's card says"),
  ...localModelFields,
});

// Members generated from `embedderOptions` by npm run build:types.
/**
 * The options of {@link transformersEmbedder}. Settings of a known model come from its card;
 * options given here take precedence.
 */
export interface TransformersEmbedderOptions {
  /** Owner/name on the Hugging Face hub, or its folder below localModelPath. */
  model: z.input<typeof embedderOptions>["model"];
  /** How the vectors of tokens become one; required for a model that is not a known one. */
  pooling?: z.input<typeof embedderOptions>["pooling"];
  /** Length of the model's vectors; required for a model that is not a known one. */
  dimensions?: z.input<typeof embedderOptions>["dimensions"];
  /** Cut vectors to this length, for models that were trained for it. */
  truncateTo?: z.input<typeof embedderOptions>["truncateTo"];
  /** Normalize a vector's components before it is cut; without it, as the model's card says. */
  layerNorm?: z.input<typeof embedderOptions>["layerNorm"];
  /**
   * Subtract the mean vector of ordinary texts, so that unrelated texts have a cosine near 0.
   *
   * @default true
   */
  centre?: z.input<typeof embedderOptions>["centre"];
  /** Text before each question; without it, as the model's card says. */
  queryPrefix?: z.input<typeof embedderOptions>["queryPrefix"];
  /** Text before each passage; without it, as the model's card says. */
  passagePrefix?: z.input<typeof embedderOptions>["passagePrefix"];
  /**
   * Branch, tag or commit of the model.
   *
   * @default "main"
   */
  revision?: z.input<typeof embedderOptions>["revision"];
  /**
   * Number format of the model's weights, which selects the file to load.
   *
   * @default "fp32"
   */
  dtype?: z.input<typeof embedderOptions>["dtype"];
  /** Where the model runs: cpu, cuda, dml, webgpu …; without it, the choice of the package. */
  device?: z.input<typeof embedderOptions>["device"];
  /** The folder that contains models; with it, nothing is downloaded. */
  localModelPath?: z.input<typeof embedderOptions>["localModelPath"];
  /**
   * Whether missing files may be downloaded; otherwise only localModelPath and earlier downloads
   * are used.
   *
   * @default true
   */
  allowRemote?: z.input<typeof embedderOptions>["allowRemote"];
  /** Folder for downloads; without it, the one of the package. */
  cacheFolder?: z.input<typeof embedderOptions>["cacheFolder"];
  /**
   * Most texts, or pairs of texts, that the model reads at once.
   *
   * @default 32
   */
  batchSize?: z.input<typeof embedderOptions>["batchSize"];
  /**
   * Most tokens that the model reads; longer texts are truncated; without it, as the model's card
   * or tokenizer says.
   */
  maxTokens?: z.input<typeof embedderOptions>["maxTokens"];
  /** Called with the progress of each file while the model loads. */
  onProgress?: z.input<typeof embedderOptions>["onProgress"];
  /** The imported package itself, for bundlers; without it, the installed one is loaded. */
  library?: z.input<typeof embedderOptions>["library"];
}

/** The settings of an embedder, with defaults. */
export interface EmbedderSettings extends LocalModelSettings {
  readonly pooling: Pooling;
  readonly dimensions: number;
  /** Length of the vectors after they are cut. */
  readonly keptDimensions: number;
  readonly layerNorm: boolean;
  readonly centre: boolean;
  readonly prefixes: { readonly query: string; readonly passage: string };
}

/**
 * Checks options and adds the settings of known models. Loads nothing.
 *
 * @throws {MemoryError} `invalid_input`
 */
export function embedderSettings(options: TransformersEmbedderOptions): EmbedderSettings {
  const given = parseInput(embedderOptions, options, action);
  const known = embeddingPreset(given.model);
  const { pooling = known?.pooling, dimensions = known?.dimensions, truncateTo } = given;
  if (pooling === undefined || dimensions === undefined)
    throw unknownModel(given.model, { pooling, dimensions });
  checkTruncation(given.model, { dimensions, truncateTo });
  return {
    ...given,
    pooling,
    dimensions,
    keptDimensions: truncateTo ?? dimensions,
    layerNorm: given.layerNorm ?? known?.layerNorm ?? false,
    maxTokens: given.maxTokens ?? known?.maxTokens,
    prefixes: {
      query: given.queryPrefix ?? known?.queryPrefix ?? "",
      passage: given.passagePrefix ?? known?.passagePrefix ?? "",
    },
  };
}

/** The id of an embedder: the model and everything else that changes its vectors. */
export function embedderId(settings: EmbedderSettings): string {
  const {
    model,
    revision,
    pooling,
    dtype,
    dimensions,
    keptDimensions,
    layerNorm,
    centre,
    maxTokens,
    prefixes,
  } = settings;
  const settled = Object.entries({
    pooling,
    dtype,
    dimensions: keptDimensions < dimensions ? `${keptDimensions}of${dimensions}` : dimensions,
    layer_norm: layerNorm || undefined,
    centred: centre ? centringVersion : undefined,
    max_tokens: maxTokens,
    query: prefixes.query || undefined,
    passage: prefixes.passage || undefined,
  }).flatMap(([name, value]) => (value === undefined ? [] : [`${name}=${encodeURIComponent(value)}`]));
  return `transformers:${model}@${revision}?${settled.join("&")}`;
}

const action = "make a transformers embedder";

/** The file of a model that contains each setting. */
const whereToLook = {
  pooling: "its 1_Pooling/config.json",
  dimensions: "hidden_size in its config.json",
} as const;

function unknownModel(
  model: string,
  given: Readonly<Record<keyof typeof whereToLook, unknown>>,
): MemoryError<"invalid_input"> {
  const missing = (["pooling", "dimensions"] as const).filter((name) => given[name] === undefined);
  return refused(
    missing.map((name) => ({
      type: "missing",
      loc: [name],
      msg: `must be given for ${model}, which is not a known model (see ${whereToLook[name]})`,
    })),
  );
}

function checkTruncation(
  model: string,
  { dimensions, truncateTo }: { readonly dimensions: number; readonly truncateTo: number | undefined },
): void {
  const known = embeddingPreset(model);
  if (truncateTo === undefined) return;
  const lengths = known === undefined ? undefined : [...(known.truncations ?? []), known.dimensions];
  const isRight = lengths === undefined ? truncateTo <= dimensions : lengths.includes(truncateTo);
  if (isRight) return;
  const rule =
    lengths === undefined
      ? `must be <= dimensions, ${dimensions}, got ${truncateTo}`
      : `must be one of ${lengths.join(", ")}, for which ${model} was trained, got ${truncateTo}`;
  throw refused([{ type: "invalid_value", loc: ["truncateTo"], msg: rule }]);
}

function refused(issues: readonly InvalidInputIssue[]): MemoryError<"invalid_input"> {
  const message = issues.map(({ loc, msg }) => `${loc.join(".")}: ${msg}`).join("; ");
  return new MemoryError("invalid_input", `Cannot ${action}: ${message}`, { data: { issues } });
}
