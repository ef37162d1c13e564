/** Sources: what each `remember` call brought. */
import type { Connection } from "./connection.js";
import { sourceBytes } from "./sizes.js";
import { toIso, toMs } from "./times.js";

export interface SourceRow {
  readonly id: number;
  readonly uuid: string;
  readonly createdAt: string;
}

export class SourceTable {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  add(source: { readonly id: string; readonly createdAt: string }): number {
    const { lastInsertRowid } = this.#connection
      .statement("insert into sources (uuid, created_at) values (?, ?)")
      .run(source.id, toMs(source.createdAt));
    return Number(lastInsertRowid);
  }

  find(uuid: string): number | undefined {
    return this.#connection
      .statement<[string], { id: number }>("select id from sources where uuid = ?")
      .get(uuid)?.id;
  }

  named(uuid: string): SourceRow | undefined {
    const row = this.#connection
      .statement<[string], { id: number; created_at: number }>(
        "select id, created_at from sources where uuid = ?",
      )
      .get(uuid);
    return row && { id: row.id, uuid, createdAt: toIso(row.created_at) };
  }

  /** The source after a number, in the order in which they were kept. */
  after(id: number): SourceRow | undefined {
    const row = this.#connection
      .statement<[number], { id: number; uuid: string; created_at: number }>(
        "select id, uuid, created_at from sources where id > ? order by id limit 1",
      )
      .get(id);
    return row && { id: row.id, uuid: row.uuid, createdAt: toIso(row.created_at) };
  }

  /** Removes a source where no passage is left. @returns bytes freed */
  removeIfEmpty(id: number): number {
    const row = this.#connection
      .statement<[number], { uuid: string }>(
        "delete from sources where id = ? and not exists (select 1 from passages where source = sources.id) returning uuid",
      )
      .get(id);
    return row === undefined ? 0 : sourceBytes(row.uuid);
  }
}
