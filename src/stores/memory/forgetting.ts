/**
 * Finds the records that forgetting a selection removes, and removes them from a draft of the
 * contents.
 */
import type { ForgetPreview } from "../../contract/forget.js";
import { type NameStrictness, sayingName } from "../../text/says-name.js";
import { fold } from "../../text/words.js";
import { matchesFilter } from "../shared/metadata-filter.js";
import { nameKey } from "../shared/names.js";
import type { Erased, Erasure, Selection } from "../store.js";
import { addUsage, audit, type Claim, type Contents, claimsOf, storageOf } from "./contents.js";
import { namesOf, type View } from "./view.js";

/** A record that forgetting the selection would remove. */
interface RecordToErase {
  readonly claim: Claim;
  readonly because: ForgetPreview["because"];
  readonly why?: string;
}

/** Returns everything that forgetting a selection removes. */
export function select(view: View, selection: Selection): ForgetPreview[] {
  return closure(view, selected(view, selection)).map(({ claim: { record }, because, why }) => ({
    ...{ record_id: record.id, type: record.type, text: record.text, because },
    ...(why === undefined ? {} : { why }),
  }));
}

/**
 * The records that meet every condition. A condition on an entity finds the records that have its
 * name, and those whose text contains the name.
 */
function selected(view: View, selection: Selection): RecordToErase[] {
  const { entity, strictness } = selection;
  if (Object.values(selection).every((condition) => condition === undefined)) return [];
  const found = view.claims.filter((claim) => meets(claim, selection));
  if (entity === undefined) return found.map((claim) => ({ claim, because: "selected" }));
  const [isNamed, says] = [namedAs(entity), saying(view, entity, strictness)];
  return found.flatMap((claim): RecordToErase[] => {
    if (isNamed(claim)) return [{ claim, because: "selected" }];
    return says(claim) ? [{ claim, because: "selected", why: `says "${entity}"` }] : [];
  });
}

/** Returns true if a record meets all conditions but the one for an entity. */
function meets({ passage, record }: Claim, selection: Selection): boolean {
  const { ids, matched, file_id, type, before, after, filter } = selection;
  const { id, occurred_at: at } = record;
  return (
    (ids === undefined || ids.includes(id)) &&
    (matched === undefined || matched.includes(id)) &&
    (file_id === undefined || passage.fileId === file_id) &&
    (type === undefined || record.type === type) &&
    (before === undefined || at < before) &&
    (after === undefined || at >= after) &&
    (filter === undefined || matchesFilter(record.metadata, filter))
  );
}

type Test = (claim: Claim) => boolean;

/** "Ana" finds "Ana Silva" and "Ana's sister", and does not find "Anabel". */
function namedAs(name: string): Test {
  const key = nameKey(name);
  const isIt = (one: string) => one === key || one.startsWith(`${key} `) || one.startsWith(`${key}'`);
  return ({ passage }) => namesOf(passage).some(isIt);
}

/** Returns a test of whether a text of a record, or of its passage, contains a name. */
function saying({ contents: { files } }: View, name: string, reading?: NameStrictness): Test {
  const says = sayingName(name, reading);
  return ({ passage: { text, prompt, speaker, place, fileId }, record }) => {
    const file = files.find(({ id }) => id === fileId);
    const { entity, value, trigger, metadata } = record;
    const ofPassage = [text, prompt, speaker, place.heading, file?.name];
    const ofRecord = [record.text, entity, value, trigger, JSON.stringify(metadata)];
    return [...ofPassage, ...ofRecord].some((one) => typeof one === "string" && says(one));
  };
}

/**
 * Adds the records that the selected ones superseded, and those that share a passage with them,
 * until no more are found.
 */
function closure({ claims }: View, start: readonly RecordToErase[]): RecordToErase[] {
  const going = new Map(start.map((one) => [one.claim.number, one]));
  const join = (because: RecordToErase["because"], joins: Test) => {
    for (const claim of claims.filter(joins))
      if (!going.has(claim.number)) going.set(claim.number, { claim, because });
  };
  // Iterating over a Map includes the entries that are added meanwhile.
  for (const { claim } of going.values()) {
    join("ancestor", ({ record }) => record.superseded_by === claim.record.id);
    join("shares_passage", ({ passage }) => passage === claim.passage);
  }
  return [...going.values()];
}

/**
 * Erases records with everything that forgetting them removes: whole passages. There is no other
 * copy of them than in the contents.
 */
export function erase(draft: Contents, view: View, recordIds: readonly string[], erasure: Erasure): Erased {
  const before = storageOf(draft);
  const named = view.claims.filter(({ record }) => recordIds.includes(record.id));
  const going = closure(
    view,
    named.map((claim) => ({ claim, because: "selected" })),
  ).map(({ claim }) => claim);
  const gone = new Set(going.map(({ passage }) => passage));
  dropAnswers(draft, view, { going, erasure });
  draft.passages = draft.passages.filter((passage) => !gone.has(passage));
  dropEmpty(draft);
  addUsage(draft, erasure.usage);
  const { operation, reason } = erasure;
  const entries = going.map(({ record: { id, type }, passage: { scope } }) => {
    return { operation, recordId: id, recordType: type, reason, scope };
  });
  audit(draft, erasure, entries);
  const ids = going.map(({ record }) => record.id);
  const left = claimsOf(draft.passages).filter(({ record }) => ids.includes(record.id)).length;
  const kept = draft.passages.filter((passage) => gone.has(passage)).length;
  return {
    ids,
    freedBytes: before - storageOf(draft),
    residue: { records: left, passages: kept, vectors: kept, words: kept, overwritten: true },
  };
}

/** Removes answers about erased records, and those that may repeat what was erased. */
function dropAnswers(
  draft: Contents,
  view: View,
  { going, erasure: { all, names = [] } }: { readonly going: readonly Claim[]; readonly erasure: Erasure },
): void {
  const said = names.map(fold);
  const scopes = new Set(going.map(({ passage }) => passage.scope));
  const ids = new Set(going.map(({ record }) => record.id));
  const stored = new Set(claimsOf(draft.passages).map(({ record }) => record.id));
  draft.answers = draft.answers.filter((answer) => {
    if (view.sees(answer) && (all || said.some((name) => fold(answer.payload).includes(name)))) return false;
    const about = answer.recordIds.filter((id) => stored.has(id));
    return about.length === 0 ? !scopes.has(answer.scope) : !about.some((id) => ids.has(id));
  });
}

/** Removes files without a passage, and empty scopes. */
function dropEmpty(draft: Contents): void {
  const { passages } = draft;
  draft.files = draft.files.filter(({ id }) => passages.some(({ fileId }) => fileId === id));
  const hasPassage = (number: number) => passages.some(({ scope }) => scope === number);
  draft.answers = draft.answers.filter(({ scope }) => scope === 0 || hasPassage(scope));
  draft.scopes = draft.scopes.filter(({ number }) => hasPassage(number));
}
