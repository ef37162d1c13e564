/** Answers requests by number, id or key. */
import type { MemoryRecord } from "../../contract/record.js";
import type {
  Known,
  KnownRequest,
  Layout,
  ReadAnswer,
  ReadRequest,
  StoreStatistics,
  WantedFile,
} from "../store.js";
import type { Answer, Contents, Passage, StoredRecord } from "./contents.js";
import { cosine } from "./search.js";
import { isUnexpired, matching, storedPassages, type View } from "./view.js";

/** Answers a request. @param now ISO 8601: the time for requests without criteria */
export function answerRead(view: View, request: ReadRequest, now: string): ReadAnswer {
  switch (request.of) {
    case "passages": {
      const wanted = request.numbers.flatMap((number) => view.at(number) ?? []);
      return storedPassages(view, wanted, request.scope);
    }
    case "similarities": {
      const passages = request.numbers.map(view.at);
      return request.vectors.map((vector) =>
        Float32Array.from(passages, (passage) => (passage && cosine(vector, passage.vector)) || 0),
      );
    }
    case "speakers":
      return request.numbers.map(view.at).map((passage) => {
        return passage && { speaker: passage.speaker, role: passage.role };
      });
    case "texts":
      return textsOf(view.contents, (passage) => request.numbers.includes(passage.number));
    case "history":
      return historyOf(view, request.id, now);
    case "layout":
      return layoutOf(view);
    case "statistics":
      return { said: statisticsOf(said(view)), files: statisticsOf(filed(view)) };
  }
}

/** Returns the texts of some passages, to embed them. */
export function textsOf({ passages, files }: Contents, isWanted: (passage: Passage) => boolean) {
  return passages.filter(isWanted).map(({ number: id, text, prompt, speaker, fileId, place }) => {
    const fileName = files.find((file) => file.id === fileId)?.name ?? null;
    return { id, text, prompt, speaker, heading: place.heading, fileName };
  });
}

const said = ({ passages }: View) => passages.filter(({ fileId }) => fileId === null);
const filed = ({ passages }: View) => passages.filter(({ fileId }) => fileId !== null);

function statisticsOf(passages: readonly Passage[]): StoreStatistics {
  const words = passages.reduce((sum, passage) => sum + passage.words.length, 0);
  return { passages: passages.length, averageWordCount: words / passages.length || 0 };
}

function layoutOf(view: View): Layout {
  const passages = said(view);
  const sources = [...new Set(passages.map(({ sourceId }) => sourceId))];
  const last = passages.at(-1);
  const length = last === undefined ? 0 : view.ordinalOf(last) + 1;
  const [sourceOf, passageWords] = [new Uint32Array(length), new Uint32Array(length)];
  const sourceWords = new Uint32Array(sources.length + 1);
  for (const passage of passages) {
    const [at, source] = [view.ordinalOf(passage), sources.indexOf(passage.sourceId) + 1];
    sourceOf[at] = source;
    passageWords[at] = passage.words.length;
    sourceWords[source]! += passage.words.length;
  }
  return { passages: passages.length, sources: sources.length, sourceOf, passageWords, sourceWords };
}

function historyOf({ records }: View, id: string, now: string): MemoryRecord[] {
  const chain = new Set(records.filter(({ record }) => record.id === id).map(({ record }) => record.id));
  // Iterating over a Set includes the values that are added meanwhile.
  for (const known of chain)
    for (const { record } of records) {
      if (record.superseded_by === known) chain.add(record.id);
      if (record.id === known && record.superseded_by !== null) chain.add(record.superseded_by);
    }
  const found = records.filter((stored) => chain.has(stored.record.id) && isUnexpired(stored, now));
  const orderOf = ({ number, record }: StoredRecord) =>
    [record.valid_from ?? record.occurred_at, record.created_at, String(number).padStart(16, "0")].join(" ");
  return found.toSorted((one, other) => (orderOf(one) < orderOf(other) ? -1 : 1)).map(({ record }) => record);
}

/** Returns what is known about an input. @param at ISO 8601: the time, if the request names none */
export function lookUpKnown(view: View, request: KnownRequest, at: string): Known {
  const { facts = [], digests = [], recordIds = [], key, file, filePassages, now = at } = request;
  const isCurrent = matching(view, { now });
  const current = view.records.filter(isCurrent);
  const ofFact = (all: readonly StoredRecord[]) =>
    facts.flatMap((fact) => all.filter(isOfFact(fact)).map(({ record }) => record));
  const foundFile = file && findFile(view, file);
  const inFile = filePassages && view.passages.filter(({ fileId }) => fileId === filePassages.fileId);
  const isOfCurrent = ({ number }: Passage) => current.some(({ passage }) => passage === number);
  return {
    facts: ofFact(current.filter(({ record }) => record.type === "semantic")),
    ended: ofFact(view.records.filter(({ record }) => record.superseded_by !== null)),
    named: [...new Set(recordIds)]
      .flatMap((id) => current.filter(({ record }) => record.id === id))
      .map(recordOf),
    passages: [...new Set(digests)].flatMap((digest) => {
      const same = new Set(view.passages.filter((one) => one.digest === digest).map(({ number }) => number));
      const records = current.filter(({ passage }) => same.has(passage)).map(recordOf);
      return records.length === 0 ? [] : [{ digest, records }];
    }),
    answer: key === undefined ? undefined : findAnswer(view, key, now)?.payload,
    file: foundFile && {
      ...foundFile,
      passages: view.passages.filter((one) => one.fileId === foundFile.id && isOfCurrent(one)).length,
    },
    filePassages: new Map(
      (inFile ?? [])
        .filter((one) => one.scope === view.writesTo && filePassages?.digests.includes(one.digest))
        .filter(isOfCurrent)
        .map(({ digest, number }) => [digest, number]),
    ),
  };
}

const recordOf = ({ record }: StoredRecord): MemoryRecord => record;

/** Returns a test of whether a record is about a property of an entity. */
export function isOfFact(fact: { readonly entity: string; readonly property: string }) {
  const key = JSON.stringify([fact.entity.toLowerCase(), fact.property.toLowerCase()]);
  return ({ record: { entity, property } }: StoredRecord) =>
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
