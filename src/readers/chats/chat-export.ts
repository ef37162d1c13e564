/** What chat services give their users: `conversations.json` of ChatGPT and of Claude. A conversation is held in memory, a file is not. */
import type { Role } from "../../text/passage.js";
import type { FileSource, Reader, Section } from "../reader.js";
import {
  arrayAt,
  isObject,
  type Json,
  type JsonObject,
  jsonMembers,
  objectAt,
  textAt,
} from "../tables/json-stream.js";
import { unreadable } from "../unreadable.js";

type Message = Omit<Section, "readBytes">;

export const chatGptReader: Reader = {
  mediaType: "application/vnd.keepsake.chatgpt+json",
  read: reading(chatGptMessages),
};
export const claudeReader: Reader = {
  mediaType: "application/vnd.keepsake.claude+json",
  read: reading(claudeMessages),
};

/** An export is an array of conversations; one conversation saved by itself is an object, whose members are put together again. */
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
        throw unreadable(file, "is no chat export: it must be an array of conversations");
      else for (const message of messagesOf(value)) yield { ...message, readBytes };
    }
    for (const message of messagesOf(single)) yield { ...message, readBytes };
  };
}

/**
 * ChatGPT keeps a tree of messages, with a branch for each edited or repeated one. What the user last saw is the way from `current_node` up
 * to the root; other branches, tools' own messages and hidden ones are not told.
 */
function chatGptMessages(conversation: JsonObject): Message[] {
  const mapping = objectAt(conversation, "mapping") ?? {};
  const way: JsonObject[] = [];
  const seen = new Set<string>();
  let id = textAt(conversation, "current_node") ?? latestNode(mapping);
  while (id !== undefined && !seen.has(id)) {
    seen.add(id);
    const node = objectAt(mapping, id);
    if (node === undefined) break;
    const message = objectAt(node, "message");
    if (message !== undefined) way.unshift(message);
    id = textAt(node, "parent");
  }
  return way.flatMap((message) => ofChatGpt(message, textAt(conversation, "title")));
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
  return told({ text, role, heading, at, assistant: "ChatGPT" });
}

function claudeMessages(conversation: JsonObject): Message[] {
  return arrayAt(conversation, "chat_messages")
    .filter(isObject)
    .flatMap((message) => {
      const role = roleOf(textAt(message, "sender"));
      if (role === null) return [];
      const at = timeText(textAt(message, "created_at"));
      return told({
        text: claudeText(message),
        role,
        heading: textAt(conversation, "name"),
        at,
        assistant: "Claude",
      });
    });
}

/** Newer exports have a message's text in parts, beside what it thought and which tools it used; older ones in `text`. */
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

/** ISO 8601 UTC; nothing for a time that is none. */
function timeText(time: number | string | undefined): string | undefined {
  if (time === undefined) return undefined;
  const date = new Date(time);
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString();
}

interface Told {
  readonly text: string;
  readonly role: "user" | "assistant";
  readonly heading: string | undefined;
  readonly at: string | undefined;
  /** What the assistant is called; the user has no name in an export. */
  readonly assistant: string;
}

function told({ text, role, heading, at, assistant }: Told): Message[] {
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
