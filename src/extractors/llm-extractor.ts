/**
 * `keepsake/extractors/llm`: a language model decides what is worth keeping. Every record of the
 * model must quote the passage that it comes from, and may update only the records in its prompt;
 * otherwise it is refused with a reason. The bundled rules decide the passages that the model left
 * open.
 *
 *   windows → ask → parse → (repair once) → check → complete with the rules → decisions
 */

import { Slots, together } from "../async/slots.js";
import { MemoryError, parseInput } from "../contract/errors.js";
import { withoutSecrets } from "../models/endpoints/failures.js";
import type { Decision, Dropped, Extraction, Extractor, ExtractRequest } from "./extractor.js";
import { aiSdkModel } from "./llm/ai-sdk-model.js";
import { answerJsonSchema, type ReadAnswer, type RecordKind, recordKinds } from "./llm/answer.js";
import { asAllowed, decisionOf, needsRules } from "./llm/complete.js";
import { type Allowed, type Judgement, judgementsOf, strayRecords, undecidedIn } from "./llm/decide.js";
import { endpointModel } from "./llm/endpoint-model.js";
import type { ChatModel, ChatTurn } from "./llm/model.js";
import {
  type ExtractorParts,
  extractorOptions,
  extractorParts,
  isEndpoint,
  type LlmExtractorOptions,
} from "./llm/options.js";
import { systemPrompt, userPrompt } from "./llm/prompt.js";
import { ModelDialog, merged, nothingMore, type Window, windowsOf } from "./llm/windows.js";
import { RuleExtractor } from "./rule-extractor.js";

export type { EndpointModel, LlmExtractorOptions, PropertyRule } from "./llm/options.js";

/**
 * An {@link Extractor} that asks a language model.
 *
 * @throws {MemoryError} `invalid_input`
 *
 * @example
 * const model = { baseUrl: "http://localhost:11434/v1", model: "qwen3:8b" };
 * const memory = new Memory({ path: "agent.db", extractor: llmExtractor({ model }) });
 */
export function llmExtractor(options: LlmExtractorOptions): Extractor {
  return new LlmExtractor(extractorParts(parseInput(extractorOptions, options, "make an extractor")));
}

/** What was decided for one window. */
interface Outcome {
  readonly window: Window;
  /** By passage number, from 1. A passage that the model left open has no entry. */
  readonly judgements: ReadonlyMap<number, Judgement>;
  /** Records of the model for passages that do not exist. */
  readonly stray: readonly Dropped[];
  /** Why passages were left open. */
  readonly failure: Error | undefined;
  /** Whether the model could not be asked at all. */
  readonly gone: boolean;
  readonly tokens: number;
}

class LlmExtractor implements Extractor {
  readonly id: string;
  readonly wantsNearest = true;
  readonly concurrency: number;
  readonly #parts: ExtractorParts;
  readonly #model: ChatModel;
  readonly #slots: Slots;
  readonly #kinds: readonly RecordKind[];
  readonly #allowed: Allowed;
  readonly #schema: object;
  readonly #rules = new RuleExtractor();

