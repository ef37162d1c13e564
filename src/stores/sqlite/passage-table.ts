/** Passages: what is embedded, indexed and forgotten, verbatim. Numbers ascend in the order of keeping and are never used twice. */
import type { Role } from "../../internal/passage.js";
import type { NewPassage, Scope, StoredPassage, Voice } from "../store.js";
import type { Connection } from "./connection.js";
import { type RecordRow, recordColumns, toRecord } from "./record-table.js";
import { scopeSql } from "./scope.js";
import { passageBytes } from "./sizes.js";
import { toIso, toMs } from "./times.js";

export interface PassageRow {
  readonly id: number;
  readonly source: number;
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
}

type ScopedRow = RecordRow & { readonly counts: 0 | 1; readonly ended: 0 | 1 };

const passageColumns = `p.id, p.source, s.uuid as source_uuid, p.message, p.text, p.prompt, p.speaker, p.role, p.said_at,
  p.digest, p.word_count, p.mentions`;
const passagesWithSource = "passages p join sources s on s.id = p.source";

export class PassageTable {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  add(source: number, passage: Omit<NewPassage, "vector" | "records">): number {
    const { lastInsertRowid } = this.#connection
      .statement(
        `insert into passages (source, message, text, prompt, speaker, role, said_at, digest, word_count, mentions)
         values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
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
        passage.words.length,
        passage.mentions.length === 0 ? null : JSON.stringify(passage.mentions),
      );
    return Number(lastInsertRowid);
  }

  get(id: number): PassageRow | undefined {
    return this.#connection
      .statement<[number], PassageRow>(`select ${passageColumns} from ${passagesWithSource} where p.id = ?`)
      .get(id);
  }

  ofSource(source: number): PassageRow[] {
    return this.#connection
      .statement<[number], PassageRow>(
        `select ${passageColumns} from ${passagesWithSource} where p.source = ? order by p.id`,
      )
      .all(source);
  }

  remove(id: number): void {
    this.#connection.statement("delete from passages where id = ?").run(id);
  }

  voices(ids: readonly number[]): Voice[] {
    return this.#connection
      .statement<[string], Voice>(
        "select id as passage, speaker, role from passages where id in (select value from json_each(?))",
      )
      .all(JSON.stringify(ids));
  }

  /** Those of some passages that have a record in a scope; `lasting` where one of these stays in it whatever the time. */
  counting(ids: readonly number[], scope: Scope): { readonly passage: number; readonly lasting: 0 | 1 }[] {
    const { counts, parameters } = scopeSql(scope);
    return this.#connection
      .statement<[object], { passage: number; lasting: 0 | 1 }>(
        `select r.passage, max(r.expires_at is null and r.valid_to is null) as lasting from records r
         where r.passage in (select value from json_each(@ids)) and ${counts} group by r.passage`,
      )
      .all({ ...parameters, ids: JSON.stringify(ids) });
  }

  /** Passages with their records in a scope, in the order asked; those without one are left out. */
  inScope(ids: readonly number[], scope: Scope): StoredPassage[] {
    const wanted = JSON.stringify(ids);
    const records = this.#recordsOf(wanted, scope);
    const rows = this.#connection
      .statement<[string], PassageRow>(
        `select ${passageColumns} from ${passagesWithSource} where p.id in (select value from json_each(?))`,
      )
      .all(wanted);
    const stored = new Map(rows.map((row) => [row.id, toPassage(row, records.get(row.id) ?? [])]));
    return ids.flatMap((id) => {
      const passage = stored.get(id);
      return passage === undefined || passage.records.length === 0 ? [] : [passage];
    });
  }

  #recordsOf(ids: string, scope: Scope): Map<number, ScopedRow[]> {
    const { counts, ended, parameters } = scopeSql(scope);
    const rows = this.#connection
      .statement<[object], ScopedRow>(
        `select ${recordColumns}, ${counts} as counts, ${ended} as ended from records r
         where r.passage in (select value from json_each(@ids)) order by r.id`,
      )
      .all({ ...parameters, ids });
    const records = new Map<number, ScopedRow[]>();
    for (const row of rows) {
      const standing = records.get(row.passage);
      if (standing === undefined) records.set(row.passage, [row]);
      else standing.push(row);
    }
    return records;
  }
}

/** What a passage row counts, without its vector. */
export function passageRowBytes(row: PassageRow): number {
  return passageBytes({ ...row, mentions: toMentions(row.mentions) });
}

export function toMentions(json: string | null): string[] {
  return json === null ? [] : (JSON.parse(json) as string[]);
}

function toPassage(row: PassageRow, records: readonly ScopedRow[]): StoredPassage {
  const standing = { text: row.text, speaker: row.speaker, sourceId: row.source_uuid };
  return {
    id: row.id,
    sourceId: row.source_uuid,
    text: row.text,
    prompt: row.prompt,
    speaker: row.speaker,
    role: row.role,
    saidAt: toIso(row.said_at),
    wordCount: row.word_count,
    records: records.filter(({ counts }) => counts === 1).map((record) => toRecord(record, standing)),
    superseded: records.filter(({ ended }) => ended === 1).map((record) => toRecord(record, standing)),
  };
}
