/** The options of `llmExtractor`, with their checks and defaults. */
import { z } from "zod";
import {
  placeFields,
  type RetrySettings,
  retryFields,
  retrySettings,
} from "../../models/endpoints/options.js";

const property = z.strictObject({
  description: z.string().min(1).max(2000),
  single: z.boolean().default(false),
  values: z.array(z.string().min(1).max(256)).min(1).max(256).optional(),
});

/** Names of properties: short lower-case phrases. */
const propertyName = z.string().regex(/^\p{Ll}[\p{Ll}\p{N} -]{0,63}$/u, "must be a short lower-case phrase");

const factSchema = z
  .record(
    propertyName,
    z.preprocess((given) => (typeof given === "string" ? { description: given } : given), property),
  )
  .refine((all) => Object.keys(all).length > 0, "must name at least one property")
  .refine((all) => Object.keys(all).length <= 256, "must name at most 256 properties");

/** The closed list of properties that facts may have. */
export type FactSchema = z.output<typeof factSchema>;

/** The schema's entry for a property. Inherited names ("constructor") are not entries. */
export function ruleOf(facts: FactSchema | undefined, name: string): FactSchema[string] | undefined {
  return facts !== undefined && Object.hasOwn(facts, name) ? facts[name] : undefined;
}

const endpoint = z.strictObject({ ...placeFields, body: z.record(z.string(), z.json()).optional() });

/**
 * The shape of an AI SDK model that is used here, so that callers of an endpoint need no types of
 * that package.
 */
export type SdkModel =
  | string
  | {
      readonly specificationVersion: string;
      readonly provider: string;
      readonly modelId: string;
      readonly doGenerate: (...options: never[]) => unknown;
    };

const sdkModel = z.custom<SdkModel>(
  (value) => typeof value === "string" || typeof Reflect.get(Object(value), "doGenerate") === "function",
  "must be a language model of the AI SDK, or { baseUrl, model } of an OpenAI-compatible endpoint",
);

/** The schema of {@link LlmExtractorOptions}. */
export const extractorOptions = z.strictObject({
  model: z.union([sdkModel, endpoint]),
  instructions: z.string().min(1).max(20_000).optional(),
  schema: factSchema.optional(),
  types: z
    .array(z.enum(["semantic", "episodic", "procedural"]))
    .min(1)
    .optional(),
  fallback: z.boolean().default(true),
  maxOutputTokens: z.int().min(1).max(1_000_000).optional(),
  windowChars: z.int().min(400).max(1_000_000).default(8000),
  ...retryFields,
  newBoundary: z
    .custom<() => string>((value) => typeof value === "function", "must be a function")
    .optional(),
});

/** The address and name of a model behind an OpenAI-compatible endpoint. */
export type EndpointModel = z.input<typeof endpoint>;

/** A property that facts may have, in an extractor's `schema`. */
export type PropertyRule = z.input<typeof property>;

/**
 * - `model`: a language model of the AI SDK (`openai("gpt-5-mini")`), or `{ baseUrl, model,
 * apiKey?, headers?, body?, fetch? }` of an OpenAI-compatible endpoint; `body` is merged into each
 * request, for instance `{ temperature: 0 }`.
 * - `instructions`: what is worth keeping, in the app's own words: "Only dietary facts." A passage
 *   that the model then skips with a reason stays skipped. @default the criteria of the prompt; the
 *   rules decide about passages that the model skips
 * - `schema`: the only properties that facts may have, each with a description, whether it has one
 * value at a time (`single`), and its possible `values`.
 * @default any, the bundled extractor's if they fit
 * - `types`: the types of records that may be drafted. @default all three
 * - `fallback`: whether the bundled rules decide what the model leaves open: passages without a
 *   record, passages with a refused record, and all passages if it does not answer. `false`:
 *   refused records are dropped, and `remember` fails with `extractor_failed` if the model does
 *   not answer. @default true
 * - `maxOutputTokens`: of one answer. @default the model's own bound
 * - `windowChars`: the most characters of passages in one request. @default 8000
 * - `timeoutMs`: how long a try may wait for data; for an AI SDK model, how long a try may take.
 *   @default 60000
 * - `retries`: tries after the first one, if the network fails and on 408, 409, 429 and 5xx.
 * @default 3
 * - `retryBaseMs`, `retryMaxMs`: bounds of the backoff. @default 500 and 20000
 * - `maxRetryAfterMs`: if the server requests a longer wait, the request fails. @default 60000
 * - `concurrency`: concurrent requests to the model, over all calls: for parts of a long text, and
 *   for inputs of `rememberMany`. @default 4
 * - `clock`, `random`, `sleep`: replacements for tests. @default the platform's
 * - `newBoundary`: returns 32 random hexadecimal digits, for the fence around the conversation.
 *   @default a random UUID's
 */
export type LlmExtractorOptions = Omit<z.input<typeof extractorOptions>, "schema"> & {
  readonly schema?: Readonly<Record<string, string | PropertyRule>>;
};

/**
 * Options with all defaults. Both kinds of models use the same timeouts and retries.
 */
export type ExtractorParts = z.output<typeof extractorOptions> & {
  readonly patience: RetrySettings;
  readonly newBoundary: () => string;
};

/** Fills in the platform's defaults. */
export function extractorParts(options: z.output<typeof extractorOptions>): ExtractorParts {
  return {
    ...options,
    patience: retrySettings(options),
    newBoundary: options.newBoundary ?? (() => crypto.randomUUID().replaceAll("-", "")),
  };
}

/** Whether a model is an endpoint. */
export function isEndpoint(
  given: z.output<typeof extractorOptions>["model"],
): given is z.output<typeof endpoint> {
  return typeof given === "object" && "baseUrl" in given;
}
