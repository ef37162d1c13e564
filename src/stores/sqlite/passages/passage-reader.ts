/**
 * Reads passages for recall, and caches them.
 *
 * Benefit: a recall reads some 300 passages in full. For 500 more it reads the speaker, and whether
 * a record matches. That takes 3 ms at 10,000 passages, and 0.1 ms from the cache (`npm run
 * bench:latency`). Cost: up to 16,384 passages in memory, and some bytes for each other passage.
 *
 * The cache is valid because of what it excludes: it has only passages that were read with plain
 * criteria (what is true now), and none with a record that will end or expire. A write that ends or
 * erases a record drops the whole cache, and so does any write by another process, which `PRAGMA
 * data_version` shows.
 *
 * What was read with the superseded records too is cached in the same way: each question with a
 * name reads who the user's relatives were, up to 32 passages, which took 3 % of a recall.
 *
 * With other criteria, passages are always read from the database. A passage that has the same
 * records as before is returned as the same object, because callers derive data from a passage and
 * cache them by object: a recall as of a day takes a quarter less processor time in conversations
 * between people.
 */
import type { MemoryRecord } from "../../../contract/record.js";
import type { Role } from "../../../text/passage.js";
import type { Speaker, StoredPassage } from "../../store.js";
import type { Connection } from "../database/connection.js";
import type { VisibleCriteria } from "../filters/criteria.js";
import { PassageSet } from "../filters/passage-set.js";
import type { PassageTable } from "../tables/passage-table.js";
import { wholePassages } from "./whole-passages.js";

const maxPassages = 16_384;
/**
 * Maximum number of cached objects of passages that were read with other criteria than plain ones.
 */
const maxOthers = 4096;
const emptySet = new PassageSet(0);

/** Reads and caches passages. */
export class PassageReader {
  readonly #connection: Connection;
  readonly #table: PassageTable;
  readonly #passages = new BoundedCache<StoredPassage>(maxPassages);
  /** Passages with their superseded records. */
  readonly #ever = new BoundedCache<StoredPassage>(maxOthers);
  readonly #others = new BoundedCache<StoredPassage>(maxOthers);
  readonly #speakers = new SpeakerCache();
  /** Passages with a record that matches plain criteria at any time. */
  #matching = new PassageSet(0);
  #lastVersion = -1;

  constructor(connection: Connection, table: PassageTable) {
    this.#connection = connection;
    this.#table = table;
  }

  /**
   * Returns passages with their matching records, in the order of `ids`; passages without such a
   * record are left out. Call it inside a read transaction.
   */
  read(ids: readonly number[], criteria: VisibleCriteria): StoredPassage[] {
    this.#refresh();
    const cache = this.#cacheOf(criteria);
    if (cache === undefined) return this.#readAgain(ids, criteria);
    const cached = ids.map((id) => ofCorpus(criteria, cache.get(id)));
    const missing = ids.filter((_, at) => cached[at] === undefined);
    const read = missing.length === 0 ? [] : this.#readAgain(missing, criteria);
    const known = new Map(read.map((passage) => [passage.id, passage]));
    for (const passage of read) if (isLasting(passage)) cache.set(passage.id, passage);
    return ids.map((id, at) => cached[at] ?? known.get(id)).filter((passage) => passage !== undefined);
  }

