/**
 * Random commands for Anthropic's memory tool, and the comparison with the SDK's own
 * implementation.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { betaMemoryTool } from "@anthropic-ai/sdk/helpers/beta/memory";
import { BetaLocalFilesystemMemoryTool } from "@anthropic-ai/sdk/tools/memory/node";
import fc from "fast-check";
import { Memory } from "keepsake";
import { memoryToolHandlers } from "keepsake/anthropic";
import { expect, onTestFinished } from "vitest";

type Tool = ReturnType<typeof betaMemoryTool>;
export type Command = Parameters<Tool["run"]>[0];

const names = fc.constantFrom(
  "a.md",
  "b.md",
  "notes",
  "deep",
  ".hidden",
  "node_modules",
  "Zürich.txt",
  "a.md ",
);
const paths = fc.oneof(
  {
    weight: 12,
    arbitrary: fc.array(names, { minLength: 1, maxLength: 3 }).map((parts) => `/memories/${parts.join("/")}`),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      "/memories",
      "/memories/",
      "/memories//a.md",
      "/memories/../etc",
      "/memories/notes/../a.md",
      "/memoriesb.md",
      "/other/a.md",
      "a.md",
      "/memories/notes/",
    ),
  },
);
const words = fc.constantFrom(
  "one",
  "two",
  "one two",
  "",
  "$&",
  "ü",
  "\t",
  "\r",
  "one\ntwo",
  "Ana sails.\n",
  "\ud800",
);
const texts = fc.oneof(
  fc.array(words, { maxLength: 6 }).map((lines) => lines.join("\n")),
  fc.constant("The ladder hangs in the shed behind the house. ".repeat(12)),
);

/** Any command, with paths that are often those of earlier ones. */
const command: fc.Arbitrary<Command> = fc.oneof(
  fc.record({ command: fc.constant("create" as const), path: paths, file_text: texts }),
  fc.record({ command: fc.constant("create" as const), path: paths, file_text: texts }),
  fc.record(
    {
      command: fc.constant("view" as const),
      path: paths,
      view_range: fc.tuple(fc.integer({ min: -2, max: 8 }), fc.integer({ min: -1, max: 9 })),
    },
    { requiredKeys: ["command", "path"] },
  ),
  fc.record({ command: fc.constant("str_replace" as const), path: paths, old_str: words, new_str: texts }),
  fc.record({
    command: fc.constant("insert" as const),
    path: paths,
    insert_line: fc.integer({ min: -1, max: 8 }),
    insert_text: texts,
  }),
  fc.record({ command: fc.constant("delete" as const), path: paths }),
  fc.record({ command: fc.constant("rename" as const), old_path: paths, new_path: paths }),
);

/** Commands of one session: the same for the same seed. */
export function commands(count: number, seed: number): Command[] {
  return fc.sample(command, { numRuns: count, seed });
}

/** The SDK's own tool on an empty folder, and keepsake's on an empty memory. */
export async function bothTools(): Promise<{ readonly reference: Tool; readonly tool: Tool }> {
  const folder = mkdtempSync(join(tmpdir(), "memory-tool-"));
  const memory = new Memory();
  onTestFinished(async () => {
    rmSync(folder, { recursive: true, force: true });
    await memory.close();
  });
  const reference = betaMemoryTool(await BetaLocalFilesystemMemoryTool.init(folder));
  return { reference, tool: betaMemoryTool(memoryToolHandlers(memory, { scope: { user: "ana" } })) };
}

/** Runs commands on both tools, and after each looks at the whole folder. */
export async function compare(list: readonly Command[]): Promise<void> {
  const { reference, tool } = await bothTools();
  const look: Command = { command: "view", path: "/memories" };
  for (const [index, one] of list.entries()) {
    const trail = () => JSON.stringify(list.slice(Math.max(0, index - 8), index + 1));
    for (const asked of index % 4 === 0 ? [one, look] : [one])
      expect(await answer(tool, asked), trail()).toEqual(await answer(reference, asked));
  }
}

/** The answer. Sizes of folders differ by file system, and errors of the system name its paths. */
async function answer(tool: Tool, asked: Command): Promise<unknown> {
  try {
    const text = await tool.run(asked);
    return typeof text === "string"
      ? text.replaceAll(/^\S+(?=\t.*\/$|\t\/memories\/?$)/gm, "SIZE").replace(folderHeader, "$1SIZE")
      : text;
  } catch (error) {
    const { code, message } = error as { readonly code?: string; readonly message: string };
    const isOfSystem =
      /^E[A-Z]+$/.test(code ?? "") || / is not a directory$| cannot be moved into itself$/.test(message);
    return { error: isOfSystem ? "of the system" : message };
  }
}

/** The first line of a listing has the size of the folder itself. */
const folderHeader = /^(Here're the files and directories .*\n)\S+(?=\t)/;
