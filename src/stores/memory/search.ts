/** Answers the requests of a search. Each reads every passage that the call sees. */
import { fileWord } from "../../text/words.js";
import { factKeys, nameKey } from "../shared/names.js";
import type {
  Criteria,
  Neighbour,
  Posting,
  SearchAnswer,
  SearchRequest,
  TimeRequest,
  VectorRequest,
  WordsRequest,
} from "../store.js";
import type { Passage, StoredRecord } from "./contents.js";
import { matching, type View } from "./view.js";

/** Answers a request. */
export function answerSearch(view: View, request: SearchRequest): SearchAnswer {
  switch (request.by) {
    case "words":
      return postings(view, request);
    case "vector":
      return neighbours(view, request);
    case "names":
      return names(view, request);
    case "time":
      return newest(view, request, ({ record }) => occurredIn(record, request));
    case "facts": {
      const isWanted = isPropertyOf(request.isProperty);
      const keys = factKeys(request.entities);
      return newest(view, request, ({ record: { type, entity, property } }) => {
        const isAbout = type === "semantic" && keys.includes(entity?.toLowerCase() ?? "");
        return isAbout && isWanted(entity, property);
      });
    }
    case "rules":
      return newest(view, request, (stored, { role }) => {
        if (request.byUser === "standing") return stored.isStanding;
        const { type, trigger } = stored.record;
        const isConditional = trigger !== null && role === "user";
        return type === "procedural" && (request.byUser === undefined || isConditional);
      });
    case "page": {
      const onPage = withMatch(view, request.scope).filter(({ place }) => place.page === request.page);
      return onPage.map(view.ordinalOf).slice(0, request.limit);
    }
  }
}

/** Returns the passages that have a matching record. */
function withMatch(view: View, criteria: Criteria): readonly Passage[] {
  const numbers = new Set(view.records.filter(matching(view, criteria)).map(({ passage }) => passage));
  return view.passages.filter(({ number }) => numbers.has(number));
}

function ofCorpus(view: View, scope: Criteria): readonly Passage[] {
  const isFiled = scope.corpus === "files";
  return withMatch(view, scope).filter(({ fileId }) => (fileId !== null) === isFiled);
}

function postings(view: View, { words, limit, scope }: WordsRequest): Posting[] {
  const passages = ofCorpus(view, scope);
  return words.map((word) => {
    const indexed = scope.corpus === "files" ? fileWord(word) : word;
    const found = passages.filter((passage) => passage.words.includes(indexed)).map(view.ordinalOf);
    const cut = found.length > limit;
    return { word, passages: cut ? [] : found, cut };
  });
}

function neighbours(view: View, { vector, limit, scope }: VectorRequest): Neighbour[] {
  return ofCorpus(view, scope)
    .map((passage) => ({ passage: view.ordinalOf(passage), similarity: cosine(vector, passage.vector) }))
    .filter(({ similarity }) => !Number.isNaN(similarity))
    .sort((one, other) => other.similarity - one.similarity)
    .slice(0, limit);
}

/** Returns the cosine of two vectors; NaN if one of them is zero. */
export function cosine(one: Float32Array, other: Float32Array): number {
  const product = one.reduce((sum, component, at) => sum + component * other[at]!, 0);
  return product / (Math.hypot(...one) * Math.hypot(...other));
}

function names(
  view: View,
  { beginning, limit, scope }: { beginning: string; limit: number; scope: Criteria },
) {
  const all = new Set(withMatch(view, scope).flatMap((passage) => [...passage.names]));
  const key = nameKey(beginning);
  return [...all]
    .filter((name) => name.startsWith(key))
    .sort()
    .slice(0, limit);
}

/**
 * Returns the passages of the records that match criteria and a condition, newest first, each once.
 */
function newest(
  view: View,
  { scope, limit }: { readonly scope: Criteria; readonly limit: number },
  meets: (stored: StoredRecord, passage: Passage) => boolean,
): number[] {
  const passages = new Map(view.passages.map((passage) => [passage.number, passage]));
  const found = view.records
    .filter(matching(view, scope))
    .filter((stored) => meets(stored, passages.get(stored.passage)!))
    .sort(
      (one, other) => compare(other.record.occurred_at, one.record.occurred_at) || other.number - one.number,
    );
  const numbers = [...new Set(found.map(({ passage }) => passage))];
  return numbers.map((number) => view.ordinalOf(passages.get(number)!)).slice(0, limit);
}

function occurredIn(
  { type, entity, occurred_at: begins, occurred_until: ends }: StoredRecord["record"],
  { from, to, entities }: TimeRequest,
): boolean {
  if (begins >= to) return false;
  if (entities === undefined) return begins >= from || (ends !== null && ends > from);
  return type === "episodic" && begins >= from && factKeys(entities).includes(entity?.toLowerCase() ?? "");
}

/** Returns a test of properties that calls `isProperty` once per distinct property of an entity. */
function isPropertyOf(isProperty: ((name: string) => boolean) | undefined) {
  const known = new Map<string, boolean>();
  return (entity: string | null, property: string | null): boolean => {
    if (isProperty === undefined) return true;
    if (property === null) return false;
    const key = JSON.stringify(factKeys([entity ?? "", property]));
    const isWanted = known.get(key) ?? isProperty(property.toLowerCase());
    known.set(key, isWanted);
    return isWanted;
  };
}

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
