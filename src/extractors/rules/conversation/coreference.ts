/**
 * Who is meant: names for subjects, and pronouns resolved to who was last spoken of. Conservative:
 * where two could be meant, nobody is, and no fact is drafted; the passage is kept verbatim anyway.
 */
import type { Passage } from "../../../text/passage.js";
import type { SemanticDraft } from "../../extractor.js";
import { isNoNameRun, withoutTimeLead } from "../events/time-leads.js";
import {
  animalOf,
  type Gender,
  genderOf,
  pluralRelationOf,
  relationCardinality,
  relationOf,
} from "../facts/relations.js";
import type { Word } from "../grammar/grammar.js";
import { ofOneSpelling } from "../grammar/spelling.js";
import { looksLikeName } from "../grammar/unknown-names.js";
import { nameOfSpeaker } from "./speakers.js";

/** Whom or what a subject names. */
export interface Referent {
  /** As records call it: "Ana", "Ana's sister", "API quota". */
  readonly name: string;
  readonly kind: "speaker" | "person" | "thing";
  readonly gender: Gender;
  readonly plural: boolean;
  /** Whose relation it is, where it was named as one. */
  readonly relation: Relation | null;
  /**
   * "my favourite colour": whose, and which noun; then the clause may state a property of the
   * owner.
   */
  readonly possessed: { readonly owner: string; readonly noun: string; readonly written: string } | null;
  readonly definite: boolean;
  /**
   * Known to be a person or an animal, so that "he" or "she" may mean it. A capitalised "Harbour
   * Diary" may be a thing. @default false
   */
  readonly animate?: boolean;
  /**
   * A word that opens the sentence and is known for nothing else; only what people alone do is told
   * of it. @default false
   */
  readonly guessed?: boolean;
}

/** How somebody is related to somebody: Mia, sister of Ana. */
export interface Relation {
  readonly owner: string;
  readonly property: string;
  readonly cardinality: "one" | "many";
  /** The name it was given with: "my sister Mia". */
  readonly named: string | null;
}

/** Facts that a correction may still mean: some two messages back. */
const rememberedDrafts = 8;

/** What has been spoken of so far. One per request; read in the order said. */
export class Conversation {
  /** The user, as an assistant's "you" means them. */
  user = "the user";
  /** Who the fact drafted last is about. */
  lastEntity: string | null = null;
  #speakers: readonly string[] = [];
  #people: Referent[] = [];
  #thing: Referent | null = null;
  #recent: readonly SemanticDraft[] = [];

  /** The facts drafted last, oldest first: what a correction may take back. */
  get recent(): readonly SemanticDraft[] {
    return this.#recent;
  }

  remember(drafts: readonly SemanticDraft[]): void {
    this.#recent = [...this.#recent, ...drafts].slice(-rememberedDrafts);
  }

  /** Notes who speaks. */
  hear({ speaker }: Passage): void {
    if (speaker !== null)
      this.#speakers = [speaker, ...this.#speakers.filter((name) => name !== speaker)].slice(0, 3);
  }

  /** Whom "you" means: the other one of two who speak; `null` where there are more or none. */
  addresseeOf({ speaker }: Passage): string | null {
    const others = this.#speakers.filter((name) => name !== speaker);
    return speaker !== null && others.length === 1 ? others[0]! : null;
  }

  /** Notes a subject. The last one of its gender is who "she" or "he" will be. */
  note(referent: Referent): void {
    if (referent.kind === "person")
      this.#people = [referent, ...this.#people.filter(({ name }) => name !== referent.name)].slice(0, 4);
    else if (referent.kind === "thing") this.#thing = referent;
  }

  /** Whether one of those who take part is called so. */
  speaks(name: string): boolean {
    return this.#speakers.includes(name);
  }

  /** Whether somebody of that name was spoken of lately. */
  isSomebody(name: string): boolean {
    return this.#people.some((person) => person.name === name && person.kind === "person");
  }

  resolve(pronoun: string): Referent | null {
    const meant = this.#meant(pronoun);
    // A pronoun names anew neither whose relation somebody is nor what is possessed.
    return meant === null ? null : { ...meant, relation: null, possessed: null };
  }

  #meant(pronoun: string): Referent | null {
    if (pronoun === "it") return this.#thing;
    if (pronoun === "they") return this.#people[0]?.plural ? this.#people[0] : null;
    const fits = this.#people.filter(
      ({ gender, plural, animate }) =>
        !plural && (gender === pronoun || (gender === null && animate === true)),
    );
    const sure = fits.find(({ gender }) => gender === pronoun);
    return fits[0] === undefined ? null : fits[0].gender === pronoun || sure === undefined ? fits[0] : null;
  }
}

