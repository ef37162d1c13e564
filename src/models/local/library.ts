/**
 * The package that runs ONNX models: `@huggingface/transformers`, or its predecessor
 * `@xenova/transformers`. Both are optional and loaded at the first use.
 */
import { MemoryError } from "../../contract/errors.js";

/** The parts of the package that are used. You can pass a module that you imported yourself. */
export interface TransformersLibrary {
  readonly env: object;
  readonly AutoTokenizer: PretrainedLoader;
  readonly AutoModel: PretrainedLoader;
  readonly AutoModelForSequenceClassification: PretrainedLoader;
}

interface PretrainedLoader {
  from_pretrained(model: string, options?: object): Promise<unknown>;
}

/** A package that may be installed. */
interface Candidate {
  readonly name: string;
  readonly load: () => Promise<TransformersLibrary>;
}

const candidates: readonly Candidate[] = [
  { name: "@huggingface/transformers", load: () => import("@huggingface/transformers") },
  { name: "@xenova/transformers", load: () => import("@xenova/transformers") },
];

/**
 * The first of the two packages that is installed.
 *
 * @param action What the caller wanted, as the verb of the message: "embed with NAME".
 * @throws {MemoryError} `missing_dependency` if neither is installed
 */
export async function findLibrary(action: string): Promise<TransformersLibrary> {
  for (const { name, load } of candidates) {
    try {
      return await load();
    } catch (error) {
      // An installed package that does not load: its own error is thrown.
      if (!isMissing(error, name)) throw error;
    }
  }
  const { name } = candidates[0]!;
  throw new MemoryError(
    "missing_dependency",
    `Cannot ${action}: the package ${name} must be installed, and is not; npm install ${name}`,
    { data: { package: name } },
  );
}

/** Whether this package was not found, and not one of its dependencies. */
function isMissing(error: unknown, name: string): boolean {
  return (
    error instanceof Error &&
    Reflect.get(error, "code") === "ERR_MODULE_NOT_FOUND" &&
    error.message.includes(`'${name}'`)
  );
}

/**
 * Whether this is the older generation of the package: `@xenova/transformers` ended with version 2,
 * `@huggingface/transformers` began with 3.
 */
export function isFirstGeneration(library: TransformersLibrary): boolean {
  return /^[12]\./.test(String(Reflect.get(library.env, "version")));
}
