/**
 * `keepsake/anthropic`: Anthropic's memory tool (`memory_20250818`) with the files in a memory
 * instead of a folder. Only types are imported from the SDK. The answers are those of the SDK's own
 * `BetaLocalFilesystemMemoryTool`, word for word, because models are trained on them.
 */
import { posix } from "node:path";
import type { MemoryToolHandlers } from "@anthropic-ai/sdk/helpers/beta/memory";
import type { MemoryService } from "../contract/memory-service.js";
import type { Scope } from "../contract/scope.js";
import { Documents } from "../service/documents.js";
import { type Entries, type Entry, listing, placeOf, refused, root, within } from "./anthropic-files.js";

/** Options of {@link memoryToolHandlers}. */
export interface MemoryToolOptions {
  /** Whose files they are, for instance `{ user: "u42" }`. @default the scope of the memory */
  readonly scope?: Scope;
}

const mostLines = 999_999;
const lineNumberWidth = 6;

type Input<Command extends keyof MemoryToolHandlers> = Parameters<MemoryToolHandlers[Command]>[0];

/**
 * Handlers for `betaMemoryTool`. A file is at most some 4 million characters. `recall` of the same
 * scope finds what the model wrote. A failed command throws a `MemoryError` whose message is
 * the answer for the model.
 *
 * @example
 * import { betaMemoryTool } from "@anthropic-ai/sdk/helpers/beta/memory";
 * import { memoryToolHandlers } from "keepsake/anthropic";
 *
 * const tool = betaMemoryTool(memoryToolHandlers(memory, { scope: { user: "u42" } }));
 */
export function memoryToolHandlers(
  memory: MemoryService,
  { scope }: MemoryToolOptions = {},
): MemoryToolHandlers {
  return new Folder(new Documents(scope === undefined ? memory : memory.for(scope), "anthropic-memory-tool"))
    .handlers;
}

class Folder {
  readonly #documents: Documents<Entry>;

  constructor(documents: Documents<Entry>) {
    this.#documents = documents;
  }

  /** Bound functions, each of which runs after the one before it. */
  get handlers(): MemoryToolHandlers {
    const inTurn =
      <Command>(run: (command: Command, entries: Entries) => Promise<string> | string) =>
      (command: Command) =>
        this.#documents.inTurn(async () => run(command, await this.#entries()));
    return {
      view: inTurn(view),
      create: inTurn((command, entries) => this.#create(command, entries)),
      str_replace: inTurn((command, entries) => this.#replace(command, entries)),
      insert: inTurn((command, entries) => this.#insert(command, entries)),
      delete: inTurn((command, entries) => this.#delete(command, entries)),
      rename: inTurn((command, entries) => this.#rename(command, entries)),
    };
  }

  async #entries(): Promise<Entries> {
    const found = (await this.#documents.list()).map(({ key, value }) => [key, value] as const);
    return new Map<string, Entry>([[root, null], ...found]);
  }

  async #write(path: string, text: string): Promise<void> {
    // Characters that UTF-8 cannot encode are replaced as they would be in a file.
    await this.#documents.put(path, text.toWellFormed(), text);
  }

  async #create({ path, file_text }: Input<"create">, entries: Entries): Promise<string> {
    const target = placeOf(path, entries);
    await this.#makeFolder(posix.dirname(target), entries);
    if (entries.has(target)) throw refused(`File ${path} already exists`);
    await this.#write(target, file_text);
    return `File created successfully at: ${path}`;
  }

  async #replace({ path, old_str, new_str }: Input<"str_replace">, entries: Entries): Promise<string> {
    const [target, content] = file(path, entries);
    const found = content.split("\n").flatMap((line, index) => (line.includes(old_str) ? [index + 1] : []));
    if (found.length === 0)
      throw refused(
        `No replacement was performed, old_str \`${old_str}\` did not appear verbatim in ${path}.`,
      );
    if (found.length > 1)
      throw refused(
        `No replacement was performed. Multiple occurrences of old_str \`${old_str}\` in lines: ${found.join(", ")}. Please ensure it is unique`,
      );
    const changed = content.replace(old_str, () => new_str);
    await this.#write(target, changed);
    const [line = 1] = found;
    const snippet = numbered(changed.split("\n"), Math.max(0, line - 3), line + 2);
    return `The memory file has been edited. Here is the snippet showing the change (with line numbers):\n${snippet}`;
  }

  async #insert({ path, insert_line, insert_text }: Input<"insert">, entries: Entries): Promise<string> {
    const [target, content] = file(path, entries);
    const lines = content.split("\n");
    if (insert_line < 0 || insert_line > lines.length)
      throw refused(
        `Invalid \`insert_line\` parameter: ${insert_line}. It should be within the range of lines of the file: [0, ${lines.length}]`,
      );
    lines.splice(insert_line, 0, insert_text.replace(/\n$/, ""));
    await this.#write(target, lines.join("\n"));
    return `The file ${path} has been edited.`;
  }

  async #delete({ path }: Input<"delete">, entries: Entries): Promise<string> {
    const target = placeOf(path, entries);
    if (target === root) throw refused("Cannot delete the /memories directory itself");
    if (!entries.has(target)) throw refused(`The path ${path} does not exist`);
    for (const key of within(target, entries)) await this.#documents.delete(key);
    return `Successfully deleted ${path}`;
  }

