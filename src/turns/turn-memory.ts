/**
 * The memory of a conversation, around each turn of it: the text that a prompt gets before the
 * model is called, and the messages that are remembered afterwards. The model does not have to call
 * a tool.
 */
import type { MemoryService } from "../contract/memory-service.js";
import { rememberNew } from "../prompt-safety/recalled-input.js";
import { recalledText } from "../prompt-safety/recalled-text.js";
import { type RenderedLines, renderedLinesOf } from "../prompt-safety/rendered-lines.js";
import { promptBlocks } from "../rendering/prompt-blocks.js";
import { beginningOf, type Spoken, statementsOf, type Turn, turnOf } from "./conversation.js";
import { type AdapterParts, adapterParts, type TurnMemoryOptions } from "./options.js";

/** A text from memory, and its position in the prompt. */
export interface Insertion {
  /** Index of the user's message that the text belongs before. */
  readonly index: number;
  readonly text: string;
}

/** Options of {@link TurnMemory.remember}. */
export interface RememberTurnOptions {
  readonly signal?: AbortSignal | undefined;
  /** When it was said, in ISO 8601. @default now */
  readonly occurred_at?: string;
  /** A repeated call with the same key remembers nothing. */
  readonly idempotency_key?: string;
}

/**
 * Maximum number of turns whose recalled text is cached for their later steps, and of conversations
 * whose profile is cached.
 */
const mostTexts = 64;
/** Number of tokens of a profile without rules, which are recalled with each turn. */
const defaultProfileBudget = 300;
/** Maximum number of characters of a query, well below the contract's limit. */
const maxQuery = 8000;

/** Recalls before a turn of a conversation, and remembers after it. */
export class TurnMemory {
  readonly #memory: MemoryService;
  readonly #rendered: RenderedLines;
  readonly #parts: TurnMemoryOptions & AdapterParts;
  /**
   * Recalled text of each turn. Later steps of a turn must see the same prompt, or the provider's
   * cache misses.
   */
  readonly #recalled = new TextCache();
  /** Profile of each conversation, by its first message, for the same reason. */
  readonly #profiles = new TextCache();

  constructor(memory: MemoryService, options: TurnMemoryOptions) {
    const { scope } = options;
    this.#memory = scope === undefined ? memory : memory.for(scope);
    this.#rendered = renderedLinesOf(memory, scope);
    this.#parts = adapterParts(options);
  }

  /**
   * Returns the texts for the prompt: the profile before the first message, so that the prompt's
   * beginning stays the same, and recalled text before the last message.
   */
  async insertions(conversation: readonly Spoken[], signal?: AbortSignal): Promise<readonly Insertion[]> {
    const turn = turnOf(conversation);
    if (turn === undefined) return [];
    return (await this.#tolerate(() => this.#textsOf(turn, conversation, signal))) ?? [];
  }

  /** Remembers what the user said in the last turn, and the answer if the app asks for it. */
  async remember(
    conversation: readonly Spoken[],
    answer: string,
    options: RememberTurnOptions = {},
  ): Promise<void> {
    const turn = turnOf(conversation);
    if (turn === undefined) return;
    await this.#tolerate(() => this.#remember(turn, answer, options));
  }

  async #textsOf(
    turn: Turn,
    conversation: readonly Spoken[],
    signal: AbortSignal | undefined,
  ): Promise<readonly Insertion[]> {
    const beginning = beginningOf(conversation);
    const began = beginning?.index === turn.index && turn.begins;
    const texts = [
      { index: turn.index, text: await this.#recall(turn, signal) },
      {
        index: beginning?.index ?? turn.index,
        text: beginning === undefined ? "" : await this.#profile(beginning.said, began, signal),
      },
    ];
    return texts.filter(({ text }) => text !== "");
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

  async #remember(turn: Turn, answer: string, { signal, ...given }: RememberTurnOptions): Promise<void> {
    const { clock: now, rememberAnswers = false, speaker, metadata } = this.#parts;
    const name = speaker === undefined ? {} : { name: speaker };
    const said = { role: "user", content: statementsOf(turn.said), ...name } as const;
    const answered = { role: "assistant", content: answer } as const;
    const content = [said, ...(rememberAnswers ? [answered] : [])].filter((one) => one.content.trim() !== "");
    if (content.length === 0) return;
    const input = {
      ...given,
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
