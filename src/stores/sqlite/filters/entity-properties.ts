/**
 * The properties that are stored about an entity, without reading each of its facts.
 *
 * They are cached, because most questions ask which properties the user has: in a year of messages
 * and notes the user has hundreds, and listing them took 6 % of a recall. Cost: at most
 * {@link maxCached} lists of names. Records are only added, with higher numbers, or erased, and an
 * erasure is counted. So a list is valid until the next erasure, if the records that were added since
 * have no other property. An erasure by this process drops all lists.
 */
import type { Connection } from "../database/connection.js";
import type { MetaTable } from "../tables/meta-table.js";
import { byScopes, scopeParameters } from "./criteria.js";

const maxCached = 256;
/** With more new records than this, the properties are listed again. */
const maxAdded = 512;

/** An entity, as `factKey` returns it, in some scopes; absent: every scope. */
export interface EntityInScopes {
  readonly entity: string;
  readonly scopes: readonly number[] | undefined;
}

interface Listed {
  readonly properties: readonly string[];
  /** The highest record that was read. */
  readonly through: number;
}

/** Lists and caches the properties of entities. */
export class EntityProperties {
  readonly #connection: Connection;
  readonly #meta: MetaTable;
  readonly #cached = new Map<string, Listed>();
  #erasures: string | undefined;

  constructor(connection: Connection, meta: MetaTable) {
    this.#connection = connection;
    this.#meta = meta;
  }

  /** Returns the different properties of an entity. Call it inside a transaction. */
  of(one: EntityInScopes): readonly string[] {
    // A write may be rolled back, and then another record gets the same number.
    if (this.#connection.writing) return this.#list(one);
    this.#dropErased();
    const key = `${one.scopes?.join(",")} ${one.entity}`;
    const through = this.#lastRecord();
    const known = this.#cached.get(key);
    if (known?.through === through) return known.properties;
    const isSame = known !== undefined && this.#hasAllAfter(one, known, through);
    const properties = isSame ? known.properties : this.#list(one);
    this.#add(key, { properties, through });
    return properties;
  }

  /** Drops everything that is cached. */
  drop(): void {
    this.#cached.clear();
  }

  #dropErased(): void {
    const erasures = this.#meta.get("erasures");
    if (erasures !== this.#erasures) this.drop();
    this.#erasures = erasures;
  }

  #add(key: string, listed: Listed): void {
    const [oldest] = this.#cached.keys();
    if (oldest !== undefined && this.#cached.size >= maxCached) this.#cached.delete(oldest);
    this.#cached.set(key, listed);
  }

  #lastRecord(): number {
    const last = this.#connection.column<[], number>("select coalesce(max(id), 0) from records");
    return this.#connection.once("last record", () => last.get() ?? 0);
  }

  /** Whether the records that were added have no other property. */
  #hasAllAfter({ entity, scopes }: EntityInScopes, listed: Listed, last: number): boolean {
    if (last - listed.through > maxAdded) return false;
    const added = this.#connection
      .column<[object], string | null>(
        `select r.property_key from records r not indexed
         where r.id > @after and ${byScopes(scopes)} and r.entity_key = @entity`,
      )
      .all({ entity, after: listed.through, ...scopeParameters(scopes) });
    return added.every((property) => property === null || listed.properties.includes(property));
  }

  /** Skips from one distinct property to the next in the index. */
  #list({ entity, scopes }: EntityInScopes): string[] {
    return this.#connection
      .column<[object], string>(
        `with recursive property (name) as (
           select min(property_key) from records r where ${byScopes(scopes)} and entity_key = @entity
           union all
           select (select min(property_key) from records r
             where ${byScopes(scopes)} and entity_key = @entity and property_key > property.name)
           from property where property.name is not null)
         select name from property where name is not null`,
      )
      .all({ entity, ...scopeParameters(scopes) });
  }
}