  async #rename({ old_path, new_path }: Input<"rename">, entries: Entries): Promise<string> {
    const from = placeOf(old_path, entries);
    const to = placeOf(new_path, entries);
    if (from === root) throw refused("Cannot rename the /memories directory itself");
    if (entries.has(to)) throw refused(`The destination ${new_path} already exists`);
    await this.#makeFolder(posix.dirname(to), entries);
    if (!entries.has(from)) throw refused(`The path ${old_path} does not exist`);
    if (to.startsWith(`${from}/`)) throw refused(`The path ${old_path} cannot be moved into itself`);
    const moved = within(from, entries);
    // All are written before any is erased.
    for (const key of moved) await this.#put(to + key.slice(from.length), entries.get(key) ?? null);
    for (const key of moved) await this.#documents.delete(key);
    return `Successfully renamed ${old_path} to ${new_path}`;
  }

  async #put(path: string, entry: Entry): Promise<void> {
    await (entry === null ? this.#documents.put(path, null) : this.#write(path, entry));
  }

  /** As in a file system, a folder outlives its files. */
  async #makeFolder(path: string, entries: Entries): Promise<void> {
    if (entries.has(path) || !path.startsWith(`${root}/`)) return;
    await this.#makeFolder(posix.dirname(path), entries);
    await this.#documents.put(path, null);
    entries.set(path, null);
  }
}

function view({ path, view_range }: Input<"view">, entries: Entries): string {
  const target = placeOf(path, entries);
  const entry = entries.get(target);
  if (entry === undefined) throw refused(`The path ${path} does not exist. Please provide a valid path.`);
  if (entry === null) return listing(path, target, entries);
  const lines = entry.split("\n");
  if (lines.length > mostLines)
    throw refused(
      `File ${path} has too many lines (${lines.length}). Maximum is ${mostLines.toLocaleString("en-US")} lines.`,
    );
  const [first = 1, last = -1] = view_range?.length === 2 ? view_range : [];
  const shown = numbered(lines, Math.max(1, first) - 1, last === -1 ? lines.length : last);
  return `Here's the content of ${path} with line numbers:\n${shown}`;
}

function file(path: string, entries: Entries): [path: string, content: string] {
  const target = placeOf(path, entries);
  const content = entries.get(target);
  if (content === undefined) throw refused(`The path ${path} does not exist. Please provide a valid path.`);
  if (content === null) throw refused(`The path ${path} is not a file.`);
  return [target, content];
}

function numbered(lines: readonly string[], start: number, end: number): string {
  return lines
    .slice(start, end)
    .map((line, index) => `${String(start + index + 1).padStart(lineNumberWidth)}\t${line}`)
    .join("\n");
}
