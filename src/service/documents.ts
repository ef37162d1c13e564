/**
 * Documents: JSON values by key, exact to the character, in any memory. A framework's store,
 * session or memory folder needs the value back as it was written, and `remember` keeps only what
 * is worth keeping.
 *
 * A document is stored as a file. Its value is in the metadata of one short passage, so it has
 * everything that a record has: a scope, encryption, export, an audit trail and verified erasure.
 * The passages contain the text of the document, by which `recall` finds it.
 *
 *   file "notes.md 3f2a…"    passage: the first words     metadata: collection, key, value
 *   file "notes.md 3f2a… +"  passages: all of a long text metadata: collection, key
 *
 * Writing a document remembers the new version first and then erases the earlier one. So a crash
 * leaves at least one of them, and a reader takes the newest.
 */
import { MemoryError } from "../contract/errors.js";
import type { MemoryService } from "../contract/memory-service.js";
import type { MemoryRecord, Metadata } from "../contract/record.js";
import { sha256 } from "../hashing/digest.js";

/** A stored value. */
export interface Document<Value> {
  readonly key: string;
  readonly value: Value;
}

const names = { collection: "keepsake_collection", key: "keepsake_key", value: "keepsake_value" } as const;

/**
 * Number of characters of one metadata value: at most 16,384, and a pair of surrogates is not
 * split.
 */
const chunkChars = 16_000;
const mostChunks = 256;
/** A text of at most this many characters is one passage of a file. */
const onePassageChars = 400;

/** The documents of one collection. Calls that write are done one after the other. */
export class Documents<Value> {
  readonly #memory: MemoryService;
  readonly #collection: string;
  #writing: Promise<unknown> = Promise.resolve();

  /** @param memory Limited to the scope of the documents. */
  constructor(memory: MemoryService, collection: string) {
    this.#memory = memory;
    this.#collection = collection;
  }

  /** The value of a key; `undefined` if there is none. */
  async get(key: string): Promise<Value | undefined> {
    return (await this.#newest({ [names.key]: key })).at(-1)?.value;
  }

  /** Every document, in the order in which the versions were written. */
  list(): Promise<Document<Value>[]> {
    return this.#newest({});
  }

  /**
   * Writes a document and erases its earlier version.
   *
   * @param text The text by which `recall` finds the document; without it, the key.
   * @throws {MemoryError} `invalid_input` for a value of more than 4,096,000 characters of JSON,
   * and what `rememberFile` and `forget` throw
   */
  async put(key: string, value: Value, text = ""): Promise<void> {
    const earlier = await this.#records({ [names.key]: key });
    const json = JSON.stringify(value);
    const labels = { [names.collection]: this.#collection, [names.key]: key };
    const version = sha256(JSON.stringify([this.#collection, key, json, text, earlier.map(({ id }) => id)]));
    const readable = plain(text) || plain(key) || this.#collection;
    const name = `${titleOf(key)} ${version.slice(0, 16)}`.trim();
    const isLong = readable.length > onePassageChars;
    const first = isLong ? firstWords(readable) : readable;
    await this.#remember(name, first, { version, labels: { ...labels, [names.value]: chunksOf(json) } });
    await this.#erase(earlier);
    if (isLong) await this.#remember(`${name} +`, readable, { version, labels });
  }

  /** Erases a document. @returns whether there was one */
  async delete(key: string): Promise<boolean> {
    const earlier = await this.#records({ [names.key]: key });
    await this.#erase(earlier);
    return earlier.length > 0;
  }

  /** Erases every document of the collection. */
  async clear(): Promise<void> {
    await this.#erase(await this.#records({}));
  }

  /** Runs work that reads and writes documents after other such work of this object has ended. */
  inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const next = this.#writing.then(work, work);
    this.#writing = next.catch(() => {});
    return next;
  }

  /**
   * The bytes end with the version as white space: a file is recognised by its bytes, and two
   * documents may have the same text.
   */
  async #remember(
    name: string,
    text: string,
    { version, labels }: { readonly version: string; readonly labels: Metadata },
  ): Promise<void> {
    const mark = Array.from(version.slice(0, 16), (digit) =>
      Number.parseInt(digit, 16).toString(2).padStart(4, "0").replaceAll("0", " ").replaceAll("1", "\t"),
    );
    const data = new TextEncoder().encode(`${text}\n${mark.join("")}\n`);
    await this.#memory.rememberFile({ name, data, media_type: "text/plain", metadata: labels });
  }

  async #erase(records: readonly MemoryRecord[]): Promise<void> {
    const ids = records.map(({ id }) => id);
    for (let at = 0; at < ids.length; at += 1000)
      await this.#memory.forget({ ids: ids.slice(at, at + 1000), reason: "document replaced or deleted" });
  }

  async #newest(filter: Metadata): Promise<Document<Value>[]> {
    const newest = new Map<string, Document<Value>>();
    for (const { metadata } of await this.#records(filter)) {
      const { [names.key]: key, [names.value]: chunks } = metadata;
      if (typeof key !== "string" || !Array.isArray(chunks)) continue;
      newest.delete(key);
      newest.set(key, { key, value: JSON.parse(chunks.join("")) as Value });
    }
    return [...newest.values()];
  }

  async #records(filter: Metadata): Promise<MemoryRecord[]> {
    const found: MemoryRecord[] = [];
    const where = { types: ["file" as const], filter: { [names.collection]: this.#collection, ...filter } };
    let cursor: string | null = null;
    do {
      const page = await this.#memory.records({
        ...where,
        ...(cursor === null ? {} : { cursor }),
        limit: 1000,
      });
      found.push(...page.items);
      cursor = page.next_cursor;
    } while (cursor !== null);
    return found;
  }
}

function chunksOf(json: string): string[] {
  const chunks: string[] = [];
  for (let at = 0; at < json.length; ) {
    const end = at + chunkChars;
    // Not between the two halves of a character.
    const isSplit = /[\ud800-\udbff]/.test(json[end - 1] ?? "");
    chunks.push(json.slice(at, isSplit ? end - 1 : end));
    at = isSplit ? end - 1 : end;
  }
  if (chunks.length <= mostChunks) return chunks;
  const msg = `must be at most ${chunkChars * mostChunks} characters of JSON`;
  throw new MemoryError("invalid_input", `Cannot write the document: value: ${msg}, got ${json.length}`, {
    data: { issues: [{ type: "too_big", loc: ["value"], msg }] },
  });
}

/** The key as the name of a file, which `recall` returns. */
function titleOf(key: string): string {
  return plain(key.replace(/[/\\\n]+/g, " "))
    .slice(0, 120)
    .toWellFormed();
}

/** A text without control characters, which a name or a passage cannot have. */
function plain(text: string): string {
  return text
    .toWellFormed()
    .replace(/\p{Cc}/gu, (control) => (control === "\n" ? control : " "))
    .trim();
}

function firstWords(text: string): string {
  const start = text.slice(0, onePassageChars).toWellFormed();
  return start.slice(0, start.lastIndexOf(" ") > 0 ? start.lastIndexOf(" ") : undefined);
}
