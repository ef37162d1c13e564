/**
 * The files of Anthropic's memory tool as a map of paths, and what a file system says about them.
 */
import { posix } from "node:path";
import { MemoryError } from "../contract/errors.js";

/** The folder that has all files. */
export const root = "/memories";

/** A text; `null` for a folder. */
export type Entry = string | null;
/** What is at each path. */
export type Entries = Map<string, Entry>;

/**
 * The absolute path that a command means.
 *
 * @throws {MemoryError} `invalid_input` for a path outside {@link root} or below a file
 */
export function placeOf(path: string, entries: Entries): string {
  const place = resolved(path);
  for (let above = posix.dirname(place); above.startsWith(root); above = posix.dirname(above))
    if (typeof entries.get(above) === "string") throw refused(`${above} is not a directory`);
  return place;
}

function resolved(path: string): string {
  if (!path.startsWith(root)) throw refused(`Path must start with /memories, got: ${path}`);
  const place = posix.resolve(posix.join(root, path.slice(root.length).replace(/^\//, "")));
  if (place === root || place.startsWith(`${root}/`)) return place;
  throw refused(`Path ${path} would escape /memories directory`);
}

/** The error of a command, whose message is the answer for the model. */
export function refused(message: string): MemoryError {
  return new MemoryError("invalid_input", message, {
    data: { issues: [{ type: "custom", loc: ["command"], msg: message }] },
  });
}

/** The answer to `view` of a folder. */
export function listing(path: string, folder: string, entries: Entries): string {
  const shown = within(folder, entries)
    .map((key) => [key, key.slice(folder.length + 1).split("/")] as const)
    .filter(([key, parts]) => key !== folder && parts.length <= 2 && parts.every(isListed))
    .sort(([, one], [, other]) => byParts(one, other))
    .map(([key, parts]) => {
      const slash = entries.get(key) === null ? "/" : "";
      return `${sizeOf(key, entries)}\t${path}/${parts.join("/")}${slash}`;
    });
  const header = `Here're the files and directories up to 2 levels deep in ${path}, excluding hidden items and node_modules:`;
  return [header, `${sizeOf(folder, entries)}\t${path}`, ...shown].join("\n");
}

function isListed(name: string): boolean {
  return !name.startsWith(".") && name !== "node_modules";
}

/** A folder comes before what is in it; names are in the order of their code units. */
function byParts(one: readonly string[], other: readonly string[]): number {
  const at = one.findIndex((part, index) => part !== other[index]);
  if (at === -1) return one.length - other.length;
  return other[at] === undefined || one[at]! > other[at] ? 1 : -1;
}

/** The size of a file, or of all files in a folder, as `ls -h` writes it. */
function sizeOf(path: string, entries: Entries): string {
  const texts = within(path, entries).map((key) => entries.get(key) ?? "");
  const bytes = texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
  const power = bytes === 0 ? 0 : Math.floor(Math.log(bytes) / Math.log(1024));
  const size = bytes / 1024 ** power;
  return (size % 1 === 0 ? String(size) : size.toFixed(1)) + "BKMG"[power];
}

/** The path and everything below it. */
export function within(path: string, entries: Entries): string[] {
  return [...entries.keys()].filter((key) => key === path || key.startsWith(`${path}/`));
}
