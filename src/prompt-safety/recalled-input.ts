/** Recalled text that comes back as input: what stands behind a fence, or was told word for word, is known already, and is not remembered again. */
import { parseInput } from "../contract/errors.js";
import type { CallOptions, MemoryService } from "../contract/memory-service.js";
import {
  type AddPayload,
  type ChatMessage,
  type RememberInput,
  type RememberRequest,
  rememberInput,
  type SkippedItem,
} from "../contract/remember.js";
import { withoutFenced } from "./fence.js";
import type { ToldLines } from "./told-lines.js";

const reason = "it was recalled from this memory";

/** What is left of an input without what was recalled; no `request` where nothing is. */
interface Stripped {
  readonly request: RememberRequest | undefined;
  readonly skipped: readonly SkippedItem[];
}

/** Takes fenced and told text out of a content. @throws {MemoryError} `invalid_input` */
function withoutRecalled(input: RememberInput, told: ToldLines): Stripped {
  const request = parseInput(rememberInput, input, "remember");
  const skipped: SkippedItem[] = [];
  const strip = (text: string) => {
    const fenced = withoutFenced(text);
    const known = told.without(fenced.rest);
    skipped.push(...[...fenced.removed, ...known.removed].map((one) => ({ text: one, reason })));
    return known.rest;
  };
  const { content } = request;
  const left =
    typeof content === "string"
      ? strip(content)
      : content.map((message): ChatMessage => ({ ...message, content: strip(message.content) }));
  if (skipped.length === 0) return { request, skipped };
  return { request: saysSomething(left) ? { ...request, content: left } : undefined, skipped };
}

function saysSomething(content: RememberRequest["content"]): boolean {
  return typeof content === "string"
    ? content.trim() !== ""
    : content.some((message) => message.content.trim() !== "");
}

/** `remember`, for a door through which recalled text may come back. What was recalled is listed among the skipped. */
export async function rememberNew(
  memory: MemoryService,
  input: RememberInput,
  options: CallOptions & { readonly now: () => Date; readonly told: ToldLines },
): Promise<AddPayload> {
  const { now, told, ...call } = options;
  const { request, skipped } = withoutRecalled(input, told);
  if (request === undefined) return nothingNew(skipped, { now, balance: await balanceOf(memory, call) });
  const payload = await memory.remember(request, call);
  if (skipped.length === 0) return payload;
  const decided = payload.data.data;
  const all = { ...decided, skipped: [...decided.skipped, ...skipped] };
  return { ...payload, data: { ...payload.data, data: all } };
}

async function balanceOf(memory: MemoryService, options: CallOptions): Promise<number> {
  return (await memory.details(options)).wallet_balance;
}

/** The payload of an input that was recalled text and nothing else: the store is not asked, and nothing is charged. */
function nothingNew(
  skipped: readonly SkippedItem[],
  { now, balance }: { readonly now: () => Date; readonly balance: number },
): AddPayload {
  const none = { use: false, items: [] };
  return {
    stored: false,
    bytes: 0,
    embedding_bytes: 0,
    total_storage_bytes: 0,
    data: {
      status: 200,
      success: true,
      data: {
        should_store_memory: false,
        memory_decisions: { semantic: none, episodic: none, procedural: none },
        skipped: [...skipped],
      },
      query: {
        datetime: now().toISOString(),
        previous_context: "",
        current_context: "",
        semantic_context: [],
        episodic_context: [],
        procedural_context: [],
      },
    },
    tokens: 0,
    cost: 0,
    wallet_balance: balance,
  };
}
