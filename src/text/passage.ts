/**
 * A passage: the unit that is stored verbatim, embedded, indexed and forgotten. `remember/segment/`
 * creates passages, extractors read them.
 */

/** The role of a chat message. */
export type Role = "user" | "assistant" | "system" | "tool";

/** A verbatim part of the content of a call. */
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

/**
 * How many sentences of one speaker in a row are analysed: some 70,000 characters of prose. A
 * longer monologue is a pasted document: the rest of it is kept verbatim, in passages of many
 * sentences. This bounds the time for an input of thousands of short statements.
 */
export const analysedSentences = 1024;
/**
 * Maximum number of characters of one speaker in a row that are analysed: more than 1,024 sentences
 * of prose have. This bounds the time for sentences of hundreds of words.
 */
export const analysedChars = 98_304;
