/** What the demonstration asks and whom it forgets: data, so that the acts hold none. */

export interface Question {
  readonly query: string;
  /** Answered as of then. */
  readonly as_of?: string;
  /** What the question shows, in the reader's words. */
  readonly shows: string;
  /** Tokens of prose, where the question shows what a smaller budget does. */
  readonly token_budget?: number;
}

/** Short answers: what a prompt with little room would ask for. */
export const answerBudgetTokens = 80;

export const questions: readonly Question[] = [
  { shows: "a fact that changed", query: "Where does Mirjam live?" },
  { shows: "the same, as of a year ago", query: "Where does Mirjam live?", as_of: "2025-10-01" },
  { shows: "a change", query: "How did the deadline of Gauge Atlas change?" },
  { shows: "an event", query: "What did Mirjam and Joost do in September 2025?" },
  { shows: "somebody else", query: "What should I leave out of a cake for Joost?" },
  { shows: "a rule, though it shares few words", query: "The deploy is broken. What do I do?" },
  { shows: "steps, in 40 tokens", query: "How do I restart staging?", token_budget: 40 },
  { shows: "something nobody said", query: "Which opera does Mirjam like best?" },
];

/** Who asked to be forgotten, and the part of the name to look for in the bytes. */
export const forgotten = {
  name: "Balthasar Quennevoort",
  bytes: "Quennevoort",
  question: "Who is Balthasar Quennevoort?",
  reason: "the person asked for it",
} as const;
