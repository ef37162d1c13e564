/** Finds the marked interfaces of `src/` whose members differ from their schemas. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { z } from "zod";
import { type Marked, markedInterfaces, membersOf } from "./members.js";

/** A file with marked interfaces: its text now, and the text that follows from its schemas. */
export interface MarkedFile {
  readonly path: string;
  readonly interfaces: readonly Marked[];
  readonly text: string;
  readonly updated: string;
}

const sources = fileURLToPath(new URL("../../src/", import.meta.url));

/** Every file of `src/` with a marked interface. */
export async function markedFiles(): Promise<MarkedFile[]> {
  const files: MarkedFile[] = [];
  for (const name of readdirSync(sources, { recursive: true, encoding: "utf8" }).sort()) {
    if (!name.endsWith(".ts")) continue;
    const path = join(sources, name);
    const text = readFileSync(path, "utf8");
    const interfaces = markedInterfaces(text);
    if (interfaces.length > 0)
      files.push({ path, interfaces, text, updated: await update(path, text, interfaces) });
  }
  return files;
}

async function update(path: string, text: string, interfaces: readonly Marked[]): Promise<string> {
  const module: unknown = await import(pathToFileURL(path).href);
  // From the last to the first, so that the offsets stay valid.
  return interfaces.toReversed().reduce((whole, { schema, start, end }) => {
    return whole.slice(0, start) + membersOf(objectIn(module, schema, path), schema) + whole.slice(end);
  }, text);
}

function objectIn(module: unknown, name: string, path: string): z.ZodObject {
  const value: unknown = Reflect.get(Object(module), name);
  if (value instanceof z.ZodObject) return value;
  throw new TypeError(`Cannot generate members: ${path} must export the object schema ${name}`);
}
