/**
 * Functions of the schema. A save adds rows to six tables: with a function it is one round trip,
 * and the server plans the statements once in a connection. Every statement names its store, `$1`.
 *
 * They are part of a migration, so their texts are never edited after a release.
 */
import { lockSeed } from "./locks.js";

/** Adds rows, as JSON by the name of their table. */
const saveRows = `create function save_rows(text, json) returns void language plpgsql as $body$
begin
  insert into sources (store_id, id, uuid, created_at, scope)
    select $1, id, uuid, created_at, scope
    from json_to_recordset($2 -> 'sources') as given (id integer, uuid text, created_at bigint, scope integer);
  insert into passages (store_id, id, source, scope, file, message, text, prompt, speaker, role, said_at, digest,
      word_count, mentions, page, heading, embedding, code)
    select $1, id, source, scope, file, message, text, prompt, speaker, role, said_at, digest,
      word_count, mentions::json, page, heading, embedding, code
    from json_to_recordset($2 -> 'passages') as given (id integer, source integer, scope integer, file integer,
      message integer, text text, prompt text, speaker text, role text, said_at bigint, digest text,
      word_count integer, mentions text, page integer, heading text, embedding bytea, code bit varying);
  insert into words (store_id, hash, chunk, passages)
    select $1, hash, chunk, given.passages
    from json_to_recordset($2 -> 'words') as given (hash bigint, chunk integer, passages integer[])
    on conflict (store_id, hash, chunk) do update set passages = words.passages || excluded.passages;
  insert into records (store_id, id, uuid, passage, scope, type, text, entity, property, value, applies_when,
      entity_key, property_key, occurred_at, occurred_until, valid_from, valid_to, created_at, superseded_by,
      expires_at, metadata, certainty, standing)
    select $1, id, uuid, passage, scope, type, text, entity, property, value, applies_when,
      entity_key, property_key, occurred_at, occurred_until, valid_from, valid_to, created_at, superseded_by,
      expires_at, metadata::json, certainty, standing
    from json_to_recordset($2 -> 'records') as given (id integer, uuid text, passage integer, scope integer,
      type text, text text, entity text, property text, value text, applies_when text, entity_key text,
      property_key text, occurred_at bigint, occurred_until bigint, valid_from bigint, valid_to bigint,
      created_at bigint, superseded_by text, expires_at bigint, metadata text, certainty double precision,
      standing boolean);
  insert into names (store_id, name, passage)
    select $1, name, passage
    from json_to_recordset($2 -> 'names') as given (name text, passage integer)
    on conflict do nothing;
  insert into audit (store_id, seq, at, actor, operation, record_id, record_type, reason, scope, previous_hash, hash)
    select $1, seq, at, actor, operation, record_id, record_type, reason, scope, previous_hash, hash
    from json_to_recordset($2 -> 'audit') as given (seq bigint, at bigint, actor text, operation text,
      record_id text, record_type text, reason text, scope integer, previous_hash text, hash text);
end $body$`;

/** Adds rows, and updates the counts of scopes and the store's row. Returns the new totals. */
const conclude = `create function conclude(text, json) returns table (requests bigint, tokens bigint,
    spend_micros bigint, storage_used bigint) language plpgsql as $body$
#variable_conflict use_column
begin
  perform save_rows($1, $2);
  update scopes s set passages = s.passages + given.passages, words = s.words + given.words,
      file_passages = s.file_passages + given.file_passages, file_words = s.file_words + given.file_words
    from json_to_recordset($2 -> 'scopes') as given (id integer, passages integer, words bigint,
      file_passages integer, file_words bigint)
    where s.store_id = $1 and s.id = given.id;
  return query update stores s set requests = s.requests + given.requests, tokens = s.tokens + given.tokens,
      spend_micros = s.spend_micros + given.spend_micros, storage_used = s.storage_used + given.storage,
      last_source = given.last_source, last_file = given.last_file, last_passage = given.last_passage,
      last_record = given.last_record, last_scope = given.last_scope, scopes = given.scopes,
      erasures = given.erasures, edits = given.edits, last_rule = given.last_rule,
      audit_seq = given.audit_seq, audit_hash = given.audit_hash
    from json_to_record($2 -> 'store') as given (requests bigint, tokens bigint, spend_micros bigint, storage bigint,
      last_source integer, last_file integer, last_passage integer, last_record integer, last_scope integer,
      scopes integer, erasures integer, edits bigint, last_rule integer, audit_seq bigint, audit_hash text)
    where s.store_id = $1
    returning s.requests, s.tokens, s.spend_micros, s.storage_used;
end $body$`;

