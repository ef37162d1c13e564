/**
 * Descriptions: relations that identify a person. After somebody said that Ana's landlady is Mrs
 * Okafor, facts about "Ana's landlady" answer a question about Mrs Okafor. If two people were Ana's
 * landlady, even one after the other, neither is identified.
 */
import type { MemoryRecord } from "../../../contract/record.js";
import type { Criteria, Snapshot } from "../../../stores/store.js";
import { fold } from "../../../text/words.js";
import { factsIn } from "../facts-in.js";
import { relationOf } from "./people-words.js";

/** Maximum number of statements about who somebody is that are read, newest first. */
const statementsLimit = 32;

/** A name, and the description that records may use for its bearer, folded: "ana's landlady". */
export interface Description {
  readonly name: readonly string[];
  readonly called: string;
}

/**
 * Returns the descriptions for which exactly one name is known.
 *
 * @param asking Entities whose relations are read, folded: all names of the user.
 */
export async function descriptionsOf(
  asking: readonly string[],
  { store, scope }: { readonly store: Pick<Snapshot, "search" | "read">; readonly scope: Criteria },
): Promise<readonly Description[]> {
  const isProperty = (name: string) => relationOf(name) !== undefined;
  // A former landlady counts too: which of the two "my landlady" meant depends on when that was
  // said.
  const everScope = { ...scope, includeSuperseded: true };
  const asked = { entities: asking, limit: statementsLimit, scope: everScope, isProperty };
  const passages = await factsIn(store, asked);
  const named = new Map<string, Set<string>>();
  for (const { entity, property, value } of passages.flatMap(({ records }) => records).filter(isStated)) {
    if (!asking.includes(fold(entity)) || !isProperty(fold(property)) || !/^\p{Lu}/u.test(value)) continue;
    // "Ana's sister" as a value is not a name.
    if (/['’]s\s/.test(value)) continue;
    const called = `${fold(entity).replaceAll("’", "'")}'s ${fold(property)}`;
    named.set(called, (named.get(called) ?? new Set()).add(fold(value)));
  }
  return [...named].flatMap(([called, names]) =>
    names.size === 1 ? [...names].map((name) => ({ called, name: name.split(/\s+/) })) : [],
  );
}

type Stated = MemoryRecord & { readonly entity: string; readonly property: string; readonly value: string };

function isStated(record: MemoryRecord): record is Stated {
  const { type, entity, property, value } = record;
  return type === "semantic" && entity !== null && property !== null && value !== null;
}
