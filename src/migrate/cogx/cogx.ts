/**
 * COGX 0.1, cognee's exchange format: a folder with a manifest and one file of JSON lines a kind of record. Written down by cognee in
 * `cognee/modules/migration/COGX.md` of its repository (topoteretes/cognee), which this follows field by field.
 */
import { z } from "zod";
import { anyObject, foreignId, maybeText, someText } from "../shapes.js";

/** The version that is written, and the newest major version that is read. */
export const cogxVersion = "0.1";

/** The file of each kind, in the order in which they are read: entities before the facts that name them. */
export const cogxFiles = {
  document: "documents.jsonl",
  episode: "episodes.jsonl",
  entity: "entities.jsonl",
  fact: "facts.jsonl",
  memory: "memories.jsonl",
  memory_block: "memory_blocks.jsonl",
  raw_node: "nodes.jsonl",
} as const;
/** A kind of COGX record. */
export type CogxKind = keyof typeof cogxFiles;

/** The file that says what an archive is. */
export const cogxManifestFile = "manifest.json";

/** What a reader needs of a manifest. */
export const cogxManifest = z.object({ cogx_version: z.string(), source_system: maybeText });

const shared = {
  external_system: maybeText,
  external_id: foreignId,
  scope: z
    .object({ user_id: maybeText, agent_id: maybeText, session_id: maybeText, run_id: maybeText })
    .nullish()
    .catch(undefined),
  created_at: z.unknown().optional(),
  updated_at: z.unknown().optional(),
  metadata: anyObject.nullish(),
};

/** What each kind must have to be carried; fields beside it are let be. */
export const cogxRecords = {
  document: z.object({ ...shared, content: someText, title: maybeText, mime_type: maybeText }),
  episode: z.object({
    ...shared,
    title: maybeText,
    turns: z.array(z.object({ role: z.string(), content: z.string(), occurred_at: z.unknown().optional() })),
  }),
  entity: z.object({
    ...shared,
    name: someText,
    entity_type: maybeText,
    description: maybeText,
    aliases: z.array(z.string()).nullish(),
    attributes: anyObject.nullish(),
  }),
  fact: z.object({
    ...shared,
    subject_ref: someText,
    predicate: someText,
    object_ref: someText,
    fact_text: maybeText,
    valid_at: z.unknown().optional(),
    invalid_at: z.unknown().optional(),
    confidence: z.number().nullish(),
    provenance: z.array(z.string()).nullish(),
  }),
  memory: z.object({ ...shared, content: someText, categories: z.array(z.string()).nullish() }),
  memory_block: z.object({ ...shared, label: z.string(), value: someText }),
};

/** What keepsake writes into `metadata.keepsake`, for which COGX has no field. */
export const cogxOwn = z.object({
  type: z.enum(["semantic", "episodic", "procedural", "file"]).optional().catch(undefined),
  trigger: maybeText,
  superseded_by: maybeText,
  expires_at: maybeText,
  occurred_at: maybeText,
  occurred_until: maybeText,
  entity: maybeText,
  valid_from: maybeText,
  valid_to: maybeText,
  speaker: maybeText,
  role: z.enum(["user", "assistant", "system", "tool"]).optional().catch(undefined),
});
