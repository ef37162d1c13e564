/**
 * Exports a store as Markdown for people: by subject and type, each line with its time and its
 * source. Texts are escaped, so that their own characters are not markup.
 */
import type { ExchangedSource } from "../../contract/maintenance/exchange.js";
import type { MemoryService, ProgressOptions } from "../../contract/memory-service.js";
import type { RecordType } from "../../contract/record.js";
import { closeness } from "../../rendering/closeness.js";
import { periodOf, shortPeriod } from "../../rendering/period-words.js";
import { conditionText } from "../../rendering/prompt-blocks.js";
import { type ExchangedPassage, type ExchangedRecord, exchanged, isCurrent } from "../exchanged.js";

/** Options of {@link exportMarkdown}. */
export interface ExportMarkdownOptions extends ProgressOptions {
  /**
   * Whether to include records that are no longer true, with the period for which they were.
   *
   * @default false
   */
  readonly includeSuperseded?: boolean;
}

/**
 * Yields the whole store as Markdown, line by line, without line ends. The same store gives the
 * same text. The text is for reading: its beginning lists what it omits, and it cannot be imported.
 *
 * It keeps all lines in memory until the store is read, because they are sorted by subject.
 *
 * @example
 * for await (const line of exportMarkdown(memory)) console.log(line);
 */
export async function* exportMarkdown(
  memory: MemoryService,
  { includeSuperseded = false, signal, onProgress }: ExportMarkdownOptions = {},
): AsyncGenerator<string> {
  const book = new Book(includeSuperseded);
  for await (const part of exchanged(memory, signal === undefined ? {} : { signal })) {
    signal?.throwIfAborted();
    if ("header" in part) book.open(part.header);
    else book.add(part.source);
    onProgress?.({ done: book.sources.length });
  }
  yield* book.lines();
}

/** Headings of the types, in the order in which they are listed. */
const headings: Readonly<Record<RecordType, string>> = {
  semantic: "Facts",
  episodic: "What happened",
  procedural: "Rules",
  file: "From files",
};
const types = Object.keys(headings) as RecordType[];

/** The subject of records without a named subject, which come last. */
const noSubject = "";

interface Entry {
  readonly subject: string;
  readonly type: RecordType;
  readonly at: string;
  /** The page; 0 if there is none. */
  readonly page: number;
  readonly text: string;
}

/** Collects the records to list, and counts the others. */
class Book {
  readonly sources: { readonly id: string; readonly createdAt: string; readonly name: string | undefined }[] =
    [];
  readonly #includeSuperseded: boolean;
  readonly #entries: Entry[] = [];
  #title = "";
  #at = "";
  #ended = 0;

  constructor(includeSuperseded: boolean) {
    this.#includeSuperseded = includeSuperseded;
  }

  open({ name, exported_at }: { readonly name: string; readonly exported_at: string }): void {
    this.#title = name;
    this.#at = exported_at;
  }

  add(source: ExchangedSource): void {
    // A long file comes in several lines, one after the other: it is one source.
    if (this.sources.at(-1)?.id !== source.id)
      this.sources.push({ id: source.id, createdAt: source.created_at, name: source.file?.name });
    for (const passage of source.passages)
      for (const record of passage.records) this.#addRecord(record, { passage, source });
  }

  *lines(): Generator<string> {
    yield* this.#head();
    for (const [subject, entries] of this.#bySubject()) {
      yield "";
      yield `## ${subject === noSubject ? "Without a named subject" : escapedTitle(subject)}`;
      yield* sections(entries);
    }
    yield* this.#sourceList();
  }

  #addRecord(record: ExchangedRecord, place: Place): void {
    const current = isCurrent(record, this.#at);
    if (!current) this.#ended += 1;
    if (!current && !this.#includeSuperseded) return;
    const { passage, source } = place;
    const subject = record.type === "file" ? source.file?.name : (record.entity ?? passage.speaker);
    this.#entries.push({
      subject: subject ?? noSubject,
      type: record.type,
      at: timeOf(record),
      page: passage.page ?? 0,
      text: `${escaped(record.text)} *(${notesOf(record, place, current).join("; ")}; source ${this.sources.length})*`,
    });
  }

  #bySubject(): [string, Entry[]][] {
    const listed = new Map<string, Entry[]>();
    for (const entry of this.#entries) {
      const entries = listed.get(entry.subject) ?? [];
      entries.push(entry);
      listed.set(entry.subject, entries);
    }
    return [...listed].sort(([one], [other]) => bySubject(one, other));
  }

  *#head(): Generator<string> {
    const ended = this.#includeSuperseded ? [] : [`what is no longer true (${count(this.#ended, "record")})`];
    const subjects = new Set(this.#entries.map(({ subject }) => subject)).size;
    yield `# Memory: ${escapedTitle(this.#title)}`;
    yield "";
    yield `Written on ${day(this.#at)}: ${count(this.#entries.length, "record")} about ${count(subjects, "subject")}, from ${count(this.sources.length, "source")}. Days are UTC.`;
    yield "";
    yield `Left out: ${[...ended, "labels", "ids of records", "the questions that were answered", "the audit trail"].join(", ")}. This page is for reading; the format \`jsonl\` contains everything and can be imported.`;
  }

  *#sourceList(): Generator<string> {
    if (this.sources.length === 0) return;
    yield "";
    yield "## Sources";
    yield "";
    for (const [index, { id, createdAt, name }] of this.sources.entries())
      yield `${index + 1}. ${day(createdAt)}, ${name === undefined ? "" : `${escapedTitle(name)}, `}${escapedTitle(id)}`;
  }
}

