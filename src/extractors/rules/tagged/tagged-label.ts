/** Notes of the form "Key: value": the label names the property of each value after it. */
import type { Span } from "../../../text/sentences.js";
import { properties } from "../facts/vocabulary/properties.js";
import { type PlacedSentence, sentenceAt } from "../sentence.js";

/** A label at the start of a line, and the values between it and the one that is read. */
const labelled = /(?:^|\n)\s*(?:[-*•]\s+)?(\p{L}[\p{L}-]*(?: [\p{L}-]+){0,2}):\s+(?:[^:;.!?\n]{1,60},\s+)?$/u;
/** Labels that only say what kind of note follows. */
const kinds =
  /^(?:notes?|todo|update|edit|ps|fyi|decisions?|gotchas?|corrections?|re|also|so|now|then|today|tomorrow|yesterday|reminder|question|answer|context|summary|user|.*\b(?:fact|thing|tip|news|example))$/i;

/**
 * The label before a value, as a property; `null` without one. The name of a person does not count
 * as a label.
 */
export function labelOf({ start }: Span, text: string, sentences: readonly PlacedSentence[]): string | null {
  const [lead = "", label = ""] = labelled.exec(text.slice(Math.max(0, start - 90), start)) ?? [];
  if (label === "" || isKindOfNote(label)) return null;
  const at = start - lead.length + lead.indexOf(label);
  const found = sentenceAt({ start: at, end: at + label.length }, sentences);
  const word = found?.sentence.words.findLast(({ end }) => found.at + end <= at + label.length);
  if (word === undefined || word.tags.has("Person") || word.tags.has("FirstName")) return null;
  return singular(label.toLowerCase().replace(/^(?:new|current|updated)\s+(?=\S)/, ""));
}

/** Whether a word before a colon only says what kind of note follows: "Decision: …". */
export function isKindOfNote(word: string): boolean {
  return kinds.test(word);
}

/** "hobbies" is the property "hobby". */
function singular(label: string): string {
  const one = [label.replace(/ies$/, "y"), label.replace(/s$/, "")].find((name) => name in properties);
  return one ?? label;
}
