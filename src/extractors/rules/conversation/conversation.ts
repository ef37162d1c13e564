/** The state of a conversation, and the people and things that pronouns refer to. */
import type { Passage } from "../../../text/passage.js";
import type { SemanticDraft } from "../../extractor.js";
import type { Gender } from "../facts/vocabulary/relations.js";

/** The person or thing that a subject names. */
export interface Referent {
  /** As records call it: "Ana", "Ana's sister", "API quota". */
  readonly name: string;
  readonly kind: "speaker" | "person" | "thing";
  readonly gender: Gender;
  readonly plural: boolean;
  /** Set if the subject is named by a relation: "my sister". */
  readonly relation: Relation | null;
  /**
   * "my favourite colour": the owner and the noun. Such a clause may state a property of the owner.
   */
  readonly possessed: { readonly owner: string; readonly noun: string; readonly written: string } | null;
  readonly definite: boolean;
  /**
   * Whether it is surely a person or an animal, so that "he" or "she" may refer to it. A
   * capitalised "Harbour Diary" may be a thing. @default false
   */
  readonly animate?: boolean;
  /**
   * Whether the name is a guess: an unknown word at the start of the sentence. Only facts that
   * apply to people are drafted about it. @default false
   */
  readonly guessed?: boolean;
}

/** A relation between two people or a person and an animal: Mia, sister of Ana. */
export interface Relation {
  readonly owner: string;
  readonly property: string;
  readonly cardinality: "one" | "many";
  /** The name, if the text gives it with the relation: "my sister Mia". */
  readonly named: string | null;
}

/** Characters of a message that are remembered for its later lines: its last headings and labels. */
const aboveChars = 1200;
/** How many of the last facts a correction may refer to: those of some two messages. */
const rememberedDrafts = 8;
/** "She" may refer to somebody who was mentioned at most this many messages before. */
const furthestPerson = 3;

/** A referent, and where it was mentioned last. */
interface Mention {
  readonly referent: Referent;
  readonly message: number;
  readonly speaker: string | null;
}

/**
 * The state of a conversation: its speakers, and the people and things mentioned so far. One per
 * request; passages are added in order.
 */
export class Conversation {
  /** The name that an assistant's "you" refers to. */
  user = "the user";
  #speakers: readonly string[] = [];
  #people: Mention[] = [];
  #thing: Mention | null = null;
  #current: Pick<Passage, "message" | "speaker"> = { message: 0, speaker: null };
  #above = { before: "", text: "" };
  #recent: readonly SemanticDraft[] = [];
  #lastEntity: { readonly name: string; readonly message: number } | null = null;

  /** The facts that were drafted last, oldest first. A correction may refer to them. */
  get recent(): readonly SemanticDraft[] {
    return this.#recent;
  }

  /** Records drafted facts. */
  remember(drafts: readonly SemanticDraft[]): void {
    this.#recent = [...this.#recent, ...drafts].slice(-rememberedDrafts);
  }

  /** The end of what the same message says before the passage that is analysed; "" at its beginning. */
  get above(): string {
    return this.#above.before;
  }

  /** Sets the passage that is analysed next, and records its speaker. */
  begin({ speaker, message, text }: Passage): void {
    const { before, text: last } = this.#above;
    const goesOn = message === this.#current.message;
    this.#above = { before: goesOn ? `${before}\n${last}`.slice(-aboveChars) : "", text };
    this.#current = { message, speaker };
    if (speaker !== null)
      this.#speakers = [speaker, ...this.#speakers.filter((name) => name !== speaker)].slice(0, 3);
  }

  /**
   * The person that "you" refers to: the other one of two speakers; `null` with more speakers or
   * none.
   */
  addresseeOf({ speaker }: Passage): string | null {
    const others = this.#speakers.filter((name) => name !== speaker);
    return speaker !== null && others.length === 1 ? others[0]! : null;
  }

  /** Records a subject. "She" and "he" refer to the last one of their gender. */
  note(referent: Referent): void {
    const mention = { referent, ...this.#current };
    if (referent.kind === "person")
      this.#people = [
        mention,
        ...this.#people.filter((person) => person.referent.name !== referent.name),
      ].slice(0, 4);
    else if (referent.kind === "thing") this.#thing = mention;
  }

  /** Records the entity of a fact that was drafted from a passage. */
  noteEntity(name: string, { message }: Passage): void {
    this.#lastEntity = { name, message };
  }

  /**
   * The entity of the last fact before or in a passage, to which a statement without a subject
   * belongs; `null` if that fact is older than the message before.
   */
  entityBefore({ message }: Passage): string | null {
    const last = this.#lastEntity;
    return last !== null && message - last.message <= 1 ? last.name : null;
  }

  /** Whether there was only one speaker so far. Then a thing without an owner is theirs. */
  get isMonologue(): boolean {
    return this.#speakers.length <= 1;
  }

  /** Whether one of the speakers has this name. */
  speaks(name: string): boolean {
    return this.#speakers.includes(name);
  }

  /** Whether a person of this name was mentioned recently. */
  isSomebody(name: string): boolean {
    return this.#people.some(({ referent }) => referent.name === name && referent.kind === "person");
  }

  /**
   * The noun that "mine" refers to: the thing that was mentioned last, if it belongs to somebody
   * and was mentioned in this message or the message before; else `null`.
   */
  get possessedNoun(): string | null {
    const thing = this.#thing;
    if (thing === null || this.#current.message - thing.message > 1) return null;
    return thing.referent.possessed?.written ?? null;
  }

  /** The person or thing that a pronoun refers to; `null` where that is not clear. */
  resolve(pronoun: string): Referent | null {
    const meant = this.#meant(pronoun);
    // A pronoun does not repeat the relation or the owner that the name was given with.
    return meant === null ? null : { ...meant, relation: null, possessed: null };
  }

  #meant(pronoun: string): Referent | null {
    if (pronoun === "it") return this.#near(this.#thing);
    const people = this.#people
      .filter(({ message }) => this.#current.message - message <= furthestPerson)
      .map(({ referent }) => referent);
    if (pronoun === "they") return people[0]?.plural ? people[0] : null;
    const fits = people.filter(
      ({ gender, plural, animate }) =>
        !plural && (gender === pronoun || (gender === null && animate === true)),
    );
    const sure = fits.find(({ gender }) => gender === pronoun);
    return fits[0] === undefined ? null : fits[0].gender === pronoun || sure === undefined ? fits[0] : null;
  }

  /**
   * The thing that "it" may refer to. It was mentioned in the same message, or by the same speaker
   * in the message before. When another speaker says "it", they mostly mean the topic of the
   * conversation.
   */
  #near(thing: Mention | null): Referent | null {
    if (thing === null || thing.referent.plural) return null;
    const { message, speaker } = this.#current;
    const isNear = thing.message === message || (message - thing.message === 1 && thing.speaker === speaker);
    return isNear ? thing.referent : null;
  }
}
