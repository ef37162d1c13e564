/** Answers the requests of a search. Each reads every passage that the call sees. */
import { isStandingRule } from "../../prompt-safety/directives.js";
import { fileWord } from "../../text/words.js";
import { factKeys, nameKey } from "../shared/names.js";
import type { FactsRequest, RulesRequest, SearchAnswer, SearchRequest, TimeRequest } from "../store.js";
import type { Claim, Passage } from "./contents.js";
import { matching, namesOf, type View } from "./view.js";

/** Answers a request. */
export function answerSearch(view: View, request: SearchRequest): SearchAnswer {
  const { limit, scope } = request;
  const claims = view.claims.filter(matching(scope));
  const found = new Set(claims.map(({ passage }) => passage));
  const passages = view.passages.filter((passage) => found.has(passage));
  const inCorpus = passages.filter(({ fileId }) => (fileId !== null) === (scope.corpus === "files"));
  const newest = (meets: (claim: Claim) => boolean) =>
    newestFirst(claims.filter(meets)).map(view.ordinalOf).slice(0, limit);
  switch (request.by) {
    case "words":
      return request.words.map((word) => {
        const indexed = scope.corpus === "files" ? fileWord(word) : word;
        const having = inCorpus.filter(({ words }) => words.includes(indexed)).map(view.ordinalOf);
        const cut = having.length > limit;
        return { word, passages: cut ? [] : having, cut };
      });
    case "vector":
      return inCorpus
        .map((one) => ({ passage: view.ordinalOf(one), similarity: cosine(request.vector, one.vector) }))
        .filter(({ similarity }) => !Number.isNaN(similarity))
        .sort((one, other) => other.similarity - one.similarity)
        .slice(0, limit);
    case "names": {
      const beginning = nameKey(request.beginning);
      const names = passages.flatMap(namesOf).filter((name) => name.startsWith(beginning));
      return [...new Set(names)].sort().slice(0, limit);
    }
    case "time":
      return newest(occurredIn(request));
    case "facts":
      return newest(isAbout(request));
    case "rules":
      return newest(isRule(request));
    case "page":
      return passages
        .filter(({ place }) => place.page === request.page)
        .map(view.ordinalOf)
        .slice(0, limit);
  }
}

/** Returns the cosine of two vectors; NaN if one of them is zero. */
export function cosine(one: Float32Array, other: Float32Array): number {
  const product = one.reduce((sum, component, at) => sum + component * other[at]!, 0);
  return product / (Math.hypot(...one) * Math.hypot(...other));
}

/** Returns the passages of records, those of the newest events first, each once. */
function newestFirst(claims: readonly Claim[]): Passage[] {
  const sorted = claims.toSorted(
    (one, other) => compare(other.record.occurred_at, one.record.occurred_at) || other.number - one.number,
  );
  return [...new Set(sorted.map(({ passage }) => passage))];
}

function occurredIn({ from, to, entities }: TimeRequest) {
  const keys = entities && factKeys(entities);
  return ({ record: { type, entity, occurred_at: begins, occurred_until: ends } }: Claim): boolean => {
    if (begins >= to) return false;
    if (keys === undefined) return begins >= from || (ends !== null && ends > from);
    return type === "episodic" && begins >= from && keys.includes(entity?.toLowerCase() ?? "");
  };
}

/** Calls `isProperty` once per distinct property of an entity. */
function isAbout({ entities, isProperty }: FactsRequest) {
  const keys = factKeys(entities);
  const known = new Map<string, boolean>();
  return ({ record: { type, entity, property } }: Claim): boolean => {
    if (type !== "semantic" || !keys.includes(entity?.toLowerCase() ?? "")) return false;
    if (isProperty === undefined || property === null) return isProperty === undefined;
    const key = JSON.stringify(factKeys([entity ?? "", property]));
    const isWanted = known.get(key) ?? isProperty(property.toLowerCase());
    known.set(key, isWanted);
    return isWanted;
  };
}

function isRule({ byUser }: RulesRequest) {
  return ({ record, passage: { role } }: Claim): boolean => {
    if (byUser === "standing") return isStandingRule(record, role);
    const isConditional = record.trigger !== null && role === "user";
    return record.type === "procedural" && (byUser === undefined || isConditional);
  };
}

/** Orders texts by their code units. */
export function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
