/**
 * Rules about a kind of thing beyond a limit: "Invoices above 500 euros need two signatures",
 * "parcels over 20 kg go to the back door". The kind with its limit is the condition. Pure; English
 * only. Without a limit ("plants need water") such a sentence mostly says how the world is.
 */

/** A kind of thing: "invoices", "any orders", "night-time deliveries", never "my kids". */
const kind = String.raw`(?:(?:all|any|every|each)\s+)?(?!(?:the|this|that|these|those|my|your|our|his|her|their|its|an?|some|most|many|few|i|we|you|he|she|they|it|there|temperatures?|prices?|costs?)\b)(?:[\p{L}-]+\s+){0,2}(?:[\p{L}-]{2,}(?:[^su\s]s|ies)|children|people)`;
const number = String.raw`(?:[$€£]?\d|an?\s|one|two|three|four|five|six|seven|eight|nine|ten|twelve|fifteen|twenty|thirty|fifty|a hundred)`;
const limit = String.raw`(?:above|over|under|below|beyond|exceeding|up to|(?:more|less|fewer) than|[\p{L}-]+er than)\s+${number}(?:[^,.;:!?]|[,.]\d){0,30}?`;
/** What the things need, and where they go. */
const requires = String.raw`(?:(?:always )?(?:needs?|requires?)\s+(?!(?:a lot|lots|plenty|more|less|much|some|time|sleep)\b)|(?:must|have to|has to|may not|may only|are to|are not to)\s+\p{L}|(?:always )?go to the\s)`;
const beyondLimit = new RegExp(String.raw`^(?<kind>${kind}\s+${limit})\s+${requires}`, "iu");
const reports = /\b(?:usually|often|sometimes|tend|seem|said|says|heard|think|probably|maybe)\b|\?\s*$/iu;

/** The kind of thing with its limit; `null` where a text lays down nothing for one. */
export function limitedKind(text: string): string | null {
  const found = reports.test(text) ? undefined : beyondLimit.exec(text)?.groups?.kind;
  return found === undefined ? null : found.replace(/^(?:all|any|every|each)\s+/iu, "");
}
