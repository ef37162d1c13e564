/**
 * Chat exports: `conversations.json` of ChatGPT and of Claude. One conversation at a time is kept
 * in memory.
 */
import type { Role } from "../../text/passage.js";
import type { FileSource, Reader, Section } from "../reader.js";
import { unreadable } from "../reader.js";
import {
  arrayAt,
  isObject,
  type Json,
  type JsonObject,
  jsonMembers,
  objectAt,
  textAt,
} from "../tables/json-stream.js";

type Message = Omit<Section, "readBytes">;

/** Reads exports of ChatGPT. */
export const chatGptReader: Reader = {
  mediaType: "application/vnd.keepsake.chatgpt+json",
  read: reading(chatGptMessages),
};
/** Reads exports of Claude. */
export const claudeReader: Reader = {
  mediaType: "application/vnd.keepsake.claude+json",
  read: reading(claudeMessages),
};

/**
 * An export is an array of conversations. A conversation that was saved by itself is an object,
 * which is assembled from its members.
 */
function reading(messagesOf: (conversation: JsonObject) => Message[]): Reader["read"] {
  return async function* read(
    file: FileSource,
    options: { readonly signal?: AbortSignal },
  ): AsyncGenerator<Section> {
    const single: Record<string, Json> = {};
    let readBytes = 0;
    for await (const { key, value, readBytes: read } of jsonMembers(file, options)) {
      readBytes = read;
      if (typeof key === "string") single[key] = value;
      else if (!isObject(value))
        throw unreadable(file, "is not a chat export: it must be an array of conversations");
      else for (const message of messagesOf(value)) yield { ...message, readBytes };
    }
    for (const message of messagesOf(single)) yield { ...message, readBytes };
  };
}

/**
 * ChatGPT stores a tree of messages, with a branch for each edited or repeated message. The user
 * last saw the path from `current_node` up to the root. Other branches, messages of tools and
 * hidden messages are left out.
 */
function chatGptMessages(conversation: JsonObject): Message[] {
  const mapping = objectAt(conversation, "mapping") ?? {};
  const path: JsonObject[] = [];
  const seen = new Set<string>();
  let id = textAt(conversation, "current_node") ?? latestNode(mapping);
  while (id !== undefined && !seen.has(id)) {
    seen.add(id);
    const node = objectAt(mapping, id);
    if (node === undefined) break;
    const message = objectAt(node, "message");
    if (message !== undefined) path.unshift(message);
    id = textAt(node, "parent");
  }
  return path.flatMap((message) => ofChatGpt(message, textAt(conversation, "title")));
}

function latestNode(mapping: JsonObject): string | undefined {
  const timeOf = (id: string) => Number(objectAt(objectAt(mapping, id) ?? {}, "message")?.create_time ?? 0);
  return Object.keys(mapping)
    .filter((id) => arrayAt(objectAt(mapping, id) ?? {}, "children").length === 0)
    .toSorted((one, other) => timeOf(other) - timeOf(one))[0];
}

function ofChatGpt(message: JsonObject, heading: string | undefined): Message[] {
  const role = roleOf(textAt(objectAt(message, "author") ?? {}, "role"));
  const isHidden = objectAt(message, "metadata")?.is_visually_hidden_from_conversation === true;
  const content = objectAt(message, "content") ?? {};
  const kind = textAt(content, "content_type") ?? "text";
  if (role === null || isHidden || !["text", "multimodal_text"].includes(kind)) return [];
  const text = arrayAt(content, "parts")
    .map((part) => (typeof part === "string" ? part : isObject(part) ? (textAt(part, "text") ?? "") : ""))
    .filter((part) => part.trim() !== "")
    .join("\n\n");
  const at = timeText(typeof message.create_time === "number" ? message.create_time * 1000 : undefined);
  return messageOf({ text, role, heading, at, assistant: "ChatGPT" });
}

function claudeMessages(conversation: JsonObject): Message[] {
  return arrayAt(conversation, "chat_messages")
    .filter(isObject)
    .flatMap((message) => {
      const role = roleOf(textAt(message, "sender"));
      if (role === null) return [];
      const at = timeText(textAt(message, "created_at"));
      return messageOf({
        text: claudeText(message),
        role,
        heading: textAt(conversation, "name"),
        at,
        assistant: "Claude",
      });
    });
}

/**
 * Newer exports have a message's text in parts, next to its reasoning and the tools that it used;
 * older ones in `text`.
 */
function claudeText(message: JsonObject): string {
  const parts = arrayAt(message, "content")
    .filter(isObject)
    .filter((part) => part.type === "text")
    .map((part) => textAt(part, "text") ?? "");
  const attached = arrayAt(message, "attachments")
    .filter(isObject)
    .map((attachment) => textAt(attachment, "extracted_content") ?? "");
  const own = parts.join("").trim() === "" ? [textAt(message, "text") ?? ""] : parts;
  return [...own, ...attached].filter((part) => part.trim() !== "").join("\n\n");
}

function roleOf(name: string | undefined): Extract<Role, "user" | "assistant"> | null {
  if (name === "user" || name === "human") return "user";
  return name === "assistant" ? "assistant" : null;
}

/** ISO 8601 UTC; `undefined` for an invalid time. */
function timeText(time: number | string | undefined): string | undefined {
  if (time === undefined) return undefined;
  const date = new Date(time);
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString();
}

interface MessageParts {
  readonly text: string;
  readonly role: "user" | "assistant";
  readonly heading: string | undefined;
  readonly at: string | undefined;
  /** Name of the assistant. The user has no name in an export. */
  readonly assistant: string;
}

function messageOf({ text, role, heading, at, assistant }: MessageParts): Message[] {
  if (text.trim() === "") return [];
  return [
    {
      text,
      role,
      ...(role === "assistant" ? { speaker: assistant } : {}),
      ...(heading === undefined ? {} : { heading }),
      ...(at === undefined ? {} : { at }),
    },
  ];
}
