/** A passage: the unit that is kept verbatim, embedded, indexed and forgotten. Cut by `remember/segment/`, read by extractors. */

export type Role = "user" | "assistant" | "system" | "tool";

/** A stretch of a content, verbatim. */
export interface Passage {
  /** Verbatim, as it stands in the content; outer white space trimmed. */
  readonly text: string;
  /** Index of the chat message it stands in; 0 for a plain text. */
  readonly message: number;
  /** Who says it, where known: a name. */
  readonly speaker: string | null;
  /** `user` for a plain text. */
  readonly role: Role;
  /** ISO 8601 UTC: when it was said. */
  readonly saidAt: string;
  /**
   * The bare question that it answers, verbatim, where the message before it was one. A bare question is not kept by itself; it is kept
   * with its answer, and goes with it.
   */
  readonly prompt: string | null;
}
