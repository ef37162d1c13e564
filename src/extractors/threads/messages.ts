/** The messages between the main thread and a thread that extracts. */
import type { Extraction, ExtractRequest } from "../extractor.js";
import type { TextTools } from "../rules/sentence.js";

/** A request for the thread. */
export interface ToThread {
  readonly id: number;
  readonly request: ExtractRequest;
  readonly parts: TextTools["parts"];
}

/** What the thread sends: that it has loaded everything, and an answer to each request. */
export type FromThread =
  | { readonly kind: "ready" }
  | {
      readonly kind: "answer";
      readonly id: number;
      /** `null` if the thread failed to extract. The main thread then tries, and has the error. */
      readonly extraction: Extraction | null;
    };
