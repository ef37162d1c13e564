/** The parts that `remember` receives. */
import type { Meter, Usage } from "../accounts/meter.js";
import type { Embedder } from "../embedders/embedder.js";
import type { Extractor } from "../extractors/extractor.js";
import type { Store } from "../stores/store.js";
import type { Ahead } from "./ahead.js";

/** The parts that `remember` receives. */
export interface RememberParts {
  readonly store: Store;
  readonly extractor: Extractor;
  readonly embedder: Embedder;
  readonly meter: Meter;
  readonly now: () => Date;
  readonly newId: () => string;
  /** Who acts, for the audit trail. */
  readonly actor: string;
  /** The usage of the store, if the caller has just read it. */
  readonly used?: Usage | undefined;
  /** The requests of a batch that were begun before their turn. */
  readonly ahead?: Ahead | undefined;
  readonly signal?: AbortSignal | undefined;
}