interface Place {
  readonly passage: ExchangedPassage;
  readonly source: ExchangedSource;
}

function* sections(entries: readonly Entry[]): Generator<string> {
  for (const type of types) {
    const listed = entries.filter((entry) => entry.type === type).sort(inOrder);
    if (listed.length === 0) continue;
    yield "";
    yield `### ${headings[type]}`;
    yield "";
    for (const { text } of listed) yield `- ${text}`;
  }
}

function timeOf({ valid_from, occurred_at }: ExchangedRecord): string {
  return valid_from ?? occurred_at;
}

/** The notes of a record: when, until when, its place in a file, its condition, and its speaker. */
function notesOf(record: ExchangedRecord, { passage }: Place, current: boolean): string[] {
  const { type, valid_from, valid_to, occurred_at, occurred_until, trigger, expires_at } = record;
  const { speaker, page, heading, text, said_at } = passage;
  const when = (time: string) => (time === said_at ? day(time) : named(time, text));
  const happened = occurred_until === null ? when(occurred_at) : shortPeriod(periodOf(record));
  const since = type === "semantic" && valid_from !== null ? `since ${when(valid_from)}` : happened;
  return [
    since,
    ...(valid_to === null ? [] : [`until ${day(valid_to)}`]),
    ...(current || valid_to !== null ? [] : ["replaced"]),
    ...(expires_at === null ? [] : [`kept until ${day(expires_at)}`]),
    ...(trigger === null ? [] : [escapedTitle(conditionText(trigger))]),
    ...(page === undefined ? [] : [`page ${page}`]),
    ...(heading === undefined ? [] : [`under ${escapedTitle(heading)}`]),
    ...(speaker === null ? [] : [`said by ${escapedTitle(speaker)}`]),
  ];
}

/** "2026-05-03", or "2026-05" or "2026" if the original text is no more precise. */
function named(iso: string, text: string): string {
  const known = closeness(iso, text);
  if (known === "day" || known === "week") return day(iso);
  return known === "year" ? iso.slice(0, 4) : iso.slice(0, 7);
}

function day(iso: string): string {
  return iso.slice(0, 10);
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}

/** By code units, not by a locale: the same on every machine. */
function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

function bySubject(one: string, other: string): number {
  if (one === noSubject || other === noSubject) return one === other ? 0 : one === noSubject ? 1 : -1;
  return compare(one.toLowerCase(), other.toLowerCase()) || compare(one, other);
}

/** By page, then by time; otherwise in the original order. */
function inOrder(one: Entry, other: Entry): number {
  return one.page - other.page || compare(one.at, other.at);
}

/** Characters with a meaning inside a line. */
const inline = /[\\`*_{}[\]<>#|~&!$]/g;
/**
 * Characters with a meaning only at the start of a line: lists, underlined headings, numbers with a
 * dot.
 */
const lineStart = /^(\s*)(?:([-+=])|(\d+)([.)]))/;

/**
 * Escapes a text. Its line breaks become hard breaks; empty lines are removed, because they would
 * end a list item.
 */
export function escaped(text: string): string {
  return text
    .split(/\r\n|[\n\r\u2028\u2029]/u)
    .map((line) => line.trim())
    .filter((line) => line.length > 0)
    .map(escapedLine)
    .join("\\\n  ");
}

function escapedLine(line: string): string {
  return line
    .replace(inline, "\\$&")
    .replace(lineStart, (_, space: string, mark?: string, digits?: string, end?: string) =>
      mark === undefined ? `${space}${digits}\\${end}` : `${space}\\${mark}`,
    );
}

/** Escapes a text on one line, for headings. */
export function escapedTitle(text: string): string {
  return escaped(text.replace(/\s+/gu, " "));
}
