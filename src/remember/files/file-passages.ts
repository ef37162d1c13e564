/**
 * Passes the passages of a file to the store. They are looked up, embedded and staged batch by
 * batch, so that a file of any length needs the memory of a few batches. Nothing is saved before
 * the whole file has been read.
 */

import { nextTurn } from "../../async/next-turn.js";
import type { RememberFileRequest } from "../../contract/remember-file.js";
import type { Embedder } from "../../embedders/embedder.js";
import { filePassageDigest } from "../../hashing/digest.js";
import type { Section } from "../../readers/reader.js";
import type { FileWriter, NewFilePassage, NewRecord, Store } from "../../stores/store.js";
import { mentionsOf } from "../../text/mentions.js";
import { passageText } from "../../text/words.js";
import { segmentSection } from "./segment-file.js";

/** Number of passages in one batch. A batch of vectors and words is some 2 MB. */
const batchSize = 256;

/** What {@link FilePassages} needs. */
export interface FilePassagesParts {
  readonly store: Store;
  readonly embedder: Embedder;
  readonly newId: () => string;
  readonly signal?: AbortSignal | undefined;
}

/** What all passages of the file have in common. */
export interface FilePassagesContext {
  /** ISO 8601 UTC. */
  readonly at: string;
  readonly writer: FileWriter;
  /** The file's name from now on. */
  readonly name: string;
  /**
   * The id of the stored file that this is a version of. Its passages need not be embedded again.
   */
  readonly knownId: string | undefined;
  readonly request: RememberFileRequest;
}

/** A passage that has not been looked up yet. */
type Cut = Omit<NewFilePassage, "vector" | "mentions" | "records"> & {
  readonly fileName: string;
  readonly heading: string | null;
};

/** The counts so far. */
export interface PassageCounts {
  readonly passages: number;
  /** Tokens of new passages. */
  readonly tokens: number;
  /** UTF-8 bytes of new passages. */
  readonly textBytes: number;
}

/** Collects the passages of a file, and embeds and stages those that are new. */
export class FilePassages {
  /** Passages of the previous version that are still in the file. */
  readonly kept = new Set<number>();
  readonly #context: FilePassagesContext;
  readonly #parts: FilePassagesParts;
  #counts: PassageCounts = { passages: 0, tokens: 0, textBytes: 0 };
  #sections = 0;
  #cut: Cut[] = [];
  #ready: NewFilePassage[] = [];

  constructor(context: FilePassagesContext, parts: FilePassagesParts) {
    this.#context = context;
    this.#parts = parts;
  }

  get counts(): PassageCounts {
    return this.#counts;
  }

  /** Adds a section. @returns whether this completed a batch, which was looked up and embedded */
  async take(section: Section): Promise<boolean> {
    const passages = segmentSection(section.text).map((text) => this.#passage(text, section));
    this.#sections += 1;
    this.#cut.push(...passages);
    this.#counts = { ...this.#counts, passages: this.#counts.passages + passages.length };
    if (this.#cut.length < batchSize) return false;
    await this.#settle();
    return true;
  }

  /** Completes the last batch. @returns the passages that are not staged */
  async finish(): Promise<readonly NewFilePassage[]> {
    await this.#settle();
    return this.#ready;
  }

  #passage(text: string, section: Section): Cut {
    const { request, at, name } = this.#context;
    const place = { page: section.page ?? null, heading: section.heading ?? null };
    const speaker = section.speaker ?? null;
    return {
      text,
      prompt: null,
      message: this.#sections,
      speaker,
      role: section.role ?? "user",
      saidAt: section.at ?? request.occurred_at ?? at,
      place,
      heading: place.heading,
      fileName: name,
      digest: filePassageDigest({ text, speaker, at: section.at ?? null, ...place }),
    };
  }

  async #settle(): Promise<void> {
    const { signal } = this.#parts;
    const fresh = await this.#withoutKnown(distinct(this.#cut));
    this.#cut = [];
    this.#ready.push(...(await this.#embedded(fresh)));
    if (this.#ready.length >= batchSize) {
      await this.#context.writer.add(this.#ready);
      this.#ready = [];
    }
    // A reader and an embedder in memory never yield, so this lets other calls of the process run.
    await nextTurn();
    signal?.throwIfAborted();
  }

  async #withoutKnown(cut: readonly Cut[]): Promise<readonly Cut[]> {
    const { knownId } = this.#context;
    if (knownId === undefined || cut.length === 0) return cut;
    const digests = cut.map(({ digest }) => digest);
    const { filePassages } = await this.#parts.store.known({ filePassages: { fileId: knownId, digests } });
    for (const passage of filePassages.values()) this.kept.add(passage);
    return cut.filter(({ digest }) => !filePassages.has(digest));
  }

  async #embedded(cut: readonly Cut[]): Promise<NewFilePassage[]> {
    if (cut.length === 0) return [];
    const { embedder, signal } = this.#parts;
    const texts = cut.map(passageText);
    const vectors = await embedder.embed(texts, {
      kind: "passage",
      ...(signal === undefined ? {} : { signal }),
    });
    const { tokens, textBytes, passages } = this.#counts;
    this.#counts = {
      passages,
      tokens: texts.reduce((sum, text) => sum + embedder.countTokens(text), tokens),
      textBytes: texts.reduce((sum, text) => sum + Buffer.byteLength(text), textBytes),
    };
    return cut.map((one, index) => {
      const { fileName: _, heading: __, ...passage } = one;
      return {
        ...passage,
        vector: vectors[index] ?? new Float32Array(embedder.dimensions),
        mentions: mentionsOf(one.text),
        records: [this.#record(one)],
      };
    });
  }

  /**
   * A document does not speak for the user: its text is an extract, never a fact about somebody.
   */
  #record({ saidAt }: Cut): NewRecord {
    const { at, request } = this.#context;
    return {
      id: this.#parts.newId(),
      operation: "CREATE",
      type: "file",
      text: null,
      entity: null,
      property: null,
      value: null,
      trigger: null,
      occurredAt: saidAt,
      occurredUntil: null,
      validFrom: null,
      validTo: null,
      createdAt: at,
      supersededBy: null,
      expiresAt: request.expires_at ?? null,
      metadata: request.metadata ?? {},
    };
  }
}

function distinct(cut: readonly Cut[]): Cut[] {
  return [...new Map(cut.map((one) => [one.digest, one])).values()];
}
