/** Memories, files and exports for the tests of migration. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Memory, type MemoryRecord, type MemoryService } from "keepsake";
import { type MigrateOptions, type MigrationFormat, type MigrationReport, migrate } from "keepsake/migrate";
import { testClock, testIds } from "keepsake/testing";
import { afterEach } from "vitest";

export const now = "2026-05-04T09:00:00.000Z";

/** One file of each system. */
export const fixtures: Readonly<Record<MigrationFormat, string>> = {
  mem0: "mem0.json",
  "mcp-memory": "mcp-memory.jsonl",
  letta: "letta.af",
  zep: "zep.json",
  langgraph: "langgraph.json",
  chatgpt: "chatgpt.json",
  cogx: "cogx",
};

export function fixture(from: MigrationFormat): string {
  return fileURLToPath(new URL(`./fixtures/${fixtures[from]}`, import.meta.url));
}

export function newMemory(): Memory {
  return new Memory({ clock: testClock(now), ids: testIds() });
}

/** Imports one system's file, or `data`, as the user Sam. */
export function bringIn(
  memory: MemoryService,
  options: Pick<MigrateOptions, "from"> & Partial<MigrateOptions>,
): Promise<MigrationReport> {
  const origin =
    options.data === undefined && options.file === undefined ? { file: fixture(options.from) } : {};
  return migrate(memory, { speaker: "Sam", clock: testClock(now), ...origin, ...options });
}

export async function allRecords(memory: MemoryService): Promise<readonly MemoryRecord[]> {
  const records: MemoryRecord[] = [];
  let cursor: string | undefined;
  do {
    const page = await memory.records({
      include_superseded: true,
      limit: 1000,
      ...(cursor === undefined ? {} : { cursor }),
    });
    records.push(...page.items);
    cursor = page.next_cursor ?? undefined;
  } while (cursor !== undefined);
  return records;
}

/** The record of a text; `undefined` if there is none. */
export async function recordOf(memory: MemoryService, text: string): Promise<MemoryRecord | undefined> {
  return (await allRecords(memory)).find((record) => record.text === text);
}

/** An export with one file of two pages. */
export const fileExport: readonly string[] = [
  { format: "keepsake", version: 1, name: "library", exported_at: now },
  {
    source: {
      id: "source-of-manual",
      created_at: now,
      file: { id: "manual", name: "crane manual.txt", media_type: "text/plain", digest: "d1" },
      passages: ["Grease the jib each month.", "The hook carries forty tonnes."].map((text, index) => ({
        text,
        prompt: null,
        message: 0,
        speaker: null,
        role: "user",
        said_at: now,
        page: index + 1,
        heading: "Care › *Daily*",
        digest: `p${index}`,
        mentions: [],
        records: [
          {
            id: `page-${index + 1}`,
            type: "file",
            text,
            entity: null,
            property: null,
            value: null,
            trigger: null,
            occurred_at: now,
            valid_from: null,
            valid_to: null,
            created_at: now,
            superseded_by: null,
            expires_at: null,
            metadata: { shelf: "B" },
          },
        ],
      })),
    },
  },
].map((line) => JSON.stringify(line));

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** A folder that is removed after the test. */
export function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "keepsake-migrate-"));
  folders.push(folder);
  return folder;
}

/** A file that is removed after the test. */
export function newFile(name: string, text: string | Uint8Array): string {
  const path = join(newFolder(), name);
  writeFileSync(path, text);
  return path;
}
