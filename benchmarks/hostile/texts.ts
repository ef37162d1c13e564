/**
 * Texts that are expensive for their length, each within the limits of one content or one question.
 * Made up; always the same.
 */

export interface HostileText {
  readonly name: string;
  readonly text: string;
  /** Remembered as a content, or asked as a question. */
  readonly verb: "remember" | "recall";
}

/**
 * Characters of a content: a quarter of the limit, so that the benchmark takes one minute instead
 * of four.
 */
const contentChars = 262_144;
const questionChars = 32_700;

const each = (count: number, make: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => make(at));

/** Pieces joined by spaces, up to a number of characters. */
function filled(chars: number, make: (at: number) => string): string {
  const pieces: string[] = [];
  for (let at = 0, length = 0; length < chars; at++) {
    pieces.push(make(at));
    length += pieces[at]!.length + 1;
  }
  return pieces.join(" ").slice(0, chars);
}

/** Two kinds of combining marks in turn, which normalization must sort. */
const marks = (chars: number) => `a${"\u0301\u0316".repeat((chars - 1) / 2)}`;

export function hostileTexts(): HostileText[] {
  const contents: Readonly<Record<string, string>> = {
    "one letter": "a".repeat(contentChars),
    "sentence ends": `${"?".repeat(contentChars)}word`,
    "nested quotes": `${'"'.repeat(50_000)}he said ${'"'.repeat(50_000)}`,
    "10000 commas": `I like ${each(10_000, (at) => `food${at}`).join(", ")}.`,
    "5000 dates": each(5000, (at) => `Met Tom on ${1 + (at % 28)} May ${2000 + (at % 25)}.`).join(" "),
    "8000 deep bullets": each(8000, (at) => `${" ".repeat(at % 40)}- item ${at} is done`).join("\n"),
    "short facts 50 kB": filled(50_000, (at) => `I like food${at}.`),
    "short facts": filled(contentChars, (at) => `I like food${at}.`),
    corrections: filled(contentChars, (at) => `No, I meant Town${at}, not Town${at - 1}.`),
    endings: filled(contentChars, (at) => `I no longer like food${at}.`),
    "combining marks": marks(contentChars),
  };
  return [
    ...Object.entries(contents).map(([name, text]) => ({ name, text, verb: "remember" as const })),
    { name: "combining marks asked", text: marks(questionChars), verb: "recall" },
  ];
}
