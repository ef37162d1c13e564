/**
 * Reading passages for recall, which asks for some 300 whole ones and for the voices and standing of 500 each time: 3 ms of rows at 10,000 passages, 0.1 ms
 * where they are still held. What is held is bounded by count, not by bytes, and is right because of what it leaves out: only passages read in the plain scope (what
 * is current now), and none with a record whose standing changes with time alone. A write that ends a record or erases one drops
 * everything; so does any write of another process, which `PRAGMA data_version` shows.
 */
import type { Scope, StoredPassage, Voice } from "../store.js";
import type { Connection } from "./connection.js";
import { Held } from "./held.js";
import type { PassageTable } from "./passage-table.js";
import { wholePassages } from "./whole-passages.js";

const mostPassages = 16_384;
const mostVoices = 262_144;

export class PassageReader {
  readonly #connection: Connection;
  readonly #table: PassageTable;
  readonly #passages = new Held<StoredPassage>(mostPassages);
  readonly #voices = new Held<Voice>(mostVoices);
  /** Passages that have a record in the plain scope, whatever the time. */
  readonly #counting = new Held<true>(mostVoices);
  #seenVersion = -1;

  constructor(connection: Connection, table: PassageTable) {
    this.#connection = connection;
    this.#table = table;
  }

  /** Passages with their records in a scope, in the order asked; those without one are left out. Runs inside a read. */
  inScope(ids: readonly number[], scope: Scope): StoredPassage[] {
    if (!isPlain(scope)) return wholePassages(this.#connection, ids, scope);
    this.#refresh();
    const missing = ids.filter((id) => this.#passages.get(id) === undefined);
    const read = missing.length === 0 ? [] : wholePassages(this.#connection, missing, scope);
    const known = new Map(read.map((passage) => [passage.id, passage]));
    const found = ids.flatMap((id) => this.#passages.get(id) ?? known.get(id) ?? []);
    for (const passage of read) this.#hold(passage);
    return found;
  }

  /** Who said each passage, in no order; those that are gone are left out. Runs inside a read. */
  voices(ids: readonly number[]): Voice[] {
    this.#refresh();
    const found: Voice[] = [];
    const missing: number[] = [];
    for (const id of ids) {
      const voice = this.#voices.get(id);
      if (voice === undefined) missing.push(id);
      else found.push(voice);
    }
    const read = missing.length === 0 ? [] : this.#table.voices(missing);
    for (const voice of read) this.#voices.set(voice.passage, voice);
    return found.concat(read);
  }

  /** Those that have a record in a scope. Runs inside a read. */
  counting(ids: readonly number[], scope: Scope): ReadonlySet<number> {
    const plain = isPlain(scope);
    if (plain) this.#refresh();
    const found = new Set<number>();
    const missing: number[] = [];
    for (const id of ids) {
      if (plain && this.#counting.get(id) === true) found.add(id);
      else missing.push(id);
    }
    const read = missing.length === 0 ? [] : this.#table.counting(missing, scope);
    for (const { passage, lasting } of read) {
      found.add(passage);
      if (plain && lasting === 1) this.#counting.set(passage, true);
    }
    return found;
  }

  /** Drops everything that is held. */
  drop(): void {
    this.#passages.clear();
    this.#counting.clear();
    this.#voices.clear();
  }

  #hold(passage: StoredPassage): void {
    const records = [...passage.records, ...passage.superseded];
    const lasting = records.every(({ expires_at, valid_to, superseded_by }) => {
      return expires_at === null && (valid_to === null || superseded_by !== null);
    });
    if (lasting) this.#passages.set(passage.id, passage);
  }

  #refresh(): void {
    const version = this.#connection.dataVersion();
    if (version !== this.#seenVersion) this.drop();
    this.#seenVersion = version;
  }
}

function isPlain({ asOf, includeSuperseded, types, filter }: Scope): boolean {
  return asOf === undefined && includeSuperseded !== true && types === undefined && filter === undefined;
}
