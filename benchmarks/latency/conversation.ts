/**
 * A made-up conversation of any length, always the same for a seed. Its words follow Zipf's law
 * over the bundled vocabulary, so the keyword index has common words with long postings lists and
 * rare words with short ones, as with real text. Its sentences contain facts, events and rules, so
 * every part of remembering has work to do. The text has no meaning: it is for measuring time and
 * size, never quality.
 */
import { readFileSync } from "node:fs";

/** A made-up chat message. */
export interface Message {
  readonly role: "user";
  readonly name: string;
  readonly content: string;
  readonly at: string;
}

const speakers = [
  "Ilse",
  "Marek",
  "Noor",
  "Tobias",
  "Renske",
  "Kofi",
  "Yara",
  "Bruno",
  "Sanne",
  "Emeka",
  "Lotte",
  "Pavel",
];
const places = [
  "Groningen",
  "Porto",
  "Graz",
  "Bergen",
  "Ghent",
  "Leeds",
  "Turin",
  "Aarhus",
  "Lyon",
  "Krakow",
  "Galway",
  "Basel",
];
const relatives = ["sister", "brother", "neighbour", "colleague", "aunt", "cousin", "manager", "landlord"];
const pastVerbs = [
  "repaired",
  "sold",
  "borrowed",
  "painted",
  "lost",
  "found",
  "ordered",
  "returned",
  "photographed",
  "moved",
];
const days = [
  "last Friday",
  "yesterday",
  "two weeks ago",
  "in May",
  "on Monday",
  "three days ago",
  "last summer",
  "this morning",
];

/**
 * The first words of the vocabulary are articles and the like, which the sentences contain anyway.
 */
const skippedWords = 300;
const vocabularyWords = 12_000;
const firstMessageMs = Date.UTC(2024, 0, 8, 9);
const messageEveryMs = 17 * 60_000;

/** Generates messages and questions from a seed. */
export class MadeUpConversation {
  readonly #words = frequentWords();
  readonly #harmonic: Float64Array;
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
    let sum = 0;
    this.#harmonic = Float64Array.from(this.#words, (_, rank) => {
      sum += 1 / (rank + 10);
      return sum;
    });
  }

  /** The next message; `index` sets its time. One to three sentences, some 40 to 250 characters. */
  message(index: number): Message {
    const count = 1 + this.#below(3);
    const content = Array.from({ length: count }, () => this.#sentence()).join(" ");
    const at = new Date(firstMessageMs + index * messageEveryMs).toISOString();
    return { role: "user", name: this.#one(speakers), content, at };
  }

  /** A question about a remembered message. */
  question(about: Message): string {
    const rare = (about.content.match(/[a-z]{5,}/g) ?? ["work"]).slice(0, 40);
    const first = this.#one(rare);
    const second = this.#one(rare);
    return this.#one([
      `Where does ${about.name} live now?`,
      `What did ${about.name} say about the ${first} and the ${second}?`,
      `When did ${about.name} talk about the ${first}?`,
      `Who knows about the ${first} ${second}?`,
      `What should I remember when the ${first} comes up?`,
      `Which ${first} did ${about.name}'s ${this.#one(relatives)} mention?`,
    ]);
  }

  #sentence(): string {
    const roll = this.#next();
    if (roll < 0.06)
      return `My ${this.#one(relatives)} works at the ${this.#word()} ${this.#word()} in ${this.#one(places)}.`;
    if (roll < 0.1) return `I moved to ${this.#one(places)} because of the ${this.#word()}.`;
    if (roll < 0.16) return `I really like ${this.#word()} and ${this.#word()}.`;
    if (roll < 0.2) return `Always check the ${this.#word()} before you ${this.#word()} the ${this.#word()}.`;
    if (roll < 0.45)
      return `I ${this.#one(pastVerbs)} the ${this.#word()} ${this.#word()} with ${this.#one(speakers)} ${this.#one(days)}.`;
    return this.#loose();
  }

  /** A sentence like most talk: no fact, no date, many words. */
  #loose(): string {
    const words = Array.from({ length: 5 + this.#below(9) }, (_, at) =>
      at % 3 === 2 ? this.#one(["of the", "with a", "and the", "near the", "without"]) : this.#word(),
    );
    return `The ${words.join(" ")} was ${this.#word()}.`;
  }

  #word(): string {
    const target = this.#next() * this.#harmonic[this.#harmonic.length - 1]!;
    let low = 0;
    let high = this.#harmonic.length - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#harmonic[middle]! < target) low = middle + 1;
      else high = middle;
    }
    return this.#words[low]!;
  }

  #one<Item>(items: readonly Item[]): Item {
    return items[this.#below(items.length)]!;
  }

  #below(bound: number): number {
    return Math.floor(this.#next() * bound);
  }

  /** mulberry32, in [0, 1). */
  #next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }
}

/** The vocabulary lists its words by frequency. */
function frequentWords(): string[] {
  const lines = readFileSync(new URL("../../assets/vocab.txt", import.meta.url), "utf8").split("\n");
  return lines.filter((line) => /^[a-z]{3,}$/.test(line)).slice(skippedWords, skippedWords + vocabularyWords);
}
