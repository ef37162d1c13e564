/**
 * The bundled extractor: rules over English grammar (compromise) and dates (chrono-node) beside a
 * small learnt tagger (`learnt/`), offline and deterministic. It keeps every passage that carries
 * information; facts, events and rules are drafted where the grammar is clear or the tagger is sure
 * enough, and nothing is drafted where neither is: the passage is kept verbatim anyway. Of German
 * and Spanish only the plainest facts are read (home, employer, name, age); all else in other
 * languages is kept verbatim as events, with their dates where those can be read.
 */
import { nextTurn } from "../async/next-turn.js";
import type { Passage } from "../text/passage.js";
import type { Decision, Extraction, Extractor, ExtractRequest } from "./extractor.js";
import { loadTagger } from "./learnt/tagger.js";
import { Conversation } from "./rules/conversation/coreference.js";
import { overhear } from "./rules/conversation/overhear.js";
import { decide, keepUnread, sentencesRead } from "./rules/decide.js";
import { loadDateReader } from "./rules/events/dates.js";
import { loadGrammar } from "./rules/grammar/grammar.js";
import type { Reading } from "./rules/reading.js";

/** Characters read between two looks at the event loop and the abort signal: some 10 ms of work. */
const charsPerTurn = 1200;
/** What a passage costs beside its characters, in characters. */
const passageCost = 60;

/**
 * Sentences that one speaker says in a row and that are read, some 70,000 characters of prose: what
 * follows them is a document that was pasted, and is kept in its own words. It bounds the time for
 * a content of thousands of short statements.
 */
const mostSentences = 1024;

/** A part of the bundled extractor: rules over grammar, or the learnt tagger. */
export type ExtractorPart = "grammar" | "tagger";

export interface RuleExtractorOptions {
  /** Which parts read facts. One alone is for measuring what each brings. @default both */
  readonly parts?: readonly ExtractorPart[];
}

/**
 * The bundled {@link Extractor}. Its parts load at the first `extract`, some 0.3 s, and are shared
 * by every instance.
 */
export function ruleExtractor(options: RuleExtractorOptions = {}): Extractor {
  return new RuleExtractor(options);
}

/** The bundled extractor. */
export class RuleExtractor implements Extractor {
  readonly id = "keepsake-rules@2";
  readonly #parts: ReadonlySet<ExtractorPart>;

  constructor({ parts = ["grammar", "tagger"] }: RuleExtractorOptions = {}) {
    this.#parts = new Set(parts);
  }

  /** @throws the signal's reason, once it has fired. */
  async extract(
    request: ExtractRequest,
    options: { readonly signal?: AbortSignal } = {},
  ): Promise<Extraction> {
    options.signal?.throwIfAborted();
    const reading = { ...(await sharedReading()), parts: this.#parts };
    const conversation = new Conversation();
    overhear(request, reading, conversation);
    const decisions: Decision[] = [];
    let read = 0;
    const monologue = new Monologue();
    for (const [index, passage] of request.passages.entries()) {
      if (read >= charsPerTurn) {
        await nextTurn();
        read = 0;
      }
      read += passage.text.length + passageCost;
      options.signal?.throwIfAborted();
      const previous = request.passages[index - 1]?.text ?? request.previousContext;
      decisions.push(
        monologue.add(passage) > mostSentences
          ? keepUnread(passage)
          : decide(passage, previous, reading, conversation),
      );
    }
    return { decisions, success: true, tokens: 0 };
  }
}

/** Counts the sentences that one speaker says in a row. */
class Monologue {
  #last: Passage | undefined;
  #sentences = 0;

  /** @returns how many there are with the passage's */
  add(passage: Passage): number {
    const goesOn = this.#last?.message === passage.message && this.#last.speaker === passage.speaker;
    this.#sentences = (goesOn ? this.#sentences : 0) + sentencesRead(passage);
    this.#last = passage;
    return this.#sentences;
  }
}

let shared: Promise<Omit<Reading, "parts">> | undefined;

function sharedReading(): Promise<Omit<Reading, "parts">> {
  shared ??= Promise.all([loadGrammar(), loadDateReader()]).then(([grammar, dates]) => ({
    grammar,
    dates,
    tagger: loadTagger(),
  }));
  return shared;
}
