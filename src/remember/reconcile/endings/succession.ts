/** A fact that is over, and what comes instead of it. */
import type { SemanticDraft } from "../../../extractors/extractor.js";

/** A fact that is over. */
export interface Succession {
  /** The id of a stored record, or the draft of an earlier passage of the call. */
  readonly former: string | SemanticDraft;
  /** The draft that replaces it. `undefined`: the passage as a whole says that it is over. */
  readonly by: SemanticDraft | undefined;
}
