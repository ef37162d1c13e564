/**
 * A memory with local models: an embedding model and a reranker in ONNX format, in this process,
 * without a network.
 *
 *   npx tsx examples/local-models.ts
 *
 * Two tiny models replace real ones, so that nothing is downloaded. If downloads are allowed,
 * `{ model: "Xenova/bge-small-en-v1.5" }` is enough.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Memory } from "keepsake";
import { transformersEmbedder } from "keepsake/embedders/transformers";
import { crossEncoderRerank } from "keepsake/rerank/transformers";
import { writeTinyModels } from "../training/tiny-models/write-models.js";

const localModelPath = mkdtempSync(join(tmpdir(), "keepsake-models-"));
writeTinyModels(localModelPath);

const embedder = transformersEmbedder({
  model: "tiny-static",
  pooling: "mean",
  dimensions: 64,
  localModelPath,
});
const rerank = crossEncoderRerank({ model: "tiny-rerank", localModelPath });
console.log(`embedder: ${embedder.id}`);

const memory = new Memory({ embedder, rerank });
await memory.remember({ content: "The spare key hangs behind the clock in the hall.", speaker: "Noor" });
await memory.remember({ content: "The key of the boathouse is with the harbour master.", speaker: "Noor" });

const { records = [], semantic_memory } = await memory.recall({
  query: "Where is the key of the boathouse?",
  explain: true,
});
console.log(`first: ${records[0]?.text}`);
console.log(semantic_memory);

// The code that made a model frees it, because several memories may share one.
await memory.close();
await Promise.all([embedder.dispose(), rerank.dispose()]);
rmSync(localModelPath, { recursive: true });
