/**
 * Predicates: those conditions of search criteria whose result never changes for a record (type,
 * metadata, start time). Each names the index ranges that contain the passages which may meet it.
 * The other conditions (the record is still true, it has not expired) depend on the time, and are
 * checked on the passages found.
 */
import type { Metadata, MetadataFilter, RecordType } from "../../../contract/record.js";
import type { Criteria } from "../../store.js";
import { type EntryValue, entryLength, entryText, entryValue } from "../tables/metadata-entries.js";
import { filterJson } from "./criteria.js";

type Condition = MetadataFilter[string];
type Scalar = Exclude<Metadata[string], unknown[]>;
type Bounds = Extract<Condition, { gt?: unknown; ne?: unknown }>;

/** A range of an index of passages by value. Both ends are included. */
export interface IndexRange {
  readonly index: keyof typeof indexes;
  /** For the index `metadata`: the metadata key. */
  readonly key?: string;
  readonly from: EntryValue;
  readonly to: EntryValue;
}

/** A condition of search criteria, and the index ranges that find its passages. */
export interface Predicate {
  /** Identifies the predicate: equal names mean equal passages. */
  readonly name: string;
  /**
   * The initial set. From "all", the passages of the ranges are removed. Otherwise they are added:
   * to the empty set, or to the set of another predicate.
   */
  readonly start: "none" | "all" | { readonly predicate: string };
  readonly ranges: readonly IndexRange[];
  /** Ranges whose passages are added after `ranges` were processed. */
  readonly restored?: readonly IndexRange[];
  /**
   * True if the ranges are wider than the predicate. Their passages are then checked: they are
   * added (or not removed) only if they have a record that meets `condition`.
   */
  readonly checked: boolean;
  /** For predicates on the start time: the moment, in milliseconds. */
  readonly asOf?: number;
  /** SQL condition on records (alias `r`): the record meets the predicate. */
  readonly condition: string;
  readonly parameters: object;
}

const endingCondition = "(superseded_by is not null or valid_to is not null or expires_at is not null)";

/** No two types of records begin with the same letter, and the index is a third shorter. */
const typeInitial = "substr(type, 1, 1)";

/**
 * The covering indexes that find passages by value. Parameters: `key`; `from` and `after`, the
 * value and passage of the last row read; `to`.
 */
export const indexes = {
  metadata: {
    value: "value",
    passage: "passage",
    rows: "metadata_entries where key = @key and (value, passage) > (@from, @after) and value <= @to order by value, passage",
  },
  type: {
    value: typeInitial,
    passage: "passage",
    // A range is of one type. SQLite does not seek by an expression in a row value.
    rows: `records where ${typeInitial} = @from and passage > @after order by passage`,
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
    rows: `records where ${endingCondition} and passage > @after order by passage`,
  },
} as const;

/**
 * Passages with a record that has ended, will end or will expire. All records of all other passages
 * are true now. No criteria contain this predicate.
 */
export const endingPredicate: Predicate = {
  name: "ending",
  start: "none",
  ranges: [{ index: "ending", from: 0, to: 0 }],
  checked: false,
  condition: endingCondition,
  parameters: {},
};

/** What determines how the set of an `asOf` predicate is built. */
export interface AsOfStart {
  /** True if more than half of all passages were said by that moment. */
  readonly isLate: boolean;
  /** An earlier moment whose set is cached, if few passages were said since. */
  readonly cachedBefore?: number | undefined;
}

/** Returns the predicates of the criteria: an empty list if they have none. */
export function predicatesOf(
  { types, filter = {}, asOf }: Pick<Criteria, "types" | "filter" | "asOf">,
  asOfStart: AsOfStart = { isLate: false },
): Predicate[] {
  return [
    // This predicate comes first, because the others could evict the cached set from which it may
    // start.
    ...(asOf === undefined ? [] : [beganPredicate(Date.parse(asOf), asOfStart)]),
    ...Object.entries(filter).map(([key, condition]) => metadataPredicate(key, condition)),
    ...(types === undefined ? [] : [typePredicate(types)]),
  ];
}

function typePredicate(types: readonly RecordType[]): Predicate {
  const asked = JSON.stringify([...new Set(types)].sort());
  return {
    name: `types ${asked}`,
    start: "none",
    ranges: types.map(([initial = ""]) => ({ index: "type", from: initial, to: initial })),
    checked: false,
    condition: "+r.type in (select value from json_each(@asked))",
    parameters: { asked },
  };
}

/**
 * Reads the smallest ranges: what was said by the moment, or what was said after it, or what was
 * said since a cached earlier moment. Then adds what was true before it was said.
 */
