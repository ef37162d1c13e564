/**
 * Extracts from a request by rules and the tagger: what `rule-extractor.ts` loads when it is first
 * asked.
 */
import { atOnce, inPieces, nextTurn } from "../../async/next-turn.js";
import { analysedChars, analysedSentences, type Passage } from "../../text/passage.js";
import { compilingPatterns } from "../../text/rules/compile-patterns.js";
import { sentences } from "../../text/sentences.js";
import type { Decision, Extraction, ExtractRequest } from "../extractor.js";
import { loadRuleWeights } from "../learnt/rule-weights.js";
import { loadTagger } from "../learnt/tagger.js";
import { Conversation } from "./conversation/conversation.js";
import { Message } from "./conversation/message.js";
import { deciding, keepVerbatim, type SplitPassage, splitPassage } from "./decide.js";
import { loadDateReader } from "./events/dates.js";
import { factsOfSentence } from "./facts/facts.js";
import { loadGrammar } from "./grammar/grammar.js";
import { RuleModel } from "./recognised/rule-model.js";
import { readSentence, type TextTools } from "./sentence.js";

/**
 * Number of characters read between two turns of the event loop, when the abort signal is also
 * checked: some 3 ms of work.
 */
const charsPerTurn = 300;
/** Fixed cost of a passage, counted in characters. */
const passageCost = 60;
/**
 * The first passages of a process are read in smaller pieces. They take some 20 times as long as
 * later ones, because V8 compiles most patterns when they are first used.
 */
const slowPassages = 32;
let slowRead = 0;
let compiled: Promise<void> | undefined;

/**
 * Drafts records from each passage of a request.
 *
 * @param parts Which parts draft facts.
 * @throws the signal's reason, once it has fired.
 */
export async function extract(
  request: ExtractRequest,
  parts: TextTools["parts"],
  options: { readonly signal?: AbortSignal },
): Promise<Extraction> {
  const tools = { ...(await sharedTools()), parts };
  const conversation = new Conversation();
  readContext(request, tools, conversation);
  if (request.passages.length > slowPassages) {
    compiled ??= inPieces(compilingPatterns());
    await compiled;
  }
  const decisions: Decision[] = [];
  let read = 0;
  const monologue = new Monologue();
  const messages = messagesOf(request.passages);
  for (const [index, passage] of request.passages.entries()) {
    if (read >= charsPerTurn) {
      await nextTurn();
      read = 0;
    }
    const isSlow = slowRead < slowPassages;
    if (isSlow) slowRead += 1;
    read += isSlow ? charsPerTurn : passage.text.length + passageCost;
    options.signal?.throwIfAborted();
    const previous = request.passages[index - 1]?.text ?? request.previousContext;
    const split = monologue.goesOnTooLong(passage)
      ? null
      : monologue.add(splitPassage(passage, messages.get(passage.message)!));
    if (split === null) decisions.push(keepVerbatim(passage));
    else {
      const work = deciding(split, previous, tools, conversation);
      decisions.push(isSlow ? await inPieces(work) : atOnce(work));
    }
  }
  return { decisions, success: true, tokens: 0 };
}

/** The messages of a request, by number. */
function messagesOf(passages: readonly Passage[]): ReadonlyMap<number, Message> {
  const messages = new Map<number, Message>();
  let before: Message | undefined;
  for (const passage of passages) {
    const known = messages.get(passage.message);
    const message = known ?? new Message(passage, passage.role === "user" ? before : undefined);
    if (known !== undefined) known.add(passage);
    messages.set(passage.message, message);
    if (passage.role === "user") before = message;
  }
  return messages;
}

/** Counts what one speaker says in a row. */
class Monologue {
  #last: Passage | undefined;
  #sentences = 0;
  #chars = 0;

  /** Whether the speaker goes on, and has already said more than is analysed. */
  goesOnTooLong(passage: Passage): boolean {
    return this.#goesOn(passage) && this.#isTooLong();
  }

  /** @returns the passage, or `null` if the speaker has now said more than is analysed */
  add(split: SplitPassage): SplitPassage | null {
    const goesOn = this.#goesOn(split.passage);
    this.#sentences = (goesOn ? this.#sentences : 0) + split.texts.length;
    this.#chars = (goesOn ? this.#chars : 0) + split.passage.text.length;
    this.#last = split.passage;
    return this.#isTooLong() ? null : split;
  }

  #goesOn({ message, speaker }: Passage): boolean {
    return this.#last?.message === message && this.#last.speaker === speaker;
  }

  #isTooLong(): boolean {
    return this.#sentences > analysedSentences || this.#chars > analysedChars;
  }
}

let shared: Promise<Omit<TextTools, "parts">> | undefined;

function sharedTools(): Promise<Omit<TextTools, "parts">> {
  shared ??= Promise.all([loadGrammar(), loadDateReader()]).then(([grammar, dates]) => ({
    grammar,
    dates,
    tagger: loadTagger(),
    rules: new RuleModel(loadRuleWeights()),
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
