/**
 * Zep and Graphiti: what their SDKs return, collected in one file: `{ nodes, edges, episodes,
 * messages, sessions }`, or a list of any of them. An edge is a fact with the period for which it
 * was true, and becomes a record with that period; an episode is stored verbatim; messages are a
 * conversation.
 */
import { z } from "zod";
import type { ChatMessage } from "../../contract/remember.js";
import type { Carried, Found, MapContext, Mapping } from "../mapping.js";
import {
  about,
  anyObject,
  fieldsOf,
  foreignId,
  maybeText,
  momentOf,
  propertyOf,
  reasonOf,
  someText,
} from "../shapes.js";

const edge = z.object({
  uuid: foreignId,
  name: maybeText,
  fact: someText,
  source_node_uuid: maybeText,
  target_node_uuid: maybeText,
  source_node_name: maybeText,
  target_node_name: maybeText,
  created_at: z.unknown().optional(),
  valid_at: z.unknown().optional(),
  invalid_at: z.unknown().optional(),
  expired_at: z.unknown().optional(),
  group_id: maybeText,
  graph_id: maybeText,
  user_id: maybeText,
  attributes: anyObject.nullish(),
});

const node = z.object({
  uuid: foreignId,
  name: someText,
  summary: maybeText,
  labels: z.unknown().optional(),
  attributes: anyObject.nullish(),
  created_at: z.unknown().optional(),
});

const episode = z
  .object({
    uuid: foreignId,
    content: maybeText,
    episode_body: maybeText,
    name: maybeText,
    role: maybeText,
    role_type: maybeText,
    source: maybeText,
    source_description: maybeText,
    session_id: maybeText,
    thread_id: maybeText,
    created_at: z.unknown().optional(),
    valid_at: z.unknown().optional(),
  })
  .transform((row, context) => {
    const text = row.content ?? row.episode_body;
    if (text !== undefined) return { ...row, text };
    context.addIssue({ code: "custom", path: ["content"], message: "must be a text that is not empty" });
    return z.NEVER;
  });

const message = z.object({
  uuid: foreignId.nullish(),
  role: maybeText,
  role_type: maybeText,
  name: maybeText,
  content: someText,
  created_at: z.unknown().optional(),
  session_id: maybeText,
  thread_id: maybeText,
});

const session = z.object({
  session_id: maybeText,
  thread_id: maybeText,
  uuid: maybeText,
  user_id: maybeText,
  messages: z.array(z.unknown()).nullish(),
});

type Shape = "edge" | "node" | "episode" | "message" | "session";

const collections: Readonly<Record<string, Shape>> = {
  edges: "edge",
  facts: "edge",
  entity_edges: "edge",
  nodes: "node",
  entities: "node",
  entity_nodes: "node",
  episodes: "episode",
  episodic_nodes: "episode",
  messages: "message",
  sessions: "session",
  threads: "session",
};

/** Zep's and Graphiti's graphs and threads. */
export const zep: Mapping = {
  format: "zep",
  title: "a Zep or Graphiti export",
  collections: Object.keys(collections),
  recognises: (found) => guess(found.value) !== undefined,
  index(found, names) {
    const read = shapeOf(found) === "node" ? node.safeParse(found.value) : undefined;
    if (read?.success) names.set(read.data.uuid, read.data.name);
  },
  map(found, context) {
    const shape = shapeOf(found);
    if (shape === "edge") return edges(found, context);
    if (shape === "node") return nodes(found);
    if (shape === "episode") return episodes(found);
    if (shape === "session") return sessions(found, context);
    return turns(found.value, { conversation: "zep", context });
  },
};

/** The kind of a record, from its list or, in an unnamed list, from its fields. */
function shapeOf({ collection, value }: Found): Shape | undefined {
  return collections[collection] ?? guess(value);
}

/** The kind of a record from its fields, because a file may also be a list of edges alone. */
function guess(value: unknown): Shape | undefined {
  const fields = fieldsOf(value);
  const has = (...keys: string[]) => keys.every((key) => key in fields);
  if (has("uuid", "fact")) return "edge";
  if (has("messages") && (has("session_id") || has("thread_id"))) return "session";
  if (has("uuid") && (has("episode_body") || (has("content") && has("source")))) return "episode";
  if (has("role_type", "content") || (has("uuid", "role", "content") && !has("author"))) return "message";
  if (has("uuid", "name") && (has("summary") || has("labels"))) return "node";
  return undefined;
}

