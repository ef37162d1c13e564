/** Answers requests by number, id or key. */
import type { MemoryRecord } from "../../contract/record.js";
import { bySource, Conversations, type Utterance } from "../shared/conversations.js";
import type {
  Criteria,
  FactKey,
  Known,
  KnownRequest,
  Layout,
  ReadAnswer,
  ReadRequest,
  StoredPassage,
  StoreStatistics,
  WantedFile,
} from "../store.js";
import type { Answer, Claim, Contents, Passage } from "./contents.js";
import { compare, cosine } from "./search.js";
import { hasEnded, isUnexpired, matching, type View } from "./view.js";

/** Answers a request. @param now ISO 8601: the time for requests without criteria */
export function answerRead(view: View, request: ReadRequest, now: string): ReadAnswer {
  const said = view.passages.filter(({ fileId }) => fileId === null);
  switch (request.of) {
    case "passages":
      return request.numbers.flatMap((number) => storedPassage(view, view.at(number), request.scope));
    case "similarities":
      return request.vectors.map((vector) =>
        Float32Array.from(request.numbers, (number) => cosineAt(view, number, vector)),
      );
    case "speakers":
      return request.numbers.map((number) => {
        const passage = view.at(number);
        return passage && { speaker: passage.speaker, role: passage.role };
      });
    case "texts":
      return textsOf(view.contents, ({ number }) => request.numbers.includes(number));
    case "history":
      return historyOf(view.claims, request.id, now);
    case "layout":
      return layoutOf(view, said);
    case "statistics":
      return {
        said: statisticsOf(said),
        files: statisticsOf(view.passages.filter(({ fileId }) => fileId !== null)),
      };
  }
}

/** Returns a passage as the port returns it; none without a matching record. */
function storedPassage(view: View, passage: Passage | undefined, criteria: Criteria): StoredPassage[] {
  if (passage === undefined) return [];
  const records = passage.records.filter(matching(criteria)).map(recordOf);
  const ended = passage.records.filter((one) => isUnexpired(one, criteria.now) && hasEnded(one, criteria));
  const { source, text, prompt, speaker, role, saidAt, words, fileId, place } = passage;
  const file = view.contents.files.find(({ id }) => id === fileId);
  const stored: StoredPassage = {
    ...{ id: view.ordinalOf(passage), sourceId: source.id, text, prompt, speaker, role, saidAt, records },
    wordCount: words.length,
    file: file === undefined ? null : { id: file.id, name: file.name, mediaType: file.mediaType, ...place },
    superseded: ended.map(recordOf),
  };
  return records.length === 0 ? [] : [stored];
}

function cosineAt(view: View, number: number, vector: Float32Array): number {
  const passage = view.at(number);
  return (passage && cosine(vector, passage.vector)) || 0;
}

/** Returns the texts of the given passages, to embed them. */
export function textsOf({ passages, files }: Contents, isWanted: (passage: Passage) => boolean) {
  return passages.filter(isWanted).map(({ number: id, text, prompt, speaker, fileId, place }) => {
    const fileName = files.find((file) => file.id === fileId)?.name ?? null;
    return { id, text, prompt, speaker, heading: place.heading, fileName };
  });
}

function statisticsOf(passages: readonly Passage[]): StoreStatistics {
  const words = passages.reduce((sum, passage) => sum + passage.words.length, 0);
  return { passages: passages.length, averageWordCount: words / passages.length || 0 };
}

function layoutOf({ ordinalOf }: View, said: readonly Passage[]): Layout {
  const length = Math.max(0, ...said.slice(-1).map((last) => ordinalOf(last) + 1));
  const [conversationOf, passageWords] = [new Uint32Array(length), new Uint32Array(length)];
  const conversationWords = [0];
  const conversations = new Conversations();
  bySource(said.map(utteranceOf(ordinalOf)), (source) => {
    const conversation = conversations.addSource(source);
    for (const { ordinal, words } of source) {
      conversationOf[ordinal] = conversation;
      passageWords[ordinal] = words;
      conversationWords[conversation] = (conversationWords[conversation] ?? 0) + words;
    }
  });
  const { count } = conversations;
  return {
    passages: said.length,
    conversations: count,
    conversationOf,
    passageWords,
    conversationWords: Uint32Array.from(conversationWords),
  };
}

