/**
 * Which passages a scope leaves that asks for types, metadata or a time: picked before anything is scored, so that a filter that leaves ten passages of a
 * million finds these ten. Where one facet leaves few, they are looked up by it; else the passages of each facet are held as a set, made once by walking
 * an index and extended by what is kept later: a facet asks for nothing that changes. A set takes a bit a passage, 125 KB for a million.
 */
import type { Criteria } from "../../store.js";
import type { Connection } from "../database/connection.js";
import { fewUpTo, type SeenPassages } from "../passages/seen-passages.js";
import type { MetaTable } from "../tables/meta-table.js";
import { lastRecord } from "../tables/record-table.js";
import { byScopes, criteriaSql, type SeenCriteria, scopeParameters } from "./criteria.js";
import { asOfName, endingFacet, type Facet, facetsOf, indexes, type Moment, type Stretch } from "./facets.js";
import { PassageSet } from "./passage-set.js";

export interface Picked {
  readonly set: PassageSet;
  /** The set as a list, ascending, where it is short: of these, each has a record that counts. Others may have one that is not true any more. */
  readonly few?: readonly number[];
  /** Those of the set's passages that have a record which counts; `undefined` where they are more than `most`. Runs inside a read. */
  readonly counting: (passages: number[], most: number) => number[] | undefined;
}

/** Conditions of a list or of what is to be forgotten, of which one may leave few records. Times in milliseconds. */
export interface Selective {
  readonly types?: Criteria["types"] | undefined;
  readonly filter?: Criteria["filter"] | undefined;
  readonly from: number | null;
  readonly until: number | null;
  /** Of what is seen; absent: of all. */
  readonly scopes?: readonly number[] | undefined;
  readonly among?: SeenPassages | undefined;
}

/** What is done at a time, some 2 ms each: entries of an index that are read, and passages whose records are looked at. */
const step = { read: 16_384, checked: 1024 };
/** Sets that are held. */
const mostHeld = 32;
/** Passages whose time is looked at to see whether most had been said by then. */
const sampled = 32;

interface HeldFacet {
  readonly set: PassageSet;
  /** Of what had begun by a moment. */
  readonly asOf?: number | undefined;
  /** The newest record that was looked at. */
  through: number;
  /** What is left to do before it is whole; whoever needs it does some. */
  making: Generator<undefined, undefined> | undefined;
}

export class PickedPassages {
  readonly #connection: Connection;
  readonly #meta: MetaTable;
  readonly #fewUpTo: number;
  readonly #held = new Map<string, HeldFacet>();
  #seenErasures: string | undefined;
  #seenVersion = -1;

  /** @param few Passages up to which each is looked at by itself. */
  constructor(connection: Connection, meta: MetaTable, few = fewUpTo) {
    this.#connection = connection;
    this.#meta = meta;
    this.#fewUpTo = few;
  }

