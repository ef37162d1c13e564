/** Small readable embedders, and a memory whose file is removed after the test. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Embedder, Memory, type MemoryOptions } from "keepsake";
import { onTestFinished } from "vitest";
import { vectorOf } from "../stores/store-fixture.js";

/** Called with each batch of passages before it is embedded. */
export type Before = (texts: readonly string[]) => Promise<void> | void;

/**
 * Counts pairs of letters in this many dimensions, so that texts with common words have near
 * vectors.
 */
export function pairEmbedder(id: string, dimensions: number, before: Before = () => undefined): Embedder {
  return {
    id,
    dimensions,
    embed: async (texts, { kind, signal }) => {
      signal?.throwIfAborted();
      if (kind === "passage" && texts.length > 0) await before(texts);
      return texts.map((text) => vectorOf(text, { id, dimensions }));
    },
    countTokens: (text) => text.split(" ").length,
  };
}

export const former = pairEmbedder("former@1", 96);
export const latter = (before?: Before) => pairEmbedder("latter@1", 128, before);

export function temporaryPath(): string {
  const folder = mkdtempSync(join(tmpdir(), "keepsake-reembed-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, "memory.db");
}

export function openMemory(options: MemoryOptions): Memory {
  const memory = new Memory(options);
  onTestFinished(() => memory.close());
  return memory;
}

const names = ["Ada", "Bruno", "Carla", "Dino", "Edda", "Falk", "Greta", "Hugo", "Ines", "Jonas"];
const towns = ["Lisbon", "Porto", "Graz", "Linz", "Ghent", "Bergen", "Turin", "Lyon", "Vigo", "Brno"];

interface Sentence {
  readonly content: string;
  readonly speaker: string;
  readonly town: string;
}

/** Sentences that are all stored, each about another person; up to 10,000. */
export function sentence(index: number): Sentence {
  const letter = (letters: string, step: number) => letters.charAt(Math.floor(index / step) % 10);
  const thousands = index < 1000 ? "" : letter("uvwxyzaeio", 1000);
  const speaker = `${names[index % 10]}${letter("abcdefghij", 10)}${letter("klmnopqrst", 100)}${thousands}`;
  const town = towns[index % 10]!;
  return { content: `I live in ${town}.`, speaker, town };
}

/** An export with this many records, copied from the record of the first sentence. */
export async function manyLines(count: number): Promise<string[]> {
  await using memory = new Memory({ embedder: former });
  const { content, speaker, town } = sentence(0);
  await memory.remember({ content, speaker });
  const lines: string[] = [];
  for await (const line of memory.export()) lines.push(line);
  const [header = "", source = ""] = lines;
  const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}(?=[0-9a-f]{8})/g;
  const sources = Array.from({ length: count }, (_, index) =>
    source
      .replaceAll(
        new RegExp(`${uuid.source}[0-9a-f]{8}`, "g"),
        (id) => id.slice(0, -8) + index.toString(16).padStart(8, "0"),
      )
      .replaceAll(speaker, sentence(index).speaker)
      .replaceAll(town, sentence(index).town),
  );
  return [header, ...sources];
}

/** A store with this many passages. */
export async function filled(memory: Memory, count: number): Promise<void> {
  for (let index = 0; index < count; index += 1) {
    const { content, speaker } = sentence(index);
    await memory.remember({ content, speaker });
  }
}
