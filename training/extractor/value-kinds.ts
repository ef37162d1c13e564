/**
 * Finds which properties never have a proper name, always have a number, or never have a bare
 * number as their value in the labelled talk.
 */
import { readFileSync } from "node:fs";
import { tokensOf } from "../../src/extractors/learnt/tokens.js";
import { isUnusualName } from "../../src/extractors/learnt/unusual-name.js";
import { hasNumber, isBareNumber } from "../../src/extractors/rules/tagged/values/measured-value.js";
import { WordPiece } from "../../src/text/word-piece.js";
import type { LabelledMessage } from "./examples/talk-message.js";
import { tokenSpan } from "./examples/token-span.js";

/** The least number of labels from which a property is decided. */
const enoughLabels = 30;
/** A smaller share of exceptions counts as labelling mistakes. */
const slips = 0.01;
/** The same for numbers, which are also written in words that no list has ("rush hour"). */
const unwritten = 0.06;

interface Counts {
  all: number;
  names: number;
  numbers: number;
  bareNumbers: number;
}

/** Names of properties by the kind of their values, each list in alphabetical order. */
export interface ValueKinds {
  readonly nameless: readonly string[];
  readonly measured: readonly string[];
  readonly worded: readonly string[];
}

/** The kinds of values that the labels of each property have. */
export function valueKinds(messages: readonly LabelledMessage[]): ValueKinds {
  const counts = countsOf(messages);
  const where = (test: (count: Counts) => boolean) =>
    [...counts]
      .filter(([, count]) => count.all >= enoughLabels && test(count))
      .map(([property]) => property)
      .sort();
  return {
    nameless: where(({ all, names }) => names < slips * all),
    measured: where(({ all, numbers }) => all - numbers <= unwritten * all),
    worded: where(({ all, bareNumbers }) => bareNumbers < slips * all),
  };
}

function countsOf(messages: readonly LabelledMessage[]): Map<string, Counts> {
  const pieces = new WordPiece(readFileSync(new URL("../../assets/vocab.txt", import.meta.url)));
  const isWord = (word: string) => pieces.encode(word).ids.length === 1;
  const counts = new Map<string, Counts>();
  for (const { text, facts } of messages) {
    const tokens = tokensOf(text);
    for (const { property, value } of facts) {
      const span = tokenSpan(value, { text, tokens });
      if (span === null) continue;
      const count = counts.get(property) ?? { all: 0, names: 0, numbers: 0, bareNumbers: 0 };
      count.all += 1;
      count.names += Number(isUnusualName(tokens, { from: span[0], to: span[1] }, isWord));
      count.numbers += Number(hasNumber(value));
      count.bareNumbers += Number(isBareNumber(value));
      counts.set(property, count);
    }
  }
  return counts;
}
