/** The bytes of a file, which a reading process asks for. */
import type { FileSource } from "../reader.js";

/** The bytes of a file, sent to a reading process on request. */
export class ByteFeed {
  readonly #file: FileSource;
  #chunks: AsyncIterator<Uint8Array> | undefined;

  constructor(file: FileSource) {
    this.#file = file;
  }

  /** Returns the next chunk (the first one if `fromStart`), or `null` after the last. */
  async next(fromStart: boolean): Promise<Uint8Array | null> {
    if (fromStart || this.#chunks === undefined) {
      await this.close();
      this.#chunks = this.#file.chunks()[Symbol.asyncIterator]();
    }
    const { done, value } = await this.#chunks.next();
    return done === true ? null : value;
  }

  /** Ends the reading. */
  async close(): Promise<void> {
    await this.#chunks?.return?.();
    this.#chunks = undefined;
  }
}
