/**
 * The bundled extractor: rules over English grammar (compromise) and dates (chrono-node), offline and deterministic. It keeps every
 * passage that carries information; facts, events and rules are drafted where the grammar is clear, and nothing is drafted where it is not:
 * the passage is kept verbatim anyway. Of German and Spanish only the plainest facts are read (home, employer, name, age); all else in other
 * languages is kept verbatim as events, with their dates where those can be read.
 */
import { nextTurn } from "../internal/next-turn.js";
import type { Decision, Extraction, Extractor, ExtractRequest } from "./extractor.js";
import { Conversation } from "./rules/coreference.js";
import { loadDateReader } from "./rules/dates.js";
import { decide } from "./rules/decide.js";
import { loadGrammar } from "./rules/grammar.js";
import { overhear } from "./rules/overhear.js";
import type { Reading } from "./rules/reading.js";

/** Passages read between two looks at the event loop and the abort signal: some 10 ms of work. */
const batchPassages = 8;

/** An {@link Extractor} of rules. Its parts load at the first `extract`, some 0.3 s, and are shared by every instance. */
export function ruleExtractor(): Extractor {
  return new RuleExtractor();
}

/** The bundled extractor. */
export class RuleExtractor implements Extractor {
  readonly id = "keepsake-rules@1";

  /** @throws the signal's reason, once it has fired. */
  async extract(
    request: ExtractRequest,
    options: { readonly signal?: AbortSignal } = {},
  ): Promise<Extraction> {
    options.signal?.throwIfAborted();
    const reading = await sharedReading();
    const conversation = new Conversation();
    overhear(request, reading, conversation);
    const decisions: Decision[] = [];
    for (const [index, passage] of request.passages.entries()) {
      if (index % batchPassages === batchPassages - 1) await nextTurn();
      options.signal?.throwIfAborted();
      decisions.push(decide(passage, reading, conversation));
    }
    return { decisions, success: true, tokens: 0 };
  }
}

let shared: Promise<Reading> | undefined;

function sharedReading(): Promise<Reading> {
  shared ??= Promise.all([loadGrammar(), loadDateReader()]).then(([grammar, dates]) => ({ grammar, dates }));
  return shared;
}
