/**
 * The bundled extractor: rules over English grammar (compromise) and dates (chrono-node) together
 * with a small learnt tagger (`learnt/`), offline and deterministic. It keeps every passage with
 * information. It drafts facts, events and rules if the grammar is clear or the tagger is
 * confident; elsewhere it keeps the passage verbatim as an event. In German and Spanish it reads
 * only simple facts (home, employer, name, age). Other text in other languages is kept verbatim,
 * with its dates if they can be parsed.
 */
import { loadedOnce } from "../async/loaded-once.js";
import type { Extraction, Extractor, ExtractRequest } from "./extractor.js";

/**
 * The rules and their tables are a third of the library: a process that only recalls needs none.
 */
const rulesModule = loadedOnce(() => import("./rules/extract.js"));

/** A part of the bundled extractor: rules over grammar, or the learnt tagger. */
export type ExtractorPart = "grammar" | "tagger";

/** Options of {@link ruleExtractor}. */
export interface RuleExtractorOptions {
  /** Which parts draft facts. A single part is for measuring what it contributes. @default both */
  readonly parts?: readonly ExtractorPart[];
}

/**
 * The bundled {@link Extractor}. Its parts load at the first `extract`, some 0.3 s, and are shared
 * by every instance.
 */
export function ruleExtractor(options: RuleExtractorOptions = {}): Extractor {
  return new RuleExtractor(options);
}

/** The bundled extractor. */
export class RuleExtractor implements Extractor {
  readonly id = "keepsake-rules@2";
  readonly #parts: ReadonlySet<ExtractorPart>;

  constructor({ parts = ["grammar", "tagger"] }: RuleExtractorOptions = {}) {
    this.#parts = new Set(parts);
  }

  /** @throws the signal's reason, once it has fired. */
  async extract(
    request: ExtractRequest,
    options: { readonly signal?: AbortSignal } = {},
  ): Promise<Extraction> {
    options.signal?.throwIfAborted();
    const { extract } = await rulesModule();
    return extract(request, this.#parts, options);
  }
}
