/** Imports the export of another system: reads all of it once, then imports it. */
import type { MemoryService } from "../contract/memory-service.js";
import { Carrier } from "./carrier.js";
import { invalid } from "./file-errors.js";
import { chatgpt } from "./from/chatgpt.js";
import { cogx } from "./from/cogx.js";
import { langgraph } from "./from/langgraph.js";
import { letta } from "./from/letta.js";
import { mcpMemory } from "./from/mcp-memory.js";
import { mem0 } from "./from/mem0.js";
import { zep } from "./from/zep.js";
import { type Input, inputOfData, inputOfFile } from "./input.js";
import type { Carried, Found, Mapping } from "./mapping.js";
import { type MigrateOptions, type MigrationFormat, migrateParts } from "./options.js";
import { type MigrationReport, Tally } from "./report.js";

/**
 * Imports the memories of another system into any memory service. Statements (memories, facts,
 * blocks) are stored as they are, with their times; conversations are remembered, which decides
 * what to store. The report lists everything that was not imported, with the reason. Importing the
 * same file again changes nothing.
 *
 * @throws {MemoryError} `invalid_input` if the file is not valid JSON to its end, or nothing in
 * it could be imported: then nothing was stored. `unreadable_file`; and every error of `import` and
 * `remember`: the batches before it are stored, and running it again continues.
 *
 * @example
 * const report = await migrate(memory, { from: "mem0", file: "mem0.json" });
 * console.log(report.carried, report.not_carried);
 */
export async function migrate(memory: MemoryService, options: MigrateOptions): Promise<MigrationReport> {
  const { file, data, ...parts } = migrateParts(options);
  return migrateInput(memory, file === undefined ? inputOfData(data) : await inputOfFile(file), parts);
}

/** How {@link migrateInput} imports. */
export type MigrateParts = Omit<ReturnType<typeof migrateParts>, "file" | "data">;

/** As {@link migrate}, for an input that is already open. */
export async function migrateInput(
  memory: MemoryService,
  input: Input,
  { from, speaker, dryRun, now, onProgress, signal }: MigrateParts,
): Promise<MigrationReport> {
  const mapping = mappings[from];
  const { names, total } = await survey(input, mapping, signal);
  const tally = new Tally();
  const carrier = new Carrier({
    memory: dryRun ? undefined : memory,
    format: from,
    now,
    tally,
    call: signal === undefined ? {} : { signal },
  });
  let read = 0;
  for await (const found of input.records(mapping.collections)) {
    signal?.throwIfAborted();
    const parts = reads(mapping, found) ? mapping.map(found, { names, speaker }) : unread(found);
    for (const carried of parts) await carrier.take(carried, found.at);
    read += 1;
    onProgress?.({ done: read, total });
  }
  await carrier.finish();
  const { carried, notCarried } = tally;
  if (Object.keys(carried).length === 0) throw nothingCarried(input, mapping, notCarried[0]?.reason);
  return {
    from,
    dry_run: dryRun,
    read,
    carried,
    imported: carrier.imported,
    remembered: carrier.remembered,
    not_carried: notCarried,
  };
}

/**
 * Reads the whole input before anything is stored, so that a truncated file leaves nothing behind.
 */
async function survey(input: Input, mapping: Mapping, signal: AbortSignal | undefined) {
  const names = new Map<string, string>();
  let total = 0;
  let unrecognised = 0;
  for await (const found of input.records(mapping.collections)) {
    signal?.throwIfAborted();
    total += 1;
    if (reads(mapping, found)) mapping.index?.(found, names);
    if (!reads(mapping, found) || !mapping.recognises(found)) unrecognised += 1;
  }
  if (unrecognised === total) {
    const other = await detect(input);
    if (other !== undefined && other !== mapping) throw mistaken(input, mapping, other);
  }
  if (total === 0) throw nothingCarried(input, mapping, undefined);
  return { names, total };
}

/** Whether a record is in a list that the mapping reads. */
function reads({ collections }: Mapping, { collection }: Found): boolean {
  return collection === "" || collections.includes(collection);
}

function* unread({ collection }: Found): Iterable<Carried> {
  yield { loss: { kind: collection, reason: "keepsake does not read this list" } };
}

/** Number of records that are examined before a file counts as unknown. */
const detectionRecords = 50;

/** The mapping of the system whose export the input looks like. */
export async function detect(input: Input): Promise<Mapping | undefined> {
  let seen = 0;
  for await (const found of input.records(allCollections)) {
    const mapping = recognise(found);
    if (mapping !== undefined) return mapping;
    seen += 1;
    if (seen >= detectionRecords) return undefined;
  }
  return undefined;
}

/**
 * Detects which system's export a file looks like.
 *
 * @returns the value of `from`; `undefined` if it looks like none
 * @throws {MemoryError} `unreadable_file`; `invalid_input` if it is not JSON
 *
 * @example
 * const from = await detectFormat("export.json");
 * if (from !== undefined) await migrate(memory, { from, file: "export.json" });
 */
export async function detectFormat(file: string): Promise<Mapping["format"] | undefined> {
  return (await detect(await inputOfFile(file)))?.format;
}

function mistaken(input: Input, mapping: Mapping, other: Mapping) {
  return invalid(
    input.name,
    `it must be ${mapping.title}, and it looks like ${other.title}; use ${other.format} instead of ${mapping.format}`,
  );
}

function nothingCarried(input: Input, mapping: Mapping, reason: string | undefined) {
  const state =
    reason === undefined ? "it contains no record of one" : `nothing in it could be imported: ${reason}`;
  return invalid(input.name, `it must be ${mapping.title}, and ${state}`);
}

/** The mappings, by the value of `from`. */
export const mappings: Readonly<Record<MigrationFormat, Mapping>> = {
  mem0,
  "mcp-memory": mcpMemory,
  letta,
  zep,
  langgraph,
  chatgpt,
  cogx,
};

/** The collections of all mappings, for files of an unknown system. */
export const allCollections = [...new Set(Object.values(mappings).flatMap(({ collections }) => collections))];

/**
 * The mapping that a record looks like. The most specific ones are tried first: an entity of the
 * MCP server has a name, too.
 */
export function recognise(found: Found): Mapping | undefined {
  return [cogx, letta, chatgpt, mcpMemory, langgraph, zep, mem0].find(({ recognises }) => recognises(found));
}
