/**
 * Middleware for the AI SDK: adds the profile once and recalls for each turn, and remembers after
 * it. The model does not have to call a tool.
 */
import type { LanguageModelMiddleware } from "ai";
import type { MemoryService } from "../contract/memory-service.js";
import { rememberNew } from "../prompt-safety/recalled-input.js";
import { recalledText } from "../prompt-safety/recalled-text.js";
import { type RenderedLines, renderedLinesOf } from "../prompt-safety/rendered-lines.js";
import { promptBlocks } from "../rendering/prompt-blocks.js";
import { beginningOf, type CallParams, statementsOf, type Turn, turnOf, withText } from "./conversation.js";
import { type AdapterParts, adapterParts, type MemoryAdapterOptions } from "./options.js";

type StreamResult = Awaited<ReturnType<NonNullable<LanguageModelMiddleware["wrapStream"]>>>;
type StreamPart = StreamResult["stream"] extends ReadableStream<infer Part> ? Part : never;

/** Options of {@link memoryMiddleware}. */
export interface MemoryMiddlewareOptions extends MemoryAdapterOptions {
  /**
   * Most tokens of recalled prose per turn.
   *
   * @default 1000
   */
  readonly tokenBudget?: number;
  /**
   * Most tokens of the profile before the first message of a conversation; 0 for none.
   *
   * @default 300
   */
  readonly profileBudget?: number;
  /**
   * Whether to remember the model's answers too. Off by default, because a model repeats recalled
   * text in its own words, and what it invents would become a memory.
   *
   * @default false
   */
  readonly rememberAnswers?: boolean;
  /**
   * Called with errors of memory; the turn then continues without it.
   *
   * @default the turn fails with the error
   */
  readonly onError?: (error: unknown) => void;
}

/**
 * Most turns whose recalled text is cached for their later steps, and most conversations whose
 * profile is cached.
 */
const mostTexts = 64;
/** Tokens of a profile without rules, which are recalled with each turn. */
const defaultProfileBudget = 300;

/**
 * Middleware that gives a model a memory.
 *
 * @example
 * import { wrapLanguageModel } from "ai";
 * import { memoryMiddleware } from "keepsake/ai-sdk";
 *
 * const middleware = memoryMiddleware(memory, { speaker: "Ana" });
 * const remembering = wrapLanguageModel({ model, middleware });
 */
export function memoryMiddleware(
  memory: MemoryService,
  options: MemoryMiddlewareOptions = {},
): LanguageModelMiddleware {
  const turns = new Turns(memory, adapterParts(options));
  return {
    specificationVersion: "v3",
    transformParams: ({ params }) => turns.begin(params),
    wrapGenerate: async ({ doGenerate, params }) => {
      const result = await doGenerate();
      const answer = result.content.map((part) => (part.type === "text" ? part.text : "")).join("");
      if (result.finishReason.unified !== "tool-calls") await turns.end(params, answer);
      return result;
    },
    wrapStream: async ({ doStream, params }) => {
      const result = await doStream();
      return { ...result, stream: result.stream.pipeThrough(remembering(turns, params)) };
    },
  };
}

/**
 * Passes each part on as it arrives, and remembers before the last one, so that memory is complete
 * when the answer is.
 */
function remembering(turns: Turns, params: CallParams): TransformStream<StreamPart, StreamPart> {
  let answer = "";
  return new TransformStream({
    async transform(part, controller) {
      if (part.type === "text-delta") answer += part.delta;
      if (part.type === "finish" && part.finishReason.unified !== "tool-calls")
        await turns.end(params, answer);
      controller.enqueue(part);
    },
  });
}

class Turns {
  readonly #memory: MemoryService;
  readonly #rendered: RenderedLines;
  readonly #parts: MemoryMiddlewareOptions & AdapterParts;
  /**
   * Recalled text of each turn. Later steps of a turn must see the same prompt, or the provider's
   * cache misses.
   */
  readonly #recalled = new TextCache();
  /** Profile of each conversation, by its first message, for the same reason. */
  readonly #profiles = new TextCache();

  constructor(memory: MemoryService, parts: MemoryMiddlewareOptions & AdapterParts) {
    const { scope } = parts;
    this.#memory = scope === undefined ? memory : memory.for(scope);
    this.#rendered = renderedLinesOf(memory, scope);
    this.#parts = parts;
  }

