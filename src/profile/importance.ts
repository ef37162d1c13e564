/**
 * Importance: orders current facts about a user by how important they are. Pure.
 *
 *   1  who they are        name, age, home, work, languages, in the order of the list below
 *   2  what to be careful of   allergies, diet, health, fears
 *   3  whom they live with     partner, children, pets
 *   4  all else            what was said more often first, then what was said last;
 *                         at most four values of one property
 *
 * Properties have the extractor's names; those in no list are of the last kind. How often a fact
 * was recalled is not recorded, so it does not count.
 */
import type { MemoryRecord } from "../contract/record.js";

const lists = [
  "name,nickname,age,birthday,birth year,pronouns,gender,home,birthplace,hometown,nationality,language,timezone,occupation,role,employer,workplace,field of work,runs,school,field of study",
  "allergy,intolerance,diet,does not eat,does not drink,health,medication,needs,fears",
  "relationship status,partner,wife,husband,spouse,boyfriend,girlfriend,children,siblings,pet,dog,cat",
] as const;

/** Rank of each listed property, the lists one after the other. */
const places: ReadonlyMap<string, number> = new Map(
  lists.flatMap((list) => list.split(",")).map((property, place) => [property, place]),
);

/** Plans are rendered with coming events. */
const plans: ReadonlySet<string> = new Set(["plan", "goal"]);

/**
 * Maximum number of values of one property: twenty things that somebody likes are less useful than
 * five and their work.
 */
const mostOfOne = 4;

/**
 * Whether a property says who somebody is, what to be careful of, or whom they live with. Such
 * facts are read by property, however old they are.
 */
export function isListed(property: string): boolean {
  return places.has(property);
}

/** Whether a fact is an open plan. */
export function isPlan({ property }: Pick<MemoryRecord, "property">): boolean {
  return plans.has(property ?? "");
}

/**
 * Orders facts, most important first, each value once. All facts with a listed property come first;
 * see the head of this file.
 */
export function byImportance(facts: readonly MemoryRecord[]): MemoryRecord[] {
  const said = new Map<string, MemoryRecord[]>();
  for (const fact of facts.toSorted(newestFirst)) {
    const same = said.get(valueKey(fact));
    if (same === undefined) said.set(valueKey(fact), [fact]);
    else same.push(fact);
  }
  const times = (fact: MemoryRecord) => said.get(valueKey(fact))!.length;
  const distinct = [...said.values()].map(([newest]) => newest!);
  const ordered = distinct.sort(
    (one, other) => placeOf(one) - placeOf(other) || times(other) - times(one) || newestFirst(one, other),
  );
  return atMostOf(ordered);
}

function atMostOf(facts: readonly MemoryRecord[]): MemoryRecord[] {
  const counts = new Map<string, number>();
  return facts.filter(({ property }) => {
    const count = (counts.get(property ?? "") ?? 0) + 1;
    counts.set(property ?? "", count);
    return count <= mostOfOne;
  });
}

function placeOf({ property }: MemoryRecord): number {
  return places.get((property ?? "").toLowerCase()) ?? places.size;
}

function valueKey({ property, value }: MemoryRecord): string {
  return `${property} ${value}`.toLowerCase();
}

function newestFirst(one: MemoryRecord, other: MemoryRecord): number {
  return other.occurred_at.localeCompare(one.occurred_at) || (one.id < other.id ? 1 : -1);
}
