/** Small, deterministic passages, changes and vectors for the tests of stores. */
import type { Limits } from "../../src/accounts/meter.js";
import type {
  Change,
  Criteria,
  Erasure,
  FactKey,
  FactsRequest,
  FileChange,
  FileOutcome,
  FileSaved,
  NewFilePassage,
  NewPassage,
  NewRecord,
  ReadAnswer,
  ReadRequest,
  Residue,
  RulesRequest,
  Saved,
  SaveOutcome,
  SearchAnswer,
  SearchRequest,
  Snapshot,
  TimeRequest,
  WantedFile,
} from "../../src/stores/store.js";
import type { Role } from "../../src/text/passage.js";

export const testEmbedder = { id: "letters@1", dimensions: 40 };
/** Another embedder, for re-embedding. */
export const nextEmbedder = { id: "pairs@2", dimensions: 56 };
export const monday = "2026-03-02T09:00:00.000Z";
export const tuesday = "2026-03-03T09:00:00.000Z";
export const friday = "2026-03-06T09:00:00.000Z";
export const now = "2026-04-01T12:00:00.000Z";
export const scope: Criteria = { now };
export const unlimited: Limits = { storageBytes: Number.MAX_SAFE_INTEGER, spendMicros: null };
export const noUsage = { requests: 0, tokens: 0, spendMicros: 0 };

/** Ids `prefix-1`, `prefix-2`, … */
export function countingIds(prefix: string): () => string {
  let last = 0;
  return () => {
    last += 1;
    return `${prefix}-${last}`;
  };
}

/**
 * Embeds by letter pairs, so that texts with common words are similar. Unit norm; zero without
 * letters.
 */
export function vectorOf(text: string, { dimensions } = testEmbedder): Float32Array {
  const vector = new Float32Array(dimensions);
  const letters = text.toLowerCase().replace(/[^\p{L}]/gu, "");
  for (let index = 0; index + 1 < letters.length; index += 1) {
    const pair = letters.charCodeAt(index) * 31 + letters.charCodeAt(index + 1);
    vector[pair % dimensions]! += 1;
  }
  const length = Math.hypot(...vector);
  return length === 0 ? vector : vector.map((component) => component / length);
}

export function record(id: string, parts: Partial<NewRecord> = {}): NewRecord {
  return {
    id,
    operation: "CREATE",
    type: "episodic",
    text: null,
    entity: null,
    property: null,
    value: null,
    trigger: null,
    occurredAt: monday,
    occurredUntil: null,
    validFrom: null,
    validTo: null,
    createdAt: monday,
    supersededBy: null,
    expiresAt: null,
    metadata: {},
    ...parts,
  };
}

export function fact(id: string, [entity, property, value]: readonly [string, string, string]): NewRecord {
  return record(id, {
    type: "semantic",
    text: `${entity}'s ${property} is ${value}.`,
    entity,
    property,
    value,
  });
}

export function passage(text: string, parts: Partial<NewPassage> = {}): NewPassage {
  const spoken = { text, prompt: parts.prompt ?? null, speaker: parts.speaker ?? null };
  return {
    ...spoken,
    message: 0,
    role: "user" satisfies Role,
    saidAt: monday,
    digest: `digest of ${text.length} ${text.slice(0, 12)}`,
    vector: vectorOf(text),
    mentions: [],
    records: [],
    ...parts,
  };
}

let sources = 0;

export function change(passages: readonly NewPassage[], parts: Partial<Change> = {}): Change {
  sources += 1;
  return {
    at: monday,
    actor: "tester",
    source: { id: `source-${sources}`, createdAt: monday },
    passages,
    closings: [],
    expects: { facts: [], absentDigests: [] },
    usage: { requests: 1, tokens: 0, spendMicros: 0 },
    limits: unlimited,
    ...parts,
  };
}

/** A passage of a file, with one record. */
export function filePassage(
  id: string,
  text: string,
  { page = null, heading = null, ...parts }: FilePassageParts = {},
): NewFilePassage {
  const speaker = parts.speaker ?? null;
  const records = [record(id, { type: "file", ...parts.record })];
  const digest = JSON.stringify(["file", page, heading, text]);
  return { ...passage(text, { speaker }), digest, records, place: { page, heading } };
}

