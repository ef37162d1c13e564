/**
 * Texts that are expensive for their length, each within the limits of one content or one question.
 * Made up; always the same.
 */

export interface HostileText {
  readonly name: string;
  readonly text: string | readonly Message[];
  /** Remembered as a content, or asked as a question. */
  readonly verb: "remember" | "recall";
}

/** A message of a chat. */
interface Message {
  readonly role: "user" | "assistant";
  readonly name: string;
  readonly content: string;
}

/**
 * Characters of a content unless the command line says otherwise: a quarter of the limit, so that
 * the benchmark takes one minute instead of four.
 */
export const contentChars = 262_144;
const questionChars = 32_700;
/** The most messages of a content, and the characters of each. */
const [mostMessages, messageChars] = [10_000, 100];

const each = <Made>(count: number, make: (at: number) => Made) =>
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

/** Messages that each state facts, of two people in turn. */
function chat(chars: number): Message[] {
  return each<Message>(Math.min(mostMessages, Math.floor(chars / messageChars)), (at) => ({
    role: at % 2 === 0 ? "user" : "assistant",
    name: `Person${at % 2}`,
    content: `I like food${at}. I live in Town${at} with my dog Rex${at}. I work for Firm${at} since 2011.`,
  }));
}

/** @param chars Characters of a content, at most its limit. */
export function hostileTexts(chars = contentChars): HostileText[] {
  const contents: Readonly<Record<string, string | readonly Message[]>> = {
    "one letter": "a".repeat(chars),
    "sentence ends": `${"?".repeat(chars - 4)}word`,
    "one sentence": `I like ${filled(chars - 8, (at) => `food${at},`)}.`,
    "long sentences": filled(
      chars,
      (at) =>
        `If it rains on Monday, remind me to call Dr. Bond${at}, because she moved from Rome to Oslo in ${1900 + (at % 120)}.`,
    ),
    "10000 messages": chat(chars),
    "nested quotes": `${'"'.repeat(50_000)}he said ${'"'.repeat(50_000)}`,
    "10000 commas": `I like ${each(10_000, (at) => `food${at}`).join(", ")}.`,
    "5000 dates": each(5000, (at) => `Met Tom on ${1 + (at % 28)} May ${2000 + (at % 25)}.`).join(" "),
    "8000 deep bullets": each(8000, (at) => `${" ".repeat(at % 40)}- item ${at} is done`).join("\n"),
    "short facts 50 kB": filled(50_000, (at) => `I like food${at}.`),
    "short facts": filled(chars, (at) => `I like food${at}.`),
    corrections: filled(chars, (at) => `No, I meant Town${at}, not Town${at - 1}.`),
    endings: filled(chars, (at) => `I no longer like food${at}.`),
    "combining marks": marks(chars),
  };
  return [
    ...Object.entries(contents).map(([name, text]) => ({ name, text, verb: "remember" as const })),
    { name: "combining marks asked", text: marks(questionChars), verb: "recall" },
  ];
}
