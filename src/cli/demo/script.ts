/** The questions of the demonstration, and the person that it forgets. */

/** A question of the demonstration. */
export interface Question {
  readonly query: string;
  /** The time of the answer. */
  readonly as_of?: string;
  /** What the question demonstrates. */
  readonly shows: string;
  /** Whether standing rules are part of the answer; by default only relevant rules are. */
  readonly rules?: "standing";
  /** Token budget, where it is not {@link answerBudgetTokens}. */
  readonly token_budget?: number;
}

/** Token budget of short answers, for a prompt with little space. */
export const answerBudgetTokens = 80;

/** The questions, in order. */
export const questions: readonly Question[] = [
  { shows: "a fact that changed", query: "Where does Mirjam live?" },
  { shows: "with a small token budget", query: "Where does Mirjam live?", token_budget: 20 },
  { shows: "as of a year ago", query: "Where does Mirjam live?", as_of: "2025-12-01" },
  { shows: "a change", query: "How did the deadline of Gauge Atlas change?" },
  { shows: 'an event, said to be "on Friday"', query: "When was Gauge Atlas launched?" },
  { shows: "another person", query: "What should I leave out of a cake for Joost?" },
  { shows: "a rule that shares few words with it", query: "The deploy is broken. What do I do?" },
  { shows: "rules that always apply", query: "How tall is the Eiffel tower?", rules: "standing" },
  { shows: "how it is done", query: "How do I restart staging?" },
  { shows: "never mentioned", query: "How do I renew a passport?" },
];

/** The person who asked to be forgotten, and the part of the name to search for in the bytes. */
export const forgotten = {
  name: "Balthasar Quennevoort",
  bytes: "Quennevoort",
  question: "Who is Balthasar Quennevoort?",
  reason: "the person asked for it",
} as const;
