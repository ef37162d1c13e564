/** Finds the properties that never have a proper name as their value in the labelled talk. */
import { readFileSync } from "node:fs";
import { tokensOf } from "../../src/extractors/learnt/tokens.js";
import { isUnusualName } from "../../src/extractors/learnt/unusual-name.js";
import { WordPiece } from "../../src/text/word-piece.js";
import type { LabelledMessage } from "./examples/talk-message.js";
import { tokenSpan } from "./examples/token-span.js";

/** The least number of labels from which a property is decided. */
const enoughLabels = 30;
/** A smaller share of names counts as labelling mistakes. */
const slips = 0.01;

/** Names of properties, in alphabetical order. */
export function namelessProperties(messages: readonly LabelledMessage[]): string[] {
  const pieces = new WordPiece(readFileSync(new URL("../../assets/vocab.txt", import.meta.url)));
  const isWord = (word: string) => pieces.encode(word).ids.length === 1;
  const counts = new Map<string, { all: number; names: number }>();
  for (const { text, facts } of messages) {
    const tokens = tokensOf(text);
    for (const { property, value } of facts) {
      const span = tokenSpan(value, { text, tokens });
      if (span === null) continue;
      const count = counts.get(property) ?? { all: 0, names: 0 };
      const isName = isUnusualName(tokens, { from: span[0], to: span[1] }, isWord);
      counts.set(property, { all: count.all + 1, names: count.names + Number(isName) });
    }
  }
  const isNameless = ({ all, names }: { all: number; names: number }) =>
    all >= enoughLabels && names < slips * all;
  return [...counts]
    .filter(([, count]) => isNameless(count))
    .map(([property]) => property)
    .sort();
}
