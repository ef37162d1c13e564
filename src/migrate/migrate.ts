/** Migration in: the export of another system is read whole, and then brought in. */
import type { MemoryService } from "../contract/memory-service.js";
import { Carrier } from "./carrier.js";
import { invalid } from "./file-errors.js";
import { allCollections, mappings, recognise } from "./formats.js";
import { type Input, inputOfData, inputOfFile } from "./input.js";
import type { Carried, Found, Mapping } from "./mapping.js";
import { type MigrateOptions, migrateParts } from "./options.js";
import { type MigrationReport, Tally } from "./report.js";

/**
 * Brings the memories of another system into any memory service. Statements (memories, facts, blocks) are kept as they are, with their times;
 * conversations are remembered, which decides what of them is worth keeping. Everything that is not carried is in the report, with its reason.
 * Bringing the same file in again changes nothing.
 *
 * @throws {MemoryError} `invalid_input` where the file is not JSON to its end, or nothing in it could be carried: then nothing was kept.
 * `unreadable_file`; and whatever `import` and `remember` throw: the batches before it are kept, and running it again goes on.
 *
 * @example
 * const report = await migrate(memory, { from: "mem0", file: "mem0.json" });
 * console.log(report.carried, report.not_carried);
 */
export async function migrate(memory: MemoryService, options: MigrateOptions): Promise<MigrationReport> {
  const { from, file, data, speaker, dryRun, now, onProgress, signal } = migrateParts(options);
  const mapping = mappings[from];
  const input = file === undefined ? inputOfData(data) : await inputOfFile(file);
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

/** Reads all of it once, before anything is kept: a file that breaks off must not leave its first half behind. */
async function survey(input: Input, mapping: Mapping, signal: AbortSignal | undefined) {
  const names = new Map<string, string>();
  let total = 0;
  let strangers = 0;
  for await (const found of input.records(mapping.collections)) {
    signal?.throwIfAborted();
    total += 1;
    if (reads(mapping, found)) mapping.index?.(found, names);
    if (!reads(mapping, found) || !mapping.recognises(found)) strangers += 1;
  }
  if (strangers === total) {
    const other = await detect(input);
    if (other !== undefined && other !== mapping) throw mistaken(input, mapping, other);
  }
  if (total === 0) throw nothingCarried(input, mapping, undefined);
  return { names, total };
}

/** A list by itself, or one that the system is known to have. */
function reads({ collections }: Mapping, { collection }: Found): boolean {
  return collection === "" || collections.includes(collection);
}

function* unread({ collection }: Found): Iterable<Carried> {
  yield { loss: { kind: collection, reason: "it stands in a list that keepsake does not read" } };
}

/** Records that are looked at before a file is called unknown. */
const detectionRecords = 50;

/** Which system's export it looks like. */
async function detect(input: Input): Promise<Mapping | undefined> {
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
 * Which system's export a file looks like, for an app that was not told.
 *
 * @returns The name that `from` takes; `undefined` where it looks like none.
 * @throws {MemoryError} `unreadable_file`; `invalid_input` where it is not JSON
 */
export async function detectFormat(file: string): Promise<Mapping["format"] | undefined> {
  return (await detect(await inputOfFile(file)))?.format;
}

function mistaken(input: Input, mapping: Mapping, other: Mapping) {
  return invalid(
    input.name,
    `it must be ${mapping.title}, and it looks like ${other.title}; use ${other.format} in place of ${mapping.format}`,
  );
}

function nothingCarried(input: Input, mapping: Mapping, reason: string | undefined) {
  const state =
    reason === undefined ? "it holds no record of one" : `nothing in it could be carried: ${reason}`;
  return invalid(input.name, `it must be ${mapping.title}, and ${state}`);
}
