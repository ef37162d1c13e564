/**
 * Facets: the conditions of a scope that never change of a record, each as stretches of an index that hold the passages that may meet it. What else a
 * scope asks (that a record is still true, that it has not expired) changes with time, and is asked of what was found.
 */
import type { Metadata, MetadataFilter, RecordType } from "../../../contract/record.js";
import type { Criteria } from "../../store.js";
import { type EntryValue, entryLength, entryText, entryValue } from "../tables/metadata-entries.js";
import { filterJson } from "./criteria.js";

type Condition = MetadataFilter[string];
type Scalar = Exclude<Metadata[string], unknown[]>;
type Bounds = Extract<Condition, { gt?: unknown; ne?: unknown }>;

/** A stretch of an index of passages by value, both ends included. */
export interface Stretch {
  readonly index: keyof typeof indexes;
  /** Of metadata. */
  readonly key?: string;
  readonly from: EntryValue;
  readonly to: EntryValue;
}

export interface Facet {
  /** What is asked, as one text. */
  readonly name: string;
  /** What it begins with: no passage or those of another facet, to which those of the stretches are added; or all, from which they are taken. */
  readonly start: "none" | "all" | { readonly facet: string };
  readonly stretches: readonly Stretch[];
  /** Stretches of passages that are added in the end. */
  readonly restored?: readonly Stretch[];
  /** Passages of the stretches are looked at one by one: only those with a record that meets `condition` are added, or left. */
  readonly checked: boolean;
  /** Of what had begun by a moment: which. */
  readonly asOf?: number;
  /** SQL that holds for records (alias `r`) that meet it. */
  readonly condition: string;
  readonly parameters: object;
}

const thatEnd = "(superseded_by is not null or valid_to is not null or expires_at is not null)";

/** Where passages are found by value: each a covering index. Parameters `key`, `from` and `after` (where the last step ended), `to`. */
export const indexes = {
  metadata: {
    value: "value",
    passage: "passage",
    rows: "metadata_entries where key = @key and (value, passage) > (@from, @after) and value <= @to order by value, passage",
  },
  type: {
    value: "type",
    passage: "passage",
    rows: "records where (type, passage) > (@from, @after) and type <= @to order by type, passage",
  },
  said: {
    value: "said_at",
    passage: "id",
    rows: "passages where (said_at, id) > (@from, @after) and said_at <= @to order by said_at, id",
  },
  valid: {
    value: "valid_from",
    passage: "passage",
    rows: `records where valid_from is not null and (valid_from, passage) > (@from, @after) and valid_from <= @to
      order by valid_from, passage`,
  },
  ending: {
    value: "passage",
    passage: "passage",
    rows: `records where ${thatEnd} and passage > @after order by passage`,
  },
} as const;

/** Not of a scope: passages with a record that has ended, ends or expires. Of all others it is known that what they say is true now. */
export const endingFacet: Facet = {
  name: "ending",
  start: "none",
  stretches: [{ index: "ending", from: 0, to: 0 }],
  checked: false,
  condition: thatEnd,
  parameters: {},
};

/** What is known of a moment before its passages are picked. */
export interface Moment {
  /** More than half of all had been said by then. */
  readonly late: boolean;
  /** The passages of this moment are held, and not many were said between the two. */
  readonly since?: number | undefined;
}

/** The facets of a scope, none of one that asks for nothing of the kind. */
export function facetsOf(
  { types, filter = {}, asOf }: Pick<Criteria, "types" | "filter" | "asOf">,
  moment: Moment = { late: false },
): Facet[] {
  return [
    // First: what it may begin with is held now, and may not be in a moment.
    ...(asOf === undefined ? [] : [beganFacet(Date.parse(asOf), moment)]),
    ...Object.entries(filter).map(([key, condition]) => metadataFacet(key, condition)),
    ...(types === undefined ? [] : [typeFacet(types)]),
  ];
}

function typeFacet(types: readonly RecordType[]): Facet {
  const asked = JSON.stringify([...new Set(types)].sort());
  return {
    name: `types ${asked}`,
    start: "none",
    stretches: types.map((type) => ({ index: "type", from: type, to: type })),
    checked: false,
    condition: "+r.type in (select value from json_each(@asked))",
    parameters: { asked },
  };
}