function utteranceOf(ordinalOf: View["ordinalOf"]) {
  return (passage: Passage): Utterance & { readonly ordinal: number } => {
    const { source, scope, saidAt, words, speaker, role } = passage;
    return {
      ordinal: ordinalOf(passage),
      source: source.id,
      ...{ scope, speaker, role, words: words.length, saidMs: Date.parse(saidAt) },
    };
  };
}

function historyOf(claims: readonly Claim[], id: string, now: string): MemoryRecord[] {
  const chain = new Set(claims.filter(({ record }) => record.id === id).map(({ record }) => record.id));
  // Iterating over a Set includes the values that are added meanwhile.
  for (const known of chain)
    for (const { record } of claims) {
      if (record.superseded_by === known) chain.add(record.id);
      if (record.id === known && record.superseded_by !== null) chain.add(record.superseded_by);
    }
  const found = claims.filter((claim) => chain.has(claim.record.id) && isUnexpired(claim, now));
  const orderOf = ({ record }: Claim) => `${record.valid_from ?? record.occurred_at} ${record.created_at}`;
  return found.sort((one, other) => compare(orderOf(one), orderOf(other))).map(recordOf);
}

/** Returns what is known about an input. @param at ISO 8601: the time, if the request names none */
export function lookUpKnown(view: View, request: KnownRequest, at: string): Known {
  const { facts = [], digests = [], recordIds = [], key, file, filePassages: filed, now = at } = request;
  const current = view.claims.filter(matching({ now }));
  const ofFact = (all: readonly Claim[]) => facts.flatMap((fact) => all.filter(isOfFact(fact)).map(recordOf));
  const foundFile = file && findFile(view, file);
  const inFile = (id: string) =>
    new Map(
      current.filter(({ passage }) => passage.fileId === id).map(({ passage }) => [passage.number, passage]),
    );
  const wanted = [...inFile(filed?.fileId ?? "").values()].filter(
    (one) => one.scope === view.writesTo && filed?.digests.includes(one.digest),
  );
  return {
    facts: ofFact(current.filter(({ record }) => record.type === "semantic")),
    ended: ofFact(view.claims.filter(({ record }) => record.superseded_by !== null)),
    named: [...new Set(recordIds)]
      .flatMap((id) => current.filter(({ record }) => record.id === id))
      .map(recordOf),
    passages: [...new Set(digests)].flatMap((digest) => {
      const records = current.filter(({ passage }) => passage.digest === digest).map(recordOf);
      return records.length === 0 ? [] : [{ digest, records }];
    }),
    answer: key === undefined ? undefined : findAnswer(view, key, now)?.payload,
    file: foundFile && { ...foundFile, passages: inFile(foundFile.id).size },
    filePassages: new Map(wanted.map(({ digest, number }) => [digest, number])),
  };
}

const recordOf = ({ record }: Pick<Claim, "record">): MemoryRecord => record;

/** Returns a test of whether a record is about a property of an entity. */
export function isOfFact(fact: FactKey) {
  const key = JSON.stringify([fact.entity.toLowerCase(), fact.property.toLowerCase()]);
  return ({ record: { entity, property } }: Claim) =>
    key === JSON.stringify([entity?.toLowerCase(), property?.toLowerCase()]);
}

/** Finds a file of the scope that the call writes to. */
export function findFile({ contents, writesTo }: View, { id, digest, name }: WantedFile) {
  const files = contents.files.filter(({ scope }) => scope === writesTo).toReversed();
  const found =
    id === undefined
      ? (files.find((file) => file.name === name && file.digest === digest) ??
        files.find((file) => file.name === name) ??
        files.find((file) => file.digest === digest))
      : files.find((file) => file.id === id);
  if (found === undefined) return undefined;
  const { scope: _, ...file } = found;
  return file;
}

const keptMs = 86_400_000;

/** Returns true if an answer is too old to be returned. */
export function isOld({ at }: Answer, now: string): boolean {
  return Date.parse(at) <= Date.parse(now) - keptMs;
}

/** Returns the answer stored under a key. */
export function findAnswer({ contents, writesTo }: View, key: string, now: string): Answer | undefined {
  return contents.answers.find((one) => one.scope === writesTo && one.key === key && !isOld(one, now));
}
