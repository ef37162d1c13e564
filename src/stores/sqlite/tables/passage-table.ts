/** Passages: what is embedded, indexed and forgotten, verbatim. Numbers ascend in the order of keeping and are never used twice. */

import type { Role } from "../../../text/passage.js";
import type { NewPassage, Place, Unembedded } from "../../store.js";
import { passageChecksum } from "../checks/checksum.js";
import type { Connection } from "../database/connection.js";
import { passageBytes } from "../database/sizes.js";
import { toMs } from "../database/times.js";
import { criteriaSql, type SeenCriteria } from "../filters/criteria.js";
import type { FileRow } from "./file-table.js";
import type { Standing } from "./record-row.js";

export interface PassageRow {
  readonly id: number;
  readonly source: number;
  readonly scope: number;
  readonly source_uuid: string;
  readonly message: number;
  readonly text: string;
  readonly prompt: string | null;
  readonly speaker: string | null;
  readonly role: Role;
  readonly said_at: number;
  readonly digest: string;
  readonly word_count: number;
  readonly mentions: string | null;
  /** Row of the file that it stands in; the columns after it are null where this is. */
  readonly file: number | null;
  readonly page: number | null;
  readonly heading: string | null;
  readonly fileId: string | null;
  readonly fileName: string | null;
  readonly mediaType: string | null;
}

const passageColumns = `p.id, p.source, p.scope, s.uuid as source_uuid, p.message, p.text, p.prompt, p.speaker, p.role, p.said_at,
  p.digest, p.word_count, p.mentions, p.file, p.page, p.heading, f.uuid as fileId, f.name as fileName, f.media_type as mediaType`;
const passagesWithSource = "passages p join sources s on s.id = p.source left join files f on f.id = p.file";

/** What a passage belongs to. */
export interface Belonging {
  readonly source: number;
  readonly scope: number;
  readonly file: FileRow | null;
}

/** A passage, and where it stands if that is in a file. */
export type PlacedPassage = NewPassage & { readonly place?: Place };

/** A passage, and who said it. */
type Spoke = [passage: number, speaker: string | null, role: Role];

/** A stretch of a list: what comes after a number, at most so many; a negative limit is none. */
export interface Part {
  readonly after: number;
  readonly limit: number;
}

export class PassageTable {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  add(
    { source, scope, file }: Belonging,
    passage: Omit<PlacedPassage, "vector" | "records">,
    wordCount: number,
  ): number {
    const mentions = passage.mentions.length === 0 ? null : JSON.stringify(passage.mentions);
    const heading = passage.place?.heading ?? null;
    const { lastInsertRowid } = this.#connection
      .statement(
        `insert into passages (source, message, text, prompt, speaker, role, said_at, digest, word_count, mentions, file, page, heading, scope, checksum)
         values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      )
      .run(
        source,
        passage.message,
        passage.text,
        passage.prompt,
        passage.speaker,
        passage.role,
        toMs(passage.saidAt),
        passage.digest,
        wordCount,
        mentions,
        file?.row ?? null,
        passage.place?.page ?? null,
        heading,
        scope,
        passageChecksum({ ...passage, mentions, heading }),
      );
    return Number(lastInsertRowid);
  }

  get(id: number): PassageRow | undefined {
    return this.#connection
      .statement<[number], PassageRow>(`select ${passageColumns} from ${passagesWithSource} where p.id = ?`)
      .get(id);
  }

  /** What passages say that were kept after a number, in order. */
  after(passage: number, limit: number): Unembedded[] {
    return this.#connection
      .statement<[number, number], Unembedded>(
        "select id, text, prompt, speaker, heading from passages where id > ? order by id limit ?",
      )
      .all(passage, limit);
  }

  /** Passages of a source in order, a part at a time. */
  ofSource(source: number, { after, limit }: Part): PassageRow[] {
    return this.#connection
      .statement<[number, number, number], PassageRow>(
        `select ${passageColumns} from ${passagesWithSource} where p.source = ? and p.id > ? order by p.id limit ?`,
      )
      .all(source, after, limit);
  }

  /** Whether the passages of a source stand in a file. */
  areFiled(source: number): boolean {
    const file = this.#connection
      .column<[number], number | null>("select file from passages where source = ? limit 1")
      .get(source);
    return file !== undefined && file !== null;
  }

  /** Passages of a file, of all its versions, in order, a part at a time. */
  ofFile(file: number, { after, limit }: Part): PassageRow[] {
    return this.#connection
      .statement<[number, number, number], PassageRow>(
        `select ${passageColumns} from ${passagesWithSource} where p.file = ? and p.id > ? order by p.id limit ?`,
      )
      .all(file, after, limit);
  }

  remove(id: number): void {
    this.#connection.statement("delete from passages where id = ?").run(id);
  }

  /** Those of some passages that belong to a scope, in order; `undefined` in place of each other one. */
  ofScope(ids: readonly number[], scope: number): (number | undefined)[] {
    const found = new Set(
      this.#connection
        .column<[object], number>(
          "select id from passages where id in (select value from json_each(@ids)) and scope = @scope",
        )
        .all({ ids: JSON.stringify(ids), scope }),
    );
    return ids.map((id) => (found.has(id) ? id : undefined));
  }

  /** Who said each passage, in no order; those that are gone are left out. */
  voices(ids: readonly number[]): Spoke[] {
    return this.#connection
      .tuples<[string], Spoke>(
        "select id, speaker, role from passages where id in (select value from json_each(?))",
      )
      .all(JSON.stringify(ids));
  }

  /** Those of some passages that have a record in a scope; `lasting` where one of these stays in it whatever the time. */
  counting(
    ids: readonly number[],
    scope: SeenCriteria,
  ): { readonly passage: number; readonly lasting: 0 | 1 }[] {
    const { counts, parameters } = criteriaSql(scope);
    return this.#connection
      .statement<[object], { passage: number; lasting: 0 | 1 }>(
        `select r.passage, max(r.expires_at is null and r.valid_to is null) as lasting from records r
         where r.passage in (select value from json_each(@ids)) and ${counts} group by r.passage`,
      )
      .all({ ...parameters, ids: JSON.stringify(ids) });
  }
}

/** What a passage row counts, without its vector. */
export function passageRowBytes(row: PassageRow): number {
  return passageBytes({ ...row, mentions: toMentions(row.mentions) });
}

export function toMentions(json: string | null): string[] {
  return json === null ? [] : (JSON.parse(json) as string[]);
}

/** What records take from their passage. */
export function standingOf({ text, speaker, source_uuid, fileId, page, heading }: PassageRow): Standing {
  return { text, speaker, sourceId: source_uuid, fileId, page, heading };
}
