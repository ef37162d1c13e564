/**
 * ChatGPT's data export: `conversations.json`, a list of conversations. The messages of a
 * conversation form a tree, because editing a prompt creates a branch; the visible thread runs from
 * `current_node` up to the root. What ChatGPT saved as a memory is among the messages, sent to
 * `bio`.
 */
import { z } from "zod";
import type { ChatMessage } from "../../contract/remember.js";
import type { Carried, Found, MapContext, Mapping } from "../mapping.js";
import { fieldsOf, foreignId, maybeText, momentOf, reasonOf } from "../shapes.js";

const message = z.object({
  id: foreignId.nullish(),
  author: z.object({ role: z.string(), name: maybeText }),
  create_time: z.unknown().optional(),
  recipient: maybeText,
  content: z.object({
    content_type: z.string(),
    parts: z.array(z.unknown()).nullish(),
    text: maybeText,
  }),
  metadata: z
    .object({ is_visually_hidden_from_conversation: z.boolean().nullish() })
    .nullish()
    .catch(undefined),
});

const treeNode = z.object({
  parent: z.string().nullish(),
  children: z.array(z.string()).nullish(),
  message: z.unknown().optional(),
});

const conversation = z.object({
  id: foreignId.nullish(),
  conversation_id: foreignId.nullish(),
  title: maybeText,
  create_time: z.unknown().optional(),
  update_time: z.unknown().optional(),
  current_node: maybeText,
  mapping: z.record(z.string(), treeNode),
});
type Conversation = z.output<typeof conversation>;

/** ChatGPT's conversations. */
export const chatgpt: Mapping = {
  format: "chatgpt",
  title: "a ChatGPT export",
  collections: ["conversations"],
  recognises: ({ value }) => typeof fieldsOf(value).mapping === "object",
  map: thread,
};

function* thread({ value, at }: Found, context: MapContext): Iterable<Carried> {
  const read = conversation.safeParse(value);
  if (!read.success) return yield { loss: { kind: "conversation", reason: reasonOf(read.error) } };
  const exported = read.data;
  const id = exported.conversation_id ?? exported.id ?? at;
  const seen = threadOf(exported);
  yield* branches(exported, seen);
  let when = momentOf(exported.create_time);
  for (const key of seen) {
    const given = exported.mapping[key]?.message;
    if (given === null || given === undefined) continue;
    const one = message.safeParse(given);
    if (!one.success) {
      yield { loss: { kind: "message", reason: reasonOf(one.error) }, part: key };
      continue;
    }
    when = momentOf(one.data.create_time) ?? when;
    for (const made of carried(one.data, { id, key, when, title: exported.title, speaker: context.speaker }))
      yield "loss" in made ? { ...made, part: key } : made;
  }
}

/** Nodes from the root to the current node; if the export has none, to the newest leaf. */
function threadOf({ mapping, current_node }: Conversation): string[] {
  const path: string[] = [];
  const passed = new Set<string>();
  let key =
    current_node !== undefined && current_node in mapping ? current_node : Object.keys(mapping).at(-1);
  while (key !== undefined && !passed.has(key)) {
    passed.add(key);
    path.push(key);
    key = mapping[key]?.parent ?? undefined;
  }
  return path.reverse();
}

function* branches({ mapping }: Conversation, seen: readonly string[]): Iterable<Carried> {
  const shown = new Set(seen);
  for (const [key, node] of Object.entries(mapping))
    if (!shown.has(key) && node.message !== null && node.message !== undefined)
      yield { loss: { kind: "message", reason: "it is on a branch that was edited away" }, part: key };
}

interface Place {
  readonly id: string;
  readonly key: string;
  readonly when: string | undefined;
  readonly title: string | undefined;
  readonly speaker: string | undefined;
}

function* carried(one: z.output<typeof message>, place: Place): Iterable<Carried> {
  const { role } = one.author;
  const text = textOf(one);
  if (role === "assistant" && one.recipient === "bio") return yield savedMemory(text, one, place);
  const reason = whyNot(one, text);
  if (reason !== undefined || (role !== "user" && role !== "assistant"))
    return yield { loss: { kind: "message", reason: reason ?? `messages of the ${role} are not memories` } };
  const said: ChatMessage = {
    role,
    content: text,
    ...(role === "user" && place.speaker !== undefined ? { name: place.speaker } : {}),
    ...(place.when === undefined ? {} : { at: place.when }),
  };
  const labels = { conversation: place.id, title: place.title };
  yield { turn: { kind: "message", conversation: place.id, message: said, labels } };
  if (hasOtherParts(one))
    yield {
      loss: { kind: "attachment", reason: "images, sound and files are not part of the text" },
    };
}

function savedMemory(text: string, one: z.output<typeof message>, place: Place): Carried {
  if (text === "") return { loss: { kind: "memory", reason: "it is empty" } };
  return {
    statement: {
      kind: "memory",
      identity: { id: one.id ?? place.key },
      originalId: one.id ?? place.key,
      text,
      at: place.when,
      entity: place.speaker,
      labels: { conversation: place.id, title: place.title },
    },
  };
}

/** Why a message is not part of the visible conversation. */
function whyNot(one: z.output<typeof message>, text: string): string | undefined {
  const { role } = one.author;
  if (role !== "user" && role !== "assistant") return `messages of the ${role} are not memories`;
  if (one.content.content_type.endsWith("_editable_context"))
    return "it is context that ChatGPT showed its model, not a message";
  if (one.metadata?.is_visually_hidden_from_conversation) return "it is hidden from the conversation";
  if (!["text", "multimodal_text", "code"].includes(one.content.content_type))
    return `its content is of the kind ${one.content.content_type}`;
  if (role === "assistant" && one.recipient !== undefined && one.recipient !== "all")
    return "it is a call of a tool";
  return text === "" ? "it has no text" : undefined;
}

function textOf({ content }: z.output<typeof message>): string {
  const parts = (content.parts ?? []).filter((part) => typeof part === "string");
  return (parts.length > 0 ? parts.join("\n") : (content.text ?? "")).trim();
}

function hasOtherParts({ content }: z.output<typeof message>): boolean {
  return (content.parts ?? []).some((part) => typeof part === "object" && part !== null);
}
