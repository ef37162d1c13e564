/**
 * Features of texts without labels, for the pretraining. They need no grammar, because the
 * pretraining uses no parts of speech.
 */
import type { Conversation, Turn } from "../../../benchmarks/recall-quality/conversations.js";
import type { WordsOf } from "../../../src/extractors/learnt/features.js";
import { taggerInput } from "../../../src/extractors/learnt/input.js";
import { segment } from "../../../src/remember/segment/segment.js";
import { type Features, featuresOf } from "./examples.js";

/** The most characters of a turn, because some turns are pasted documents. */
const longestTurn = 1600;

/** Features of each different turn, once. The context is the previous turn of the same session. */
export function featuresOfTexts(conversations: readonly Conversation[], wordsOf: WordsOf): Features[] {
  const seen = new Set<string>();
  return conversations.flatMap(({ turns }) => {
    const fresh = turns
      .map(shortened)
      .filter(({ text }) => text.trim() !== "" && !seen.has(text) && seen.add(text));
    return fresh.flatMap((turn, index) => {
      const before = fresh[index - 1];
      return featuresOfTurn(turn, before?.session === turn.session ? before.text : null, wordsOf);
    });
  });
}

function shortened(turn: Turn): Turn {
  return { ...turn, text: turn.text.slice(0, longestTurn) };
}

function featuresOfTurn({ text, speaker, at }: Turn, before: string | null, wordsOf: WordsOf): Features[] {
  const role = speaker === "assistant" ? "assistant" : "user";
  const passages = segment([{ role, content: text, name: speaker || "note" }], { saidAt: at });
  return passages.map((passage, index) => {
    const previous = index === 0 ? before : passages[index - 1]!.text;
    return featuresOf(taggerInput(passage.text, { role, previous, words: [] }, wordsOf), index);
  });
}
