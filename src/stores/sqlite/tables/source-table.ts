/** Sources: one for each `remember` call. */

import { sourceBytes } from "../../formats/sizes.js";
import { toIso, toMs } from "../../formats/times.js";
import type { Connection } from "../database/connection.js";
import { byScopes, scopeParameters } from "../filters/criteria.js";

/** A source as it is stored. */
export interface SourceRow {
  readonly id: number;
  readonly uuid: string;
  readonly createdAt: string;
  readonly scope: number;
}

type Row = {
  readonly id: number;
  readonly uuid: string;
  readonly created_at: number;
  readonly scope: number;
};

/** The table `sources`. */
export class SourceTable {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  add(source: { readonly id: string; readonly createdAt: string }, scope: number): number {
    const { lastInsertRowid } = this.#connection
      .statement("insert into sources (uuid, created_at, scope) values (?, ?, ?)")
      .run(source.id, toMs(source.createdAt), scope);
    return Number(lastInsertRowid);
  }

  /** Returns the source with an id, of any scope. */
  find(uuid: string): SourceRow | undefined {
    const row = this.#connection
      .statement<[string], Row>("select id, uuid, created_at, scope from sources where uuid = ?")
      .get(uuid);
    return row && toSource(row);
  }

  /** Returns the first source of the given scopes after a number, in insertion order. */
  after(id: number, scopes: readonly number[] | undefined): SourceRow | undefined {
    const row = this.#connection
      .statement<[object], Row>(
        `select id, uuid, created_at, scope from sources s where ${byScopes(scopes, "s")} and id > @id order by id limit 1`,
      )
      .get({ ...scopeParameters(scopes), id });
    return row && toSource(row);
  }

  /** Deletes a source if it has no passage left. @returns the bytes freed */
  removeIfEmpty(id: number): number {
    const row = this.#connection
      .statement<[number], { uuid: string }>(
        "delete from sources where id = ? and not exists (select 1 from passages where source = sources.id) returning uuid",
      )
      .get(id);
    return row === undefined ? 0 : sourceBytes(row.uuid);
  }
}

function toSource({ id, uuid, created_at, scope }: Row): SourceRow {
  return { id, uuid, createdAt: toIso(created_at), scope };
}