  /** The passages of narrow criteria, among those that are seen. Each step runs inside a read. */
  *pick(scope: SeenCriteria, among?: SeenPassages): Generator<undefined, Picked> {
    this.#dropStale();
    const facets = this.#facetsOf(scope);
    const few = this.#fewest(facets, among?.few);
    if (few !== undefined) return yield* this.#counting(few, scope);
    const sets: PassageSet[] = [];
    for (const facet of facets) sets.push(yield* this.#set(facet));
    if (among !== undefined) sets.push(among.set());
    const set = sets.reduce((one, other) => one.and(other));
    if (set.size <= this.#fewUpTo) return yield* this.#counting(set.numbers(), scope);
    const ending = yield* this.#set(endingFacet);
    return { set, counting: (passages, most) => this.#thatCount(passages, { most, ending, scope }) };
  }

  /** Call it after a write that ends records: which do is read anew. */
  dropEnding(): void {
    this.#held.delete(endingFacet.name);
  }

  /** The passages that may have a record of some types and metadata, from a time until another, where one of these leaves few. Runs inside a read. */
  few({ types, filter, among, ...times }: Selective): readonly number[] | undefined {
    const scope = { ...(types && { types }), ...(filter && { filter }) };
    const few = this.#fewest(facetsOf(scope), among?.few);
    return few ?? (times.from === null && times.until === null ? undefined : this.#during(times));
  }

  #during({ from, until, scopes }: Pick<Selective, "from" | "until" | "scopes">): number[] | undefined {
    const passages = this.#connection
      .column<[object], number>(
        `select passage from records r
         where ${byScopes(scopes)} and occurred_at >= @from and occurred_at < @until limit @count`,
      )
      .all({
        ...scopeParameters(scopes),
        from: from ?? Number.NEGATIVE_INFINITY,
        until: until ?? Number.POSITIVE_INFINITY,
        count: this.#fewUpTo + 1,
      });
    return passages.length > this.#fewUpTo ? undefined : [...new Set(passages)];
  }

  #facetsOf(scope: Criteria): Facet[] {
    return facetsOf(scope, scope.asOf === undefined ? undefined : this.#moment(Date.parse(scope.asOf)));
  }

  #fewest(facets: readonly Facet[], few?: readonly number[]): readonly number[] | undefined {
    let fewest = few;
    for (const facet of facets) {
      const found = this.#few(facet, fewest?.length ?? this.#fewUpTo);
      if (found !== undefined) fewest = found;
    }
    return fewest;
  }

  /** The passages of a facet, where they are not more than `most`. */
  #few({ name, start, stretches }: Facet, most: number): number[] | undefined {
    if (start !== "none" || this.#held.has(name)) return undefined;
    const found = new Set<number>();
    for (const stretch of stretches) {
      for (const passage of this.#read(stretch, { after: 0, count: most + 1 })) found.add(passage);
      if (found.size > most) return undefined;
    }
    return [...found].sort((one, other) => one - other);
  }

  /** Of some passages those with a record that counts. */
  *#counting(passages: readonly number[], scope: SeenCriteria): Generator<undefined, Picked> {
    const { counts, parameters } = criteriaSql(scope);
    const few: number[] = [];
    for (let from = 0; from < passages.length; from += step.checked) {
      if (from > 0) yield;
      few.push(...this.#having(passages.slice(from, from + step.checked), counts, parameters));
    }
    const set = new PassageSet(few.at(-1) ?? 0);
    for (const passage of few) set.add(passage);
    return { set, few, counting: (found, most) => (found.length > most ? undefined : found) };
  }

  /** Only where a record ends or expires, or has, it is looked up whether it counts. */
  #thatCount(
    passages: number[],
    {
      most,
      ending,
      scope,
    }: { readonly most: number; readonly ending: PassageSet; readonly scope: SeenCriteria },
  ): number[] | undefined {
    const unsure = passages.filter((passage) => ending.has(passage));
    if (passages.length - unsure.length > most) return undefined;
    const { counts, parameters } = criteriaSql(scope);
    const still = new Set(this.#having(unsure, counts, parameters));
    const counting = passages.filter((passage) => !ending.has(passage) || still.has(passage));
    return counting.length > most ? undefined : counting;
  }

  *#set(facet: Facet): Generator<undefined, PassageSet> {
    const held = this.#held.get(facet.name) ?? this.#begin(facet);
    this.#held.delete(facet.name);
    this.#held.set(facet.name, held);
    while (held.making !== undefined) {
      // Where another search failed on the way, it is made from its beginning.
      if (held.making.next().done === true && held.making !== undefined)
        held.making = this.#make(held, facet);
      yield;
    }
    yield* this.#extend(held, facet);
    return held.set;
  }

  #begin(facet: Facet): HeldFacet {
    const [oldest] = this.#held.keys();
    if (oldest !== undefined && this.#held.size >= mostHeld) this.#held.delete(oldest);
    const held = this.#start(facet);
    held.making = this.#make(held, facet);
    return held;
  }

  #start({ start, asOf }: Facet): HeldFacet {
    const rest = { asOf, making: undefined };
    const base = typeof start === "string" ? undefined : this.#held.get(start.facet);
    if (base !== undefined) return { set: base.set.copy(), through: base.through, ...rest };
    const set = start === "all" ? PassageSet.upTo(this.#lastPassage()) : new PassageSet(0);
    return { set, through: lastRecord(this.#connection), ...rest };
  }

  *#make(
    held: HeldFacet,
    { start, stretches, restored = [], checked, ...facet }: Facet,
  ): Generator<undefined, undefined> {
    const { set } = held;
    for (const stretch of stretches)
      for (const passages of this.#walk(stretch, checked ? step.checked : step.read)) {
        if (start === "all") for (const passage of passages) set.remove(passage);
        const added = checked ? this.#having(passages, facet.condition, facet.parameters) : passages;
        if (checked || start !== "all") for (const passage of added) set.add(passage);
        yield;
      }
    for (const stretch of restored)
      for (const passages of this.#walk(stretch, step.read)) {
        for (const passage of passages) set.add(passage);
        yield;
      }
    held.making = undefined;
  }

  /** Adds what was kept since. */
  *#extend(held: HeldFacet, { condition, parameters }: Facet): Generator<undefined, undefined> {
    const since = this.#connection.column<[object], number>(
      `select r.passage from records r where r.id > @through and r.id <= @upTo and ${condition}`,
    );
    for (const last = lastRecord(this.#connection); held.through < last; ) {
      const { through } = held;
      const upTo = Math.min(last, through + step.checked);
      for (const passage of since.all({ ...parameters, through, upTo })) held.set.add(passage);
      held.through = upTo;
      if (upTo < last) yield;
    }
  }

  /** Passages of a stretch, so many at a time. */
  *#walk(stretch: Stretch, count: number): Generator<number[], undefined> {
    for (let { from } = stretch, after = 0; ; ) {
      const passages = this.#read({ ...stretch, from }, { after, count });
      if (passages.length > 0) yield passages;
      if (passages.length < count) return;
      from = this.#valueAt({ ...stretch, from }, { after, count });
      after = passages.at(-1)!;
    }
  }

  #read(stretch: Stretch, part: Part): number[] {
    const { passage, rows } = indexes[stretch.index];
    return this.#connection
      .column<[object], number>(`select ${passage} from ${rows} limit @count`)
      .all({ ...stretch, ...part, key: stretch.key ?? null });
  }

