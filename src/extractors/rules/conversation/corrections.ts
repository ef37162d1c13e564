/** Corrections of a recent statement: "I meant Porto, not Lisbon", "it's Porto, not Lisbon". */
import type { SemanticDraft } from "../../extractor.js";
import type { Sentence } from "../sentence.js";

const name = "([\\p{L}\\p{N}][\\p{L}\\p{N}'’. -]{0,40}?)";
const lead = "^(?:(?:sorry|no|oops|wait|actually|well|oh|i mean|correction|my mistake|hmm)[\\s,.:!–-]+)*";
const meant = new RegExp(
  `${lead}(?:i (?:meant|mean)(?: to say)?|it(?:'s| is| was)|make that|that should be|it should be)\\s+${name}(?:,?\\s+(?:not|rather than|instead of)\\s+${name})?[.!]*$`,
  "iu",
);
const notThis = new RegExp(`${lead}not\\s+${name}[,;]\\s+(?:but\\s+)?${name}[.!]*$`, "iu");

/** The corrected fact, if a recently drafted fact has the value that the sentence takes back. */
export function correctionOf({ text, conversation }: Sentence): SemanticDraft[] {
  const [right, wrong] = readCorrection(text.replaceAll("’", "'"));
  if (right === undefined) return [];
  const draft = conversation.recent.findLast(({ value }) =>
    wrong === undefined ? isAlike(value, right) : same(value, wrong),
  );
  if (draft === undefined || draft.polarity === "ended" || same(draft.value, right)) return [];
  const corrected = {
    ...draft,
    value: right,
    text: draft.text.replace(draft.value, () => right),
    reason: `corrects ${draft.property}`,
  };
  const withdrawn: SemanticDraft = { ...draft, polarity: "ended", reason: `takes ${draft.property} back` };
  return draft.cardinality === "one" ? [corrected] : [withdrawn, corrected];
}

/**
 * Whether a value may correct another one that the sentence does not repeat: both are names, or
 * both are figures. "It should be ready by May" corrects nobody's name.
 */
function isAlike(value: string, right: string): boolean {
  const kind = kindOf(right);
  return kind !== null && kind === kindOf(value);
}

function kindOf(value: string): "figure" | "name" | null {
  if (/^[$€£#]?\d\S*(?:\s\S+){0,2}$/u.test(value)) return "figure";
  return /^\p{Lu}[^\s,]*(?:\s(?:\p{Lu}[^\s,]*|of|de|van|von|the|and|&)){0,4}$/u.test(value) ? "name" : null;
}

function readCorrection(text: string): [string?, string?] {
  const reversed = notThis.exec(text);
  if (reversed !== null) return [reversed[2]!, reversed[1]!];
  const match = meant.exec(text);
  if (match === null) return [];
  const clear = match[2] !== undefined || /\b(?:meant|mean|make that|should be)\b/i.test(text);
  return clear ? (match[2] === undefined ? [match[1]!] : [match[1]!, match[2]]) : [];
}

function same(left: string, right: string): boolean {
  return left.toLowerCase() === right.toLowerCase();
}
