/** Checks a store: what its rows refer to, its counters, its index words and its audit trail. */
import type { CheckOutcome } from "../../contract/maintenance/whole-store.js";
import type { StoreCheck, StoreCheckOptions } from "../store.js";
import type { Connection } from "./database/connection.js";
import { lockStore, readStore, setStore } from "./database/store-row.js";
import type { Transaction } from "./database/transaction.js";
import { textsOf } from "./reading/reading.js";
import { chunkOf, entriesOf, type IndexedPassage } from "./reading/words/word-index.js";
import { verifyChain } from "./writing/audit.js";
import { writeWords } from "./writing/save-file.js";

/** What one check found. */
interface Finding {
  readonly looked: number;
  /** Numbers or names of what is wrong; never content. */
  readonly wrong: readonly string[];
  readonly verifiedFrom?: string | undefined;
}

/** Number of examples in an outcome. */
const maxExamples = 5;

/** Checks the store. With `repair`, counters and index words are written again. */
export async function checkStore(connection: Connection, options: StoreCheckOptions): Promise<StoreCheck> {
  const steps = [
    () => check("references", connection, danglingRows),
    () => check("counters", connection, wrongCounters, options.repair ? recount : undefined),
    () => check("words", connection, wrongWords, options.repair ? rewriteWords : undefined),
    () => check("audit", connection, brokenChain),
  ];
  const checks: CheckOutcome[] = [];
  for (const step of steps) {
    options.signal?.throwIfAborted();
    checks.push(await step());
    options.onProgress?.({ done: checks.length, total: steps.length });
  }
  const without = await connection.read("check", (tx) =>
    tx.rows<{ id: number }>("select id from passages where store_id = $1 and embedding is null order by id"),
  );
  return { checks, without: without.map(({ id }) => id) };
}

async function check(
  name: CheckOutcome["check"],
  connection: Connection,
  find: (tx: Transaction) => Promise<Finding>,
  repair?: (tx: Transaction, finding: Finding) => Promise<void>,
): Promise<CheckOutcome> {
  const found = await connection.read("check", find);
  const isRepaired = found.wrong.length > 0 && repair !== undefined;
  if (isRepaired) await connection.write("check", (tx) => repair(tx, found));
  const left = isRepaired ? await connection.read("check", find) : found;
  return {
    check: name,
    ok: left.wrong.length === 0,
    looked: found.looked,
    wrong: found.wrong.length,
    repaired: isRepaired,
    examples: found.wrong.slice(0, maxExamples),
    ...(found.verifiedFrom === undefined ? {} : { verified_from: found.verifiedFrom }),
  };
}

async function danglingRows(tx: Transaction): Promise<Finding> {
  const absent = (table: string, row: string) =>
    `not exists (select 1 from ${table} o where o.store_id = $1 and o.id = ${row})`;
  const rows = await tx.rows<{ name: string }>(
    `select 'record ' || r.id as name from records r where r.store_id = $1 and ${absent("passages", "r.passage")}
     union all select 'passage ' || p.id from passages p where p.store_id = $1
       and (${absent("sources", "p.source")} or ${absent("scopes", "p.scope")}
         or (p.file is not null and ${absent("files", "p.file")})
         or not exists (select 1 from records r where r.store_id = $1 and r.passage = p.id))
     union all select 'source ' || s.id from sources s where s.store_id = $1
       and not exists (select 1 from passages p where p.store_id = $1 and p.source = s.id)
     union all select 'name of passage ' || n.passage from names n where n.store_id = $1 and ${absent("passages", "n.passage")}`,
  );
  const counts = await tx.row<{ looked: number }>(
    `select (select count(*) from records where store_id = $1) + (select count(*) from passages where store_id = $1) as looked`,
  );
  return { looked: counts!.looked, wrong: rows.map(({ name }) => name) };
}

