/**
 * LangGraph's store, which LangMem uses too: items `{ namespace, key, value, created_at, updated_at
 * }` as `store.search()` returns them, in a list, under `items`, or one per line; or rows of the
 * Postgres and SQLite stores, where the namespace is called `prefix`.
 */
import { z } from "zod";
import type { Carried, Found, Mapping } from "../mapping.js";
import { anyObject, foreignId, momentOf, reasonOf } from "../shapes.js";

const namespace = z.union(
  [
    z.array(z.union([z.string(), z.number()]).transform(String)),
    z.string().transform((path) => path.split(".")),
  ],
  "must be a list of names",
);

const item = z
  .object({
    namespace: namespace.optional(),
    prefix: namespace.optional(),
    key: foreignId,
    value: anyObject,
    created_at: z.unknown().optional(),
    createdAt: z.unknown().optional(),
    updated_at: z.unknown().optional(),
    updatedAt: z.unknown().optional(),
  })
  .transform((row, context) => {
    const path = row.namespace ?? row.prefix;
    if (path !== undefined) return { ...row, path };
    context.addIssue({ code: "custom", path: ["namespace"], message: "must be a list of names" });
    return z.NEVER;
  });

/** LangGraph's and LangMem's items. */
export const langgraph: Mapping = {
  format: "langgraph",
  title: "an export of a LangGraph store",
  collections: ["items"],
  recognises: ({ value }) => item.safeParse(value).success,
  map: items,
};

function* items({ value }: Found): Iterable<Carried> {
  const read = item.safeParse(value);
  if (!read.success) return yield { loss: { kind: "item", reason: reasonOf(read.error) } };
  const { path, key, value: content, ...times } = read.data;
  const said = textOf(content);
  if (said === undefined) return yield { loss: { kind: "item", reason: "its value is empty" } };
  const createdAt = momentOf(times.created_at ?? times.createdAt);
  yield {
    statement: {
      kind: "item",
      identity: { words: [path, key] },
      originalId: key,
      text: said.text,
      type: typeOf(path, content.kind),
      at: momentOf(times.updated_at ?? times.updatedAt) ?? createdAt,
      createdAt,
      labels: { ...said.labels, namespace: path, key },
    },
  };
}

/**
 * The field that contains an item's text: LangMem writes `content`, the tutorials `memory`, `text`
 * or `data`.
 */
const textKeys = ["content", "memory", "text", "data"];

interface Said {
  readonly text: string;
  /** The other fields. */
  readonly labels: Readonly<Record<string, unknown>>;
}

/**
 * The text and the labels of an item; without a text, every field as "name: value", one per line.
 */
function textOf(value: Readonly<Record<string, unknown>>): Said | undefined {
  const key = textKeys.find((name) => value[name] !== undefined && value[name] !== null);
  const found = key === undefined ? undefined : value[key];
  const { [key ?? ""]: _, ...labels } = value;
  if (typeof found === "string" && found.trim()) return { text: found, labels };
  // LangMem wraps a memory in its schema: { kind: "Memory", content: { content: "…" } }.
  const inner = anyObject.safeParse(found);
  if (inner.success) {
    const said = textOf(inner.data);
    return said && { text: said.text, labels: { ...labels, ...said.labels } };
  }
  const lines = Object.entries(value).filter(([, field]) => field !== null && field !== "");
  if (lines.length === 0) return undefined;
  return { text: lines.map(([name, field]) => `${name}: ${plain(field)}`).join("\n"), labels: {} };
}

function plain(field: unknown): string {
  return typeof field === "string" ? field : JSON.stringify(field);
}

/** The kind of memory, from the namespace or the schema's name; a fact if neither says. */
function typeOf(path: readonly string[], kind: unknown): "semantic" | "episodic" | "procedural" {
  const names = [...path, typeof kind === "string" ? kind : ""].map((name) => name.toLowerCase());
  if (names.some((name) => /^(?:procedural|instructions|procedures?|rules?)$/.test(name)))
    return "procedural";
  return names.some((name) => /^(?:episodic|episodes?)$/.test(name)) ? "episodic" : "semantic";
}
