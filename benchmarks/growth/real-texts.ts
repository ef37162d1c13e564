/**
 * Pieces of real talk, because made-up text would give too good a share of true neighbours found.
 */
import { readConversations, turnText } from "../recall-quality/conversations.js";

/** Texts and questions of real conversations. */
export interface RealTexts {
  /**
   * Pieces of 12 to 59 words, each beginning one word later than the one before. All of them are
   * different, and many are similar.
   */
  readonly texts: readonly string[];
  readonly questions: readonly string[];
}

const shortest = 12;
const lengths = 48;

/** Reads at most `most` texts from files. */
export function realTexts(paths: readonly string[], most: number): RealTexts {
  const conversations = paths.flatMap(readConversations);
  const turns = conversations.flatMap((one) => one.turns.map((turn) => turnText(turn).split(/\s+/)));
  const total = turns.reduce((sum, words) => sum + words.length, 0);
  const step = Math.max(1, Math.floor(total / most));
  const texts = new Set<string>();
  for (const [index, words] of turns.entries())
    for (let from = 0; from < words.length; from += step)
      texts.add(words.slice(from, from + shortest + (((index + from) * 37) % lengths)).join(" "));
  return {
    texts: [...texts].slice(0, most),
    questions: conversations.flatMap((one) => one.questions.map(({ question }) => question)),
  };
}
