/** A message: what its passages say together. */
import type { Passage } from "../../../text/passage.js";
import { pastedIn, withoutPasted } from "../../../text/pasted.js";
import { endsPart, givesPart } from "../../../text/rules/given-part.js";
import { isSentToMany } from "../../../text/rules/sent-to-many.js";
import type { Span } from "../../../text/sentences.js";

/** Number of characters that are read to recognise the sender of a message. */
const senderChars = 1000;
/** A play takes at most this many messages of the user. */
const longestPlay = 12;

/** A message that is being read, of one or more passages. */
export class Message {
  readonly #passages: Passage[] = [];
  /** Where each passage begins in the text. */
  readonly #offsets = new Map<Passage, number>();
  #length = 0;
  #text: string | undefined;
  /** The message of the user before it. */
  readonly #before: Message | undefined;
  #givesPart: boolean | undefined;
  #pasted: readonly Span[] | undefined;
  #isSentToMany: boolean | undefined;

  constructor(first: Passage, before?: Message) {
    this.#before = before;
    this.add(first);
  }

  /** Adds its next passage, before anything is asked about it. */
  add(passage: Passage): void {
    this.#passages.push(passage);
    this.#offsets.set(passage, this.#length);
    this.#length += passage.text.length + 1;
  }

  /** Whether it has no other passage than the first. */
  get isOnePassage(): boolean {
    return this.#passages.length === 1;
  }

  /** Its text, a line for each passage. */
  get text(): string {
    this.#text ??= this.#passages.map(({ text }) => text).join("\n");
    return this.#text;
  }

  /**
   * One of its passages, in which what was pasted is blank: text that is to be translated,
   * corrected or answered says nothing about the user.
   */
  own(passage: Passage): Passage {
    const at = this.#offsets.get(passage)!;
    this.#pasted ??= passage.role === "user" ? pastedIn(this.text) : [];
    const inside = this.#pasted
      .map(({ start, end }) => ({
        start: Math.max(0, start - at),
        end: Math.min(passage.text.length, end - at),
      }))
      .filter(({ start, end }) => start < end);
    return inside.length === 0 ? passage : { ...passage, text: withoutPasted(passage.text, inside) };
  }

  /**
   * Whether it gives an assistant a part to play, or one of the user's messages shortly before did
   * and none since has ended the play. What it says of "me" may be play too.
   */
  get isPlay(): boolean {
    let message: Message | undefined = this;
    for (let steps = 0; message !== undefined && steps < longestPlay; steps += 1) {
      message.#givesPart ??= givesPart(message.text);
      if (message.#givesPart) return true;
      if (endsPart(message.text)) return false;
      message = message.#before;
    }
    return false;
  }

  /** Whether a sender wrote it to many readers, so that it states no rule of the user. */
  get isSentToMany(): boolean {
    const [{ speaker, role }] = this.#passages as [Passage];
    this.#isSentToMany ??=
      speaker === null && role === "user" && isSentToMany(this.text.slice(0, senderChars));
    return this.#isSentToMany;
  }
}
