/** What the extractor asks of a model, whoever serves it: messages in, one text out. */

export interface ChatTurn {
  readonly role: "system" | "user" | "assistant";
  readonly content: string;
}

export interface ModelRequest {
  readonly turns: readonly ChatTurn[];
  /** The JSON schema of the answer. */
  readonly schema: object;
  readonly signal: AbortSignal;
}

export interface ModelAnswer {
  readonly text: string;
  /** As the model's server counts them, of what went in and came out; 0 where it does not say. */
  readonly tokens: number;
  /**
   * Whether the answer stopped before its end: at a bound of tokens, or where the connection did.
   */
  readonly cut: boolean;
}

/** A model that can be asked. */
export interface ChatModel {
  readonly name: string;
  /** @throws whatever the last try failed with, without keys; the signal's reason */
  ask(request: ModelRequest): Promise<ModelAnswer>;
}

/**
 * Characters of an answer that are read: more than any honest one has, for the passages of a
 * window.
 */
export const maxAnswerChars = 400_000;
