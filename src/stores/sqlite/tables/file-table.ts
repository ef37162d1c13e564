/**
 * Files: their names and the digests of their newest versions. Their contents are passages; a file
 * without a passage is deleted.
 */

import { fileBytes } from "../../formats/sizes.js";
import type { StoredFile } from "../../store.js";
import type { Connection } from "../database/connection.js";
import { isCurrent } from "../filters/criteria.js";
import { indexedDigest } from "./indexed-digest.js";

/** A file as it is stored. */
export interface FileRow extends StoredFile {
  /** The row number, which passages refer to. */
  readonly row: number;
  readonly scope: number;
}

const columns = "id as row, uuid as id, name, media_type as mediaType, digest, scope";

/** The table `files`. */
export class FileTable {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** Returns the file with an id, of any scope. */
  find(uuid: string): FileRow | undefined {
    return this.#one("uuid = ?", uuid);
  }

  /**
   * Returns the file of a scope that has this name: if there are several, the one with this digest,
   * or else the newest. If no file has the name, returns the one with this digest. The name takes
   * precedence, because a file that became a copy of another file is a new version of itself.
   */
  findSame({ digest, name }: Pick<StoredFile, "digest" | "name">, scope: number): FileRow | undefined {
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

  update({ row, scope }: FileRow, file: StoredFile): FileRow {
    this.#connection
      .statement("update files set name = ?, media_type = ?, digest = ? where id = ?")
      .run(file.name, file.mediaType, file.digest, row);
    return { ...file, row, scope };
  }

  /** Deletes a file if it has no passage left. @returns the bytes freed */
  removeIfEmpty(row: number): number {
    const removed = this.#connection
      .statement<[number], FileRow>(
        `delete from files where id = ? and not exists (select 1 from passages where file = files.id) returning ${columns}`,
      )
      .get(row);
    return removed === undefined ? 0 : fileBytes(removed);
  }

  /** Counts files without a passage. There should be none. */
  countEmpty(): number {
    return (
      this.#connection
        .column<[], number>(
          "select count(*) from files where not exists (select 1 from passages where file = files.id)",
        )
        .get() ?? 0
    );
  }

  /** Counts the current passages of a file. */
  countCurrent(row: number, now: number): number {
    return (
      this.#connection
        .column<[object], number>(
          `select count(*) from passages p join records r on r.passage = p.id where p.file = @row and ${isCurrent}`,
        )
        .get({ row, now }) ?? 0
    );
  }

  /** Returns the current passages of a file with one of these digests, by digest. */
  currentByDigest(row: number, digests: readonly string[], now: number): Map<string, number> {
    const rows = this.#connection
      .statement<[object], { digest: string; passage: number }>(
        // The plus stops SQLite from reading all passages of the file, which it considers cheaper
        // because it has no statistics.
        `select p.digest, p.id as passage from passages p join records r on r.passage = p.id
         where ${indexedDigest("p.digest")} in (select ${indexedDigest("value")} from json_each(@digests))
         and p.digest in (select value from json_each(@digests)) and +p.file = @row and ${isCurrent}`,
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
