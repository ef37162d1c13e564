/**
 * Prepares a search of the passages of conversations: the vectors of a question, the people that it
 * asks about, and their names as the store spells them.
 */
import type { Embedder } from "../../embedders/embedder.js";
import { unitLength } from "../../numbers/unit-length.js";
import type { Criteria, Snapshot, StoreStatistics } from "../../stores/store.js";
import { indexWords } from "../../text/words.js";
import { type Owner, type Owners, ownersOf } from "../question/entities/owners.js";
import type { Question } from "../question/interpret.js";
import { withOwners } from "../ranking/direct.js";
import type { GatherOptions } from "../search/gather.js";

/** What a search needs in addition to the question. */
export interface Lookup {
  readonly vectors: { readonly vector: Float32Array; readonly subjectVector: Float32Array };
  readonly scope: Criteria;
  readonly statistics: Readonly<Record<"said" | "files", StoreStatistics>>;
  /** Name of the asker. */
  readonly speaker?: string | undefined;
}

/**
 * A search of the passages of conversations: the people that a question asks about, and what is
 * searched for.
 */
export interface SaidSearch {
  /** The question, with names as the store spells them. */
  readonly question: Question;
  readonly owners: Owners | undefined;
  /** Name of the asker. */
  readonly speaker: string | undefined;
  /** `undefined` where nobody has mentioned the people, or only files are asked for. */
  readonly gathered: { readonly question: Question; readonly options: GatherOptions } | undefined;
}

/** Finds the people that a question asks about, and how the store spells their names. */
export async function saidSearch(question: Question, lookup: Lookup, store: Snapshot): Promise<SaidSearch> {
  const { speaker } = lookup;
  const scope = saidScope(lookup.scope);
  if (scope === undefined) return { question, owners: undefined, speaker, gathered: undefined };
  const owners = question.askedAbout && (await ownersOf(question.askedAbout, { store, scope, speaker }));
  const { askedAbout } = owners ?? {};
  if (owners?.isUnknown) return { question, owners, speaker, gathered: undefined };
  const options = { scope, statistics: lookup.statistics.said, ...lookup.vectors };
  if (owners === undefined)
    return { question, owners, speaker, gathered: { question: { ...question, askedAbout }, options } };
  const people = [...owners.known, ...owners.relatives];
  const spelt = people.reduce(respelt, { ...question, askedAbout });
  const named = { ...spelt, direct: withOwners(spelt.direct, people) };
  return { question: named, owners, speaker, gathered: { question: named, options } };
}

/** Adds to the question a name as the store spells it, so that it is searched for. */
function respelt(question: Question, { words: [misspelt = ""], likelyNames, isWritten }: Owner): Question {
  if (likelyNames.length === 0) return question;
  const wrong = new Set(isWritten ? [] : indexWords(misspelt));
  const right = likelyNames.flatMap(indexWords).map((word) => ({ word, weight: 1, name: true }));
  const kept = question.words.filter(
    ({ word }) => !wrong.has(word) && !right.some((one) => one.word === word),
  );
  return {
    ...question,
    names: [...new Set([...question.names, ...likelyNames])],
    words: [...kept, ...right],
  };
}

/** The criteria for what was said, without files; `undefined` where only files are asked for. */
export function saidScope(scope: Criteria): Criteria | undefined {
  const types = scope.types?.filter((type) => type !== "file");
  if (types?.length === 0) return undefined;
  return { ...scope, corpus: "said", ...(types && { types }) };
}

/** Weight of the context's vector; the question's vector has weight 1. */
const contextShare = 0.3;

/** Embeds a question and its subject, and adds a share of the context's vector to each. */
export async function questionVectors(
  question: Question,
  context: string | undefined,
  { embedder, signal }: { readonly embedder: Embedder; readonly signal?: AbortSignal | undefined },
): Promise<Lookup["vectors"]> {
  const none = new Float32Array(embedder.dimensions);
  const texts = [question.text, question.subject, context ?? ""];
  const options = signal === undefined ? {} : { signal };
  const [own = none, subject = none, around = none] = await embedder.embed(texts, {
    kind: "query",
    ...options,
  });
  const within = (vector: Float32Array) =>
    unitLength(vector.map((value, index) => value + contextShare * around[index]!));
  return { vector: within(own), subjectVector: within(subject) };
}
