/** Middleware for the AI SDK: gives the profile once and recalls by turn, and remembers after it, without the model having to think of it. */
import type { LanguageModelMiddleware } from "ai";
import type { MemoryService } from "../contract/memory-service.js";
import { rememberNew } from "../prompt-safety/recalled-input.js";
import { recalledText } from "../prompt-safety/recalled-text.js";
import { type ToldLines, toldLinesOf } from "../prompt-safety/told-lines.js";
import { promptBlocks } from "../rendering/prompt-blocks.js";
import { beginningOf, type CallParams, type Turn, turnOf, withText } from "./conversation.js";
import { type DoorParts, doorParts, type MemoryDoorOptions } from "./options.js";
import { statementsOf } from "./statements.js";

type StreamResult = Awaited<ReturnType<NonNullable<LanguageModelMiddleware["wrapStream"]>>>;
type StreamPart = StreamResult["stream"] extends ReadableStream<infer Part> ? Part : never;

/** What is recalled before a turn and remembered after it. */
export interface MemoryMiddlewareOptions extends MemoryDoorOptions {
  /** Tokens of recalled prose, at most. @default 1000 */
  readonly tokenBudget?: number;
  /** Tokens of the profile that stands before the first message of a conversation; 0 for none. @default 300 */
  readonly profileBudget?: number;
  /**
   * Remembers what the model answered too. Off by default: a model repeats in its own words what it was told from memory, and what it makes up
   * would become a memory. @default false
   */
  readonly rememberAnswers?: boolean;
  /** Told what memory could not do; the turn goes on without it. @default the turn fails with the error */
  readonly onError?: (error: unknown) => void;
}

/** Turns whose recalled text is kept for the steps that follow in them, and conversations whose profile is. */
const keptTexts = 64;
/** Tokens of a profile: who the user is, what holds now and what is going on, without the rules, which come with each turn. */
const defaultProfileBudget = 300;

/**
 * @example
 * import { wrapLanguageModel } from "ai";
 * import { memoryMiddleware } from "keepsake/ai-sdk";
 *
 * const remembering = wrapLanguageModel({ model, middleware: memoryMiddleware(memory, { speaker: "Ana" }) });
 */
export function memoryMiddleware(
  memory: MemoryService,
  options: MemoryMiddlewareOptions = {},
): LanguageModelMiddleware {
  const turns = new Turns(memory, doorParts(options));
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

/** Hands every part on as it comes, and remembers before the last one, so that a caller who has the whole answer has the memory too. */
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
  readonly #told: ToldLines;
  readonly #parts: MemoryMiddlewareOptions & DoorParts;
  /** What was recalled for a turn, by what was said: its later steps must see the same prompt, or the provider's cache misses. */
  readonly #recalled = new Kept();
  /** The profile of a conversation, by how it began, for the same reason. */
  readonly #profiles = new Kept();

  constructor(memory: MemoryService, parts: MemoryMiddlewareOptions & DoorParts) {
    const { scope } = parts;
    this.#memory = scope === undefined ? memory : memory.for(scope);
    this.#told = toldLinesOf(memory, scope);
    this.#parts = parts;
  }

  /** The call's parameters with what memory holds on what the user said. */
  async begin(params: CallParams): Promise<CallParams> {
    const turn = turnOf(params.prompt);
    if (turn === undefined) return params;
    return (await this.#tolerate(() => this.#withMemory(params, turn))) ?? params;
  }

  /** The profile stands before the first message, so that the model sees it once and what follows stays as it was; what was recalled before the last. */
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
    this.#told.tell(recalledText(withoutRules));
    return this.#profiles.keep(began, promptBlocks(withoutRules, { boundary: newBoundary() }).recalled);
  }

  /** Remembers what the user said, and the answer where the app wants it. */
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
        // A question at the end of a long message is what is asked.
        query: turn.said.slice(-maxQuery).replace(/^[\uDC00-\uDFFF]/u, ""),
        previous_context: turn.before,
        ...(filter === undefined ? {} : { filter }),
        ...(speaker === undefined ? {} : { speaker }),
        ...(tokenBudget === undefined ? {} : { token_budget: tokenBudget }),
      },
      signal === undefined ? {} : { signal },
    );
    this.#told.tell(recalledText(payload));
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
    const told = this.#told;
    await rememberNew(this.#memory, input, { ...(signal === undefined ? {} : { signal }), now, told });
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

/** Texts by what they belong to; the oldest gives way. */
class Kept {
  readonly #texts = new Map<string, string>();

  get(key: string): string | undefined {
    return this.#texts.get(key);
  }

  keep(key: string, text: string): string {
    this.#texts.delete(key);
    this.#texts.set(key, text);
    const oldest = this.#texts.keys().next();
    if (this.#texts.size > keptTexts && !oldest.done) this.#texts.delete(oldest.value);
    return text;
  }
}

/** Characters of a query that are asked, well under what the contract allows. */
const maxQuery = 8000;