  /**
   * Returns who said each passage, in order; `undefined` for one that no longer exists. Call it
   * inside a read transaction.
   */
  speakers(ids: readonly number[]): (Speaker | undefined)[] {
    this.#refresh();
    const missing = ids.filter((id) => this.#speakers.get(id) === undefined);
    if (missing.length > 0) for (const spoke of this.#table.speakers(missing)) this.#speakers.set(...spoke);
    return ids.map((id) => this.#speakers.get(id));
  }

  /**
   * Returns for each passage whether it has a matching record, in order. Call it inside a read
   * transaction.
   */
  haveMatch(ids: readonly number[], criteria: VisibleCriteria): boolean[] {
    const plain = isPlain(criteria);
    if (plain) this.#refresh();
    const cached = plain ? this.#matching : emptySet;
    const missing = ids.filter((id) => !cached.has(id));
    if (missing.length === 0) return ids.map(() => true);
    const found = new Set<number>();
    for (const { passage, lasting } of this.#table.withMatch(missing, criteria)) {
      found.add(passage);
      if (plain && lasting === 1) this.#matching.add(passage);
    }
    return ids.map((id) => cached.has(id) || found.has(id));
  }

  /** Drops everything that is cached. */
  drop(): void {
    this.#passages.clear();
    this.#ever.clear();
    this.#others.clear();
    this.#matching = new PassageSet(0);
    this.#speakers.clear();
  }

  /** The cache of what was read with such criteria; `undefined` if there is none. */
  #cacheOf(criteria: VisibleCriteria): BoundedCache<StoredPassage> | undefined {
    if (isPlain(criteria)) return this.#passages;
    return isPlain({ ...criteria, includeSuperseded: false }) ? this.#ever : undefined;
  }

  #readAgain(ids: readonly number[], criteria: VisibleCriteria): StoredPassage[] {
    const read = wholePassages(this.#connection, ids, criteria);
    return isPlain(criteria) ? read : read.map((one) => this.#asBefore(one));
  }

  /** Returns the object of an earlier read if it has the same records, otherwise this one. */
  #asBefore(read: StoredPassage): StoredPassage {
    const before = [this.#passages.get(read.id), this.#others.get(read.id)];
    const same = before.find((one) => one !== undefined && hasSameRecords(one, read));
    if (same === undefined) this.#others.set(read.id, read);
    return same ?? read;
  }

  #refresh(): void {
    const version = this.#connection.dataVersion();
    if (version !== this.#lastVersion) this.drop();
    this.#lastVersion = version;
  }
}

/**
 * Returns a cached passage if it belongs to the corpus: the caches have passages of both corpora.
 */
function ofCorpus(
  { corpus }: VisibleCriteria,
  passage: StoredPassage | undefined,
): StoredPassage | undefined {
  return corpus === undefined || (corpus === "files") === (passage?.file != null) ? passage : undefined;
}

/** Whether none of its records will end or expire. */
function isLasting({ records, superseded }: StoredPassage): boolean {
  return [...records, ...superseded].every(({ expires_at, valid_to, superseded_by }) => {
    return expires_at === null && (valid_to === null || superseded_by !== null);
  });
}

function isPlain({ asOf, includeSuperseded, types, filter }: VisibleCriteria): boolean {
  return asOf === undefined && includeSuperseded !== true && types === undefined && filter === undefined;
}

/** Whether two reads of one passage have the same records in the same state. */
function hasSameRecords(one: StoredPassage, other: StoredPassage): boolean {
  return (["records", "superseded"] as const).every((list) => {
    const [records, others] = [one[list], other[list]];
    return records.length === others.length && records.every((record, at) => isSame(record, others[at]!));
  });
}

/** Whether two reads of a record are equal: the other fields of a record never change. */
function isSame(one: MemoryRecord, other: MemoryRecord): boolean {
  return one.id === other.id && one.valid_to === other.valid_to && one.superseded_by === other.superseded_by;
}

/**
 * Caches who said each passage: four bytes per passage up to the highest one asked for, and one
 * object per distinct speaker.
 */
class SpeakerCache {
  /** For each passage the index of its speaker in `#speakers`; 0 if unknown. */
  #indexes = new Uint32Array(1024);
  readonly #speakers: (Speaker | undefined)[] = [undefined];
  readonly #indexByKey = new Map<string, number>();

  get(passage: number): Speaker | undefined {
    return passage < this.#indexes.length ? this.#speakers[this.#indexes[passage]!] : undefined;
  }

  set(passage: number, speaker: string | null, role: Role): void {
    const index = this.#indexOf(speaker, role);
    if (passage >= this.#indexes.length) this.#widen(passage);
    this.#indexes[passage] = index;
  }

  clear(): void {
    this.#indexes.fill(0);
    this.#speakers.length = 1;
    this.#indexByKey.clear();
  }

  #indexOf(speaker: string | null, role: Role): number {
    const key = `${role} ${speaker === null ? "" : `${speaker}.`}`;
    const known = this.#indexByKey.get(key);
    if (known !== undefined) return known;
    const index = this.#speakers.push({ speaker, role }) - 1;
    this.#indexByKey.set(key, index);
    return index;
  }

  #widen(last: number): void {
    const wider = new Uint32Array(Math.max(2 * this.#indexes.length, last + 1));
    wider.set(this.#indexes);
    this.#indexes = wider;
  }
}

/**
 * A map of bounded size. When it is full, it starts empty again: reads stay simple, and refilling
 * costs the same as a cold start.
 */
class BoundedCache<Value> {
  readonly #maxSize: number;
  readonly #values = new Map<number, Value>();

  /** @param maxSize maximum number of values */
  constructor(maxSize: number) {
    this.#maxSize = maxSize;
  }

  get(key: number): Value | undefined {
    return this.#values.get(key);
  }

  set(key: number, value: Value): void {
    if (this.#values.size >= this.#maxSize) this.#values.clear();
    this.#values.set(key, value);
  }

  clear(): void {
    this.#values.clear();
  }
}
