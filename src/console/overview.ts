/**
 * Overview: what a store contains, counted from its export: by type and month, by entity, speaker,
 * file and scope. It uses a verb that every memory has, so it works for any store.
 */
import type { ExchangedSource } from "../contract/maintenance/exchange.js";
import type { MemoryService } from "../contract/memory-service.js";
import { type RecordType, recordTypes } from "../contract/record.js";
import { canonicalScope, type Scope } from "../contract/scope.js";

/** A name, and how many records it has. */
export interface Counted {
  readonly name: string;
  readonly records: number;
}

/** Two entities, one of which is the value of a fact about the other. */
export interface Link {
  readonly from: string;
  readonly to: string;
  readonly property: string;
}

/** A file and what came from it. */
export interface FileEntry {
  readonly file_id: string;
  readonly name: string;
  readonly media_type: string;
  readonly passages: number;
  readonly versions: number;
  /** The source of its first version. */
  readonly source_id: string;
  readonly remembered_at: string;
}

/** The counts of a month, by type. */
export interface Month extends Readonly<Record<RecordType, number>> {
  /** `2026-05` */
  readonly month: string;
}

/** What a store, or one scope of it, contains. */
export interface Overview {
  readonly current: number;
  readonly replaced: number;
  readonly sources: number;
  readonly types: Readonly<Record<RecordType, number>>;
  /**
   * Counts by the month in which something happened or was said. No month is left out; at most the
   * last {@link mostMonths}.
   */
  readonly months: readonly Month[];
  /** Most records first, at most {@link mostNames}. */
  readonly entities: readonly Counted[];
  readonly speakers: readonly Counted[];
  readonly links: readonly Link[];
  readonly files: readonly FileEntry[];
  /** Every scope of the store with its number of records; `null` for records without a scope. */
  readonly scopes: readonly { readonly scope: Scope | null; readonly records: number }[];
}

/**
 * Maximum number of entities and speakers of an overview, so that its JSON stays below some 50 kB.
 */
const mostNames = 300;
const mostLinks = 300;
const mostFiles = 200;
const mostMonths = 60;

/** Counts what a call with this scope sees. Reads the whole store once. */
export async function overviewOf(
  service: Pick<MemoryService, "export">,
  scope: Scope | undefined,
  signal: AbortSignal,
): Promise<Overview> {
  const count = new Count(scope);
  let isHeader = true;
  for await (const line of service.export({ signal })) {
    if (!isHeader) count.add((JSON.parse(line) as { source: ExchangedSource }).source);
    isHeader = false;
  }
  return count.overview();
}

/** A file, while its lines are counted. */
interface OpenFile extends Omit<FileEntry, "passages" | "versions"> {
  readonly sources: Set<string>;
  passages: number;
}

class Count {
  readonly #scope: Scope | undefined;
  readonly #types = zeros();
  readonly #months = new Map<string, Record<RecordType, number>>();
  readonly #entities = new Map<string, { name: string; records: number }>();
  readonly #speakers = new Map<string, number>();
  readonly #facts: Link[] = [];
  readonly #files = new Map<string, OpenFile>();
  readonly #scopes = new Map<string, { scope: Scope | null; records: number }>();
  readonly #sources = new Set<string>();
  #replaced = 0;

  constructor(scope: Scope | undefined) {
    this.#scope = scope;
  }

  add(source: ExchangedSource): void {
    const records = source.passages.reduce((sum, passage) => sum + passage.records.length, 0);
    const labels = source.scope ?? null;
    const name = labels === null ? "" : canonicalScope(labels);
    const known = this.#scopes.get(name);
    this.#scopes.set(name, { scope: labels, records: (known?.records ?? 0) + records });
    if (!isVisible(labels, this.#scope)) return;
    this.#sources.add(source.id);
    if (source.file !== undefined) this.#addFile(source, source.file);
    for (const passage of source.passages) this.#addPassage(passage);
  }

  #addFile(source: ExchangedSource, { id, name, media_type }: NonNullable<ExchangedSource["file"]>): void {
    const file = this.#files.get(id) ?? {
      file_id: id,
      name,
      media_type,
      source_id: source.id,
      remembered_at: source.created_at,
      passages: 0,
      sources: new Set(),
    };
    file.passages += source.passages.length;
    file.sources.add(source.id);
    this.#files.set(id, file);
  }

