/**
 * `keepsake/mastra`: a processor for agents of Mastra. It imports nothing from Mastra: the types
 * are the parts of Mastra's own that it uses.
 */
import type { MemoryService } from "../contract/memory-service.js";
import type { Scope } from "../contract/scope.js";
import type { Spoken } from "../turns/conversation.js";
import type { TurnMemoryOptions } from "../turns/options.js";
import { TurnMemory } from "../turns/turn-memory.js";

/** The values of a request of Mastra, by name: its `RequestContext`. */
export interface RequestValues {
  get(name: string): unknown;
}

/** Options of {@link memoryProcessor}. */
export interface MemoryProcessorOptions extends Omit<TurnMemoryOptions, "scope" | "speaker"> {
  /**
   * Whose memory it is: a scope such as `{ user: "u42" }`, or a function that returns it for the
   * `requestContext` of a call.
   *
   * @default the scope of the memory
   */
  readonly scope?: Scope | ((request: RequestValues) => Readonly<Record<string, unknown>>);
  /** The user's name, to which "I" and "my" refer, or a function that returns it for a call. */
  readonly speaker?: string | ((request: RequestValues) => string | undefined);
}

/** A stored message of Mastra. */
interface StoredMessage {
  readonly role: string;
  readonly createdAt: Date;
  readonly content: { readonly parts: readonly object[] };
}

/** The messages of a call: Mastra's `MessageList`. */
interface Messages {
  readonly get: { readonly all: { db(): readonly StoredMessage[] } };
  // biome-ignore lint/suspicious/noExplicitAny: Mastra accepts a dozen message formats.
  add(message: any, source: "context"): unknown;
}

interface Call {
  readonly requestContext?: RequestValues;
  readonly abortSignal?: AbortSignal;
}

/** A processor for `inputProcessors` and `outputProcessors` of an agent. */
export interface MemoryProcessor {
  readonly id: "keepsake-memory";
  readonly name: string;
  /** Adds the profile once, and what memory knows for the last message. */
  processInput<List extends Messages>(call: Call & { readonly messageList: List }): Promise<List>;
  /** Remembers what the user said. */
  processOutputResult<List extends Messages>(
    call: Call & { readonly messageList: List; readonly result: { readonly text: string } },
  ): Promise<List>;
}

/** Maximum number of users whose cached texts are kept at a time. */
const mostUsers = 256;

/**
 * A processor that gives an agent a memory. It has to be among the input processors, to recall, and
 * among the output processors, to remember. Mastra's own storage never gets recalled text.
 *
 * @example
 * import { Agent } from "@mastra/core/agent";
 * import { memoryProcessor } from "keepsake/mastra";
 *
 * const processor = memoryProcessor(memory, {
 *   scope: (request) => ({ user: request.get("user") }),
 * });
 * const agent = new Agent({
 *   ...{ id: "helper", name: "Helper", instructions: "Be brief.", model },
 *   inputProcessors: [processor],
 *   outputProcessors: [processor],
 * });
 */
export function memoryProcessor(
  memory: MemoryService,
  options: MemoryProcessorOptions = {},
): MemoryProcessor {
  const turnsOf = turnsByUser(memory, options);
  return {
    id: "keepsake-memory",
    name: "Memory (keepsake)",
    async processInput(call) {
      const { messageList, abortSignal } = call;
      // A copy, because `add` changes the list.
      const stored = [...messageList.get.all.db()];
      const inserted = await turnsOf(call).insertions(stored.map(spoken), abortSignal);
      // Mastra orders messages by time. `context` is what it never writes to its storage.
      for (const { index, text } of inserted.toReversed())
        messageList.add(contextMessage(text, stored[index]!.createdAt), "context");
      return messageList;
    },
    async processOutputResult(call) {
      const { messageList, abortSignal, result } = call;
      await turnsOf(call).remember(messageList.get.all.db().map(spoken), result.text, {
        signal: abortSignal,
      });
      return messageList;
    },
  };
}

/**
 * Returns a function that finds the memory of the user of a call. It throws for an invalid scope.
 */
function turnsByUser(
  memory: MemoryService,
  { scope, speaker, ...fixed }: MemoryProcessorOptions,
): (call: Call) => TurnMemory {
  const users = new Map<string, TurnMemory>();
  return ({ requestContext = new Map<string, unknown>() }) => {
    const own = typeof scope === "function" ? (scope(requestContext) as Scope) : scope;
    const name = typeof speaker === "function" ? speaker(requestContext) : speaker;
    // Checks the scope: if the function returned none, the memory of everybody must not be opened.
    if (scope !== undefined) memory.for(own!);
    const key = JSON.stringify([own, name]);
    const turns =
      users.get(key) ??
      new TurnMemory(memory, {
        ...fixed,
        ...(own === undefined ? {} : { scope: own }),
        ...(name === undefined ? {} : { speaker: name }),
      });
    users.delete(key);
    users.set(key, turns);
    const [oldest] = users.keys();
    if (users.size > mostUsers && oldest !== undefined) users.delete(oldest);
    return turns;
  };
}

function spoken({ role, content: { parts } }: StoredMessage): Spoken {
  const texts = parts.map((part) => Reflect.get(part, "text"));
  return { role, text: texts.filter((text) => typeof text === "string").join("\n") };
}

/** A message of the user that is sorted before a message with a given time. */
function contextMessage(text: string, before: Date): object {
  return {
    role: "user",
    createdAt: new Date(before.getTime() - 1),
    content: { format: 2, parts: [{ type: "text", text }] },
  };
}
