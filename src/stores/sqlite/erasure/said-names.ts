/**
 * Finds where a text contains a name, whatever records the extractor made. The keyword index finds
 * passages that contain all words of the name. Texts that only records have (a statement in other
 * words, a value, metadata) are read row by row. Then the words are searched for in order: see
 * `text/says-name`.
 */
import { type NameStrictness, sayingName } from "../../../text/says-name.js";
import { fileWord, fold, indexWords } from "../../../text/words.js";
import type { Connection } from "../database/connection.js";
import { inScopes, scopeParameters } from "../filters/criteria.js";
import type { KeywordIndex } from "../keywords/keyword-index.js";

/** Passages and records, by their numbers. */
export interface Said {
  readonly passages: readonly number[];
  readonly records: readonly number[];
}

/** Where to search. */
export interface SaidParts {
  readonly connection: Connection;
  readonly keywords: KeywordIndex;
  /** Absent: all scopes. */
  readonly scopes: readonly number[] | undefined;
}

/** Number of rows to read in one step: some milliseconds. */
const rowsPerStep = 4096;

/** Finds what contains a name. Run each step inside a read transaction. */
export function* saidIn(
  parts: SaidParts,
  name: string,
  reading?: NameStrictness,
): Generator<undefined, Said> {
  const says = sayingName(name, reading);
  const words = [...new Set(indexWords(name))];
  const passages =
    words.length === 0 ? yield* amongAll(parts, says) : yield* amongIndexed(parts, words, says);
  return { passages, records: yield* amongRecords(parts, name, says) };
}

type Says = (text: string) => boolean;

/**
 * Yields the passages that contain all words of the name. Conversations and files have different
 * index words.
 */
function* amongIndexed(
  parts: SaidParts,
  words: readonly string[],
  says: Says,
): Generator<undefined, number[]> {
  const saying: number[] = [];
  for (const indexed of [words, words.map(fileWord)])
    for (let after = 0; ; ) {
      const found = parts.keywords.withAll(indexed, { after, limit: rowsPerStep });
      const last = found.at(-1);
      if (last === undefined) break;
      saying.push(
        ...sayingOf(
          parts,
          "p.id in (select value from json_each(@ids))",
          { ids: JSON.stringify(found) },
          says,
        ),
      );
      after = last;
      yield;
    }
  return saying;
}

/** The same for a name without any index word. */
function* amongAll(parts: SaidParts, says: Says): Generator<undefined, number[]> {
  const saying: number[] = [];
  const last = parts.connection.column<[], number>("select coalesce(max(id), 0) from passages").get() ?? 0;
  for (let after = 0; after < last; after += rowsPerStep) {
    const range = { after, upTo: after + rowsPerStep };
    saying.push(...sayingOf(parts, "p.id > @after and p.id <= @upTo", range, says));
    yield;
  }
  return saying;
}

function sayingOf(
  { connection, scopes }: SaidParts,
  where: string,
  parameters: object,
  says: Says,
): number[] {
  const rows = connection
    .tuples<[object], [id: number, ...texts: (string | null)[]]>(
      `select p.id, p.text, p.prompt, p.speaker, p.heading, f.name from passages p left join files f on f.id = p.file
       where ${where} and ${inScopes(scopes, "p")}`,
    )
    .all({ ...scopeParameters(scopes), ...parameters });
  return rows.filter(([, ...texts]) => isSaidIn(texts, says)).map(([id]) => id);
}

function* amongRecords(
  { connection, scopes }: SaidParts,
  name: string,
  says: Says,
): Generator<undefined, number[]> {
  const part = plainPart(name);
  const fields = ["text", "entity", "value", "applies_when", "metadata"];
  const mayBe =
    part === undefined ? "true" : `(${fields.map((field) => `r.${field} like @part`).join(" or ")})`;
  const next = connection.tuples<[object], [id: number, ...texts: (string | null)[]]>(
    `select r.id, ${fields.map((field) => `r.${field}`).join(", ")} from records r
     where r.id > @after and r.id <= @upTo and ${inScopes(scopes)} and ${mayBe}`,
  );
  const last = connection.column<[], number>("select coalesce(max(id), 0) from records").get() ?? 0;
  const saying: number[] = [];
  for (let after = 0; after < last; after += rowsPerStep) {
    const range = { after, upTo: after + rowsPerStep, ...(part === undefined ? {} : { part }) };
    for (const [id, ...texts] of next.all({ ...scopeParameters(scopes), ...range }))
      if (isSaidIn(texts, says)) saying.push(id);
    yield;
  }
  return saying;
}

/**
 * Returns an SQL pattern that every text with the name matches. SQL ignores case only in ASCII, so
 * the pattern is an ASCII part of the name; `undefined` if it has none.
 */
function plainPart(name: string): string | undefined {
  const parts = fold(name).match(/[a-z0-9]+/g) ?? [];
  const longest = parts.reduce((one, other) => (other.length > one.length ? other : one), "");
  return longest === "" ? undefined : `%${longest}%`;
}

function isSaidIn(texts: readonly (string | null)[], says: Says): boolean {
  return texts.some((text) => text !== null && says(text));
}
