/** The port to a language model: messages in, one text out. */

/** One message of a conversation with a model. */
export interface ChatTurn {
  readonly role: "system" | "user" | "assistant";
  readonly content: string;
}

/** A request to a model. */
export interface ModelRequest {
  readonly turns: readonly ChatTurn[];
  /** The JSON schema of the answer. */
  readonly schema: object;
  readonly signal: AbortSignal;
}

/** A model's answer. */
export interface ModelAnswer {
  readonly text: string;
  /** Input and output tokens, as the model's server reports them; 0 if it does not. */
  readonly tokens: number;
  /**
   * Whether the answer stopped early: at the token limit, or because the connection broke.
   */
  readonly cut: boolean;
}

/** A model that can be asked. */
export interface ChatModel {
  readonly name: string;
  /** @throws the error of the last try, without keys; the signal's reason */
  ask(request: ModelRequest): Promise<ModelAnswer>;
}

/**
 * Maximum number of characters of an answer that are read: more than a valid answer for a window
 * has.
 */
export const maxAnswerChars = 400_000;
