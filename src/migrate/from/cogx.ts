/** COGX: the records of an archive, one file per kind. See `../cogx/cogx.ts` for the format. */
import type { z } from "zod";
import { cogxFiles, cogxOwn, cogxRecords } from "../cogx/cogx.js";
import type { Carried, Found, MapContext, Mapping } from "../mapping.js";
import { about, momentOf, propertyOf, reasonOf, wordsOf } from "../shapes.js";
import type { Statement } from "../statement.js";

/** Archives of cognee and of other systems that write COGX. */
export const cogx: Mapping = {
  format: "cogx",
  title: "a COGX archive",
  collections: [...Object.keys(cogxFiles), "file"],
  recognises: ({ collection }) => collection in cogxRecords || collection === "raw_node",
  index({ collection, value }, names) {
    if (collection === "entity") {
      const read = cogxRecords.entity.safeParse(value);
      if (read.success) names.set(read.data.external_id, read.data.name);
    }
  },
  map(found, context) {
    if (found.collection === "document") return documents(found);
    if (found.collection === "episode") return episodes(found);
    if (found.collection === "entity") return entities(found);
    if (found.collection === "fact") return facts(found, context);
    if (found.collection === "memory") return memories(found);
    if (found.collection === "memory_block") return blocks(found);
    return found.collection === "raw_node" ? rawNodes() : strangeFile();
  },
};

/** The fields that all kinds share: id, creation time and labels. */
function shared(
  kind: string,
  row: Pick<
    z.output<typeof cogxRecords.memory>,
    "external_system" | "external_id" | "scope" | "created_at" | "updated_at" | "metadata"
  >,
) {
  const { keepsake, ...metadata } = row.metadata ?? {};
  const ours = row.external_system === "keepsake" ? cogxOwn.safeParse(keepsake) : undefined;
  const own = ours?.success ? ours.data : undefined;
  const createdAt = momentOf(row.created_at);
  return {
    kind,
    identity: { id: JSON.stringify([row.external_system ?? "unknown", row.external_id]) },
    originalId: row.external_id,
    ...(own === undefined ? {} : { recordId: row.external_id, type: own.type ?? ("semantic" as const) }),
    at: momentOf(own?.occurred_at) ?? momentOf(row.updated_at) ?? createdAt,
    until: momentOf(own?.occurred_until),
    createdAt,
    entity: own?.entity,
    validFrom: momentOf(own?.valid_from),
    validTo: momentOf(own?.valid_to),
    ...(own?.role === undefined ? {} : { role: own.role }),
    trigger: own?.trigger,
    supersededBy: own?.superseded_by,
    expiresAt: momentOf(own?.expires_at),
    speaker: own?.speaker,
    labels: { ...metadata, ...row.scope, external_system: row.external_system },
  } satisfies Omit<Statement, "text">;
}

function* documents({ value }: Found): Iterable<Carried> {
  const read = cogxRecords.document.safeParse(value);
  if (!read.success) return yield { loss: { kind: "document", reason: reasonOf(read.error) } };
  const { content, title, mime_type } = read.data;
  const base = shared("document", read.data);
  yield { statement: { ...base, text: content, labels: { ...base.labels, title, mime_type } } };
}

function* episodes({ value }: Found): Iterable<Carried> {
  const read = cogxRecords.episode.safeParse(value);
  if (!read.success) return yield { loss: { kind: "episode", reason: reasonOf(read.error) } };
  const { turns, title } = read.data;
  const { recordId: _, ...base } = shared("turn", read.data);
  for (const [index, { role, content, occurred_at }] of turns.entries()) {
    if (content.trim() === "") {
      yield { loss: { kind: "turn", reason: "it is empty" }, part: `turns[${index}]` };
      continue;
    }
    const known = roleOf(role);
    yield {
      statement: {
        ...base,
        identity: { id: JSON.stringify([base.identity.id, index]) },
        text: content,
        type: "episodic",
        at: momentOf(occurred_at) ?? base.at,
        role: known ?? "user",
        speaker: known === undefined && role !== "episode" ? role : undefined,
        labels: { ...base.labels, title },
      },
    };
  }
}

function roleOf(role: string): "user" | "assistant" | "system" | "tool" | undefined {
  return role === "user" || role === "assistant" || role === "system" || role === "tool" ? role : undefined;
}

function* entities({ value }: Found): Iterable<Carried> {
  const read = cogxRecords.entity.safeParse(value);
  if (!read.success) return yield { loss: { kind: "entity", reason: reasonOf(read.error) } };
  const { name, entity_type, description, aliases, attributes } = read.data;
  const base = shared("entity", read.data);
  if (description === undefined || description.trim() === name)
    return yield {
      loss: { kind: "entity", reason: "it has no description: the facts about it contain its name" },
    };
  yield {
    statement: {
      ...base,
      text: about(name, description),
      entity: name,
      mentions: aliases ?? [],
      labels: { ...attributes, ...base.labels, entity_type },
    },
  };
}

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

function* facts({ value }: Found, { names }: MapContext): Iterable<Carried> {
  const read = cogxRecords.fact.safeParse(value);
  if (!read.success) return yield { loss: { kind: "fact", reason: reasonOf(read.error) } };
  const row = read.data;
  const subject = nameOf(row.subject_ref, names);
  const object = nameOf(row.object_ref, names);
  if (row.fact_text === undefined && (subject === undefined || object === undefined))
    return yield { loss: { kind: "fact", reason: "it refers to a node that the archive does not name" } };
  const base = shared("fact", row);
  const validFrom = momentOf(row.valid_at);
  const { property, labels } = propertyOf(row.predicate);
  yield {
    statement: {
      ...base,
      text: row.fact_text ?? `${subject} ${wordsOf(row.predicate)} ${object}`,
      at: base.at ?? validFrom,
      entity: subject,
      property,
      value: object,
      validFrom,
      validTo: momentOf(row.invalid_at),
      mentions: object === undefined ? [] : [object],
      labels: { ...base.labels, ...labels, confidence: row.confidence, provenance: row.provenance },
    },
  };
}

/** The name that a reference means: an entity's id or a name. An unknown id is not a name. */
function nameOf(reference: string, names: ReadonlyMap<string, string>): string | undefined {
  return names.get(reference) ?? (uuid.test(reference) ? undefined : reference);
}

function* memories({ value }: Found): Iterable<Carried> {
  const read = cogxRecords.memory.safeParse(value);
  if (!read.success) return yield { loss: { kind: "memory", reason: reasonOf(read.error) } };
  const base = shared("memory", read.data);
  const { content, categories, scope } = read.data;
  yield {
    statement: {
      ...base,
      text: content,
      entity: base.entity ?? scope?.user_id ?? scope?.agent_id,
      labels: { ...base.labels, categories },
    },
  };
}

function* blocks({ value }: Found): Iterable<Carried> {
  const read = cogxRecords.memory_block.safeParse(value);
  if (!read.success) return yield { loss: { kind: "memory_block", reason: reasonOf(read.error) } };
  const base = shared("memory_block", read.data);
  const { label, value: text } = read.data;
  yield { statement: { ...base, text, labels: { ...base.labels, label } } };
}

function* strangeFile(): Iterable<Carried> {
  yield { loss: { kind: "file", reason: "COGX 0.1 has no file of this name" } };
}

function* rawNodes(): Iterable<Carried> {
  yield { loss: { kind: "raw_node", reason: "it is a node of the other system's graph, not a statement" } };
}
