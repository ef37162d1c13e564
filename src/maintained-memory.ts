/**
 * The verbs with which an operator maintains the store of a `Memory`. A service does not offer
 * them.
 */
import type { PruneAuditInput, PrunedAudit } from "./contract/maintenance/audit.js";
import type { Backup, CheckOptions, CheckResult, ReembedResult } from "./contract/maintenance/whole-store.js";
import type { CallOptions, Progress, ProgressOptions } from "./contract/memory-service.js";
import type { Embedder } from "./embedders/embedder.js";
import { MemoryVerbs } from "./memory-verbs.js";

/** A memory with the verbs with which an operator maintains its store. */
export abstract class MaintainedMemory extends MemoryVerbs {
  /**
   * Removes audit rows written before a time, after it has verified them. A signed checkpoint with
   * the end of their hash chain replaces them, and from there the rest of the trail is verified.
   * Without a call of this method every row is kept.
   *
   * @throws {MemoryError} `invalid_input`, for example if another key signed the last checkpoint;
   * `corrupt` if a row that is to be removed fails the check; `busy`, `read_only`, `disk_full`
   *
   * @example
   * import { generateKeyPairSync } from "node:crypto";
   *
   * const { privateKey } = generateKeyPairSync("ed25519");
   * const key = String(privateKey.export({ type: "pkcs8", format: "pem" }));
   * const { removed } = await memory.pruneAudit({ before: "2026-01-01", key });
   */
  abstract pruneAudit(input: PruneAuditInput, options?: CallOptions): Promise<PrunedAudit>;

  /**
   * Moves the store to another embedder: embeds every passage again. The default is the embedder of
   * this memory, for a store that was written with another one. The progress survives an abort and
   * a kill; the next call continues. Recall works throughout: by words and the former vectors until
   * the new ones are complete, or by words alone if this memory's embedder is not the former one.
   * Afterwards this memory uses the new embedder.
   *
   * @throws {MemoryError} `invalid_input`, `embedder_failed`, `missing_dependency`,
   * `storage_limit_reached`, `embedder_mismatch` if the store was moved to yet another embedder
   * meanwhile, `busy`, `read_only`, `disk_full`
   *
   * @example
   * await memory.reembed(staticEmbedder({ dimensions: 128 }));
   */
  abstract reembed(
    embedder?: Embedder,
    options?: ProgressOptions<Required<Progress>>,
  ): Promise<ReembedResult>;

  /**
   * Checks the whole store: the file, indexes against their tables, counters against rows, texts
   * against checksums, vectors, the audit trail, and forgotten content that is not overwritten yet.
   * With `repair` it rebuilds everything that follows from the texts. It never changes a text and
   * cannot repair a damaged text or page: restore a backup.
   *
   * @throws {MemoryError} `embedder_failed`, `missing_dependency`, `busy`, `read_only`, `disk_full`
   */
  abstract check(options?: CheckOptions): Promise<CheckResult>;

  /**
   * Copies the store to a new file while it is in use, and checks the copy before it gets its name.
   * The copy contains the state at the end of the call, the audit trail included, and is encrypted
   * with the same key. Repeating a call that was interrupted continues it. Content that is
   * forgotten later stays in the copy.
   *
   * @throws {MemoryError} `invalid_input` if the path is taken, `unsupported` if the store is
   * not one file, `corrupt`, `disk_full`, `read_only`
   */
  abstract backup(path: string, options?: ProgressOptions<Required<Progress>>): Promise<Backup>;
}
