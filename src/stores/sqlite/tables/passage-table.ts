/**
 * Passages: verbatim text, the unit that is embedded, indexed and erased. Their numbers ascend in
 * insertion order and are never reused.
 */
import type { Role } from "../../../text/passage.js";
import { passageBytes } from "../../formats/sizes.js";
import { toMs } from "../../formats/times.js";
import type { NewPassage, Place, UnembeddedPassage } from "../../store.js";
import { passageChecksum } from "../checks/checksum.js";
import type { Connection } from "../database/connection.js";
import { criteriaSql, type VisibleCriteria } from "../filters/criteria.js";
import type { FileRow } from "./file-table.js";
import type { PassageContext } from "./record-row.js";

/** A passage with the columns of its source and its file. */
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
  /** Row of the file that the passage is in. If it is null, the columns after it are null too. */
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

/** The source, file and scope of a passage. */
export interface PassageOwner {
  readonly source: number;
  readonly scope: number;
  readonly file: FileRow | null;
}

/** A passage, with its position if it is in a file. */
export type PlacedPassage = NewPassage & { readonly place?: Place };

/** A passage and who said it. */
type SpeakerTuple = [passage: number, speaker: string | null, role: Role];

/** A batch of a list: at most `limit` rows after a number; a negative limit means all. */
export interface BatchRequest {
  readonly after: number;
  readonly limit: number;
}

/** The table `passages`. */
export class PassageTable {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  add(
    { source, scope, file }: PassageOwner,
    passage: Omit<PlacedPassage, "vector" | "records">,
    wordCount: number,
  ): number {
    const { text, prompt, speaker, role, message, digest } = passage;
    const mentions = passage.mentions.length === 0 ? null : JSON.stringify(passage.mentions);
    const { heading = null, page = null } = passage.place ?? {};
    const said_at = toMs(passage.saidAt);
    const checked = { text, prompt, speaker, role, heading, mentions, message, page, said_at, digest };
    const { lastInsertRowid } = this.#connection
      .statement(
        `insert into passages (source, message, text, prompt, speaker, role, said_at, digest, word_count, mentions, file, page, heading, scope, checksum)
         values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      )
      .run(
        source,
        message,
        text,
        prompt,
        speaker,
        role,
        said_at,
        digest,
        wordCount,
        mentions,
        file?.row ?? null,
        page,
        heading,
        scope,
        passageChecksum(checked),
      );
    return Number(lastInsertRowid);
  }

  get(id: number): PassageRow | undefined {
    return this.#connection
      .statement<[number], PassageRow>(`select ${passageColumns} from ${passagesWithSource} where p.id = ?`)
      .get(id);
  }

  /** Returns the texts of the passages after a number, in order. */
  after(passage: number, limit: number): UnembeddedPassage[] {
    return this.#connection
      .statement<[number, number], UnembeddedPassage>(
        "select id, text, prompt, speaker, heading from passages where id > ? order by id limit cast(? as integer)",
      )
      .all(passage, limit);
  }

  /** Returns a batch of a source's passages, in order. */
  ofSource(source: number, { after, limit }: BatchRequest): PassageRow[] {
    return this.#connection
      .statement<[number, number, number], PassageRow>(
        `select ${passageColumns} from ${passagesWithSource} where p.source = ? and p.id > ? order by p.id limit cast(? as integer)`,
      )
      .all(source, after, limit);
  }

  /** Returns true if the passages of a source are in a file. */
  areInFile(source: number): boolean {
    const file = this.#connection
      .column<[number], number | null>("select file from passages where source = ? limit 1")
      .get(source);
    return file !== undefined && file !== null;
  }

  /** Returns a batch of the passages of a file, of all its versions, in order. */
  ofFile(file: number, { after, limit }: BatchRequest): PassageRow[] {
    return this.#connection
      .statement<[number, number, number], PassageRow>(
        `select ${passageColumns} from ${passagesWithSource} where p.file = ? and p.id > ? order by p.id limit cast(? as integer)`,
      )
      .all(file, after, limit);
  }

  remove(id: number): void {
    this.#connection.statement("delete from passages where id = ?").run(id);
  }

  /** Replaces the passages that do not belong to a scope by `undefined`. */
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

  /**
   * Returns who said each passage, in no particular order; passages that no longer exist are left
   * out.
   */
  speakers(ids: readonly number[]): SpeakerTuple[] {
    return this.#connection
      .tuples<[string], SpeakerTuple>(
        "select id, speaker, role from passages where id in (select value from json_each(?))",
      )
      .all(JSON.stringify(ids));
  }

  /**
   * Returns the passages that have a matching record. `lasting` is 1 if such a record will still
   * match at any later time.
   */
  withMatch(
    ids: readonly number[],
    scope: VisibleCriteria,
  ): { readonly passage: number; readonly lasting: 0 | 1 }[] {
    const { matches, parameters } = criteriaSql(scope);
    return this.#connection
      .statement<[object], { passage: number; lasting: 0 | 1 }>(
        `select r.passage, max(r.expires_at is null and r.valid_to is null) as lasting from records r
         where r.passage in (select value from json_each(@ids)) and ${matches} group by r.passage`,
      )
      .all({ ids: JSON.stringify(ids), ...parameters });
  }
}

/** Returns the size of a passage row in bytes, without its vector. */
export function passageRowBytes(row: PassageRow): number {
  return passageBytes({ ...row, mentions: toMentions(row.mentions) });
}

/** Parses the column of mentioned names. */
export function toMentions(json: string | null): string[] {
  return json === null ? [] : (JSON.parse(json) as string[]);
}

/** Returns what records take from their passage. */
export function contextOf({ text, speaker, source_uuid, fileId, page, heading }: PassageRow): PassageContext {
  return { text, speaker, sourceId: source_uuid, fileId, page, heading };
}