/** Reads a subject's words. `null` where it names nobody that a record could be about. */
export function referentOf(
  words: readonly Word[],
  passage: Passage,
  conversation: Conversation,
): Referent | null {
  const spoken = withoutTimeLead(words.filter(({ text, lower }) => text !== "" || lower !== ""));
  const first = spoken[0]?.lower ?? "";
  if (spoken.length === 1) {
    if (first === "i" || first === "we") return person(nameOfSpeaker(passage), "speaker");
    if (first === "you") return passage.role === "assistant" ? person(conversation.user, "speaker") : null;
    if (/^(?:he|she|they|it)$/.test(first)) return conversation.resolve(first);
  }
  if (spoken.length === 0 || spoken.length > 8) return null;
  return ofPossessive(spoken, passage, conversation) ?? ofName(spoken) ?? ofThing(spoken);
}

function person(name: string, kind: "speaker" | "person", gender: Gender = null): Referent {
  return { name, kind, gender, plural: false, relation: null, possessed: null, definite: true };
}

function thing(name: string, possessed: Referent["possessed"]): Referent {
  return { name, kind: "thing", gender: null, plural: false, relation: null, possessed, definite: true };
}

/** Whose: "my", "Ana's", "her", "my best friend's". The owner's name and the words after. */
function ofPossessive(words: readonly Word[], passage: Passage, conversation: Conversation): Referent | null {
  const owned = ownerOf(words, passage, conversation);
  if (owned === null) return ofOfPhrase(words, passage, conversation);
  const { owner, rest } = owned;
  if (rest.length === 0) return null;
  return possessedBy(owner, rest);
}

/**
 * Whose a noun phrase is, and what of it is left: "Ana's sister" is Ana's, and leaves "sister".
 * `null` where it is nobody's.
 */
