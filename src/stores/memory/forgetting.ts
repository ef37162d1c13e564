/** What forgetting a selection removes, and its removal from a draft of the contents. */
import type { ForgetPreview } from "../../contract/forget.js";
import { type NameReading, sayingName } from "../../text/says-name.js";
import { fold } from "../../text/words.js";
import { matchesFilter } from "../shared/metadata-filter.js";
import { nameKey } from "../shared/names.js";
import type { Erased, Erasure, Selection } from "../store.js";
import { addUsage, audit, type Draft, type StoredRecord, storageOf } from "./contents.js";
import type { View } from "./view.js";

/** A record that forgetting the selection would remove. */
interface Going {
  readonly stored: StoredRecord;
  readonly because: ForgetPreview["because"];
  readonly why?: string;
}

/** Returns everything that forgetting a selection removes. */
export function select(view: View, selection: Selection): ForgetPreview[] {
  return closure(view, selected(view, selection)).map(({ stored: { record }, because, why }) => ({
    ...{ record_id: record.id, type: record.type, text: record.text, because },
    ...(why === undefined ? {} : { why }),
  }));
}

/**
 * The records that meet every condition. An entity finds records by its name, and by a text that
 * contains the name.
 */
function selected(view: View, selection: Selection): Going[] {
  const { entity, ...others } = selection;
  if (Object.values(selection).every((condition) => condition === undefined)) return [];
  const found = view.records.filter((stored) => meets(view, stored, others));
  if (entity === undefined) return found.map((stored) => ({ stored, because: "selected" }));
  const [isNamed, says] = [namedAs(view, entity), saidIn(view, entity, "surely")];
  return found.flatMap((stored): Going[] => {
    if (isNamed(stored)) return [{ stored, because: "selected" }];
    return says(stored) ? [{ stored, because: "selected", why: `says "${entity}"` }] : [];
  });
}

function meets({ passages }: View, { passage, record }: StoredRecord, selection: Selection): boolean {
  const { ids, matched, file_id, type, before, after, filter } = selection;
  const { id, occurred_at: at } = record;
  return (
    (ids === undefined || ids.includes(id)) &&
    (matched === undefined || matched.includes(id)) &&
    (file_id === undefined || passages.find((one) => one.number === passage)?.fileId === file_id) &&
    (type === undefined || record.type === type) &&
    (before === undefined || at < before) &&
    (after === undefined || at >= after) &&
    (filter === undefined || matchesFilter(record.metadata, filter))
  );
}

type Test = (stored: StoredRecord) => boolean;

/** "Ana" finds "Ana Silva" and "Ana's sister", and does not find "Anabel". */
function namedAs({ passages }: View, name: string): Test {
  const key = nameKey(name);
  const isIt = (one: string) => one === key || one.startsWith(`${key} `) || one.startsWith(`${key}'`);
  const named = new Set(passages.filter(({ names }) => [...names].some(isIt)).map(({ number }) => number));
  return ({ passage }) => named.has(passage);
}

function saidIn({ passages, contents: { files } }: View, name: string, reading: NameReading): Test {
  const says = sayingName(name, reading);
  const isSaid = (texts: readonly (string | null | undefined)[]) =>
    texts.some((text) => typeof text === "string" && says(text));
  const saying = passages.filter(({ text, prompt, speaker, place, fileId }) =>
    isSaid([text, prompt, speaker, place.heading, files.find(({ id }) => id === fileId)?.name]),
  );
  const numbers = new Set(saying.map(({ number }) => number));
  return ({ passage, record: { text, entity, value, trigger, metadata } }) =>
    numbers.has(passage) || isSaid([text, entity, value, trigger, JSON.stringify(metadata)]);
}

/**
 * Adds the records that the selected ones superseded, and those that share a passage with them,
 * until no more are found.
 */
