/** The current facts of people and things that a text may end. */
import type { MemoryRecord } from "../../../contract/record.js";
import type { Store } from "../../../stores/store.js";
import { fold, indexWords } from "../../../text/words.js";

/**
 * Properties that do not end, and tastes: "I stopped running" does not mean that the speaker
 * dislikes it.
 */
const lasting =
  /^(?:name|nickname|birthday|birth year|birthplace|hometown|nationality|age|visited|likes|dislikes|goal|plan|former .*|has never .*|sister|brother|mother|father|children|siblings|lived in)$/i;

/** The words of a fact that may end; none for a fact that lasts. */
export function statedBy({
  type,
  property,
  text,
}: Pick<MemoryRecord, "type" | "property" | "text">): ReadonlySet<string> {
  const lasts = type !== "semantic" || property === null || lasting.test(property);
  return new Set(lasts ? [] : indexWords(text));
}

/** The store, and the time of the call. */
export interface Reading {
  readonly store: Pick<Store, "snapshot">;
  readonly now: string;
}

/** A current fact that was stored before. */
export interface StatedFact {
  readonly id: string;
  readonly saidAt: string;
  readonly entity: string;
  readonly property: string;
  readonly value: string;
  /** The index words of its text; none for a fact that lasts. */
  readonly stated: ReadonlySet<string>;
}

const unnamed = ["the user", "user"];

/** The names under which the facts of a speaker are stored. */
export function namesOf(speaker: string | null): readonly string[] {
  return speaker === null ? unnamed : [speaker];
}

/** How many of the newest facts of a person or thing are compared. */
const mostFacts = 64;
/** How many entities are found by the beginning of their name. */
const mostNames = 16;

/**
 * The newest current facts of people and things, read once for each: a long text may state
 * thousands of endings.
 */
export class KnownFacts {
  readonly #facts = new Map<string, readonly StatedFact[]>();
  readonly #names = new Map<string, readonly string[]>();
  readonly #reading: Reading;

  constructor(reading: Reading) {
    this.#reading = reading;
  }

  /** The facts of entities with one of these names that may end. */
  async of(names: readonly string[]): Promise<readonly StatedFact[]> {
    return (await this.all(names)).filter(({ stated }) => stated.size > 0);
  }

  /** As {@link of}, also those that last. */
  async all(names: readonly string[]): Promise<readonly StatedFact[]> {
    const key = names.join("\n");
    const facts = this.#facts.get(key) ?? (await factsOf(names, this.#reading));
    this.#facts.set(key, facts);
    return facts;
  }

  /** Names of entities that begin with a word. */
  async named(beginning: string): Promise<readonly string[]> {
    const names = this.#names.get(beginning) ?? (await namesBeginning(beginning, this.#reading));
    this.#names.set(beginning, names);
    return names;
  }
}

async function namesBeginning(beginning: string, { store, now }: Reading): Promise<readonly string[]> {
  const asked = { by: "names", beginning: fold(beginning), limit: mostNames, scope: { now } } as const;
  const [names] = await store.snapshot((snapshot) => snapshot.search([asked]));
  return names;
}

async function factsOf(names: readonly string[], { store, now }: Reading): Promise<readonly StatedFact[]> {
  const scope = { now };
  const passages = await store.snapshot(async (snapshot) => {
    const [numbers] = await snapshot.search([{ by: "facts", entities: names, limit: mostFacts, scope }]);
    const [read] = await snapshot.read([{ of: "passages", numbers, scope }]);
    return read;
  });
  const own = new Set(names.map((name) => name.toLowerCase()));
  return passages.flatMap(({ records, superseded, saidAt }) =>
    records
      .filter(
        ({ entity, id, type }) =>
          type === "semantic" &&
          own.has((entity ?? "").toLowerCase()) &&
          !superseded.some((one) => one.id === id),
      )
      .map((record) => ({ ...fieldsOf(record), saidAt, stated: statedBy(record) })),
  );
}

function fieldsOf({ id, entity, property, value }: MemoryRecord) {
  return { id, entity: entity ?? "", property: property ?? "", value: value ?? "" };
}
