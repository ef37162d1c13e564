/**
 * A passage: the unit that is stored verbatim, embedded, indexed and forgotten. `remember/segment/`
 * creates passages, extractors read them.
 */

/** The role of a chat message. */
export type Role = "user" | "assistant" | "system" | "tool";

/** A verbatim part of a content. */
export interface Passage {
  /** The text exactly as in the content, without outer white space. */
  readonly text: string;
  /** Index of the chat message it came from; 0 for a plain text. */
  readonly message: number;
  /** Name of the speaker, if known. */
  readonly speaker: string | null;
  /** `user` for a plain text. */
  readonly role: Role;
  /** ISO 8601 UTC: when it was said. */
  readonly saidAt: string;
  /**
   * The bare question that it answers, verbatim, if the previous message was one. A bare
   * question is not stored on its own but with its answer, and is erased with it.
   */
  readonly prompt: string | null;
}
