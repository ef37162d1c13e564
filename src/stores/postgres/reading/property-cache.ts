/**
 * The properties of entities, which a question about one of them needs. A process caches those of a
 * few entities. Later records add to them. Only an erasure removes any, and it drops the whole
 * cache.
 */
import type { StoreRow } from "../database/store-row.js";
import type { VisibleScopes } from "./criteria.js";

/** A property that a record states about an entity, by their keys. */
export interface Property {
  readonly entity: string;
  readonly property: string;
}

/** A property of a new record, and the scope of the record. */
export interface SavedProperty extends Property {
  readonly scope: number;
}

/** Maximum cached entities of one store, and maximum properties of one of them. */
const maxEntities = 64;
const maxProperties = 1024;

interface Entity {
  readonly entity: string;
  readonly scopes: VisibleScopes;
  readonly properties: ReadonlySet<string>;
  /** The highest number of a record that was read. */
  readonly through: number;
}

/** Caches the properties of the entities of one store. */
export class PropertyCache {
  #of = "";
  readonly #entities = new Map<string, Entity>();

  /** Returns the properties of an entity; `undefined` if they must be read. */
  get(row: StoreRow, scopes: VisibleScopes, entity: string): ReadonlySet<string> | undefined {
    if (this.#of !== validity(row)) return undefined;
    const known = this.#entities.get(nameOf(scopes, entity));
    return known?.through === row.last_record ? known.properties : undefined;
  }

  add(row: StoreRow, scopes: VisibleScopes, entity: string, properties: ReadonlySet<string>): void {
    // An unfinished copy gets records without a change of the highest number.
    if (properties.size > maxProperties || row.copying !== null) return;
    if (this.#of !== validity(row) || this.#entities.size >= maxEntities) this.clear();
    this.#of = validity(row);
    const through = row.last_record;
    this.#entities.set(nameOf(scopes, entity), { entity, scopes, properties, through });
  }

  /**
   * Adds the properties of records that this process has just saved.
   *
   * @param row before the save
   * @param last the highest record after it
   */
  adopt(row: StoreRow, last: number, saved: readonly SavedProperty[]): void {
    if (this.#of !== validity(row)) return;
    for (const [name, known] of this.#entities) {
      if (known.through !== row.last_record) continue;
      const { entity, scopes, properties } = known;
      const added = saved.flatMap((one) =>
        one.entity === entity && scopes?.includes(one.scope) !== false ? [one.property] : [],
      );
      const all = added.length === 0 ? properties : new Set([...properties, ...added]);
      this.#entities.set(name, { entity, scopes, properties: all, through: last });
    }
  }

  /** Drops everything, after an erasure and when the store is closed. */
  clear(): void {
    this.#entities.clear();
  }
}

/** A store that was deleted, and made again under the same id, has another salt. */
function validity({ salt, erasures }: StoreRow): string {
  return `${salt} ${erasures}`;
}

function nameOf(scopes: VisibleScopes, entity: string): string {
  return `${scopes?.join() ?? "all"} ${entity}`;
}