  #addPassage({ records, speaker }: ExchangedSource["passages"][number]): void {
    for (const { type, entity, property, value, occurred_at, superseded_by, valid_to } of records) {
      if (superseded_by !== null || valid_to !== null) {
        this.#replaced += 1;
        continue;
      }
      this.#types[type] += 1;
      const month = occurred_at.slice(0, 7);
      const counts = this.#months.get(month) ?? zeros();
      counts[type] += 1;
      this.#months.set(month, counts);
      if (speaker !== null) this.#speakers.set(speaker, (this.#speakers.get(speaker) ?? 0) + 1);
      if (entity === null) continue;
      const key = entity.toLowerCase();
      const one = this.#entities.get(key) ?? { name: entity, records: 0 };
      one.records += 1;
      this.#entities.set(key, one);
      if (property !== null && value !== null) this.#facts.push({ from: entity, to: value, property });
    }
  }

  overview(): Overview {
    const entities = mostFirst([...this.#entities.values()]).slice(0, mostNames);
    const speakers = [...this.#speakers].map(([name, records]) => ({ name, records }));
    return {
      current: recordTypes.reduce((sum, type) => sum + this.#types[type], 0),
      replaced: this.#replaced,
      sources: this.#sources.size,
      types: this.#types,
      months: withoutGaps(this.#months),
      entities,
      speakers: mostFirst(speakers).slice(0, mostNames),
      links: linksAmong(entities, this.#facts),
      files: [...this.#files.values()]
        .slice(0, mostFiles)
        .map(({ sources, ...file }) => ({ ...file, versions: sources.size })),
      scopes: [...this.#scopes.values()]
        .sort((one, other) => other.records - one.records)
        .slice(0, mostNames),
    };
  }
}

function zeros(): Record<RecordType, number> {
  return { semantic: 0, episodic: 0, procedural: 0, file: 0 };
}

/**
 * A call with a scope sees the scopes that include its labels; a call without a scope sees the
 * records without one.
 */
function isVisible(labels: Scope | null, wanted: Scope | undefined): boolean {
  if (wanted === undefined) return labels === null;
  return labels !== null && Object.entries(wanted).every(([name, value]) => labels[name] === value);
}

function mostFirst<One extends Counted>(list: readonly One[]): One[] {
  return list.toSorted((one, other) => other.records - one.records || one.name.localeCompare(other.name));
}

/** The facts whose value is another of the entities. */
function linksAmong(entities: readonly Counted[], facts: readonly Link[]): Link[] {
  const names = new Map(entities.map(({ name }) => [name.toLowerCase(), name]));
  const links = new Map<string, Link>();
  for (const { from, to, property } of facts) {
    const [one, other] = [names.get(from.toLowerCase()), names.get(to.toLowerCase())];
    if (one === undefined || other === undefined || one === other) continue;
    links.set(JSON.stringify([one, other, property]), { from: one, to: other, property });
    if (links.size >= mostLinks) break;
  }
  return [...links.values()];
}

/** The months up to the last one, including those without a record. */
function withoutGaps(counts: ReadonlyMap<string, Readonly<Record<RecordType, number>>>): Month[] {
  const months = [...counts.keys()].sort();
  const [last] = months.slice(-1);
  if (last === undefined) return [];
  const listed: Month[] = [];
  for (let month = last; listed.length < mostMonths && month >= months[0]!; month = before(month))
    listed.unshift({ month, ...(counts.get(month) ?? zeros()) });
  return listed;
}

function before(month: string): string {
  const [year = 0, number = 1] = month.split("-").map(Number);
  const [y, m] = number === 1 ? [year - 1, 12] : [year, number - 1];
  return `${String(y).padStart(4, "0")}-${String(m).padStart(2, "0")}`;
}