function closure({ records }: View, start: readonly Going[]): Going[] {
  const going = new Map(start.map((one) => [one.stored.number, one]));
  const join = (because: Going["because"], joins: Test) => {
    for (const stored of records.filter(joins))
      if (!going.has(stored.number)) going.set(stored.number, { stored, because });
  };
  // Iterating over a Map includes the entries that are added meanwhile.
  for (const { stored } of going.values()) {
    join("ancestor", ({ record }) => record.superseded_by === stored.record.id);
    join("shares_passage", ({ passage }) => passage === stored.passage);
  }
  return [...going.values()];
}

/** Erases records with everything that forgetting them removes. The contents have the only copy. */
export function erase(draft: Draft, view: View, recordIds: readonly string[], erasure: Erasure): Erased {
  const before = storageOf(draft);
  const named = view.records.filter(({ record }) => recordIds.includes(record.id));
  const going = closure(
    view,
    named.map((stored) => ({ stored, because: "selected" })),
  ).map(({ stored }) => stored);
  const ids = going.map(({ record }) => record.id);
  const passages = new Set(going.map(({ passage }) => passage));
  dropAnswers(draft, view, { ids, touched: new Set(going.map(({ scope }) => scope)), erasure });
  draft.records = draft.records.filter(({ record }) => !ids.includes(record.id));
  draft.passages = draft.passages.filter(({ number }) => !passages.has(number));
  if (draft.move !== undefined) {
    const vectors = [...draft.move.vectors].filter(([number]) => !passages.has(number));
    draft.move = { ...draft.move, vectors: new Map(vectors) };
  }
  dropEmpty(draft);
  addUsage(draft, erasure.usage);
  const { operation, reason } = erasure;
  const entries = going.map(({ record, scope }) => ({
    operation,
    recordId: record.id,
    recordType: record.type,
    reason,
    scope,
  }));
  audit(draft, erasure, entries);
  const left = { records: draft.records.filter(({ record }) => ids.includes(record.id)).length };
  const kept = draft.passages.filter(({ number }) => passages.has(number)).length;
  return {
    ids,
    freedBytes: before - storageOf(draft),
    residue: { ...left, passages: kept, vectors: kept, words: kept, overwritten: true },
    stillNamed: false,
  };
}

/** Returns true if something visible has one of the names, or contains it in a text. */
export function isStillNamed(view: View, names: readonly string[], reading: NameReading): boolean {
  const tests = names.flatMap((name) => [namedAs(view, name), saidIn(view, name, reading)]);
  return view.records.some((stored) => tests.some((test) => test(stored)));
}

interface Gone {
  readonly ids: readonly string[];
  /** The scopes of erased records. */
  readonly touched: ReadonlySet<number>;
  readonly erasure: Erasure;
}

/** Removes answers about erased records, and those that may repeat what was erased. */
function dropAnswers(draft: Draft, view: View, { ids, touched, erasure: { all, names = [] } }: Gone): void {
  const said = names.map(fold);
  draft.answers = draft.answers.filter((answer) => {
    if (view.sees(answer) && (all || said.some((name) => fold(answer.payload).includes(name)))) return false;
    const about = answer.recordIds.filter((id) => draft.records.some(({ record }) => record.id === id));
    return about.length === 0 ? !touched.has(answer.scope) : !about.some((id) => ids.includes(id));
  });
}

/** Removes sources and files without a passage, and empty scopes. */
function dropEmpty(draft: Draft): void {
  const { passages } = draft;
  draft.sources = draft.sources.filter(({ id }) => passages.some(({ sourceId }) => sourceId === id));
  draft.files = draft.files.filter(({ id }) => passages.some(({ fileId }) => fileId === id));
  const hasPassage = (number: number) => passages.some(({ scope }) => scope === number);
  draft.answers = draft.answers.filter(({ scope }) => scope === 0 || hasPassage(scope));
  draft.scopes = draft.scopes.filter(({ number }) => hasPassage(number));
}
