/** What a save looks up before it writes, in one statement. */
import type { Change } from "../../store.js";
import { Bound } from "../database/transaction.js";
import { andTheirRecords, inScopes, isCurrent, ofStore } from "./criteria.js";
import { answerKeptMs, factTables, passagesByDigests } from "./known.js";
import { areSame } from "./known-states.js";
import type { View } from "./view.js";

/** What is stored before a save. */
export interface Before {
  /** The answer stored under the idempotency key. */
  readonly answer: string | undefined;
  /** Whether there are answers to remove: an older one of the key, or expired ones. */
  readonly hasOldAnswers: boolean;
  /** Whether the facts that the change relies on are unchanged. */
  readonly isAsExpected: boolean;
}

/** A number that no scope has. */
const noSuchScope = -1;

/**
 * Looks up the facts that a change relies on, unless a call has just done so.
 *
 * @param view of the locked row
 */
export async function lookUpBefore(view: View, change: Change): Promise<Before> {
  const { at, idempotency, expects } = change;
  const isAsExpected =
    idempotency === undefined
      ? view.known.isAsExpected(change, { row: view.row, part: view.name })
      : undefined;
  if (isAsExpected !== undefined) {
    const { oldest_answer: oldestAnswer = null } = view.row;
    const hasOldAnswers = oldestAnswer !== null && oldestAnswer <= Date.parse(at) - answerKeptMs;
    return { answer: undefined, hasOldAnswers, isAsExpected };
  }
  const bound = new Bound();
  const oldest = `${bound.add(Date.parse(at) - answerKeptMs)}::bigint`;
  const columns = [
    `exists (select 1 from answers where store_id = $1 and at <= ${oldest}) as old`,
    `${idsOfFacts(view, bound, change)} as facts`,
    `${anyWithDigest(view, bound, change)} as repeated`,
  ];
  if (idempotency !== undefined) {
    const scope = bound.add((await view.writesTo()) ?? noSuchScope);
    const ofKey = `from answers where store_id = $1 and scope = ${scope}::integer and key = ${bound.add(idempotency.key)}::text`;
    columns.push(`(select payload ${ofKey} and at > ${oldest}) as answer`);
  }
  const row = await view.tx.row<BeforeRow>(`select ${columns.join(", ")}`, bound.values);
  const { answer, old, facts, repeated } = row!;
  const stored = new Map<number, string[]>();
  for (const [place, id] of facts ?? []) stored.set(place, [...(stored.get(place) ?? []), id]);
  const isSame = expects.facts.every(({ recordIds }, index) => {
    return areSame(stored.get(index + 1) ?? [], recordIds);
  });
  return { answer: answer ?? undefined, hasOldAnswers: old, isAsExpected: isSame && !repeated };
}

interface BeforeRow {
  readonly answer?: string | null;
  readonly old: boolean;
  /** Places of facts, counted from 1, each with the id of a current record. */
  readonly facts: readonly (readonly [place: number, id: string])[] | null;
  readonly repeated: boolean;
}

function idsOfFacts({ scopes }: View, bound: Bound, { at, expects: { facts } }: Change): string {
  if (facts.length === 0) return "null::json";
  return `(select json_agg(json_build_array(wanted.at, r.uuid)) from ${factTables(bound, facts)}
    where r.store_id = $1 and ${inScopes(bound, scopes, "r")} and r.type = 'semantic' and ${isCurrent(bound, at)})`;
}

/** A passage with one of the digests has a current record. */
function anyWithDigest({ scopes }: View, bound: Bound, { at, expects: { absentDigests } }: Change): string {
  if (absentDigests.length === 0) return "false";
  return `exists (select 1 from ${passagesByDigests(bound, absentDigests)} ${andTheirRecords} where ${ofStore}
    and ${inScopes(bound, scopes, "p")} and ${isCurrent(bound, at)})`;
}
