/**
 * The tables. Every one begins with `store_id`, which is part of its primary key: a query names its
 * store, so it reads one partition, or one shard if the tables are distributed.
 *
 *   stores 1─n scopes              passages 1─n records        names     passage ← name
 *          1─n sources  1─n passages                           answers   n─n records (an array)
 *          1─n files    1─n passages                           staging   a file, encrypted
 *                                       words  passages ← word audit     append-only, a hash chain
 *
 * Numbers (`id`) count within a store and are never used again; `uuid` is the id that callers see.
 * Times are milliseconds since 1970 in UTC. Scope 0 is what has no scope.
 *
 * Row-level security lets an index use only operators that are marked leakproof: equality and order
 * of numbers and texts are, operators of arrays and JSON are not.
 */
import { functions } from "./functions.js";

const ofStore = "store_id = current_setting('keepsake.store', true)";

const tables: Readonly<Record<string, string>> = {
  stores: `
    name text not null,
    created_at bigint not null,
    salt uuid not null default gen_random_uuid(),
    words_identity text not null,
    embedder_id text not null,
    dimensions integer not null,
    move json,
    requests bigint not null default 0,
    tokens bigint not null default 0,
    spend_micros bigint not null default 0,
    storage_used bigint not null default 0,
    last_source integer not null default 0,
    last_file integer not null default 0,
    last_passage integer not null default 0,
    last_record integer not null default 0,
    last_scope integer not null default 0,
    scopes integer not null default 0,
    erasures integer not null default 0,
    audit_seq bigint not null default 0,
    audit_hash text not null,
    primary key (store_id)`,
  scopes: `
    id integer not null,
    labels text not null,
    pairs text[] not null,
    passages integer not null default 0,
    words bigint not null default 0,
    file_passages integer not null default 0,
    file_words bigint not null default 0,
    primary key (store_id, id),
    unique (store_id, labels)`,
  sources: `
    id integer not null,
    uuid text not null,
    created_at bigint not null,
    scope integer not null,
    primary key (store_id, id),
    unique (store_id, uuid)`,
  files: `
    id integer not null,
    uuid text not null,
    name text not null,
    media_type text not null,
    digest text not null,
    scope integer not null,
    primary key (store_id, id),
    unique (store_id, uuid)`,
  passages: `
    id integer not null,
    source integer not null,
    scope integer not null,
    file integer,
    message integer not null,
    text text not null,
    prompt text,
    speaker text,
    role text not null,
    said_at bigint not null,
    digest text not null,
    word_count integer not null,
    mentions json not null,
    page integer,
    heading text,
    embedding bytea,
    code bit varying,
    next_embedding bytea,
    primary key (store_id, id)`,
  words: `
    hash bigint not null,
    chunk integer not null,
    passages integer[] not null,
    primary key (store_id, hash, chunk)`,
  records: `
    id integer not null,
    uuid text not null,
    passage integer not null,
    scope integer not null,
    type text not null,
    text text,
    entity text,
    property text,
    value text,
    applies_when text,
    entity_key text,
    property_key text,
    occurred_at bigint not null,
    occurred_until bigint,
    valid_from bigint,
    valid_to bigint,
    created_at bigint not null,
    superseded_by text,
    expires_at bigint,
    metadata json,
    certainty double precision,
    standing boolean not null,
    primary key (store_id, id),
    unique (store_id, uuid)`,
  names: `
    name text collate "C" not null,
    passage integer not null,
    primary key (store_id, name, passage)`,
  answers: `
    scope integer not null,
    key text not null,
    payload text not null,
    at bigint not null,
    bytes integer not null,
    records integer[] not null,
    primary key (store_id, scope, key)`,
  audit: `
    seq bigint not null,
    at bigint not null,
    actor text not null,
    operation text not null,
    record_id text,
    record_type text,
    reason text,
    scope integer,
    previous_hash text not null,
    hash text not null,
    primary key (store_id, seq)`,
  staging: `
    writer text not null,
    batch integer not null,
    at bigint not null,
    sealed bytea not null,
    primary key (store_id, writer, batch)`,
};