  /** The parameters of a call, with recalled text in the prompt. */
  async begin(params: CallParams): Promise<CallParams> {
    const turn = turnOf(params.prompt);
    if (turn === undefined) return params;
    return (await this.#tolerate(() => this.#withMemory(params, turn))) ?? params;
  }

  /**
   * Adds the profile before the first message, so that the prompt's beginning stays the same, and
   * recalled text before the last message.
   */
  async #withMemory(params: CallParams, turn: Turn): Promise<CallParams> {
    const { prompt, abortSignal } = params;
    const beginning = beginningOf(prompt);
    const began = beginning?.index === turn.index && turn.begins;
    const texts: [index: number, text: string][] = [
      [turn.index, await this.#recall(turn, abortSignal)],
      [
        beginning?.index ?? turn.index,
        beginning === undefined ? "" : await this.#profile(beginning.said, began, abortSignal),
      ],
    ];
    const shown = texts.filter(([, text]) => text !== "");
    return { ...params, prompt: shown.reduce((so, [index, text]) => withText(so, index, text), prompt) };
  }

  async #profile(began: string, isNew: boolean, signal: AbortSignal | undefined): Promise<string> {
    const { profileBudget = defaultProfileBudget, filter, speaker, newBoundary } = this.#parts;
    const kept = isNew ? undefined : this.#profiles.get(began);
    if (kept !== undefined || profileBudget === 0) return kept ?? "";
    const payload = await this.#memory.profile(
      {
        token_budget: profileBudget,
        ...(speaker === undefined ? {} : { speaker }),
        ...(filter === undefined ? {} : { filter }),
      },
      signal === undefined ? {} : { signal },
    );
    const withoutRules = { ...payload, rules: [], procedural_memory: "" };
    this.#rendered.add(recalledText(withoutRules));
    return this.#profiles.keep(began, promptBlocks(withoutRules, { boundary: newBoundary() }).recalled);
  }

  /** Remembers what the user said, and the answer if the app asks for it. */
  async end({ prompt, abortSignal }: CallParams, answer: string): Promise<void> {
    const turn = turnOf(prompt);
    if (turn === undefined) return;
    await this.#tolerate(() => this.#remember(turn, answer, abortSignal));
  }

  async #recall(turn: Turn, signal: AbortSignal | undefined): Promise<string> {
    const key = JSON.stringify([turn.before, turn.said]);
    const kept = turn.begins ? undefined : this.#recalled.get(key);
    if (kept !== undefined) return kept;
    const { filter, speaker, tokenBudget, newBoundary } = this.#parts;
    const payload = await this.#memory.recall(
      {
        // The question is usually at the end of a long message.
        query: turn.said.slice(-maxQuery).replace(/^[\uDC00-\uDFFF]/u, ""),
        previous_context: turn.before,
        ...(filter === undefined ? {} : { filter }),
        ...(speaker === undefined ? {} : { speaker }),
        ...(tokenBudget === undefined ? {} : { token_budget: tokenBudget }),
      },
      signal === undefined ? {} : { signal },
    );
    this.#rendered.add(recalledText(payload));
    const { rules, recalled } = promptBlocks(payload, { boundary: newBoundary(), speaker });
    return this.#recalled.keep(key, [rules, recalled].filter((block) => block !== "").join("\n\n"));
  }

  async #remember(turn: Turn, answer: string, signal: AbortSignal | undefined): Promise<void> {
    const { clock: now, rememberAnswers = false, speaker, metadata } = this.#parts;
    const name = speaker === undefined ? {} : { name: speaker };
    const said = { role: "user", content: statementsOf(turn.said), ...name } as const;
    const answered = { role: "assistant", content: answer } as const;
    const content = [said, ...(rememberAnswers ? [answered] : [])].filter((one) => one.content.trim() !== "");
    if (content.length === 0) return;
    const input = {
      content,
      previous_context: turn.before,
      ...(metadata === undefined ? {} : { metadata }),
    };
    const rendered = this.#rendered;
    await rememberNew(this.#memory, input, { ...(signal === undefined ? {} : { signal }), now, rendered });
  }

  async #tolerate<Value>(work: () => Promise<Value>): Promise<Value | undefined> {
    const { onError } = this.#parts;
    if (onError === undefined) return work();
    try {
      return await work();
    } catch (error) {
      onError(error);
      return undefined;
    }
  }
}

/** A cache of texts, which drops the oldest one. */
class TextCache {
  readonly #texts = new Map<string, string>();

  get(key: string): string | undefined {
    return this.#texts.get(key);
  }

  keep(key: string, text: string): string {
    this.#texts.delete(key);
    this.#texts.set(key, text);
    const oldest = this.#texts.keys().next();
    if (this.#texts.size > mostTexts && !oldest.done) this.#texts.delete(oldest.value);
    return text;
  }
}

/** Most characters of a query, well below the contract's limit. */
const maxQuery = 8000;
