/**
 * The bundled extractor: rules over English grammar (compromise) and dates (chrono-node) beside a
 * small learnt tagger (`learnt/`), offline and deterministic. It keeps every passage with
 * information. It drafts facts, events and rules where the grammar is clear or the tagger is
 * confident; elsewhere it keeps the passage verbatim as an event. In German and Spanish it reads
 * only simple facts (home, employer, name, age). Other text in other languages is kept verbatim,
 * with its dates where they can be parsed.
 */
import { nextTurn } from "../async/next-turn.js";
import type { Passage } from "../text/passage.js";
import { sentences } from "../text/sentences.js";
import type { Decision, Extraction, Extractor, ExtractRequest } from "./extractor.js";
import { loadTagger } from "./learnt/tagger.js";
import { Conversation } from "./rules/conversation/conversation.js";
import { decide, keepVerbatim, type SplitPassage, splitPassage } from "./rules/decide.js";
import { loadDateReader } from "./rules/events/dates.js";
import { factsOfSentence } from "./rules/facts/facts.js";
import { loadGrammar } from "./rules/grammar/grammar.js";
import { readSentence, type TextTools } from "./rules/sentence.js";

/** Characters read between two looks at the event loop and the abort signal: some 10 ms of work. */
const charsPerTurn = 1200;
/** Fixed cost of a passage, counted in characters. */
const passageCost = 60;

/**
 * How many sentences of one speaker in a row are analysed: some 70,000 characters of prose. A
 * longer monologue is a pasted document; the rest of it is kept verbatim. This bounds the time for
 * an input of thousands of short statements.
 */
const mostSentences = 1024;

/** A part of the bundled extractor: rules over grammar, or the learnt tagger. */
export type ExtractorPart = "grammar" | "tagger";

/** Options of {@link ruleExtractor}. */
export interface RuleExtractorOptions {
  /** Which parts draft facts. A single part is for measuring what it contributes. @default both */
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
    const tools = { ...(await sharedTools()), parts: this.#parts };
    const conversation = new Conversation();
    readContext(request, tools, conversation);
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
      const split = splitPassage(passage);
      decisions.push(
        monologue.add(split) > mostSentences
          ? keepVerbatim(passage)
          : decide(split, previous, tools, conversation),
      );
    }
    return { decisions, success: true, tokens: 0 };
  }
}

/** Counts the sentences that one speaker says in a row. */
class Monologue {
  #last: Passage | undefined;
  #sentences = 0;

  /** @returns the sentences so far, with those of the passage */
  add({ passage, texts }: SplitPassage): number {
    const goesOn = this.#last?.message === passage.message && this.#last.speaker === passage.speaker;
    this.#sentences = (goesOn ? this.#sentences : 0) + texts.length;
    this.#last = passage;
    return this.#sentences;
  }
}

let shared: Promise<Omit<TextTools, "parts">> | undefined;

function sharedTools(): Promise<Omit<TextTools, "parts">> {
  shared ??= Promise.all([loadGrammar(), loadDateReader()]).then(([grammar, dates]) => ({
    grammar,
    dates,
    tagger: loadTagger(),
  }));
  return shared;
}

/** The last characters and sentences of the previous context that a request may refer to. */
const contextChars = 1200;
const contextSentences = 4;

/**
 * Reads the end of the previous context, so that "she" and "I meant Porto" in the request can be
 * resolved. Nothing of it is kept.
 */
function readContext(request: ExtractRequest, tools: TextTools, conversation: Conversation): void {
  const user = request.passages.find(({ role, speaker }) => role === "user" && speaker !== null);
  if (user?.speaker) conversation.user = user.speaker;
  const first = request.passages[0];
  if (request.previousContext === null || first === undefined) return;
  const passage = { ...first, role: "user" as const, message: 0, prompt: null };
  for (const text of sentences(request.previousContext.slice(-contextChars)).slice(-contextSentences))
    factsOfSentence(readSentence(text, passage, tools, conversation));
}