/** The statements that create the functions. */
export const functions: readonly string[] = [saveRows, conclude];

const unscoped = `(select array[c.passages, c.words, c.file_passages, c.file_words] from scopes c
      where c.store_id = $1 and c.id = 0) as unscoped`;

/** Returns the row of a store. */
const storeRow = `create function store_row(text) returns json language plpgsql stable as $body$
declare found json;
begin
  select to_json(one) into found from (select s.*, ${unscoped} from stores s where s.store_id = $1) one;
  return found;
end $body$`;

/** Returns the row with the records that have expired. */
const statusRow = `create function status_row(text, bigint) returns json language plpgsql stable as $body$
declare found json;
begin
  select to_json(one) into found from (select s.*, ${unscoped},
      (select json_agg(r.uuid order by r.id) from records r where r.store_id = $1 and r.expires_at <= $2) as expired
    from stores s where s.store_id = $1) one;
  return found;
end $body$`;

/** Locks the row and returns it. */
const lockedRow = `create function locked_row(text) returns json language plpgsql as $body$
declare found json;
begin
  select to_json(one) into found from (select s.*, ${unscoped},
      (select min(a.at) from answers a where a.store_id = $1) as oldest_answer
    from stores s where s.store_id = $1 for update) one;
  return found;
end $body$`;

/** Adds to the totals, unless a limit of the cost would be passed: then it returns null. */
const countUse = `create function count_use(text, bigint, bigint, bigint, bigint) returns json language plpgsql as $body$
declare found json;
begin
  update stores s set requests = s.requests + $2, tokens = s.tokens + $3, spend_micros = s.spend_micros + $4
    where s.store_id = $1 and ($5 is null or s.spend_micros + $4 <= $5)
    returning json_build_object('requests', s.requests, 'tokens', s.tokens,
      'spend_micros', s.spend_micros, 'storage_used', s.storage_used) into found;
  return found;
end $body$`;

/**
 * The functions with which every call begins and ends. A connection plans their statements once,
 * also behind a pooler, and they run in the round trip that begins a transaction.
 */
export const rowFunctions: readonly string[] = [storeRow, statusRow, lockedRow, countUse];

/**
 * Saves rows if the store is still as its row was seen, in a transaction of its own: one round trip
 * locks the store, compares, saves and commits. Returns null, and changes nothing, if another call
 * is writing or has written, or if answers must be removed first.
 */
const saveUnchanged = `create function save_unchanged(text, json, text) returns json language plpgsql
  set search_path from current set plan_cache_mode = force_generic_plan set jit = off as $body$
declare saved json;
begin
  perform set_config('keepsake.store', $1, true), set_config('lock_timeout', $3, true);
  if not pg_try_advisory_xact_lock(hashtextextended($1, ${lockSeed})) then return null; end if;
  perform 1 from stores s, json_to_record($2 -> 'seen') as seen (salt uuid, embedder_id text, dimensions integer,
      storage_used bigint, spend_micros bigint, last_source integer, last_file integer, last_passage integer,
      last_record integer, last_scope integer, scopes integer, erasures integer, edits bigint, last_rule integer,
      audit_seq bigint, audit_hash text)
    where s.store_id = $1 and s.move is null and s.copying is null
      and (s.salt, s.embedder_id, s.dimensions, s.storage_used, s.spend_micros, s.last_source, s.last_file, s.last_passage,
        s.last_record, s.last_scope, s.scopes, s.erasures, s.edits, s.last_rule, s.audit_seq, s.audit_hash)
      = (seen.salt, seen.embedder_id, seen.dimensions, seen.storage_used, seen.spend_micros, seen.last_source,
        seen.last_file, seen.last_passage, seen.last_record, seen.last_scope, seen.scopes, seen.erasures, seen.edits,
        seen.last_rule, seen.audit_seq, seen.audit_hash)
    for update of s;
  if not found then return null; end if;
  perform 1 from answers a where a.store_id = $1 and a.at <= ($2 ->> 'answers_until')::bigint;
  if found then return null; end if;
  select to_json(total) into saved from conclude($1, $2) total;
  return saved;
end $body$`;

/** The function that saves in one round trip. */
export const saveFunctions: readonly string[] = [saveUnchanged];