/** Computes the correct counts of scopes. */
const countsByScope = `select s.id,
    count(p.id) filter (where p.file is null) as passages,
    coalesce(sum(p.word_count) filter (where p.file is null), 0)::bigint as words,
    count(p.id) filter (where p.file is not null) as file_passages,
    coalesce(sum(p.word_count) filter (where p.file is not null), 0)::bigint as file_words
  from scopes s left join passages p on p.store_id = s.store_id and p.scope = s.id
  where s.store_id = $1 group by s.id`;

async function wrongCounters(tx: Transaction): Promise<Finding> {
  const rows = await tx.rows<{ id: number; differs: boolean }>(
    `select s.id, (s.passages, s.words, s.file_passages, s.file_words)
       is distinct from (c.passages, c.words, c.file_passages, c.file_words) as differs
     from scopes s join (${countsByScope}) c on c.id = s.id where s.store_id = $1`,
  );
  const { scopes } = await readStore(tx);
  const wrong = rows.filter(({ differs }) => differs).map(({ id }) => `counts of scope ${id}`);
  const number = rows.length - 1 === scopes ? [] : ["number of scopes"];
  return { looked: rows.length + 1, wrong: [...wrong, ...number] };
}

/** Writes the counts of scopes again. */
export async function recount(tx: Transaction): Promise<void> {
  await lockStore(tx);
  await tx.rows(
    `update scopes s set passages = c.passages, words = c.words, file_passages = c.file_passages, file_words = c.file_words
     from (${countsByScope}) c where s.store_id = $1 and s.id = c.id`,
  );
  await tx.rows(
    "update stores set scopes = (select count(*) - 1 from scopes where store_id = $1) where store_id = $1",
  );
}

/** Number of rows of the word index that are checked at once: those of some 1,000 passages. */
const chunksPerQuery = 8;

async function wrongWords(tx: Transaction): Promise<Finding> {
  const { salt, last_passage } = await readStore(tx);
  const wrong: string[] = [];
  let looked = 0;
  for (let chunk = 0; chunk <= chunkOf(last_passage); chunk += chunksPerQuery) {
    const some = await passagesIn(tx, chunk);
    looked += some.length;
    const rows = await tx.rows<{ hash: string; chunk: number; passages: number[] }>(
      `select hash::text as hash, chunk, passages from words where store_id = $1 and chunk >= $2 and chunk < $3`,
      [chunk, chunk + chunksPerQuery],
    );
    const stored = new Map(rows.map((row) => [`${row.chunk} ${row.hash}`, row.passages.join()]));
    for (const { hash, chunk: own, passages } of entriesOf(salt, some).entries) {
      if (stored.get(`${own} ${hash}`) !== passages.join()) wrong.push(`a word of passage ${passages[0]}`);
      stored.delete(`${own} ${hash}`);
    }
    for (const passages of stored.values()) wrong.push(`a word of no passage, for ${passages}`);
  }
  return { looked, wrong };
}

/** Returns the passages of the given rows of the word index. */
function passagesIn(tx: Transaction, chunk: number): Promise<IndexedPassage[]> {
  const [from, to] = [chunk << 7, (chunk + chunksPerQuery) << 7];
  return textsOf(tx, "p.id >= $2 and p.id < $3", [from, to]);
}

/** Rebuilds the word index from all passages, and the counts that are derived from it. */
export async function rewriteWords(tx: Transaction): Promise<void> {
  const row = await lockStore(tx);
  await tx.rows("delete from words where store_id = $1");
  for (let chunk = 0; chunk <= chunkOf(row.last_passage); chunk += chunksPerQuery)
    await writeWords({ tx, row }, await passagesIn(tx, chunk));
  await setStore(tx, { edits: row.edits + 1 });
  await recount(tx);
}

async function brokenChain(tx: Transaction): Promise<Finding> {
  const { valid, rows, broken_at, verified_from } = await verifyChain(tx);
  return { looked: rows, wrong: valid ? [] : [`row ${broken_at}`], verifiedFrom: verified_from };
}
