/** A store with one of everything that a copy has to carry, and what two stores are compared by. */
import { generateKeyPairSync } from "node:crypto";
import type { Memory } from "keepsake";

/** A call with an idempotency key: the first one of {@link fill}. */
export const repeated = {
  content: "Mira lives in Graz. Always answer Mira in German.",
  speaker: "Mira",
  idempotency_key: "first",
  metadata: { tags: ["a", "b"], open: true, count: 2 },
};

/**
 * Fills a memory: scopes, facts that were replaced, rules, files, repeated calls, and an erasure.
 */
export async function fill(memory: Memory): Promise<void> {
  await memory.remember(repeated);
  await memory.remember({ content: "Mira moved to Linz last week.", speaker: "Mira" });
  await memory.for({ user: "ben" }).remember("Ben paints boats in Porto. An odd \u0001 character.");
  await memory.for({ user: "zoe" }).remember("Zoe plays the cello.");
  await memory.rememberFile({
    data: Buffer.from("# Lease\n\nThe lease of the studio ends in June.\n\n# Keys\n\nTwo keys.\n"),
    name: "notes.md",
  });
  await memory.remember({ content: "The gate code is 4711.", expires_at: "2027-01-01T00:00:00Z" });
  for (let day = 1; day <= 6; day += 1)
    await memory.remember(`On 2026-03-${String(day).padStart(2, "0")} Mira met guest ${day} at the harbour.`);
  // The last scope is gone, and its number is never given again.
  await memory.forget({ all: true, confirm: true, scope: { user: "zoe" } });
}

/** Removes the audit rows of a memory that were written before a time. */
export async function prune(memory: Memory, before: string): Promise<void> {
  const { privateKey } = generateKeyPairSync("ed25519");
  const key = String(privateKey.export({ type: "pkcs8", format: "pem" }));
  const { removed } = await memory.pruneAudit({ before, key });
  if (removed === 0) throw new Error(`There is no audit row before ${before}`);
}

/** Everything that callers see of a store, except its id. */
export async function contentsOf(memory: Memory): Promise<object> {
  const lines: string[] = [];
  for await (const line of memory.export()) lines.push(line);
  const recalled = await memory.recall("Where does Mira live?");
  const details = await memory.details();
  return {
    lines: lines.slice(1),
    audit: (await memory.audit({ limit: 1000 })).items,
    verdict: await memory.verifyAudit(),
    profile: await memory.profile({ speaker: "Mira" }),
    recalled: [recalled.semantic_memory, recalled.episodic_memory, recalled.procedural_memory],
    bens: (await memory.for({ user: "ben" }).records()).items,
    usage: { ...details.memory, id: "" },
  };
}
