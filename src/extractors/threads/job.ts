/** A request that waits to be extracted, in another thread or in the main thread. */
import type { Extraction, ExtractRequest } from "../extractor.js";
import type { TextTools } from "../rules/sentence.js";

/** A request, and what has become of it. */
export class Job {
  readonly request: ExtractRequest;
  readonly parts: TextTools["parts"];
  /** Whose request it is. */
  readonly owner: object;
  /** Resolves once a thread has answered, or cannot answer any more. */
  readonly settled: Promise<void>;
  #extraction: Extraction | undefined;
  #settle = () => {};

  constructor(request: ExtractRequest, parts: TextTools["parts"], owner: object) {
    this.request = request;
    this.parts = parts;
    this.owner = owner;
    this.settled = new Promise((resolve) => {
      this.#settle = resolve;
    });
  }

  /** The decisions; `undefined` before they are made, or if the thread failed. */
  get extraction(): Extraction | undefined {
    return this.#extraction;
  }

  /** @param extraction The decisions; `null` if the thread failed. */
  settle(extraction: Extraction | null): void {
    this.#extraction ??= extraction ?? undefined;
    this.#settle();
  }
}
