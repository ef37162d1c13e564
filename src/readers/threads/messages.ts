/** Messages between the process and a reading thread. All of them can be cloned. */
import type { Format } from "../format.js";
import type { Section } from "../reader.js";

/** From the process to the thread. One file at a time. */
export type ToThread =
  /** Start with this file. */
  | { readonly kind: "read"; readonly format: Format; readonly file: RemoteFile }
  /** Send the next sections. */
  | { readonly kind: "more" }
  /** The bytes that the thread asked for; `null` after the end of the file. */
  | { readonly kind: "bytes"; readonly bytes: Uint8Array<ArrayBuffer> | null };

/** From the thread to the process. */
export type FromThread =
  /** The thread has loaded its program. */
  | { readonly kind: "ready" }
  /** The thread asks for the next bytes of the file, or for its first. */
  | { readonly kind: "want"; readonly fromStart: boolean }
  /** Sections of the file. */
  | { readonly kind: "sections"; readonly sections: readonly Section[]; readonly isLast: boolean }
  /** Reading the file failed. */
  | { readonly kind: "failed"; readonly failure: Failure };

/** A file as the thread sees it. The thread asks the process for its bytes. */
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
