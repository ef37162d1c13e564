/**
 * Lines for `import`: a made-up conversation of any length. It is stored without an extractor,
 * which would take most of the time of filling a store of a million. Each message is one passage
 * with one record, of the kinds that the bundled rules extract from such text. So a million records
 * are a million vectors; real talk has some 1.5 records per passage.
 */

import type { ExchangedSource } from "../../src/contract/maintenance/exchange.js";
import { timeId } from "../../src/hashing/time-id.js";
import { MadeUpConversation, type Message } from "../latency/conversation.js";

type ExchangedPassage = ExchangedSource["passages"][number];
type ExchangedRecord = ExchangedPassage["records"][number];

/** Messages of one source, which is a session. */
const sessionLength = 20;
const firstMs = Date.UTC(2024, 0, 8, 9);
const everyMs = 60_000;

const header = JSON.stringify({
  format: "keepsake",
  version: 1,
  name: "growth",
  exported_at: new Date(firstMs).toISOString(),
});

/** Generates the messages of a growing store. */
export class GrowingConversation {
  readonly #words: MadeUpConversation;
  readonly #texts: readonly string[] | undefined;
  #next = 0;

  /** @param texts Real texts to use in turn instead of made-up ones. */
  constructor(seed: number, texts?: readonly string[]) {
    this.#words = new MadeUpConversation(seed);
    this.#texts = texts;
  }

  /** A question about a message. */
  question(about: Message): string {
    return this.#words.question(about);
  }

  /** The next `count` messages. */
  messages(count: number): Message[] {
    return Array.from({ length: count }, () => {
      const index = this.#next;
      this.#next += 1;
      const message = this.#words.message(index);
      const content = this.#texts?.[index] ?? message.content;
      const name = `${message.name} ${familyName(Math.floor(index / messagesOfFamilies))}`;
      return { ...message, name, content, at: timeOf(index) };
    });
  }
}

/** When a message was said. */
export function timeOf(index: number): string {
  return new Date(firstMs + index * everyMs).toISOString();
}

/**
 * One message in ten has metadata. Of those, one in a thousand has the same user and one in ten the
 * same topic.
 */
const labelled = { oneIn: 10, users: 1000, topics: 10 };

/** The metadata of a labelled message, by its index among them. */
export function labelOf(index: number): {
  readonly user: string;
  readonly topic: string;
  readonly rank: number;
} {
  return {
    user: `user-${index % labelled.users}`,
    topic: `topic-${index % labelled.topics}`,
    rank: index % 97,
  };
}

function metadataOf(at: string): ExchangedRecord["metadata"] {
  const index = (Date.parse(at) - firstMs) / everyMs;
  return index % labelled.oneIn === 0 ? { ...labelOf(index / labelled.oneIn) } : {};
}

/**
 * The number of people grows with the conversation: dozens in a small store, thousands in one of a
 * million messages.
 */
const messagesOfFamilies = 2000;
const syllables = ["bar", "den", "fel", "gor", "hol", "kin", "lan", "mer", "nor", "ros", "sten", "vik"];

function familyName(number: number): string {
  const [first, last] = [number % syllables.length, Math.floor(number / syllables.length)];
  const name = `${syllables[first]}${syllables[last % syllables.length]}${last >= syllables.length ? "man" : ""}`;
  return `${name[0]!.toUpperCase()}${name.slice(1)}`;
}

/** Yields what `import` reads: the header, then messages as lines with a source of 20 each. */
export function* linesOf(messages: readonly Message[]): Generator<string> {
  yield header;
  for (let from = 0; from < messages.length; from += sessionLength) {
    const session = messages.slice(from, from + sessionLength);
    const source: ExchangedSource = {
      id: timeId(Date.parse(session[0]!.at)),
      created_at: session[0]!.at,
      passages: session.map(passageOf),
    };
    yield JSON.stringify({ source });
  }
}

function passageOf({ name, content, at }: Message, index: number): ExchangedPassage {
  return {
    text: content,
    prompt: null,
    message: index,
    speaker: name,
    role: "user",
    said_at: at,
    mentions: [],
    records: [recordOf(content, { name, at })],
  };
}

/** The record that the rules would most likely extract. */
function recordOf(
  text: string,
  { name, at }: { readonly name: string; readonly at: string },
): ExchangedRecord {
  const record = {
    id: timeId(Date.parse(at)),
    text,
    entity: null,
    property: null,
    value: null,
    trigger: null,
    occurred_at: at,
    occurred_until: null,
    valid_from: null,
    valid_to: null,
    created_at: at,
    superseded_by: null,
    expires_at: null,
    metadata: metadataOf(at),
  };
  const place = /\bI moved to (\w+)/.exec(text)?.[1];
  if (place !== undefined)
    return { ...record, type: "semantic", entity: name, property: "home", value: place, valid_from: at };
  const liked = /\bI really like (\w+)/.exec(text)?.[1];
  if (liked !== undefined)
    return { ...record, type: "semantic", entity: name, property: "likes", value: liked, valid_from: at };
  if (text.includes("Always ")) return { ...record, type: "procedural" };
  return { ...record, type: "episodic" };
}
