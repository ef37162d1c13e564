/** Compares the running totals with the rows that they count. */

import { fileBytes, scopeBytes, sourceBytes } from "../../formats/sizes.js";
import type { Connection } from "../database/connection.js";
import { noScope } from "../tables/scope-table.js";
import type { VectorIndex } from "../vectors/vector-index.js";
import type { Counted, Walked } from "./check-passages.js";
import { Finding } from "./finding.js";

/** The vector indexes whose vectors are counted. */
export interface CounterTables {
  readonly fileVectors: VectorIndex;
  readonly vectors: VectorIndex;
}

interface CounterParts {
  readonly connection: Connection;
  readonly tables: CounterTables;
}

/** Columns of `totals`, and of each scope. */
type Totals = Readonly<Record<string, number>>;

/** Compares the totals of the store and of each scope with the counts of the walk. */
export function checkCounters(parts: CounterParts, walked: Walked): Finding {
  const finding = new Finding("counters");
  const compare = (what: string, columns: Totals | undefined, expected: Totals) => {
    for (const [name, count] of Object.entries(expected)) {
      finding.looked += 1;
      const stored = columns?.[name] ?? 0;
      if (stored !== count) finding.add(`${what}${name}: says ${stored}, must be ${count}`);
    }
  };
  const totals = parts.connection.statement<[], Totals>("select * from totals").get();
  compare("", totals, totalsOf(parts, walked));
  const scopes = parts.connection.statement<[], Totals>("select * from scopes").all();
  for (const scope of scopes)
    compare(`scope ${scope.id}, `, scope, columnsOf(walked.counted.get(scope.id!) ?? nothing));
  return finding;
}

/** Writes the counted totals. Call it inside a write transaction. */
export function repairCounters(parts: CounterParts, walked: Walked): void {
  const { connection } = parts;
  const set = (table: string, columns: Totals, id: number) => {
    const assignments = Object.keys(columns).map((name) => `${name} = @${name}`);
    connection
      .statement<[object]>(`update ${table} set ${assignments.join(", ")} where id = @id`)
      .run({ ...columns, id });
  };
  set("totals", totalsOf(parts, walked), 1);
  for (const id of connection.column<[], number>("select id from scopes").all())
    set("scopes", columnsOf(walked.counted.get(id) ?? nothing), id);
}

const nothing: Counted = { passages: 0, words: 0, filePassages: 0, fileWords: 0 };

function columnsOf({ passages, words, filePassages, fileWords }: Counted): Totals {
  return { passages, words, file_passages: filePassages, file_words: fileWords };
}

function totalsOf(parts: CounterParts, walked: Walked): Totals {
  const scoped = [...walked.counted].filter(([scope]) => scope !== noScope).map(([, counted]) => counted);
  const ofScopes = Object.entries(columnsOf(sumOf(scoped))).map(([name, count]) => [`scoped_${name}`, count]);
  return {
    ...columnsOf(sumOf([...walked.counted.values()])),
    ...Object.fromEntries(ofScopes),
    storage_used: walked.bytes + otherBytes(parts),
  };
}

function sumOf(all: readonly Counted[]): Counted {
  return all.reduce(
    (sum, one) => ({
      passages: sum.passages + one.passages,
      words: sum.words + one.words,
      filePassages: sum.filePassages + one.filePassages,
      fileWords: sum.fileWords + one.fileWords,
    }),
    nothing,
  );
}

/** Returns the bytes of `storage_used` that passages and records do not account for. */
function otherBytes({ connection, tables: { vectors, fileVectors } }: CounterParts): number {
  const sources = connection.column<[], string>("select uuid from sources").all();
  const files = connection
    .statement<[], { id: string; name: string; mediaType: string; digest: string }>(
      "select uuid as id, name, media_type as mediaType, digest from files",
    )
    .all();
  const scopes = connection.column<[], string>("select labels from scopes").all();
  const answers = connection.column<[], number>("select coalesce(sum(bytes), 0) from answers").get() ?? 0;
  return (
    answers +
    sources.reduce((sum, uuid) => sum + sourceBytes(uuid), 0) +
    files.reduce((sum, file) => sum + fileBytes(file), 0) +
    scopes.reduce((sum, labels) => sum + scopeBytes(JSON.parse(labels)), 0) +
    (vectors.count() + fileVectors.count()) * vectors.bytesEach
  );
}
