/**
 * COGX 0.1, cognee's exchange format, and reading it: a folder with a manifest and one JSON Lines
 * file per kind of record. The schemas follow cognee's own description in
 * `cognee/modules/migration/COGX.md` of its repository (topoteretes/cognee).
 */
import { readdir, readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { z } from "zod";
import { invalid, unreadable } from "../file-errors.js";
import { lineRecords, parsed } from "../json-records.js";
import type { Found } from "../mapping.js";
import { anyObject, foreignId, maybeText, someText } from "../shapes.js";

/** The version that keepsake writes, and the newest major version that it reads. */
export const cogxVersion = "0.1";

/** The file of each kind, in reading order: entities before the facts that refer to them. */
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

/** The name of the manifest file. */
export const cogxManifestFile = "manifest.json";

/** The fields of a manifest that a reader needs. */
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

/** The required fields of each kind; other fields are ignored. */
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

/** What keepsake writes into `metadata.keepsake`, because COGX has no fields for it. */
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

/**
 * Yields every record of an archive, and every unknown file as a record of the kind `file`.
 *
 * @throws {MemoryError} `invalid_input` if a line is not JSON; `unreadable_file`
 */
export async function* archiveRecords(folder: string): AsyncGenerator<Found> {
  const there = new Set(
    await readdir(folder).catch((cause) => Promise.reject(unreadable(basename(folder), cause))),
  );
  for (const [kind, file] of Object.entries(cogxFiles))
    if (there.delete(file)) yield* lineRecords(join(folder, file), { name: file, collection: kind });
  there.delete(cogxManifestFile);
  for (const file of [...there].sort()) yield { collection: "file", at: file, value: undefined };
}

/**
 * Checks the manifest of an archive.
 *
 * @throws {MemoryError} `invalid_input` if the folder is not an archive, or its COGX version is
 * newer
 */
export async function checkManifest(folder: string, name: string): Promise<void> {
  const text = await readFile(join(folder, cogxManifestFile), "utf8").catch((cause) =>
    Promise.reject(invalid(name, `it must be a COGX archive: a folder with a ${cogxManifestFile}`, cause)),
  );
  const manifest = parsed(text.replaceAll("\n", " "), { name: cogxManifestFile, number: 1 });
  const read = cogxManifest.safeParse(manifest);
  if (!read.success) throw invalid(name, `its ${cogxManifestFile} must contain cogx_version`);
  const version = read.data.cogx_version;
  const isOld = Number.parseInt(version, 10) <= Number.parseInt(cogxVersion, 10);
  if (!isOld) throw invalid(name, `its COGX version must be ${cogxVersion} or compatible, got ${version}`);
}
