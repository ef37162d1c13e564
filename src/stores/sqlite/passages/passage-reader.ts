/**
 * Reading passages for recall, which asks for some 300 whole ones and for the voices and standing of 500 each time: 3 ms of rows at 10,000 passages, 0.1 ms
 * where they are still held. Whole passages are held up to a number of them, of all others some bytes each; what is held is right because of what it leaves out: only passages read in the plain scope (what
 * is current now), and none with a record whose standing changes with time alone. A write that ends a record or erases one drops
 * everything; so does any write of another process, which `PRAGMA data_version` shows.
 */
import type { StoredPassage, Voice } from "../../store.js";
import type { Connection } from "../database/connection.js";
import { Held } from "../database/held.js";
import type { SeenCriteria } from "../filters/criteria.js";
import { PassageSet } from "../filters/passage-set.js";
import type { PassageTable } from "../tables/passage-table.js";
import { HeldVoices } from "./held-voices.js";
import { wholePassages } from "./whole-passages.js";

const mostPassages = 16_384;
const nothing = new PassageSet(0);

export class PassageReader {
  readonly #connection: Connection;
  readonly #table: PassageTable;
  readonly #passages = new Held<StoredPassage>(mostPassages);
  readonly #voices = new HeldVoices();
  /** Passages that have a record in the plain scope, whatever the time. */
  #counting = new PassageSet(0);
  #seenVersion = -1;

  constructor(connection: Connection, table: PassageTable) {
    this.#connection = connection;
    this.#table = table;
  }

  /** Passages with their records in a scope, in the order asked; those without one are left out. Runs inside a read. */
  inScope(ids: readonly number[], scope: SeenCriteria): StoredPassage[] {
    if (!isPlain(scope)) return wholePassages(this.#connection, ids, scope);
    this.#refresh();
    const held = ids.map((id) => this.#passages.get(id));
    const missing = ids.filter((_, at) => held[at] === undefined);
    const read = missing.length === 0 ? [] : wholePassages(this.#connection, missing, scope);
    const known = new Map(read.map((passage) => [passage.id, passage]));
    for (const passage of read) this.#hold(passage);
    return ids.map((id, at) => held[at] ?? known.get(id)).filter((passage) => passage !== undefined);
  }

  /** Who said each passage, in order; `undefined` for one that is gone. Runs inside a read. */
  voices(ids: readonly number[]): (Voice | undefined)[] {
    this.#refresh();
    const missing = ids.filter((id) => this.#voices.get(id) === undefined);
    if (missing.length > 0) for (const spoke of this.#table.voices(missing)) this.#voices.set(...spoke);
    return ids.map((id) => this.#voices.get(id));
  }

  /** Whether each has a record in a scope, in order. Runs inside a read. */
  counting(ids: readonly number[], scope: SeenCriteria): boolean[] {
    const plain = isPlain(scope);
    if (plain) this.#refresh();
    const held = plain ? this.#counting : nothing;
    const missing = ids.filter((id) => !held.has(id));
    if (missing.length === 0) return ids.map(() => true);
    const found = new Set<number>();
    for (const { passage, lasting } of this.#table.counting(missing, scope)) {
      found.add(passage);
      if (plain && lasting === 1) this.#counting.add(passage);
    }
    return ids.map((id) => held.has(id) || found.has(id));
  }

  /** Drops everything that is held. */
  drop(): void {
    this.#passages.clear();
    this.#counting = new PassageSet(0);
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

function isPlain({ asOf, includeSuperseded, types, filter }: SeenCriteria): boolean {
  return asOf === undefined && includeSuperseded !== true && types === undefined && filter === undefined;
}
