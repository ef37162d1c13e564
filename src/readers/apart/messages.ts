/** Messages between the calling process and a reading process. All of them can be cloned. */
import type { Format } from "../format.js";
import type { Section } from "../reader.js";

/** To the reading process. One file at a time. */
export type ToReading =
  /** The first message: the limit of all memory of the process, in bytes. */
  | { readonly kind: "start"; readonly limitBytes: number }
  /** Start with this file. */
  | { readonly kind: "read"; readonly format: Format; readonly file: RemoteFile }
  /** Send the next sections. */
  | { readonly kind: "more" }
  /** The bytes that were asked for; `null` after the end of the file. */
  | { readonly kind: "bytes"; readonly bytes: Uint8Array | null };

/** From the reading process. */
export type FromReading =
  /** The answer to the first message. */
  | { readonly kind: "ready" }
  /** Asks for the next bytes of the file, or for its first. */
  | { readonly kind: "want"; readonly fromStart: boolean }
  /** Sections of the file. */
  | { readonly kind: "sections"; readonly sections: readonly Section[]; readonly isLast: boolean }
  /** Reading the file failed. */
  | { readonly kind: "failed"; readonly failure: Failure };

/** A file as the reading process sees it, which asks for its bytes. */
export interface RemoteFile {
  readonly name: string;
  readonly mediaType: string | null;
  readonly sizeBytes: number;
}

/** An error, reduced to what can be cloned. */
export interface Failure {
  /** Code of a `MemoryError`; absent for any other error. */
  readonly code?: string | undefined;
  readonly data?: unknown;
  readonly message: string;
  readonly stack?: string | undefined;
}
