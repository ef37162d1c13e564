/**
 * What came before a request: read for whom it speaks of, so that "she" and "I meant Porto" are
 * understood; nothing of it is kept.
 */
import { sentences } from "../../../text/sentences.js";
import type { ExtractRequest } from "../../extractor.js";
import { factsOfSentence } from "../facts/facts.js";
import { type Reading, readSentence } from "../reading.js";
import type { Conversation } from "./coreference.js";

/** Only the end of it can still be meant. */
const overheardChars = 1200;
const overheardSentences = 4;

export function overhear(request: ExtractRequest, reading: Reading, conversation: Conversation): void {
  const user = request.passages.find(({ role, speaker }) => role === "user" && speaker !== null);
  if (user?.speaker) conversation.user = user.speaker;
  const first = request.passages[0];
  if (request.previousContext === null || first === undefined) return;
  const passage = { ...first, role: "user" as const, message: 0, prompt: null };
  for (const text of sentences(request.previousContext.slice(-overheardChars)).slice(-overheardSentences))
    factsOfSentence(readSentence(text, passage, reading, conversation));
}
