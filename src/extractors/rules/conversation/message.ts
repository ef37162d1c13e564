/** A message: what its passages say together. */
import type { Passage } from "../../../text/passage.js";
import { givesPart } from "../../../text/rules/given-part.js";
import { isSentToMany } from "../../../text/rules/sent-to-many.js";

/** Number of characters that are read to recognise the sender of a message. */
const senderChars = 1000;

/** A message that is being read, of one or more passages. */
export class Message {
  readonly #passages: Passage[];
  #givesPart: boolean | undefined;
  #isSentToMany: boolean | undefined;

  constructor(first: Passage) {
    this.#passages = [first];
  }

  /** Adds its next passage, before anything is asked about it. */
  add(passage: Passage): void {
    this.#passages.push(passage);
  }

  /** Whether it has no other passage than the first. */
  get isOnePassage(): boolean {
    return this.#passages.length === 1;
  }

  /** Its text, a line for each passage. */
  get text(): string {
    return this.#passages.map(({ text }) => text).join("\n");
  }

  /** Whether it gives an assistant a part to play, so that what it says of "me" may be play too. */
  get givesPart(): boolean {
    this.#givesPart ??= givesPart(this.text);
    return this.#givesPart;
  }

  /** Whether a sender wrote it to many readers, so that it states no rule of the user. */
  get isSentToMany(): boolean {
    const [{ speaker, role }] = this.#passages as [Passage];
    this.#isSentToMany ??=
      speaker === null && role === "user" && isSentToMany(this.text.slice(0, senderChars));
    return this.#isSentToMany;
  }
}
