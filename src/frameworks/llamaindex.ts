/**
 * `keepsake/llamaindex`: a long-term memory block for `createMemory` of LlamaIndex. It imports
 * nothing from LlamaIndex: the types are the parts of LlamaIndex's own that it uses.
 */
import type { MemoryService } from "../contract/memory-service.js";
import type { Spoken } from "../turns/conversation.js";
import type { TurnMemoryOptions } from "../turns/options.js";
import { TurnMemory } from "../turns/turn-memory.js";

/** Options of {@link keepsakeMemoryBlock}. */
export interface KeepsakeMemoryBlockOptions extends Omit<TurnMemoryOptions, "rememberAnswers"> {
  /** @default "keepsake" */
  readonly id?: string;
  /**
   * The priority among the blocks. With 0 its text is always in the prompt; with more, it is there
   * if LlamaIndex's token limit for long-term blocks has room for it.
   *
   * @default 0
   */
  readonly priority?: number;
}

/** A message of LlamaIndex's memory. */
export interface MemoryBlockMessage {
  readonly id: string;
  readonly role: "user" | "assistant" | "system" | "memory" | "developer";
  // biome-ignore lint/suspicious/noExplicitAny: a text or parts, whose type LlamaIndex does not export.
  readonly content: any;
  readonly createdAt?: Date | undefined;
}

/** A memory block of LlamaIndex. */
export interface KeepsakeMemoryBlock {
  readonly id: string;
  readonly priority: number;
  readonly isLongTerm: true;
  /** Returns what memory knows for the last message, and remembers what the user said. */
  get(messages?: readonly MemoryBlockMessage[]): Promise<MemoryBlockMessage[]>;
  /** Remembers what the user said in messages that it has not seen yet. */
  put(messages: readonly MemoryBlockMessage[]): Promise<void>;
}

/** Maximum number of ids of messages that are known to be remembered. */
const mostIds = 10_000;

/**
 * A memory block that keeps what the user says beyond the conversation, and recalls it for each
 * call of the model.
 *
 * LlamaIndex hands a message to `put` only when the conversation no longer fits into its token
 * limit, so `get` remembers the user's messages too: each of them once, by its id.
 *
 * @example
 * import { createMemory } from "@llamaindex/core/memory";
 * import { keepsakeMemoryBlock } from "keepsake/llamaindex";
 *
 * const block = keepsakeMemoryBlock(memory, { scope: { user: "u42" }, speaker: "Ana" });
 * const chat = createMemory({ memoryBlocks: [block] });
 */
export function keepsakeMemoryBlock(
  memory: MemoryService,
  { id = "keepsake", priority = 0, ...options }: KeepsakeMemoryBlockOptions = {},
): KeepsakeMemoryBlock {
  const turns = new TurnMemory(memory, options);
  const remembered = new Set<string>();
  const put = async (messages: readonly MemoryBlockMessage[]) => {
    const conversation = messages.map(spoken);
    for (const [index, message] of messages.entries()) {
      if (message.role !== "user" || remembered.has(message.id)) continue;
      await turns.remember(conversation.slice(0, index + 1), "", {
        idempotency_key: `llamaindex ${message.id}`.slice(0, 256),
        ...(message.createdAt === undefined ? {} : { occurred_at: message.createdAt.toISOString() }),
      });
      remembered.add(message.id);
      const [oldest] = remembered;
      if (remembered.size > mostIds && oldest !== undefined) remembered.delete(oldest);
    }
  };
  return {
    id,
    priority,
    isLongTerm: true,
    put,
    async get(messages = []) {
      const inserted = await turns.insertions(messages.map(spoken));
      await put(messages);
      // The profile comes first: it stays the same throughout the conversation.
      const text = inserted.toReversed().map((one) => one.text);
      return text.length === 0 ? [] : [{ id: `${id}-recalled`, role: "user", content: text.join("\n\n") }];
    },
  };
}

function spoken({ role, content }: MemoryBlockMessage): Spoken {
  const parts: readonly unknown[] = Array.isArray(content) ? content : [content];
  const texts = parts.map((part) => (typeof part === "string" ? part : Reflect.get(Object(part), "text")));
  return { role, text: texts.filter((text) => typeof text === "string").join("\n") };
}
