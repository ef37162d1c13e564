/**
 * Arrival: the passages of one reading of a file on their way into the store. They are looked up,
 * embedded and put aside a batch at a time, so that a file of any length takes the memory of a few
 * batches; nothing is kept before all of it has been read.
 */

import { nextTurn } from "../async/next-turn.js";
import type { RememberFileRequest } from "../contract/remember-file.js";
import type { Embedder } from "../embedders/embedder.js";
import { filePassageDigest } from "../hashing/digest.js";
import type { Section } from "../readers/reader.js";
import type { FileWriter, NewFilePassage, NewRecord, Store } from "../stores/store.js";
import { mentionsOf } from "../text/mentions.js";
import { passageText } from "../text/words.js";
import { segmentSection } from "./files/segment-file.js";

/** Passages that are embedded at once. A batch of vectors and words is some 2 MB. */
const batchSize = 256;

/** What an arrival works with. */
export interface ArrivalParts {
  readonly store: Store;
  readonly embedder: Embedder;
  readonly newId: () => string;
  readonly signal?: AbortSignal | undefined;
}

/** What every passage of the file is given. */
export interface ArrivalContext {
  /** ISO 8601 UTC. */
  readonly at: string;
  readonly writer: FileWriter;
  /** As it is called from now on. */
  readonly name: string;
  /** The file that is known already, whose passages need not be made again. */
  readonly knownId: string | undefined;
  readonly request: RememberFileRequest;
}

/** A passage that was cut and not looked up yet. */
type Cut = Omit<NewFilePassage, "vector" | "mentions" | "records"> & {
  readonly fileName: string;
  readonly heading: string | null;
};

/** What has come in so far. */
export interface Arrived {
  readonly passages: number;
  /** Of what is new. */
  readonly tokens: number;
  /** UTF-8 bytes of what is new. */
  readonly textBytes: number;
}

export class Arrival {
  /** Passages of the version before that are still there. */
  readonly kept = new Set<number>();
  readonly #context: ArrivalContext;
  readonly #parts: ArrivalParts;
  #arrived: Arrived = { passages: 0, tokens: 0, textBytes: 0 };
  #sections = 0;
  #cut: Cut[] = [];
  #ready: NewFilePassage[] = [];

  constructor(context: ArrivalContext, parts: ArrivalParts) {
    this.#context = context;
    this.#parts = parts;
  }

  get arrived(): Arrived {
    return this.#arrived;
  }

  /** Takes a section in. @returns whether a batch of passages was looked up and embedded for it */
  async take(section: Section): Promise<boolean> {
    const passages = segmentSection(section.text).map((text) => this.#passage(text, section));
    this.#sections += 1;
    this.#cut.push(...passages);
    this.#arrived = { ...this.#arrived, passages: this.#arrived.passages + passages.length };
    if (this.#cut.length < batchSize) return false;
    await this.#settle();
    return true;
  }

  /** The passages that were not put aside, once no section is left. */
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
    // A reader and an embedder in memory never wait: other calls of this process have their turn
    // here.
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
    const { tokens, textBytes, passages } = this.#arrived;
    this.#arrived = {
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
   * A document speaks for itself, not for the user: what stands in it is an extract, never a fact
   * about somebody.
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
