/**
 * Gather: reads what a store has about a user, through indexes and newest first. It reads some
 * hundred records, so a profile costs the same for a store of any size.
 */
import type { MemoryRecord } from "../contract/record.js";
import { isSure } from "../recall/prose/lines.js";
import type { UserRule } from "../recall/rules/user-rules.js";
import { userRules } from "../recall/rules/user-rules.js";
import type { Criteria, Snapshot, StoredPassage } from "../stores/store.js";
import { isRecited } from "../text/recited.js";
import { fold } from "../text/words.js";
import { isListed } from "./importance.js";

/** Maximum number of passages that are read of each kind. */
const most = { listed: 48, newest: 64, lately: 24, coming: 48, speakers: 32, names: 8 };
/** Days that count as recent, and days that are looked ahead. */
const days = { lately: 90, coming: 90 };
const dayMs = 86_400_000;
const longAgo = "0001-01-01T00:00:00.000Z";

/** What is known of a user. */
export interface Gathered {
  /** The name of the user. */
  readonly about: string;
  /** The entities of facts about them, in lower case. */
  readonly entities: ReadonlySet<string>;
  /** Passages with facts. */
  readonly passages: readonly StoredPassage[];
  /** Newest first. */
  readonly lately: readonly StoredPassage[];
  readonly coming: readonly StoredPassage[];
  readonly rules: readonly UserRule[];
}

/** What the profile is about. */
export interface Asked {
  readonly scope: Criteria;
  readonly now: Date;
  readonly speaker?: string | undefined;
}

const unnamed = "the user";

/** Reads what the store has about a user, in few requests. */
export async function gather(store: Snapshot, { scope, now, speaker }: Asked): Promise<Gathered> {
  const name = speaker ?? (await soleSpeaker(store, scope, now));
  const known = await nameOf(store, scope);
  const about = name ?? known ?? unnamed;
  const entities = [
    ...new Set([...(name === undefined ? [] : [name]), unnamed, ...(known === undefined ? [] : [known])]),
  ];
  const at = (offsetDays: number) => new Date(now.getTime() + offsetDays * dayMs).toISOString();
  // What was said at this moment counts as past.
  const present = justAfter(now);
  const [before, after] = [at(-days.lately), at(days.coming)];
  const [listed, newest, lately, coming] = await store.search([
    { by: "facts", entities, limit: most.listed, scope, isProperty: isListed },
    { by: "facts", entities, limit: most.newest, scope },
    { by: "time", from: before, to: present, limit: most.lately, scope, entities },
    { by: "time", from: present, to: after, limit: most.coming, scope, entities },
  ]);
  const rules = await userRules(store, "standing", { scope, speaker });
  const numbers = [...new Set([...listed, ...newest, ...lately, ...coming])];
  const [passages] = await store.read([{ of: "passages", numbers, scope }]);
  const read = new Map(passages.map((passage) => [passage.id, passage]));
  const of = (numbers: readonly number[]) => numbers.flatMap((id) => read.get(id) ?? []);
  return {
    about,
    entities: new Set(entities.map((entity) => entity.toLowerCase())),
    passages: of([...new Set([...listed, ...newest])]),
    lately: of(lately),
    coming: of(coming),
    rules,
  };
}

function justAfter(now: Date): string {
  return new Date(now.getTime() + 1).toISOString();
}

/** Returns the name of the user, if only one user has spoken lately and always under that name. */
async function soleSpeaker(store: Snapshot, scope: Criteria, now: Date): Promise<string | undefined> {
  const [numbers] = await store.search([
    { by: "time", from: longAgo, to: justAfter(now), limit: most.speakers, scope },
  ]);
  const [found] = await store.read([{ of: "speakers", numbers }]);
  const speakers = found.filter((speaker) => speaker?.role === "user");
  const names = new Map(
    speakers.map((speaker) => [fold(speaker?.speaker ?? ""), speaker?.speaker ?? undefined]),
  );
  return names.size === 1 ? [...names.values()][0] : undefined;
}

/** Returns the name of a user who speaks without a name, if they said it. */
async function nameOf(store: Snapshot, scope: Criteria): Promise<string | undefined> {
  const isProperty = (property: string) => property === "name";
  const asked = { by: "facts", entities: [unnamed], limit: most.names, scope, isProperty } as const;
  const [numbers] = await store.search([asked]);
  const [passages] = await store.read([{ of: "passages", numbers, scope }]);
  const own = passages.filter((passage) => !isRecited(passage));
  const names = own.flatMap((passage) => currentFacts(passage, new Set([unnamed])));
  return names.find((fact) => fact.property === "name" && isSure(fact))?.value ?? undefined;
}

/** Returns the current facts of a passage about somebody. */
export function currentFacts(
  { records, superseded }: StoredPassage,
  entities: ReadonlySet<string>,
): MemoryRecord[] {
  const ended = new Set(superseded.map(({ id }) => id));
  return records.filter(
    ({ type, id, entity, property, value }) =>
      type === "semantic" &&
      !ended.has(id) &&
      property !== null &&
      value !== null &&
      entities.has((entity ?? "").toLowerCase()),
  );
}