function beganPredicate(asOf: number, { isLate, cachedBefore }: AsOfStart): Predicate {
  const predicate = {
    name: asOfName(asOf),
    asOf,
    checked: false,
    condition: "coalesce(r.valid_from, (select said_at from passages where id = r.passage)) <= @asked",
    parameters: { asked: asOf },
  };
  const until = (index: "said" | "valid", from = minNumber): IndexRange => ({ index, from, to: asOf });
  if (cachedBefore !== undefined)
    return {
      ...predicate,
      start: { predicate: asOfName(cachedBefore) },
      ranges: [until("said", cachedBefore + 1), until("valid", cachedBefore + 1)],
    };
  if (!isLate) return { ...predicate, start: "none", ranges: [until("said"), until("valid")] };
  const after: IndexRange = { index: "said", from: asOf + 1, to: maxNumber };
  return { ...predicate, start: "all", ranges: [after], restored: [until("valid")] };
}

/** The name of the predicate on the start time. */
export function asOfName(asOf: number): string {
  return `as of ${asOf}`;
}

function metadataPredicate(key: string, condition: Condition): Predicate {
  const asked = filterJson({ [key]: condition })!;
  const predicate = {
    name: `metadata ${asked}`,
    condition: "metadata_matches(r.metadata, @asked)",
    parameters: { asked },
  };
  const values = valuesOf(condition);
  if (values?.some((value) => value === null))
    return { ...predicate, ...allBut([{ ...wholeRange, index: "metadata", key }]) };
  if (values !== undefined) {
    const ranges = values.map((value) => equal(key, value!));
    return { ...predicate, start: "none", ranges, checked: values.some(isTruncated) };
  }
  const { ne, ...bounds } = condition as Bounds;
  if (Object.keys(bounds).length > 0) {
    const range: IndexRange = { index: "metadata", key, ...rangeOf(bounds) };
    return { ...predicate, start: "none", ranges: [range], checked: ne !== undefined || !isExact(bounds) };
  }
  return ne === null
    ? { ...predicate, start: "none", ranges: [{ ...wholeRange, index: "metadata", key }], checked: true }
    : { ...predicate, ...allBut([equal(key, ne!)]) };
}

/**
 * A record without a key has no index row under it. So the passages that lack a value are all
 * passages except those that have the key and do not match.
 */
function allBut(ranges: readonly IndexRange[]): Pick<Predicate, "start" | "ranges" | "checked"> {
  return { start: "all", ranges, checked: true };
}

/** The scalars that a condition accepts; `undefined` if it sets bounds. */
function valuesOf(condition: Condition): readonly Scalar[] | undefined {
  if (Array.isArray(condition)) return condition;
  return typeof condition === "object" && condition !== null ? undefined : [condition as Scalar];
}

function equal(key: string, scalar: Exclude<Scalar, null>): IndexRange {
  const value = entryValue(scalar);
  return { index: "metadata", key, from: value, to: value };
}

const [minNumber, maxNumber] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
const [minText, afterTexts] = ["", Buffer.alloc(0)];
const wholeRange = { from: minNumber, to: Buffer.of(255) };

/**
 * Returns the range of one type, even if the bounds have two types: then no value can meet both,
 * and it does not matter which range is read.
 */
function rangeOf({ gt, gte, lt, lte }: Omit<Bounds, "ne">): Pick<IndexRange, "from" | "to"> {
  const [low, high] = [gte ?? gt, lte ?? lt];
  if (typeof (low ?? high) === "number")
    return {
      from: typeof low === "number" ? low : minNumber,
      to: typeof high === "number" ? high : maxNumber,
    };
  return {
    from: typeof low === "string" && hasSameOrder(low) ? entryText(low) : minText,
    to: typeof high === "string" && hasSameOrder(high) ? entryText(high) : afterTexts,
  };
}

/** True if every value in the range meets the bounds. */
function isExact({ gt, lt, gte, lte }: Omit<Bounds, "ne">): boolean {
  if (gt !== undefined || lt !== undefined || typeof (gte ?? lte) !== typeof (lte ?? gte)) return false;
  return [gte, lte].every(
    (bound) => typeof bound !== "string" || (hasSameOrder(bound) && !isTruncated(bound)),
  );
}

/**
 * SQLite orders texts by UTF-8 bytes, JavaScript by UTF-16 code units. Both orders agree if one of
 * the texts has no character above U+D7FF.
 */
function hasSameOrder(text: string): boolean {
  return ![...text].some((character) => character > "\uD7FF");
}

function isTruncated(scalar: Scalar): boolean {
  return typeof scalar === "string" && scalar.length >= entryLength;
}