function* edges({ value }: Found, { names }: MapContext): Iterable<Carried> {
  const read = edge.safeParse(value);
  if (!read.success) return yield { loss: { kind: "edge", reason: reasonOf(read.error) } };
  const row = read.data;
  const nameOf = (id: string | undefined) => (id === undefined ? undefined : names.get(id));
  const object = row.target_node_name ?? nameOf(row.target_node_uuid);
  const createdAt = momentOf(row.created_at);
  const relation = row.name === undefined ? undefined : propertyOf(row.name);
  yield {
    statement: {
      kind: "edge",
      identity: { id: row.uuid },
      originalId: row.uuid,
      text: row.fact,
      at: momentOf(row.valid_at) ?? createdAt,
      createdAt,
      entity: row.source_node_name ?? nameOf(row.source_node_uuid),
      property: relation?.property,
      value: object,
      validFrom: momentOf(row.valid_at),
      // `expired_at` is when Zep learnt of the end: the best guess if no end is given.
      validTo: endOf(row),
      mentions: object === undefined ? [] : [object],
      labels: {
        ...row.attributes,
        ...relation?.labels,
        expired_at: momentOf(row.expired_at),
        graph: row.graph_id ?? row.group_id,
        user_id: row.user_id,
      },
    },
  };
}

function endOf({ valid_at, invalid_at, expired_at }: z.output<typeof edge>): string | undefined {
  const end = momentOf(invalid_at) ?? momentOf(expired_at);
  const start = momentOf(valid_at);
  return end !== undefined && start !== undefined && end < start ? start : end;
}

function* nodes({ value }: Found): Iterable<Carried> {
  const read = node.safeParse(value);
  if (!read.success) return yield { loss: { kind: "node", reason: reasonOf(read.error) } };
  const { uuid, name, summary, labels, attributes, created_at } = read.data;
  if (summary === undefined)
    return yield {
      loss: { kind: "node", reason: "it has no summary: the facts about it contain its name" },
    };
  yield {
    statement: {
      kind: "node",
      identity: { id: uuid },
      originalId: uuid,
      text: about(name, summary),
      at: momentOf(created_at),
      entity: name,
      labels: { ...attributes, labels },
    },
  };
}

function* episodes({ value }: Found): Iterable<Carried> {
  const read = episode.safeParse(value);
  if (!read.success) return yield { loss: { kind: "episode", reason: reasonOf(read.error) } };
  const row = read.data;
  yield {
    statement: {
      kind: "episode",
      identity: { id: row.uuid },
      originalId: row.uuid,
      text: row.text,
      type: "episodic",
      at: momentOf(row.valid_at) ?? momentOf(row.created_at),
      createdAt: momentOf(row.created_at),
      // An unknown role is a name: Zep allows names in this field.
      speaker: roleOf(row.role) === undefined ? row.role : undefined,
      role: roleOf(row.role_type) ?? roleOf(row.role) ?? "user",
      labels: {
        source: row.source,
        source_description: row.source_description,
        session: row.thread_id ?? row.session_id,
      },
    },
  };
}

function* sessions({ value, at }: Found, context: MapContext): Iterable<Carried> {
  const read = session.safeParse(value);
  if (!read.success) return yield { loss: { kind: "session", reason: reasonOf(read.error) } };
  const { session_id, thread_id, uuid, messages } = read.data;
  const conversation = thread_id ?? session_id ?? uuid ?? at;
  if (!messages?.length) return yield { loss: { kind: "session", reason: "it has no messages of its own" } };
  for (const [index, one] of messages.entries())
    for (const carried of turns(one, { conversation, context }))
      yield "loss" in carried ? { ...carried, part: `messages[${index}]` } : carried;
}

interface Talk {
  readonly conversation: string;
  readonly context: MapContext;
}

function* turns(value: unknown, { conversation, context }: Talk): Iterable<Carried> {
  const read = message.safeParse(value);
  if (!read.success) return yield { loss: { kind: "message", reason: reasonOf(read.error) } };
  const row = read.data;
  const role = roleOf(row.role_type) ?? roleOf(row.role) ?? "user";
  if (role === "system" || role === "tool")
    return yield { loss: { kind: "message", reason: `messages of the ${role} are not memories` } };
  const named = row.name ?? (roleOf(row.role) === undefined ? row.role : undefined);
  const speaker = named ?? (role === "user" ? context.speaker : undefined);
  const at = momentOf(row.created_at);
  const said: ChatMessage = {
    role,
    content: row.content,
    ...(speaker === undefined ? {} : { name: speaker }),
    ...(at === undefined ? {} : { at }),
  };
  const session = row.thread_id ?? row.session_id ?? conversation;
  yield { turn: { kind: "message", conversation: session, message: said, labels: { session } } };
}

/** The chat role for Zep's role types: `function` is a tool; `norole` and others have none. */
function roleOf(role: string | undefined): ChatMessage["role"] | undefined {
  const plain = role?.toLowerCase().replace(/^roletype\./, "");
  if (plain === "user" || plain === "assistant" || plain === "system" || plain === "tool") return plain;
  return plain === "function" ? "tool" : undefined;
}
