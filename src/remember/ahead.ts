/**
 * The inputs of a batch that wait for their turn, where the extractor can extract them ahead. What
 * depends only on the inputs is done before their turn: segmenting and extraction. Everything that
 * depends on the store is done in their turn, in order.
 */
import { inPieces, nextTurn } from "../async/next-turn.js";
import type { RememberRequest } from "../contract/remember.js";
import type { BegunExtraction, ExtractionAhead, Extractor } from "../extractors/extractor.js";
import { passagesAbout } from "../service/passages-about.js";
import type { Passage } from "../text/passage.js";
import { segmenting } from "./segment/segment.js";

/**
 * A longer input, in passages, is extracted in its turn: a thread cannot be stopped while it
 * extracts.
 */
const longestPassages = 64;
/** Number of inputs that are begun between two turns of the event loop. */
const begunPerTurn = 16;

/** A request whose extraction was begun. */
export interface BegunRequest {
  /** ISO 8601 UTC: when it was begun, which counts as when it was remembered. */
  readonly at: string;
  readonly passages: readonly Passage[];
  readonly extraction: BegunExtraction;
}

/** The parts that are needed ahead. */
interface AheadParts {
  readonly extractor: Extractor;
  readonly now: () => Date;
  readonly signal?: AbortSignal | undefined;
}

/** The requests of one batch that were begun. */
export class Ahead {
  #extraction: ExtractionAhead | undefined;
  readonly #begun = new WeakMap<RememberRequest, BegunRequest>();

  /**
   * Begins as many of the requests as may wait.
   *
   * @param requests The next requests of the batch, in order.
   */
  async begin(requests: readonly RememberRequest[], parts: AheadParts): Promise<void> {
    this.#extraction ??= await parts.extractor.ahead?.(
      requests.reduce((sum, request) => sum + passagesAbout(request), 0),
    );
    if (this.#extraction === undefined) return;
    let passages = 0;
    let begun = 0;
    for (const request of requests) {
      const about = passagesAbout(request);
      passages += about;
      if (passages > this.#extraction.passages) return;
      if (about > longestPassages || this.#begun.has(request)) continue;
      this.#begun.set(request, await begin(request, this.#extraction, parts));
      begun += 1;
      if (begun % begunPerTurn === 0) await nextTurn();
    }
  }

  /** What was begun of a request. */
  of(request: RememberRequest): BegunRequest | undefined {
    return this.#begun.get(request);
  }

  /** Ends the batch. */
  end(): void {
    this.#extraction?.end();
  }
}

async function begin(
  request: RememberRequest,
  extraction: ExtractionAhead,
  { now, signal }: AheadParts,
): Promise<BegunRequest> {
  const at = now().toISOString();
  const context = { speaker: request.speaker ?? null, saidAt: request.occurred_at ?? at };
  const passages = await inPieces(segmenting(request.content, context), signal);
  const previousContext = request.previous_context ?? null;
  return { at, passages, extraction: extraction.begin({ passages, previousContext }) };
}
