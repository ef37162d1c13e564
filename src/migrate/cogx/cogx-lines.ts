/**
 * Converts keepsake's records into COGX. A source becomes an episode whose turns are its verbatim
 * passages; a file becomes a document; a fact becomes a fact between its entity and its value;
 * every other record becomes a memory. Pure.
 */
import type { ExchangedSource } from "../../contract/maintenance/exchange.js";
import type { ExchangedPassage, ExchangedRecord } from "../exchanged.js";
import { type CogxKind, cogxFiles, cogxVersion } from "./cogx.js";

/** One record of an archive, and its kind, which determines its file. */
export interface CogxLine {
  readonly kind: CogxKind;
  readonly value: Readonly<Record<string, unknown>>;
}

/** What keepsake's archives do and do not contain, for the manifest's notes. */
export const cogxNotes = [
  "One source is one episode; a turn's role is the speaker's name where one is known. The question that a passage answers is the turn before it.",
  "A file is a document; a long one is several, with ids of their own, and metadata.part says which of the file_id a later one is.",
  "What COGX has no field for is in metadata.keepsake: a record's type, trigger, time, expiry and what replaced it.",
  "Left out: vectors, the names that a passage mentions, pages and headings of files, and the audit trail.",
];

/** Converts sources. Each entity is written once. */
export class CogxWriter {
  readonly #entities = new Set<string>();
  /**
   * The last source of a file, and its number of documents so far: a long file has several
   * consecutive parts.
   */
  #long = { id: "", parts: 0 };

  /** The lines of one source: the episode or document, then its records. */
  *lines(source: ExchangedSource): Generator<CogxLine> {
    yield source.file === undefined ? episode(source) : this.#document(source, source.file);
    for (const passage of source.passages)
      for (const record of passage.records) yield* this.#record(record, { passage, source });
  }

  #document(source: ExchangedSource, file: NonNullable<ExchangedSource["file"]>): CogxLine {
    const parts = this.#long.id === source.id ? this.#long.parts + 1 : 1;
    this.#long = { id: source.id, parts };
    return document(source, file, parts);
  }

  *#record(record: ExchangedRecord, place: Place): Generator<CogxLine> {
    const { type, entity, property, value } = record;
    // These two are the passage itself, which is in the episode or the document.
    if (type === "episodic" || type === "file") return;
    if (type !== "semantic" || !entity || !property || !value) return yield memory(record, place);
    if (!this.#entities.has(entity)) yield { kind: "entity", value: entityOf(entity, record) };
    this.#entities.add(entity);
    yield fact(record, { entity, property, value }, place);
  }
}

interface Place {
  readonly passage: ExchangedPassage;
  readonly source: ExchangedSource;
}

function base(id: string, createdAt: string) {
  return { external_system: "keepsake", external_id: id, scope: {}, created_at: createdAt };
}

function episode(source: ExchangedSource): CogxLine {
  return {
    kind: "episode",
    value: {
      kind: "episode",
      ...base(source.id, source.created_at),
      metadata: source.passages[0]?.records[0]?.metadata ?? {},
      turns: source.passages.flatMap(turnsOf),
    },
  };
}

function turnsOf({ text, prompt, speaker, role, said_at }: ExchangedPassage) {
  const turn = { role: speaker ?? role, content: text, occurred_at: said_at };
  if (prompt === null) return [turn];
  const asking = role === "user" ? "assistant" : "user";
  return [{ role: asking, content: prompt, occurred_at: said_at }, turn];
}

/** Each part of a long file has its own id, so that readers do not mistake one part for another. */
function document(
  source: ExchangedSource,
  file: NonNullable<ExchangedSource["file"]>,
  part: number,
): CogxLine {
  return {
    kind: "document",
    value: {
      kind: "document",
      ...base(part === 1 ? source.id : `${source.id}.${part}`, source.created_at),
      metadata: part === 1 ? { file_id: file.id } : { file_id: file.id, part },
      content: source.passages.map(({ text }) => text).join("\n\n"),
      title: file.name,
      mime_type: file.media_type,
    },
  };
}

function entityOf(name: string, { created_at }: ExchangedRecord) {
  return { kind: "entity", ...base(`entity:${name}`, created_at), metadata: {}, name };
}

interface Triple {
  readonly entity: string;
  readonly property: string;
  readonly value: string;
}

function fact(record: ExchangedRecord, { entity, property, value }: Triple, place: Place): CogxLine {
  return {
    kind: "fact",
    value: dense({
      kind: "fact",
      ...base(record.id, record.created_at),
      metadata: metadataOf(record, place),
      subject_ref: `entity:${entity}`,
      predicate: property,
      object_ref: value,
      fact_text: record.text,
      valid_at: record.valid_from,
      invalid_at: record.valid_to,
      provenance: [place.source.id],
    }),
  };
}

function memory(record: ExchangedRecord, place: Place): CogxLine {
  return {
    kind: "memory",
    value: {
      kind: "memory",
      ...base(record.id, record.created_at),
      metadata: metadataOf(record, place),
      content: record.text,
      categories: [record.type],
    },
  };
}

function metadataOf(record: ExchangedRecord, { passage }: Place) {
  const {
    type,
    trigger,
    superseded_by,
    expires_at,
    occurred_at,
    occurred_until,
    entity,
    valid_from,
    valid_to,
  } = record;
  const { speaker, role } = passage;
  const own = {
    type,
    trigger,
    superseded_by,
    expires_at,
    occurred_at,
    occurred_until,
    entity,
    valid_from,
    valid_to,
    speaker,
    role,
  };
  return { ...record.metadata, keepsake: dense(own) };
}

/** Removes null fields: COGX omits absent fields. */
function dense(object: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== null));
}

/** The manifest of an archive. It is written last, so an archive with a manifest is complete. */
export function manifestOf(exportedAt: string, counts: Readonly<Partial<Record<CogxKind, number>>>) {
  const ordered = Object.keys(cogxFiles).filter((kind) => counts[kind as CogxKind] !== undefined);
  return {
    cogx_version: cogxVersion,
    source_system: "keepsake",
    exported_at: exportedAt,
    counts: Object.fromEntries(ordered.map((kind) => [kind, counts[kind as CogxKind]])),
    embedding_model: null,
    notes: cogxNotes,
  };
}
