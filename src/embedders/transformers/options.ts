/** Options of `transformersEmbedder`, their validation, and the settings of known models. */
import { z } from "zod";
import { type InvalidInputIssue, MemoryError, parseInput } from "../../contract/errors.js";
import { type LocalModelSettings, localModelFields, modelNamed } from "../../models/local/options.js";
import { centringVersion } from "../centring.js";
import { type Pooling, poolings } from "./pooling.js";
import { type EmbeddingPresetName, embeddingPreset } from "./presets.js";

const vectorLength = z.int().min(1).max(65_536);
const prefix = z.string().max(10_000);

const embedderOptions = z.strictObject({
  model: modelNamed<EmbeddingPresetName>(),
  pooling: z.enum(poolings).optional(),
  dimensions: vectorLength.optional(),
  truncateTo: vectorLength.optional(),
  layerNorm: z.boolean().optional(),
  centre: z.boolean().default(true),
  queryPrefix: prefix.optional(),
  passagePrefix: prefix.optional(),
  ...localModelFields,
});

/**
 * Settings of a known model are filled in from its card; what is given here comes first.
 *
 * - `model`: `owner/name` on the Hugging Face hub, or its folder below `localModelPath`
 * - `pooling`: how the tokens' vectors become one: "mean", "cls", "last_token", or "model" where
 * the model does it. Needed for a model that is not known
 * - `dimensions`: the length of the model's vectors. Needed for a model that is not known
 * - `truncateTo`: cuts them to their first so many, for models that were trained for it. @default
 * not cut
 * - `layerNorm`: normalises a vector's components before it is cut. @default false
 * - `centre`: takes off the vectors what all ordinary texts have in common, so that strangers have
 * a cosine near 0. @default true
 * - `queryPrefix`, `passagePrefix`: put before each question, each passage. @default ""
 * - `maxTokens`: what is longer is cut. @default the known model's, else the tokenizer's
 * - `dtype`: how the model's numbers are held: which file is loaded. @default "fp32"
 * - `device`: where it runs: "cpu", "cuda", "dml", "webgpu"… @default the package's choice
 * - `revision`: branch, tag or commit. @default "main"
 * - `localModelPath`: the folder that models lie in; with it nothing is downloaded
 * - `allowRemote`: false uses only what lies there, or what was downloaded before. @default true
 * - `cacheFolder`: where downloads are kept. @default the package's own
 * - `batchSize`: texts that the model reads at once, at most. @default 32
 * - `onProgress`: settled of each file while the model loads
 * - `library`: the imported package itself, for bundlers. @default whichever is installed
 */
export type TransformersEmbedderOptions = z.input<typeof embedderOptions>;

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
