/** Asks: the kinds of answers that questions ask for. */

/** The kinds of answers that a question may ask for; one question may ask for several. */
export const asks = [
  "person",
  "place",
  "time",
  "count",
  "reason",
  "list",
  "order",
  "summary",
  "change",
  "advice",
  "ever",
] as const;
/** A kind of answer that a question may ask for. */
export type Ask = (typeof asks)[number];
