/**
 * Creates the tables in ordered and named steps. A step is never edited after a release: a later
 * step changes what it made. `user_version` is the number of steps that were run, and the table
 * `migrations` has their times.
 *
 *   sources 1─n passages 1─n records          names    passage ← name     (forget({ entity }))
 *   files   1─n                               asides   encrypted passages of a file being read
 *                 1─1 vectors (in pages)     words    passage ← word     (FTS5, contentless)
 *                                            metadata_entries    passage ← key, value
 *   answers n─n records                       audit · totals · meta
 *   scopes  1─n scope_labels                  column `scope` of other tables: its number or 0
 *
 * Times are integer milliseconds since 1970 in UTC. `entity_key` and `property_key` are the names
 * in lower case. Never run ANALYZE or `PRAGMA optimize` on a store: better-sqlite3 builds SQLite
 * with STAT4, whose samples would contain content that no erasure reaches.
 */

import type { SqlDatabase } from "../database/sql-database.js";
import { packVectors } from "../vectors/pack-vectors.js";
import { markStandingRules } from "./mark-standing-rules.js";

/** A step in SQL, or one that needs code. */
type Migration =
  | { readonly name: string; readonly sql: string }
  | { readonly name: string; readonly take: (database: SqlDatabase) => void };

const migrations: readonly Migration[] = [
  {
    name: "first",
    sql: `
create table migrations (name text primary key, applied_at integer not null) without rowid;
create table meta (key text primary key, value text not null) without rowid;
create table totals (
  id integer primary key check (id = 1),
  requests integer not null default 0,
  tokens integer not null default 0,
  spend_micros integer not null default 0,
  storage_used integer not null default 0,
  passages integer not null default 0,
  words integer not null default 0
);
insert into totals (id) values (1);

create table sources (
  id integer primary key,
  uuid text not null unique,
  created_at integer not null
);
create table passages (
  id integer primary key autoincrement,
  source integer not null references sources (id),
  message integer not null,
  text text not null,
  prompt text,
  speaker text,
  role text not null,
  said_at integer not null,
  digest text not null,
  word_count integer not null,
  mentions text
);
create index passages_by_source on passages (source);
create index passages_by_digest on passages (digest);

create table vectors (passage integer primary key references passages (id), embedding blob not null);
create table codes (passage integer primary key references passages (id), code blob not null);

create table records (
  id integer primary key,
  uuid text not null unique,
  passage integer not null references passages (id),
  type text not null,
  text text,
  entity text,
  property text,
  value text,
  applies_when text,
  entity_key text,
  property_key text,
  occurred_at integer not null,
  valid_from integer,
  valid_to integer,
  created_at integer not null,
  superseded_by text,
  expires_at integer,
  metadata text
);
create index records_by_passage on records (passage);
create index records_by_time on records (occurred_at);
create index records_by_fact on records (entity_key, property_key) where entity_key is not null;
create index records_by_heir on records (superseded_by) where superseded_by is not null;
create index records_by_expiry on records (expires_at) where expires_at is not null;
create index records_of_rules on records (occurred_at) where type = 'procedural';

create table names (
  name text not null,
  passage integer not null references passages (id),
  primary key (name, passage)
) without rowid;
create index names_by_passage on names (passage);

create virtual table words using fts5 (held, content='', columnsize=0, detail=none, tokenize='ascii');
insert into words (words, rank) values ('secure-delete', 1);

create table audit (
  seq integer primary key,
  at integer not null,
  actor text not null,
  operation text not null,
  record_id text,
  record_type text,
  reason text,
  previous_hash blob not null,
  hash blob not null
);
create trigger audit_is_never_changed before update on audit
begin select raise(abort, 'the audit trail is append-only'); end;
create trigger audit_is_never_cut before delete on audit
begin select raise(abort, 'the audit trail is append-only'); end;

create table answers (
  id integer primary key,
  key text not null unique,
  payload text not null,
  at integer not null
);
create table answer_records (
  record integer not null references records (id),
  answer integer not null references answers (id) on delete cascade,
  primary key (record, answer)
) without rowid;
create index answer_records_by_answer on answer_records (answer);
`,
  },
  {
    name: "files",
    sql: `
create table files (
  id integer primary key,
  uuid text not null unique,
  name text not null,
  media_type text not null,
  digest text not null
);
create index files_by_digest on files (digest);
create index files_by_name on files (name);
alter table passages add column file integer references files (id);
alter table passages add column page integer;
alter table passages add column heading text;
create index passages_by_file on passages (file) where file is not null;
create index passages_by_page on passages (page) where page is not null;
alter table totals add column file_passages integer not null default 0;
alter table totals add column file_words integer not null default 0;

create table asides (id integer primary key, aside text not null, at integer not null, sealed blob not null);
create index asides_by_aside on asides (aside);
`,
  },
  { name: "vectors in pages, codes in runs", take: packVectors },
  {
    name: "facts about somebody by time, records with metadata",
    sql: `
create index records_by_entity on records (entity_key, occurred_at) where entity_key is not null;
create index records_with_metadata on records (passage) where metadata is not null;
`,
  },
  {
    name: "vectors of the next embedder",
    sql: `
create table next_vectors (id integer primary key, embedding blob not null);
create table next_vector_pages (id integer primary key, embeddings blob not null);
create table next_code_runs (id integer primary key, held blob not null, codes blob not null);
create table next_file_vectors (id integer primary key, embedding blob not null);
create table next_file_vector_pages (id integer primary key, embeddings blob not null);
create table next_file_code_runs (id integer primary key, held blob not null, codes blob not null);
`,
  },
  {
    name: "metadata by key and value, passages by type and time",
    sql: `
create table metadata_entries (
  key text not null,
  value not null,
  passage integer not null,
  primary key (key, value, passage)
) without rowid;
insert or ignore into metadata_entries (key, value, passage)
select k.key,
  case v.type when 'text' then substr(v.value, 1, 64)
    when 'true' then x'01' when 'false' then x'00' when 'object' then x'02' else v.value end,
  r.passage
from records r, json_each(r.metadata) k, json_each(
  case k.type when 'array' then iif(k.value = '[]', '[{}]', k.value)
    when 'true' then '[true]' when 'false' then '[false]' else json_array(k.value) end) v
where r.metadata is not null and v.type <> 'null';
drop index records_with_metadata;
create index records_by_type on records (type, passage);
create index records_by_beginning on records (valid_from, passage) where valid_from is not null;
create index records_that_end on records (passage)
  where superseded_by is not null or valid_to is not null or expires_at is not null;
create index passages_by_time on passages (said_at);
`,
  },
  { name: "how sure a record is", sql: "alter table records add column certainty real;" },
  {
    name: "events that last",
    // Only periods longer than a day. Shorter ones are found by their start.
    sql: `
alter table records add column occurred_until integer;
create index records_over_days on records (occurred_until, occurred_at)
  where occurred_until - occurred_at > 86400000;
`,
  },
  {
    name: "passages by source, with their lengths",
    sql: `
create index passages_of_sources on passages (source, word_count, file);
drop index passages_by_source;
`,
  },
  { name: "rules that stand", take: markStandingRules },
  {
    name: "current facts of somebody's property by time",
    sql: `
create index records_current_by_fact on records (entity_key, property_key, occurred_at)
  where entity_key is not null and superseded_by is null;
`,
  },
  {
    name: "scopes",
    sql: `
create table scopes (
  id integer primary key autoincrement,
  labels text not null unique,
  passages integer not null default 0,
  words integer not null default 0,
  file_passages integer not null default 0,
  file_words integer not null default 0
);
create table scope_labels (
  label text not null,
  scope integer not null references scopes (id) on delete cascade,
  primary key (label, scope)
) without rowid;
create index scope_labels_by_scope on scope_labels (scope);
alter table totals add column scoped_passages integer not null default 0;
alter table totals add column scoped_words integer not null default 0;
alter table totals add column scoped_file_passages integer not null default 0;
alter table totals add column scoped_file_words integer not null default 0;

alter table sources add column scope integer not null default 0;
create index sources_by_scope on sources (scope);

alter table passages add column scope integer not null default 0;
create index passages_by_scope on passages (scope, id, source, word_count, file);
create index passages_by_source on passages (source);
drop index passages_of_sources;
drop index passages_by_digest;
create index passages_by_digest on passages (digest, scope);
drop index passages_by_page;
create index passages_by_page on passages (scope, page) where page is not null;

alter table records add column scope integer not null default 0;
drop index records_by_time;
create index records_by_time on records (scope, occurred_at);
drop index records_over_days;
create index records_over_days on records (scope, occurred_until, occurred_at)
  where occurred_until - occurred_at > 86400000;
drop index records_by_fact;
create index records_by_fact on records (scope, entity_key, property_key) where entity_key is not null;
drop index records_by_entity;
create index records_by_entity on records (scope, entity_key, occurred_at) where entity_key is not null;
drop index records_of_rules;
create index records_of_rules on records (scope, occurred_at) where type = 'procedural';

drop index records_that_stand;
create index records_that_stand on records (scope, occurred_at) where standing = 1;
drop index records_current_by_fact;
create index records_current_by_fact on records (scope, entity_key, property_key, occurred_at)
  where entity_key is not null and superseded_by is null;

alter table files add column scope integer not null default 0;
drop index files_by_digest;
create index files_by_digest on files (scope, digest);
drop index files_by_name;
create index files_by_name on files (scope, name);

alter table audit add column scope integer;
create index audit_by_scope on audit (scope) where scope is not null;

alter table answers rename to former_answers;
alter table answer_records rename to former_answer_records;
drop index answer_records_by_answer;
create table answers (
  id integer primary key,
  scope integer not null default 0,
  key text not null,
  payload text not null,
  at integer not null,
  unique (scope, key)
);
create table answer_records (
  record integer not null references records (id),
  answer integer not null references answers (id) on delete cascade,
  primary key (record, answer)
) without rowid;
create index answer_records_by_answer on answer_records (answer);
insert into answers (id, key, payload, at) select id, key, payload, at from former_answers;
insert into answer_records (record, answer) select record, answer from former_answer_records;
drop table former_answer_records;
drop table former_answers;
`,
  },
  {
    name: "checksums",
    sql: `
alter table passages add column checksum integer;
alter table records add column checksum integer;
`,
  },
  {
    // Existing answers count 0 bytes, because no total includes them.
    name: "answers are counted and expire",
    sql: `
alter table answers add column bytes integer not null default 0;
create index answers_by_time on answers (at);
`,
  },
  {
    // A table of sqlite-vec cannot be renamed, so a store that moves to another embedder alternates
    // between two sets of tables. See `vectors/vector-layout`, which creates the tables of
    // sqlite-vec.
    name: "two sets of vectors",
    sql: `
alter table next_vectors rename to second_vectors;
alter table next_vector_pages rename to second_vector_pages;
alter table next_code_runs rename to second_code_runs;
alter table next_file_vectors rename to second_file_vectors;
alter table next_file_vector_pages rename to second_file_vector_pages;
alter table next_file_code_runs rename to second_file_code_runs;
`,
  },
  {
    // 36 bits of a digest distinguish passages as well as 128 bits, and the initials of types
    // distinguish all types. This saves 25 bytes per record, which is what a table of sqlite-vec
    // takes in addition to plain tables.
    name: "indexes of the beginnings of digests and types",
    sql: `
drop index passages_by_digest;
create index passages_by_digest on passages (substr(digest, 1, 6), scope);
drop index records_by_type;
create index records_by_type on records (substr(type, 1, 1), passage);
`,
  },
  {
    // Rows up to a checkpoint may be removed: see `stores/shared/audit-pruning`.
    name: "audit checkpoints",
    sql: `
drop trigger audit_is_never_cut;
create trigger audit_is_never_cut before delete on audit
when old.seq > coalesce((select json_extract(value, '$.seq') from meta where key = 'audit_checkpoint'), 0)
begin select raise(abort, 'the audit trail is append-only'); end;
`,
  },
  {
    // Every recall reads the newest rules with a condition, and most rules have no condition.
    name: "rules with a condition",
    sql: `
create index records_with_condition on records (scope, occurred_at)
where type = 'procedural' and applies_when is not null;
`,
  },
  {
    // A recall as of a past day, or with a filter, skips most rules. With the passage in the index,
    // it does not read their records. The number of the record comes first, because it is the order
    // of rules of the same time.
    name: "rules with their passages",
    sql: `
drop index records_that_stand;
create index records_that_stand on records (scope, occurred_at, id, passage) where standing = 1;
drop index records_of_rules;
create index records_of_rules on records (scope, occurred_at, id, passage) where type = 'procedural';
drop index records_with_condition;
create index records_with_condition on records (scope, occurred_at, id, passage)
  where type = 'procedural' and applies_when is not null;
`,
  },
  {
    // Which passages are one conversation depends on when and by whom they were said. The layout
    // of a store is read from this index alone.
    name: "conversations",
    sql: `
drop index passages_by_scope;
create index passages_by_scope on passages (scope, id, source, word_count, file, said_at, role, speaker);
`,
  },
];

/** The steps that this version knows. A file with more steps was written by a newer keepsake. */
export const supportedSchema = migrations.length;

/**
 * Runs the missing steps. Call it inside a write transaction. @param upTo the last step to run; a
 * lower number makes a file of an older version
 */
export function migrate(
  database: SqlDatabase,
  taken: number,
  { at, upTo = supportedSchema }: { readonly at: Date; readonly upTo?: number },
): void {
  // SQLite refuses to rename what a view reads. Opening a store creates the view again.
  database.exec("drop view if exists passage_vectors");
  for (const [index, migration] of migrations.slice(0, upTo).entries()) {
    if (index < taken) continue;
    if ("sql" in migration) database.exec(migration.sql);
    else migration.take(database);
    database
      .prepare("insert into migrations (name, applied_at) values (?, ?)")
      .run(migration.name, at.getTime());
  }
  database.pragma(`user_version = ${upTo}`);
}
