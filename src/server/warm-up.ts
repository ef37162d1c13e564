/** Loads what the first request would otherwise wait for. */
import { Memory } from "../memory.js";
import type { StoreFolderOptions } from "./store-folder.js";

/** The bundled table and grammar take about a second to load, once for a process. Parts that were passed in are left alone: they may ask a model, or cost money. */
export async function warmUp(parts: StoreFolderOptions["memory"] = {}): Promise<void> {
  if (parts.embedder !== undefined || parts.extractor !== undefined) return;
  const memory = new Memory();
  await memory.remember("Ana moved to Lisbon last May and works as a nurse.");
  await memory.recall("Where does Ana live?");
  await memory.close();
}