interface FilePassageParts {
  readonly page?: number | null;
  readonly heading?: string | null;
  readonly speaker?: string;
  readonly record?: Partial<NewRecord>;
}

export function fileChange(passages: readonly NewFilePassage[], parts: Partial<FileChange> = {}): FileChange {
  sources += 1;
  return {
    at: monday,
    actor: "tester",
    source: { id: `source-${sources}`, createdAt: monday },
    file: { id: "file-1", name: "tides.pdf", mediaType: "application/pdf", digest: "first" },
    expects: null,
    passages,
    kept: new Set(),
    endedAt: parts.at ?? monday,
    usage: { requests: 1, tokens: 0, spendMicros: 0 },
    limits: unlimited,
    ...parts,
  };
}

export function savedFile(outcome: FileOutcome): FileSaved {
  if (outcome.outcome !== "saved") throw new Error(`expected to be saved, got ${outcome.outcome}`);
  return outcome.saved;
}

export function erasure(parts: Partial<Erasure> = {}): Erasure {
  return { at: now, actor: "tester", operation: "FORGET", reason: null, usage: noUsage, ...parts };
}

/**
 * Returns a residue as a store that can prove an erasure would: an engine that cannot must say why,
 * and claim nothing.
 */
export function provable({ unproven, ...residue }: Residue): Residue {
  if (unproven === undefined) return residue;
  if (residue.overwritten) throw new Error("expected either a proof or the reason why there is none");
  return { ...residue, overwritten: true };
}

/** Returns what was saved, or fails the test. */
export function saved(outcome: SaveOutcome): Saved {
  if (outcome.outcome !== "saved") throw new Error(`expected to be saved, got ${outcome.outcome}`);
  return outcome.saved;
}

export async function collect<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const all: Item[] = [];
  for await (const item of items) all.push(item);
  return all;
}

/** A limit, and criteria. */
interface Within {
  readonly limit: number;
  readonly scope: Criteria;
}

/** Asks one request at a time. */
export function ask(store: Snapshot) {
  const searched = async <const One extends SearchRequest>(asked: One) =>
    (await store.search([asked]))[0] as SearchAnswer<One>;
  const reading = async <const One extends ReadRequest>(asked: One) =>
    (await store.read([asked]))[0] as ReadAnswer<One>;
  return {
    matching: (words: readonly string[], within: Within) => searched({ by: "words", words, ...within }),
    nearest: (vector: Float32Array, within: Within) => searched({ by: "vector", vector, ...within }),
    nearestRecent: (vector: Float32Array, within: Within) =>
      searched({ by: "vector", vector, recent: true, ...within }),
    during: (from: string, to: string, within: Within & Pick<TimeRequest, "entities">) =>
      searched({ by: "time", from, to, ...within }),
    about: (entities: readonly string[], within: Within & Pick<FactsRequest, "isProperty">) =>
      searched({ by: "facts", entities, ...within }),
    names: (beginning: string, within: Within) => searched({ by: "names", beginning, ...within }),
    rules: (within: Within & Pick<RulesRequest, "byUser">) => searched({ by: "rules", ...within }),
    onPage: (page: number, within: Within) => searched({ by: "page", page, ...within }),
    passages: (numbers: readonly number[], among: Criteria) =>
      reading({ of: "passages", numbers, scope: among }),
    similarities: (vectors: readonly Float32Array[], numbers: readonly number[]) =>
      reading({ of: "similarities", vectors, numbers }),
    speakers: (numbers: readonly number[]) => reading({ of: "speakers", numbers }),
    spoken: (numbers: readonly number[]) => reading({ of: "texts", numbers }),
    layout: () => reading({ of: "layout" }),
    statistics: () => reading({ of: "statistics" }),
    history: (id: string) => reading({ of: "history", id }),
    known: (facts: readonly FactKey[], digests: readonly string[], recordIds: readonly string[] = []) =>
      store.known({ facts, digests, recordIds }),
    answered: async (key: string, at: string) => (await store.known({ key, now: at })).answer,
    file: async (file: WantedFile) => (await store.known({ file })).file,
    currentPassages: async (fileId: string, digests: readonly string[]) =>
      (await store.known({ filePassages: { fileId, digests } })).filePassages,
  };
}