  /** The value of the last row that a part reads. */
  #valueAt(stretch: Stretch, { after, count }: Part): Stretch["from"] {
    const { value, rows } = indexes[stretch.index];
    return this.#connection
      .column<[object], Stretch["from"]>(`select ${value} from ${rows} limit 1 offset @count - 1`)
      .get({ ...stretch, after, count, key: stretch.key ?? null })!;
  }

  #having(passages: readonly number[], condition: string, parameters: object): number[] {
    return this.#connection
      .column<[object], number>(
        `select distinct r.passage from records r
         where r.passage in (select value from json_each(@ids)) and ${condition} order by r.passage`,
      )
      .all({ ...parameters, ids: JSON.stringify(passages) });
  }

  #moment(asOf: number): Moment {
    const said = this.#connection.column<[number], number>(
      "select said_at from passages where id >= ? order by id limit 1",
    );
    const last = this.#lastPassage();
    const times = Array.from({ length: sampled }, (_, at) => said.get(Math.floor((last * at) / sampled)));
    const until = (moment: number) => times.filter((time) => time !== undefined && time <= moment).length;
    const before = [...this.#held.values()].flatMap(({ asOf: held, making }) =>
      held !== undefined && held < asOf && making === undefined ? held : [],
    );
    const since = before.length === 0 ? undefined : Math.max(...before);
    const isNear = since !== undefined && until(asOf) - until(since) <= sampled / 8;
    return {
      late: until(asOf) > sampled / 2,
      ...(isNear && !this.#held.has(asOfName(asOf)) ? { since } : {}),
    };
  }

  #lastPassage(): number {
    return this.#connection.column<[], number>("select coalesce(max(id), 0) from passages").get() ?? 0;
  }

  /**
   * The number of a record that was erased may be given again, so what was looked at up to a number is not known any more. Nor is what ends, where
   * another process has written.
   */
  #dropStale(): void {
    const erasures = this.#meta.get("erasures");
    if (erasures !== this.#seenErasures) this.#held.clear();
    this.#seenErasures = erasures;
    const version = this.#connection.dataVersion();
    if (version !== this.#seenVersion) this.dropEnding();
    this.#seenVersion = version;
  }
}

/** Where a stretch is read from, after the row of a value and this passage, and how many rows. */
interface Part {
  readonly after: number;
  readonly count: number;
}
