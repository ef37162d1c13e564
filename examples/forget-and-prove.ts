/**
 * A person asks to be forgotten. Previews the erasure, erases, searches the bytes of the file, and
 * verifies the audit trail.
 *
 *   npx tsx examples/forget-and-prove.ts
 */
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Memory } from "keepsake";

const folder = await mkdtemp(join(tmpdir(), "keepsake-example-"));
const memory = new Memory({ path: join(folder, "club.db"), actor: "privacy desk" });

/** How often a word occurs in the raw bytes of the database and of its log. */
async function timesInBytes(word: string): Promise<number> {
  const files = await readdir(folder);
  const contents = await Promise.all(files.map((name) => readFile(join(folder, name), "latin1")));
  return contents.reduce((sum, content) => sum + content.split(word).length - 1, 0);
}

await memory.remember("Leopold Zwartendijk lives in Hasselt and plays the oboe.");
await memory.remember("Leopold Zwartendijk missed the rehearsal last Tuesday.");
await memory.remember("The rehearsals of the wind club take place in the old fire station.");
console.log("in the bytes before:", await timesInBytes("Zwartendijk"));

// A query only previews: nothing is erased until it is confirmed.
const preview = await memory.forget({ query: "What do we know about Leopold Zwartendijk?" });
console.log("would be erased:", [...new Set(preview.preview.map(({ text }) => text))]);

const result = await memory.forget({ entity: "Leopold Zwartendijk", reason: "erasure request 2026/17" });
console.log(`forgotten: ${result.forgotten > 0}, verified: ${result.verified}`);
console.log("in the bytes after:", await timesInBytes("Zwartendijk"));

const kept = await memory.recall("Where do the rehearsals take place?");
console.log("still known:", kept.semantic_memory || kept.episodic_memory);

const { items } = await memory.audit({ operation: "FORGET" });
console.log("in the trail:", items[0]?.operation, items[0]?.actor, items[0]?.reason);
console.log("the trail is intact:", (await memory.verifyAudit()).valid);

await memory.close();
await rm(folder, { recursive: true });