export function ownerOf(
  words: readonly Word[],
  passage: Passage,
  conversation: Conversation,
): { owner: string; rest: readonly Word[] } | null {
  const first = words[0]!.lower;
  const direct = ownerOfPronoun(first, passage, conversation);
  const split = words.findIndex(
    ({ text, tags }, index) =>
      /['’]s?$/.test(text) && (tags.has("Possessive") || /['’]s$/.test(text)) && index < words.length - 1,
  );
  if (direct !== null && split <= 0) return { owner: direct, rest: words.slice(1) };
  if (split < 0) return null;
  const holder = words.slice(0, split + 1).map((word) => word.text.replace(/['’]s?$/, ""));
  if (direct !== null)
    return { owner: `${possessive(direct)} ${holder.slice(1).join(" ")}`, rest: words.slice(split + 1) };
  const name = holder.join(" ").replace(/^the /i, "");
  return /^\p{Lu}/u.test(name) || /^the$/i.test(words[0]!.lower)
    ? { owner: name, rest: words.slice(split + 1) }
    : null;
}

function ownerOfPronoun(word: string, passage: Passage, conversation: Conversation): string | null {
  if (word === "my" || word === "our") return nameOfSpeaker(passage);
  if (word === "your") return passage.role === "assistant" ? conversation.user : null;
  if (word === "his") return conversation.resolve("he")?.name ?? null;
  if (word === "her") return conversation.resolve("she")?.name ?? null;
  return null;
}

function possessedBy(owner: string, rest: readonly Word[]): Referent {
  const named = trailingName(rest);
  const nouns = named === null ? rest : rest.slice(0, rest.length - named.length);
  const lower = nouns.map((word) => word.lower);
  const relation = relationOf(lower);
  const many = pluralRelationOf(lower);
  const animal = animalOf(lower);
  const noun = nouns
    .map((word) => word.text)
    .join(" ")
    .replace(/['’]s$/, "");
  const name = named === null ? null : named.map((word) => word.text).join(" ");
  const isPerson = relation !== null || many !== null || animal !== null;
  const isFormer =
    relationCardinality(relation ?? "") === "one" && /^(?:old|former|previous)$/.test(lower[0]!);
  const property = ofOneSpelling(relation ?? animal ?? noun.toLowerCase());
  return {
    name: name ?? `${possessive(owner)} ${noun}`,
    kind: isPerson ? "person" : "thing",
    gender: relation === null ? null : genderOf(relation),
    animate: isPerson,
    plural: many !== null && relation === null,
    relation:
      isPerson && many === null
        ? {
            owner,
            property:
              animal !== null && relation === null ? "pet" : isFormer ? `former ${property}` : property,
            cardinality: relation === null || isFormer ? "many" : relationCardinality(relation),
            named: name,
          }
        : null,
    possessed: { owner, noun: noun.toLowerCase(), written: noun },
    definite: true,
  };
}

/** "sister Mia" → Mia. */
function trailingName(words: readonly Word[]): readonly Word[] | null {
  const at = words.findIndex(({ text }, index) => index > 0 && /^\p{Lu}\p{Ll}/u.test(text));
  if (at < 1 || !words.slice(at).every(({ text }) => /^\p{Lu}/u.test(text))) return null;
  const nouns = words.slice(0, at).map((word) => word.lower);
  return relationOf(nouns) !== null || animalOf(nouns) !== null ? words.slice(at) : null;
}

/**
 * "the capital of France", "the deadline for the report": whose is the part after "of", or after
 * "for" where the noun is a date's.
 */
function ofOfPhrase(words: readonly Word[], passage: Passage, conversation: Conversation): Referent | null {
  const at = words.findIndex(
    ({ lower }, index) =>
      lower === "of" || (lower === "for" && index > 0 && datedNouns.has(words[index - 1]!.lower)),
  );
  if (words[0]!.lower !== "the") return null;
  if (at < 1) return ofDatedNoun(words);
  const holder = words.slice(at + 1);
  const owned = holder.length > 0 ? ownerOf(holder, passage, conversation) : null;
  const owner = owned === null ? withoutDeterminer(holder) : `${possessive(owned.owner)} ${text(owned.rest)}`;
  const noun = text(words.slice(1, at)).toLowerCase();
  if (
    owner === "" ||
    noun === "" ||
    /^(?:most|some|all|one|rest|lot|number|kind|sort|part|end|beginning|point|purpose|idea|goal|best|worst|time)$/.test(
      noun,
    )
  )
    return null;
  return thing(`${noun} of ${owner}`, { owner, noun, written: noun });
}

/** What has a date and is somebody's or something's. */
const datedNouns = new Set(
  "deadline launch release rollout kickoff kick-off demo review due-date meeting milestone go-live".split(
    " ",
  ),
);

/** "the Atlas deadline" is the deadline of Atlas. */
function ofDatedNoun(words: readonly Word[]): Referent | null {
  const noun = words.at(-1)!.lower;
  const holder = words.slice(1, -1);
  if (!datedNouns.has(noun) || holder.length === 0 || holder.length > 3) return null;
  if (!holder.every((word) => /^\p{Lu}/u.test(word.text) && !word.tags.has("Date"))) return null;
  const owner = text(holder);
  return thing(`${noun} of ${owner}`, { owner, noun, written: noun });
}

function ofName(words: readonly Word[]): Referent | null {
  if (!words.every(({ text: written }) => /^\p{Lu}[\p{L}\p{N}.&'’-]*$/u.test(written)) || words.length > 4)
    return null;
  if (isNoNameRun(words)) return null;
  const name = text(words).replace(/['’]s$/, "");
  const tags = words[0]!.tags;
  if (
    /^(?:This|That|These|Those|There|Here|What|Which|Who|Everyone|Everything|Nothing|Something|Someone|Anyone|People|Today|Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday|All|Both|One|Some|Most|Many|Each|Another|He|She|It|They|We|You|I)$/i.test(
      name,
    )
  )
    return null;
  const known = ["ProperNoun", "Person", "Place", "Organization"].some((tag) => tags.has(tag));
  if (words.length === 1 && !known && !looksLikeName(words[0]!)) return null;
  const gender: Gender = tags.has("FemaleName") ? "she" : tags.has("MaleName") ? "he" : null;
  const isThing = tags.has("Organization") || tags.has("Place") || tags.has("Acronym");
  const named = person(name, "person", gender);
  if (isThing) return { ...named, kind: "thing" };
  const animate = tags.has("Person") || tags.has("FirstName") || tags.has("LastName");
  return { ...named, animate, guessed: words.length === 1 && !known };
}

/** "the API quota", "the launch": a definite thing. "A dog" and "some people" name nothing. */
function ofThing(words: readonly Word[]): Referent | null {
  const first = words[0]!.lower;
  if (first !== "the" || words.length < 2 || words.length > 6) return null;
  if (
    words.some(
      ({ tags, lower }) =>
        tags.has("Pronoun") ||
        /^(?:and|that|who|which|to|only|same|first|best|other|most|more|last|next|rest|thing|one|way|problem|reason|question|point|idea|kids|children)$/.test(
          lower,
        ),
    )
  )
    return null;
  return thing(withoutDeterminer(words), null);
}

function withoutDeterminer(words: readonly Word[]): string {
  return text(words).replace(/^(?:the|a|an)\s+/i, "");
}

function text(words: readonly Word[]): string {
  return words
    .map((word) => word.text)
    .filter((part) => part !== "")
    .join(" ")
    .replace(/[,;:.!?]+$/, "");
}

/** "Ana's", "James's", "the user's". */
export function possessive(name: string): string {
  return `${name}'s`;
}
