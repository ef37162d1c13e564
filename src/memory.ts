/** Class `Memory`: one store with the verbs of a service, and those with which it is maintained. */
/// <reference lib="esnext.disposable" preserve="true" />

import { parseOptions } from "./contract/call-options.js";
import { parseInput } from "./contract/errors.js";
import { type PruneAuditInput, type PrunedAudit, pruneAuditInput } from "./contract/maintenance/audit.js";
import type {
  Backup,
  CheckOptions,
  CheckResult,
  ReembedResult,
  Rekeyed,
  RekeyOptions,
  RestoreOptions,
} from "./contract/maintenance/whole-store.js";
import type { CallOptions, MemoryService, Progress, ProgressOptions } from "./contract/memory-service.js";
import type { Embedder } from "./embedders/embedder.js";
import { MaintainedMemory } from "./maintained-memory.js";
import { memoryParts } from "./memory-parts.js";
import { inCall } from "./memory-verbs.js";
import { embedderPart, filePath, type MemoryOptions } from "./options.js";
import { acting, type Calls, StoreCalls } from "./store-calls.js";

/** The calls of a memory, for a service that schedules and counts them. */
export let callsOf: (memory: Memory) => Calls;

/**
 * Long-term memory in one SQLite file, inside the agent's own process. {@link MemoryService} and
 * {@link MaintainedMemory} document the verbs.
 *
 * @example
 * import { Memory } from "keepsake";
 *
 * const memory = new Memory({ path: "agent.db" });
 * await memory.remember("Ana moved to Lisbon in May and prefers window seats.");
 * const { semantic_memory } = await memory.recall("Where does Ana live?");
 * await memory.close();
 */
export class Memory extends MaintainedMemory implements AsyncDisposable {
  static {
    callsOf = (memory) => memory.#calls;
  }

  readonly #calls: StoreCalls;

  /**
   * Checks the options and does no I/O: the first verb opens the file.
   *
   * @throws {MemoryError} `invalid_input`
   */
  constructor(options: MemoryOptions = {}) {
    const calls = new StoreCalls(memoryParts(options));
    super(calls);
    this.#calls = calls;
  }

  async pruneAudit(input: PruneAuditInput, options: CallOptions = {}): Promise<PrunedAudit> {
    const { signal } = parseOptions(options, "prune the audit trail");
    const request = parseInput(pruneAuditInput, input, "prune the audit trail");
    const { pruneAudit } = await import("./transfer/prune-audit.js");
    return inCall(this.#calls, { name: "maintain", signal }, async (call) => {
      const { store, parts } = call.attempt();
      return pruneAudit(request, { ...acting(parts), store, signal });
    });
  }

  async reembed(
    embedder?: Embedder,
    options: ProgressOptions<Required<Progress>> = {},
  ): Promise<ReembedResult> {
    const { signal, onProgress } = parseOptions(options, "re-embed");
    if (embedder !== undefined) parseInput(embedderPart, embedder, "re-embed");
    return inCall(this.#calls, { name: "maintain", signal }, async (call) => {
      const { store, parts } = call.attempt();
      const { now, actor, meter, embedder: present } = acting(parts);
      const { reembed } = await import("./transfer/reembed.js");
      const target = embedder ?? present;
      const { limits } = meter;
      const moved = await reembed(target, { store, limits, now, actor, onProgress, signal });
      this.#calls.replace(moved.store, { embedder: target });
      return moved.result;
    });
  }

  async check(options: CheckOptions = {}): Promise<CheckResult> {
    const { repair = false, signal, onProgress } = parseOptions(options, "check");
    return inCall(this.#calls, { name: "maintain", signal }, async (call) => {
      const { store, parts } = call.attempt();
      const { now, actor, meter, embedder } = acting(parts);
      const { limits } = meter;
      const { check } = await import("./transfer/check.js");
      const checked = await check({ store, embedder, limits, repair, now, actor, onProgress, signal });
      this.#calls.replace(checked.store);
      return checked.result;
    });
  }

  async backup(path: string, options: ProgressOptions<Required<Progress>> = {}): Promise<Backup> {
    const { signal, onProgress } = parseOptions(options, "back up");
    const to = parseInput(filePath, path, "back up the store");
    return inCall(this.#calls, { name: "maintain", signal }, async (call) => {
      const { store } = call.attempt();
      const { backUpStore } = await import("./store-files.js");
      return backUpStore(store, to, { signal, onProgress });
    });
  }

  /**
   * Restores a backup to a path where no file exists.
   *
   * @throws {MemoryError} `invalid_input` if the path is taken, `wrong_key`, `corrupt` if the
   * backup is damaged or not a store
   *
   * @example
   * await Memory.restore("agent-monday.db", "agent.db");
   */
  static async restore(backup: string, path: string, options: RestoreOptions = {}): Promise<Backup> {
    const given = parseOptions(options, "restore the store");
    const { restoreStore } = await import("./store-files.js");
    return restoreStore(backup, path, given);
  }

  /**
   * Encrypts a store, decrypts it, or encrypts it with another key. Nobody may have it open. If a
   * call is killed, the store is intact, with one key or the other; the same call finishes the
   * work.
   *
   * @throws {MemoryError} `invalid_input`, `missing_dependency`, `wrong_key`, `busy` if the
   * store is open, `corrupt`, `disk_full`, `read_only`
   *
   * @example
   * await Memory.rekey("agent.db", { to: { key } });
   */
  static async rekey(path: string, options: RekeyOptions = {}): Promise<Rekeyed> {
    const given = parseOptions(options, "change the key of the store");
    const { rekeyStore } = await import("./store-files.js");
    return rekeyStore(path, given);
  }

  close(): Promise<void> {
    return this.#calls.close();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }
}