const indexes: readonly string[] = [
  "create index scopes_by_pairs on scopes using gin (pairs)",
  "create index sources_by_scope on sources (store_id, scope, id)",
  "create index files_by_name on files (store_id, scope, name)",
  "create index files_by_digest on files (store_id, scope, digest)",
  "create index passages_by_scope on passages (store_id, scope, id)",
  "create index passages_by_source on passages (store_id, source, id)",
  "create index passages_by_file on passages (store_id, file, id) where file is not null",
  "create index passages_by_page on passages (store_id, page, id) where page is not null",
  "create index passages_by_digest on passages (store_id, digest)",
  "create index words_by_chunk on words (store_id, chunk)",
  "create index records_by_passage on records (store_id, passage)",
  "create index records_by_time on records (store_id, scope, occurred_at, id)",
  "create index records_by_end on records (store_id, scope, occurred_until) where occurred_until is not null",
  "create index records_by_fact on records (store_id, entity_key, property_key, occurred_at) where entity_key is not null",
  "create index records_by_successor on records (store_id, superseded_by) where superseded_by is not null",
  "create index records_by_expiry on records (store_id, expires_at) where expires_at is not null",
  "create index records_of_rules on records (store_id, occurred_at, id) where type = 'procedural'",
  "create index names_by_passage on names (store_id, passage)",
  "create index answers_by_time on answers (store_id, at)",
  "create index audit_by_record on audit (store_id, record_id) where record_id is not null",
];

/** The names of the tables. */
export const tableNames: readonly string[] = Object.keys(tables);

/** Returns the statements of the first step. @param partitions 0 for tables without partitions */
export function firstStep(partitions: number): string[] {
  return [...tableNames.flatMap((name) => createTable(name, partitions)), ...indexes];
}

function createTable(name: string, partitions: number): string[] {
  const partitioned = partitions === 0 ? "" : " partition by hash (store_id)";
  return [
    `create table ${name} (store_id text collate "C" not null, ${tables[name]!.trim()})${partitioned}`,
    ...Array.from(
      { length: partitions },
      (_, remainder) =>
        `create table ${name}_p${remainder} partition of ${name} for values with (modulus ${partitions}, remainder ${remainder})`,
    ),
    `alter table ${name} enable row level security`,
    `alter table ${name} force row level security`,
    ...policies(name),
  ];
}

/**
 * Rows of the audit trail up to a checkpoint may be removed. See
 * `stores/shared/audit-pruning`.
 */
export const auditCheckpoints: readonly string[] = [
  "alter table stores add column audit_checkpoint json",
  `create policy prune_of_store on audit for delete using (${ofStore} and seq <=
     (select coalesce((s.audit_checkpoint ->> 'seq')::bigint, 0) from stores s where s.store_id = audit.store_id))`,
];

/**
 * Returns the statements of three changes: a store counts changes to its earlier rows and has the
 * number of its last rule, both for caches; a query that names a partition sees no more rows than
 * one that names its table; and functions save rows.
 */
export function editsAndPartitions(): string[] {
  const policy = (name: string) => policies(name).map((text) => text.replace(` on ${name} `, " on %1$I "));
  const execute = (texts: readonly string[]) =>
    texts.map((text) => `execute format(${quoted(text)}, part.name);`).join("\n");
  return [
    "alter table stores add column edits bigint not null default 0, add column last_rule integer not null default 0",
    "create index records_standing on records (store_id, occurred_at, id) where type = 'procedural' and standing",
    `do $do$ declare part record; begin
       for part in select c.relname::text as name, t.relname::text as of from pg_inherits i
         join pg_class c on c.oid = i.inhrelid join pg_class t on t.oid = i.inhparent
         where t.relkind = 'p' and t.relnamespace = current_schema()::regnamespace
       loop
         ${execute(["alter table %1$I enable row level security", "alter table %1$I force row level security"])}
         if part.of = 'audit' then ${execute(policy("audit"))}
         else ${execute(policy("passages"))} end if;
       end loop;
     end $do$`,
    ...functions,
  ];
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

/** Rows of the audit trail may be read and added, and never changed or removed. */
function policies(name: string): string[] {
  if (name !== "audit")
    return [`create policy of_store on ${name} using (${ofStore}) with check (${ofStore})`];
  return [
    `create policy read_of_store on audit for select using (${ofStore})`,
    `create policy append_to_store on audit for insert with check (${ofStore})`,
  ];
}
