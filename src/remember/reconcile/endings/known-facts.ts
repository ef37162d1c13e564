/**
 * The current facts of people and things that a text may end: those that are stored, and those
 * that earlier passages of the same call state.
 */
import type { MemoryRecord } from "../../../contract/record.js";
import type { SemanticDraft } from "../../../extractors/extractor.js";
import type { Store } from "../../../stores/store.js";
import type { Passage } from "../../../text/passage.js";
import { fold, indexWords } from "../../../text/words.js";
import { isSemantic } from "../changes.js";
import type { Candidate } from "../plan.js";
import { factKey } from "../said-before.js";

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
}: {
  readonly type: string;
  readonly property: string | null;
  readonly text: string;
}): ReadonlySet<string> {
  const lasts = type !== "semantic" || property === null || lasting.test(property);
  return new Set(lasts ? [] : indexWords(text));
}

/** The store, and the time of the call. */
export interface Reading {
  readonly store: Pick<Store, "snapshot">;
  readonly now: string;
}

/** A current fact that was stated before. */
export interface StatedFact {
  /** The id of a stored record, or the draft of an earlier passage of the call. */
  readonly id: string | SemanticDraft;
  readonly saidAt: string;
  readonly entity: string;
  readonly property: string;
  readonly value: string;
  /** The index words of its text; none for a fact that lasts. */
  readonly stated: ReadonlySet<string>;
  /** The passage that states it. */
  readonly passage: string;
}

/** Whether a fact was stated before a passage. Passages of one call may have the same time. */
export function isBefore({ id, saidAt }: StatedFact, passage: Passage): boolean {
  return saidAt < passage.saidAt || (typeof id !== "string" && saidAt === passage.saidAt);
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
  /** The facts that the call itself has stated so far, by their entity in lower case. */
  readonly #own = new Map<string, StatedFact[]>();
  /** What earlier passages of the call ended. */
  readonly #over = new Set<StatedFact["id"]>();
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
    const own = distinct(names).flatMap((name) => this.#own.get(name) ?? []);
    return [...facts, ...own].filter(({ id }) => !this.#over.has(id));
  }

  /** Adds what a passage of the call states. Passages are added in the order said. */
  add({ passage, decision }: Candidate): void {
    for (const draft of decision.keep ? decision.drafts.filter(isSemantic) : []) {
      if (draft.polarity === "ended") continue;
      const name = draft.entity.toLowerCase();
      const facts = this.#own.get(name) ?? [];
      const key = factKey(draft);
      const replaced = (fact: StatedFact) => draft.cardinality === "one" && factKey(fact) === key;
      const current = facts.filter((fact) => !replaced(fact)).slice(1 - mostFacts);
      this.#own.set(name, [...current, stated(draft, passage)]);
    }
  }

  /** Registers what a passage of the call ends, so that no later one ends it again. */
  end(ids: Iterable<StatedFact["id"]>): void {
    for (const id of ids) this.#over.add(id);
  }

  /** Names of stored entities that begin with a word, and names of the call that have it. */
  async named(beginning: string): Promise<readonly string[]> {
    const names = this.#names.get(beginning) ?? (await namesBeginning(beginning, this.#reading));
    this.#names.set(beginning, names);
    const word = ` ${fold(beginning)}`;
    const own = [...this.#own.keys()].filter((name) => ` ${fold(name)}`.includes(word));
    return [...names, ...own.slice(0, mostNames)];
  }
}

function distinct(names: readonly string[]): string[] {
  return [...new Set(names.map((name) => name.toLowerCase()))];
}

function stated(draft: SemanticDraft, { saidAt, text }: Passage): StatedFact {
  const { entity, property, value } = draft;
  return { id: draft, entity, property, value, saidAt, stated: statedBy(draft), passage: text };
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
  return passages.flatMap(({ records, superseded, saidAt, text }) =>
    records
      .filter(
        ({ entity, id, type }) =>
          type === "semantic" &&
          own.has((entity ?? "").toLowerCase()) &&
          !superseded.some((one) => one.id === id),
      )
      .map((record) => ({ ...fieldsOf(record), saidAt, stated: statedBy(record), passage: text })),
  );
}

function fieldsOf({ id, entity, property, value }: MemoryRecord) {
  return { id, entity: entity ?? "", property: property ?? "", value: value ?? "" };
}
