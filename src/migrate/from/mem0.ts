/**
 * mem0: what `get_all()` returns (`{ results: [...], relations: [...] }`), the platform's lists (`{
 * memories: [...] }`), a plain list of memories, and rows of `history()`, in the same list or under
 * `history`.
 */
import { z } from "zod";
import type { Carried, Found, Mapping } from "../mapping.js";
import {
  anyObject,
  fieldsOf,
  foreignId,
  maybeText,
  momentOf,
  propertyOf,
  reasonOf,
  someText,
  wordsOf,
} from "../shapes.js";
import { recordIdOf } from "../statement.js";

const memory = z
  .object({
    id: foreignId.nullish(),
    hash: maybeText,
    memory: maybeText,
    text: maybeText,
    data: maybeText,
    content: maybeText,
    metadata: anyObject.nullish(),
    categories: z.unknown().optional(),
    created_at: z.unknown().optional(),
    updated_at: z.unknown().optional(),
    expiration_date: z.unknown().optional(),
    user_id: maybeText,
    agent_id: maybeText,
    app_id: maybeText,
    run_id: maybeText,
    actor_id: maybeText,
    role: maybeText,
    memory_type: maybeText,
  })
  .transform((row, context) => {
    const text = row.memory ?? row.text ?? row.data ?? row.content;
    if (text !== undefined) return { ...row, text };
    context.addIssue({ code: "custom", path: ["memory"], message: "must be a text that is not empty" });
    return z.NEVER;
  });

const relation = z.object({
  source: someText,
  relationship: maybeText,
  relation: maybeText,
  destination: maybeText,
  target: maybeText,
});

const version = z.object({
  id: foreignId.nullish(),
  memory_id: foreignId,
  event: z.string(),
  old_memory: maybeText,
  new_memory: maybeText,
  created_at: z.unknown().optional(),
  updated_at: z.unknown().optional(),
});

/** mem0's exports. */
export const mem0: Mapping = {
  format: "mem0",
  title: "a mem0 export",
  collections: ["results", "memories", "relations", "history"],
  recognises: ({ value }) =>
    isHistory(value) || isRelation(value) || typeof fieldsOf(value).memory === "string",
  index(found, names) {
    if (isHistory(found.value) || isRelation(found.value)) return;
    const read = memory.safeParse(found.value);
    if (read.success) names.set(idOf(read.data), whose(read.data) ?? "");
  },
  map(found, { names }) {
    if (isHistory(found.value)) return versions(found, names);
    return isRelation(found.value) ? relations(found) : memories(found);
  },
};

function isHistory(value: unknown): boolean {
  const { memory_id, event } = fieldsOf(value);
  return memory_id !== undefined && typeof event === "string";
}

function isRelation(value: unknown): boolean {
  const { source, memory: text } = fieldsOf(value);
  return typeof source === "string" && text === undefined;
}

/** Old exports have rows without an id, whose text identifies them. */
function idOf({
  id,
  hash,
  text,
}: {
  id?: string | null | undefined;
  hash?: string | undefined;
  text: string;
}) {
  return id ?? hash ?? text;
}

/** The person that a memory is about: mem0 stores it under the speaker, the user, or the agent. */
function whose(row: Pick<z.output<typeof memory>, "actor_id" | "user_id" | "agent_id">): string | undefined {
  return row.actor_id ?? row.user_id ?? row.agent_id;
}

function* memories({ value }: Found): Iterable<Carried> {
  const read = memory.safeParse(value);
  if (!read.success) return yield { loss: { kind: "memory", reason: reasonOf(read.error) } };
  const row = read.data;
  const createdAt = momentOf(row.created_at);
  const procedural = row.memory_type ?? row.metadata?.memory_type;
  yield {
    statement: {
      kind: "memory",
      identity: row.id ? { id: row.id } : { words: [row.hash ?? row.text] },
      originalId: row.id ?? undefined,
      text: row.text,
      type: procedural === "procedural_memory" ? "procedural" : "semantic",
      at: momentOf(row.updated_at) ?? createdAt,
      createdAt,
      expiresAt: momentOf(row.expiration_date),
      entity: whose(row),
      labels: {
        ...row.metadata,
        categories: row.categories,
        user_id: row.user_id,
        agent_id: row.agent_id,
        app_id: row.app_id,
        run_id: row.run_id,
        actor_id: row.actor_id,
        role: row.role,
      },
    },
  };
}

function* relations({ value }: Found): Iterable<Carried> {
  const read = relation.safeParse(value);
  const object = read.success ? (read.data.destination ?? read.data.target) : undefined;
  const verb = read.success ? (read.data.relationship ?? read.data.relation) : undefined;
  if (!read.success) return yield { loss: { kind: "relation", reason: reasonOf(read.error) } };
  if (object === undefined || verb === undefined)
    return yield {
      loss: { kind: "relation", reason: "it names no relationship, or nothing that it leads to" },
    };
  const { source } = read.data;
  const { property, labels } = propertyOf(verb);
  yield {
    statement: {
      kind: "relation",
      identity: { words: [source, verb, object] },
      text: `${source} ${wordsOf(verb)} ${object}`,
      entity: source,
      property,
      value: object,
      mentions: [object],
      labels,
    },
  };
}

/**
 * The earlier versions of a memory: records that have ended, replaced by the memory if the file
 * has it.
 */
function* versions({ value }: Found, names: ReadonlyMap<string, string>): Iterable<Carried> {
  const read = version.safeParse(value);
  if (!read.success) return yield { loss: { kind: "version", reason: reasonOf(read.error) } };
  const { memory_id, event, old_memory, created_at, updated_at } = read.data;
  const ended = momentOf(updated_at) ?? momentOf(created_at);
  if (event.toUpperCase() === "ADD")
    return yield {
      loss: { kind: "version", reason: "the row that adds a memory says what the memory says" },
    };
  if (event.toUpperCase() === "DELETE")
    return yield { loss: { kind: "version", reason: "it was deleted in mem0" } };
  if (old_memory === undefined || ended === undefined)
    return yield { loss: { kind: "version", reason: "it does not say what was replaced, or when" } };
  const began = momentOf(created_at);
  yield {
    statement: {
      kind: "version",
      identity: read.data.id ? { id: read.data.id } : { words: [memory_id, old_memory, ended] },
      originalId: read.data.id ?? undefined,
      text: old_memory,
      at: began !== undefined && began < ended ? began : ended,
      validTo: ended,
      ...(names.has(memory_id) ? { supersededBy: recordIdOf("mem0", "memory", memory_id) } : {}),
      entity: names.get(memory_id) || undefined,
      labels: { memory_id },
    },
  };
}