/** As little is walked as can be: what had been said by then, or what had not, or what came since a moment before; and what was true before it was said. */
function beganFacet(asOf: number, { late, since }: Moment): Facet {
  const facet = {
    name: asOfName(asOf),
    asOf,
    checked: false,
    condition: "coalesce(r.valid_from, (select said_at from passages where id = r.passage)) <= @asked",
    parameters: { asked: asOf },
  };
  const until = (index: "said" | "valid", from = leastNumber): Stretch => ({ index, from, to: asOf });
  if (since !== undefined)
    return {
      ...facet,
      start: { facet: asOfName(since) },
      stretches: [until("said", since + 1), until("valid", since + 1)],
    };
  if (!late) return { ...facet, start: "none", stretches: [until("said"), until("valid")] };
  const after: Stretch = { index: "said", from: asOf + 1, to: mostNumber };
  return { ...facet, start: "all", stretches: [after], restored: [until("valid")] };
}

/** The facet of what had begun by a moment. */
export function asOfName(asOf: number): string {
  return `as of ${asOf}`;
}

function metadataFacet(key: string, condition: Condition): Facet {
  const asked = filterJson({ [key]: condition })!;
  const facet = {
    name: `metadata ${asked}`,
    condition: "metadata_matches(r.metadata, @asked)",
    parameters: { asked },
  };
  const values = valuesOf(condition);
  if (values?.some((value) => value === null))
    return { ...facet, ...allBut([{ ...whole, index: "metadata", key }]) };
  if (values !== undefined) {
    const stretches = values.map((value) => equal(key, value!));
    return { ...facet, start: "none", stretches, checked: values.some(isLong) };
  }
  const { ne, ...bounds } = condition as Bounds;
  if (Object.keys(bounds).length > 0) {
    const stretch: Stretch = { index: "metadata", key, ...within(bounds) };
    return { ...facet, start: "none", stretches: [stretch], checked: ne !== undefined || !isExact(bounds) };
  }
  return ne === null
    ? { ...facet, start: "none", stretches: [{ ...whole, index: "metadata", key }], checked: true }
    : { ...facet, ...allBut([equal(key, ne!)]) };
}

/** A record that lacks a key has no row under it, so that what lacks it is all but those that have it and do not match. */
function allBut(stretches: readonly Stretch[]): Pick<Facet, "start" | "stretches" | "checked"> {
  return { start: "all", stretches, checked: true };
}

/** The scalars that a condition asks for; `undefined` where it sets bounds. */
function valuesOf(condition: Condition): readonly Scalar[] | undefined {
  if (Array.isArray(condition)) return condition;
  return typeof condition === "object" && condition !== null ? undefined : [condition as Scalar];
}

function equal(key: string, scalar: Exclude<Scalar, null>): Stretch {
  const value = entryValue(scalar);
  return { index: "metadata", key, from: value, to: value };
}

const [leastNumber, mostNumber] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
const [leastText, afterTexts] = ["", Buffer.alloc(0)];
const whole = { from: leastNumber, to: Buffer.of(255) };

/** Bounds of two kinds are kept by no value; either kind's will do. */
function within({ gt, gte, lt, lte }: Omit<Bounds, "ne">): Pick<Stretch, "from" | "to"> {
  const [low, high] = [gte ?? gt, lte ?? lt];
  if (typeof (low ?? high) === "number")
    return {
      from: typeof low === "number" ? low : leastNumber,
      to: typeof high === "number" ? high : mostNumber,
    };
  return {
    from: typeof low === "string" && isOrderedAlike(low) ? entryText(low) : leastText,
    to: typeof high === "string" && isOrderedAlike(high) ? entryText(high) : afterTexts,
  };
}

/** Whether the stretch holds what the bounds ask for and nothing beside. */
function isExact({ gt, lt, gte, lte }: Omit<Bounds, "ne">): boolean {
  if (gt !== undefined || lt !== undefined || typeof (gte ?? lte) !== typeof (lte ?? gte)) return false;
  return [gte, lte].every((bound) => typeof bound !== "string" || (isOrderedAlike(bound) && !isLong(bound)));
}

/** SQLite compares bytes of UTF-8, JavaScript code units of UTF-16: they agree on all up to U+D7FF against whatever else. */
function isOrderedAlike(text: string): boolean {
  return ![...text].some((character) => character > "\uD7FF");
}

function isLong(scalar: Scalar): boolean {
  return typeof scalar === "string" && scalar.length >= entryLength;
}
