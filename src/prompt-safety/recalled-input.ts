/**
 * Recognises recalled text that returns as input. Text in a fence, and lines that were rendered
 * before, are known already and are not remembered again.
 */
import type { CallOptions, MemoryService } from "../contract/memory-service.js";
import type { AddPayload, ChatMessage, RememberRequest, SkippedItem } from "../contract/remember.js";
import { withoutFenced } from "./fence.js";
import type { RenderedLines } from "./rendered-lines.js";

const reason = "it was recalled from this memory";

/** An input without recalled text; no `request` if nothing is left. */
interface Stripped {
  readonly request: RememberRequest | undefined;
  readonly skipped: readonly SkippedItem[];
}

/** Removes fenced text and rendered lines from the content of a request. */
function withoutRecalled(request: RememberRequest, rendered: RenderedLines): Stripped {
  const skipped: SkippedItem[] = [];
  const strip = (text: string) => {
    const fenced = withoutFenced(text);
    const known = rendered.without(fenced.rest);
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

/**
 * `remember` for interfaces where recalled text may return as input. The payload lists recalled
 * text among the skipped.
 */
export async function rememberNew(
  memory: MemoryService,
  given: RememberRequest,
  options: CallOptions & { readonly now: () => Date; readonly rendered: RenderedLines },
): Promise<AddPayload> {
  const { now, rendered, ...call } = options;
  const { request, skipped } = withoutRecalled(given, rendered);
  if (request === undefined) {
    const nothing = nothingNew(skipped, { now, balance: await balanceOf(memory, call) });
    return given.dry_run ? { dry_run: true, ...nothing } : nothing;
  }
  const payload = await memory.remember(request, call);
  if (skipped.length === 0) return payload;
  const decided = payload.data.data;
  const all = { ...decided, skipped: [...decided.skipped, ...skipped] };
  return { ...payload, data: { ...payload.data, data: all } };
}

async function balanceOf(memory: MemoryService, options: CallOptions): Promise<number> {
  return (await memory.details(options)).wallet_balance;
}

/**
 * The payload of an input that contained only recalled text: the store is not asked, and nothing is
 * charged.
 */
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
