/** What the two sides of a reading thread say to each other. All of it can be cloned. */
import type { Format } from "../format.js";
import type { Section } from "../reader.js";

/** From the process to the thread. One file at a time. */
export type ToThread =
  /** Begin with this file. */
  | { readonly kind: "read"; readonly format: Format; readonly file: RemoteFile }
  /** The next sections are wanted. */
  | { readonly kind: "more" }
  /** The bytes that were asked for; none once the file has ended. */
  | { readonly kind: "bytes"; readonly bytes: Uint8Array<ArrayBuffer> | null };

/** From the thread to the process. */
export type FromThread =
  /** The thread has loaded its program. */
  | { readonly kind: "ready" }
  /** The next bytes of the file are wanted, or its first. */
  | { readonly kind: "want"; readonly fromStart: boolean }
  | { readonly kind: "sections"; readonly sections: readonly Section[]; readonly isLast: boolean }
  | { readonly kind: "failed"; readonly failure: Failure };

/** A file as the thread knows it: its bytes are asked for. */
export interface RemoteFile {
  readonly name: string;
  readonly mediaType: string | null;
  readonly sizeBytes: number;
}

/** An error, in what can be cloned of it. */
export interface Failure {
  /** Of a `MemoryError`; absent for any other. */
  readonly code?: string | undefined;
  readonly data?: unknown;
  readonly message: string;
  readonly stack?: string | undefined;
}
