/** What the demonstration asks and whom it forgets: data, so that the acts hold none. */

export interface Question {
  readonly query: string;
  /** Answered as of then. */
  readonly as_of?: string;
  /** What the question shows, in the reader's words. */
  readonly shows: string;
  /** Rules that come with the answer: those that fit the question, where nothing else is said. */
  readonly rules?: "standing";
  /** Tokens of prose, where it is not {@link answerBudgetTokens}. */
  readonly token_budget?: number;
}

/** Short answers: what a prompt with little room would ask for. */
export const answerBudgetTokens = 80;

export const questions: readonly Question[] = [
  { shows: "a fact that changed", query: "Where does Mirjam live?" },
  { shows: "where there is little room", query: "Where does Mirjam live?", token_budget: 20 },
  { shows: "as of a year ago", query: "Where does Mirjam live?", as_of: "2025-12-01" },
  { shows: "a change", query: "How did the deadline of Gauge Atlas change?" },
  { shows: 'an event, said to be "on Friday"', query: "When was Gauge Atlas launched?" },
  { shows: "somebody else in the room", query: "What should I leave out of a cake for Joost?" },
  { shows: "a rule that shares few words with it", query: "The deploy is broken. What do I do?" },
  { shows: "rules that always apply", query: "How tall is the Eiffel tower?", rules: "standing" },
  { shows: "how it is done", query: "How do I restart staging?" },
  { shows: "nobody spoke of it", query: "How do I renew a passport?" },
];

/** Who asked to be forgotten, and the part of the name to look for in the bytes. */
export const forgotten = {
  name: "Balthasar Quennevoort",
  bytes: "Quennevoort",
  question: "Who is Balthasar Quennevoort?",
  reason: "the person asked for it",
} as const;