  constructor(parts: ExtractorParts) {
    this.#parts = parts;
    this.#model = isEndpoint(parts.model) ? endpointModel(parts) : aiSdkModel(parts);
    this.concurrency = parts.concurrency;
    this.#slots = new Slots(parts.concurrency);
    const types = parts.types ?? Object.values(recordKinds);
    this.#allowed = { facts: parts.schema, types };
    this.#kinds = (Object.keys(recordKinds) as RecordKind[]).filter((kind) =>
      types.includes(recordKinds[kind]),
    );
    this.#schema = answerJsonSchema(this.#kinds, parts.schema);
    this.id = `keepsake-llm-${nameOf(parts).replace(/[^\w.-]+/g, "-")}@1`;
  }

  /**
   * @throws {MemoryError} `extractor_failed` if falling back to the rules is switched off,
   * `missing_dependency`; the signal's reason
   */
  async extract(
    request: ExtractRequest,
    { signal }: { readonly signal?: AbortSignal } = {},
  ): Promise<Extraction> {
    signal?.throwIfAborted();
    const windows = windowsOf(request, this.#parts.windowChars);
    // A model that cannot be reached is not asked again for each window of a long text.
    let gone: Outcome | undefined;
    const decide = (window: Window, one: AbortSignal) =>
      this.#slots.run(async () => {
        if (gone !== undefined) return { ...gone, window };
        const outcome = await this.#decide(window, one);
        if (outcome.failure !== undefined && !this.#parts.fallback) throw this.#failed(outcome.failure);
        if (outcome.gone) gone = { ...outcome, tokens: 0 };
        return outcome;
      }, one);
    const outcomes = await together(windows, decide, signal);
    return this.#extraction(request, outcomes, signal);
  }

  async #decide(window: Window, signal: AbortSignal): Promise<Outcome> {
    const dialog = new ModelDialog(this.#model, { schema: this.#schema, signal });
    const all = window.passages.map((_, index) => index + 1);
    const first = await dialog.ask(this.#turns(window));
    if (first instanceof Error)
      return { window, judgements: new Map(), stray: [], failure: first, gone: true, tokens: dialog.tokens };
    const open = undecidedIn(first, all);
    const second = open.length === 0 ? nothingMore : await dialog.askAgain(first.problems, open);
    const left = second instanceof Error ? open : undecidedIn(second, open);
    const answer = merged(first, second instanceof Error ? nothingMore : second, open);
    const judgements = judgementsOf(answer, { window, open: left, allowed: this.#allowed });
    const stray = strayRecords(answer.records, window);
    const failure = second instanceof Error ? second : unusable(second, left);
    return { window, judgements, stray, failure, gone: false, tokens: dialog.tokens };
  }

  #turns({ passages, known, before }: Window): ChatTurn[] {
    const { instructions, schema, newBoundary } = this.#parts;
    const rules = { kinds: this.#kinds, instructions, facts: schema };
    return [
      { role: "system", content: systemPrompt(rules) },
      { role: "user", content: userPrompt({ passages, known, before }, newBoundary()) },
    ];
  }

  /**
   * All decisions in order. The rules complete those if the model left something open.
   */
  async #extraction(
    request: ExtractRequest,
    outcomes: readonly Outcome[],
    signal: AbortSignal | undefined,
  ): Promise<Extraction> {
    const { fallback, instructions } = this.#parts;
    const needs = (judgement: Judgement | undefined) =>
      fallback && needsRules(judgement, instructions !== undefined);
    const judged = outcomes.flatMap(({ window, judgements }) =>
      window.passages.map((_, index) => judgements.get(index + 1)),
    );
    const ruled = judged.some(needs) ? await this.#ruled(request, signal) : [];
    const decisions = judged.map((judgement, index) => {
      const passage = request.passages[index]!;
      const rules = needs(judgement) ? ruled[index] : undefined;
      return decisionOf({ passage, judgement, ruled: rules }, this.#allowed);
    });
    return {
      decisions: withDropped(
        decisions,
        outcomes.flatMap(({ stray }) => stray),
      ),
      success: outcomes.every(({ failure }) => failure === undefined),
      tokens: outcomes.reduce((sum, { tokens }) => sum + tokens, 0),
    };
  }

  async #ruled(request: ExtractRequest, signal: AbortSignal | undefined): Promise<Decision[]> {
    const { decisions } = await this.#rules.extract(request, signal === undefined ? {} : { signal });
    return decisions.map((decision) => asAllowed(decision, this.#allowed));
  }

  #failed(failure: Error): MemoryError {
    const { message } = failure;
    return new MemoryError(
      "extractor_failed",
      `Cannot remember: ${this.#model.name} must decide what is worth keeping, got: ${withoutSecrets(message)}`,
      { cause: failure },
    );
  }
}

function unusable({ problems }: ReadAnswer, left: readonly number[]): Error | undefined {
  return left.length === 0 ? undefined : new Error(`an answer that cannot be used. ${problems.join(" ")}`);
}

/** Refused records that belong to no passage are listed with the last passage. */
function withDropped(decisions: readonly Decision[], dropped: readonly Dropped[]): readonly Decision[] {
  const last = decisions.at(-1);
  if (last === undefined || dropped.length === 0) return decisions;
  return [...decisions.slice(0, -1), { ...last, dropped: [...(last.dropped ?? []), ...dropped] }];
}

function nameOf({ model }: ExtractorParts): string {
  if (typeof model === "string") return model;
  return isEndpoint(model) ? model.model : model.modelId;
}
