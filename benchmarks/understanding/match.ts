/** Compares records with labels: values by their words, entities and properties by name. */
import type { LabelledFact } from "./labels.js";

const dropped = new Set(
  "a an the my our your his her their its of to at in on for and with some this that as is are was be i me".split(
    " ",
  ),
);

/** The significant words of a text, each reduced to its stem. */
export function wordsOf(text: string): string[] {
  const folded = text
    .normalize("NFKD")
    .toLowerCase()
    .replace(/['’]s\b/g, "");
  return (folded.match(/[\p{L}\p{N}]+/gu) ?? []).filter((word) => !dropped.has(word)).map(stem);
}

function stem(word: string): string {
  if (word.length <= 4) return word.replace(/s$/, "");
  return word.replace(/(?:ies|y)$/, "i").replace(/(?:ing|ed|es|s)$/, "");
}

/**
 * Whether the F1 of the words is at least 0.6, or one value has all words of the other and is not
 * much longer.
 */
export function sameValue(made: string, labelled: string): boolean {
  const one = new Set(wordsOf(made));
  const other = new Set(wordsOf(labelled));
  if (one.size === 0 || other.size === 0) return false;
  const common = [...other].filter((word) => one.has(word)).length;
  return (
    (2 * common) / (one.size + other.size) >= 0.6 ||
    (common === other.size && one.size <= 2 * other.size + 2) ||
    (common === one.size && one.size * 3 >= other.size)
  );
}

/** Whether one name has all words of the other. */
export function sameName(one: string, other: string): boolean {
  const a = wordsOf(one);
  const b = wordsOf(other);
  return (
    a.length > 0 &&
    b.length > 0 &&
    (a.every((word) => b.includes(word)) || b.every((word) => a.includes(word)))
  );
}

const theUser = /^(?:the )?user$/i;
const firstPerson = /^(?:i|me|the user|user)$/i;

export function sameEntity(made: string, { entity, aliases }: LabelledFact, speaker: string): boolean {
  return [entity, ...aliases].some(
    (name) =>
      sameName(made, firstPerson.test(name) ? speaker : name) ||
      (theUser.test(made) && firstPerson.test(name)),
  );
}
