/**
 * Letta: agent files (`.af`). The current format is `{ agents, blocks, tools, … }`, in which an
 * agent lists its blocks by id; the older one is a single agent with `core_memory` and `messages`.
 * Blocks and archival passages are stored as they are; messages are a conversation. Ids count from
 * 0 in each file (`block-0`), so they are not unique across files.
 */
import { z } from "zod";
import type { ChatMessage } from "../../contract/remember.js";
import type { Carried, Found, MapContext, Mapping } from "../mapping.js";
import { anyObject, foreignId, maybeText, momentOf, reasonOf, someText } from "../shapes.js";

const block = z.object({
  id: foreignId.nullish(),
  label: maybeText,
  value: someText,
  description: maybeText,
  limit: z.unknown().optional(),
});

const agent = z.object({
  id: foreignId.nullish(),
  name: maybeText,
  block_ids: z.array(foreignId).nullish(),
  core_memory: z.array(z.unknown()).nullish(),
  memory_blocks: z.array(z.unknown()).nullish(),
  messages: z.array(z.unknown()).nullish(),
  archival_memory: z.array(z.unknown()).nullish(),
  passages: z.array(z.unknown()).nullish(),
});

const passage = z.object({
  id: foreignId.nullish(),
  text: someText,
  created_at: z.unknown().optional(),
  tags: z.unknown().optional(),
  metadata: anyObject.nullish(),
});

const part = z.union([
  z.string(),
  z.object({ type: z.literal("text"), text: z.string() }).transform(({ text }) => text),
]);
const message = z.object({
  role: z.string(),
  name: maybeText,
  content: z
    .union([z.string(), z.array(part.catch("")).transform((parts) => parts.filter(Boolean).join("\n"))])
    .nullish(),
  text: maybeText,
  created_at: z.unknown().optional(),
  tool_calls: z.array(z.unknown()).nullish(),
});

const sendMessage = z.object({
  function: z.object({ name: z.literal("send_message"), arguments: z.string() }),
});

const sentMessage = z.object({ message: someText });
const wrapping = z.object({ type: z.string(), message: z.string().optional() });

/** The lists of an agent file that are not memory. */
const machinery = ["tools", "files", "sources", "groups", "mcp_servers", "skills"];

/** Letta's agent files. */
export const letta: Mapping = {
  format: "letta",
  title: "a Letta agent file",
  collections: ["agents", "blocks", "core_memory", "messages", "archival_memory", "passages", ...machinery],
  recognises: ({ collection, value }) =>
    ["agents", "core_memory"].includes(collection)
      ? typeof value === "object"
      : collection === "blocks" && block.safeParse(value).success,
  index({ collection, value }, names) {
    const read = collection === "agents" ? agent.safeParse(value) : undefined;
    if (!read?.success) return;
    const name = read.data.name ?? read.data.id ?? undefined;
    if (name !== undefined) for (const id of read.data.block_ids ?? []) names.set(id, name);
  },
  map(found, context) {
    const { collection, at, value } = found;
    if (collection === "agents") return agentParts(found, context);
    if (collection === "blocks" || collection === "core_memory") return blocks(value, { at, context });
    if (collection === "messages") return turns(value, { agent: "agent", context });
    if (collection === "archival_memory" || collection === "passages") return passages(value, undefined);
    return leftBehind(collection);
  },
};

function* leftBehind(collection: string): Iterable<Carried> {
  const kind = collection.replace(/s$/, "");
  yield { loss: { kind, reason: "it is part of how the agent runs, not of what it remembers" } };
}

function* agentParts({ value, at }: Found, context: MapContext): Iterable<Carried> {
  const read = agent.safeParse(value);
  if (!read.success) return yield { loss: { kind: "agent", reason: reasonOf(read.error) } };
  const { name, id, core_memory, memory_blocks, messages, archival_memory, passages: given } = read.data;
  const known = name ?? id ?? at;
  for (const one of [...(core_memory ?? []), ...(memory_blocks ?? [])])
    yield* blocks(one, { at: known, agent: known, context });
  for (const one of [...(archival_memory ?? []), ...(given ?? [])]) yield* passages(one, known);
  for (const [index, one] of (messages ?? []).entries())
    for (const carried of turns(one, { agent: id ?? known, name: known, context }))
      yield "loss" in carried ? { ...carried, part: `messages[${index}]` } : carried;
}

