/** Files: what they are called and of which bytes their newest version was. What stands in them is passages; a file without one is gone. */
import type { StoredFile } from "../../store.js";
import type { Connection } from "../database/connection.js";
import { fileBytes } from "../database/sizes.js";
import { isCurrent } from "../filters/criteria.js";

export interface FileRow extends StoredFile {
  /** The row's number, as passages name it. */
  readonly row: number;
  readonly scope: number;
}

const columns = "id as row, uuid as id, name, media_type as mediaType, digest, scope";

export class FileTable {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** The file of an id, of whatever scope. */
  find(uuid: string): FileRow | undefined {
    return this.#one("uuid = ?", uuid);
  }

  /**
   * The file of this name; of several that of these bytes, else the newest. Where the name is new, the file of these bytes. The name comes first: a file
   * that became a copy of another one has changed all the same. Of one scope alone.
   */
  like({ digest, name }: Pick<StoredFile, "digest" | "name">, scope: number): FileRow | undefined {
    return (
      this.#one("scope = ? and name = ? and digest = ?", scope, name, digest) ??
      this.#one("scope = ? and name = ?", scope, name) ??
      this.#one("scope = ? and digest = ?", scope, digest)
    );
  }

  add(file: StoredFile, scope: number): FileRow {
    const { lastInsertRowid } = this.#connection
      .statement("insert into files (uuid, name, media_type, digest, scope) values (?, ?, ?, ?, ?)")
      .run(file.id, file.name, file.mediaType, file.digest, scope);
    return { ...file, scope, row: Number(lastInsertRowid) };
  }

  change({ row, scope }: FileRow, file: StoredFile): FileRow {
    this.#connection
      .statement("update files set name = ?, media_type = ?, digest = ? where id = ?")
      .run(file.name, file.mediaType, file.digest, row);
    return { ...file, row, scope };
  }

  /** Removes a file of which no passage is left. @returns bytes freed */
  removeIfEmpty(row: number): number {
    const removed = this.#connection
      .statement<[number], FileRow>(
        `delete from files where id = ? and not exists (select 1 from passages where file = files.id) returning ${columns}`,
      )
      .get(row);
    return removed === undefined ? 0 : fileBytes(removed);
  }

  /** Files that should be gone: no passage stands in them. */
  empty(): number {
    return (
      this.#connection
        .column<[], number>(
          "select count(*) from files where not exists (select 1 from passages where file = files.id)",
        )
        .get() ?? 0
    );
  }

  /** How many passages of a file are current. */
  current(row: number, now: number): number {
    return (
      this.#connection
        .column<[object], number>(
          `select count(*) from passages p join records r on r.passage = p.id where p.file = @row and ${isCurrent}`,
        )
        .get({ row, now }) ?? 0
    );
  }

  /** Current passages of a file that were kept with one of these digests. */
  standing(row: number, digests: readonly string[], now: number): Map<string, number> {
    const rows = this.#connection
      .statement<[object], { digest: string; passage: number }>(
        // The plus keeps SQLite from reading all passages of the file: without statistics it takes that for the shorter way.
        `select p.digest, p.id as passage from passages p join records r on r.passage = p.id
         where p.digest in (select value from json_each(@digests)) and +p.file = @row and ${isCurrent}`,
      )
      .all({ row, digests: JSON.stringify(digests), now });
    return new Map(rows.map(({ digest, passage }) => [digest, passage]));
  }

  #one(condition: string, ...values: (string | number)[]): FileRow | undefined {
    return this.#connection
      .statement<(string | number)[], FileRow>(
        `select ${columns} from files where ${condition} order by id desc limit 1`,
      )
      .get(...values);
  }
}
