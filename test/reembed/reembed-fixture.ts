/** Embedders that are small enough to read, and a memory's file that is gone after the test. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Embedder, Memory, type MemoryOptions } from "keepsake";
import { onTestFinished } from "vitest";
import { vectorOf } from "../stores/store-fixture.js";

/** Called with each batch of passages before it is embedded. */
export type Before = (texts: readonly string[]) => Promise<void> | void;

/** Counts letter pairs into so many dimensions; what shares words lies near one another. */
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

/** Sentences that are all kept, each of another person. */
export function sentence(index: number): { readonly content: string; readonly speaker: string } {
  const name = `${names[index % 10]}${"abcdefghij"[Math.floor(index / 10) % 10]}${"klmnopqrst"[Math.floor(index / 100) % 10]}`;
  return { content: `I live in ${towns[index % 10]} beside the mill of ${name}.`, speaker: name };
}

/** A store with so many passages. */
export async function filled(memory: Memory, count: number): Promise<void> {
  for (let index = 0; index < count; index += 1) await memory.remember(sentence(index));
}