interface Owner {
  readonly at: string;
  readonly agent?: string;
  readonly context: MapContext;
}

function* blocks(value: unknown, { at, agent: owner, context }: Owner): Iterable<Carried> {
  const read = block.safeParse(value);
  if (!read.success) return yield { loss: { kind: "block", reason: reasonOf(read.error) } };
  const { id, label, value: text, description } = read.data;
  const name = owner ?? (id ? context.names.get(id) : undefined);
  yield {
    statement: {
      kind: "block",
      identity: { words: [name ?? at, id ?? label, text] },
      originalId: id ?? undefined,
      text,
      entity: label === "human" ? context.speaker : name,
      labels: { label, description, agent: name },
    },
  };
}

function* passages(value: unknown, owner: string | undefined): Iterable<Carried> {
  const read = passage.safeParse(value);
  if (!read.success) return yield { loss: { kind: "passage", reason: reasonOf(read.error) } };
  const { id, text, created_at, tags, metadata } = read.data;
  const at = momentOf(created_at);
  yield {
    statement: {
      kind: "passage",
      identity: { words: [owner, id, text] },
      originalId: id ?? undefined,
      text,
      at,
      labels: { ...metadata, tags, agent: owner },
    },
  };
}

interface Talk {
  readonly agent: string;
  readonly name?: string;
  readonly context: MapContext;
}

function* turns(value: unknown, { agent: conversation, name, context }: Talk): Iterable<Carried> {
  const read = message.safeParse(value);
  if (!read.success) return yield { loss: { kind: "message", reason: reasonOf(read.error) } };
  const { role, created_at } = read.data;
  if (role !== "user" && role !== "assistant")
    return yield { loss: { kind: "message", reason: `messages of the ${role} are not memories` } };
  const content = role === "user" ? userText(read.data) : assistantText(read.data);
  if (content === undefined)
    return yield {
      loss: { kind: "message", reason: "it is an event or a call of a tool, and says nothing" },
    };
  const speaker = role === "user" ? (read.data.name ?? context.speaker) : name;
  const at = momentOf(created_at);
  const said: ChatMessage = {
    role,
    content,
    ...(speaker === undefined ? {} : { name: speaker }),
    ...(at === undefined ? {} : { at }),
  };
  yield { turn: { kind: "message", conversation, message: said, labels: { agent: name } } };
}

type Message = z.output<typeof message>;

/**
 * Letta passes a person's message to its model as JSON: `{ "type": "user_message", "message": "…"
 * }`. Other types are events.
 */
function userText({ content, text }: Message): string | undefined {
  const said = content ?? text ?? "";
  const wrapped = jsonOf(said);
  const event = wrapping.safeParse(wrapped);
  const plain = event.success ? (event.data.type === "user_message" ? event.data.message : undefined) : said;
  return plain?.trim() ? plain : undefined;
}

/** The agent's words are in its content, or in the calls of its tool `send_message`. */
function assistantText({ content, text, tool_calls }: Message): string | undefined {
  const spoken = (tool_calls ?? []).flatMap((call) => {
    const read = sendMessage.safeParse(call);
    if (!read.success) return [];
    const sent = sentMessage.safeParse(jsonOf(read.data.function.arguments));
    return sent.success ? [sent.data.message] : [];
  });
  // Where there is such a call, the content is the agent's reasoning.
  const said = (tool_calls ?? []).length > 0 ? spoken.join("\n") : (content ?? text ?? "");
  return said.trim() ? said : undefined;
}

function jsonOf(text: string): unknown {
  if (!text.trimStart().startsWith("{")) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    // A message that begins with a brace but is not JSON is plain text.
    return undefined;
  }
}
