/**
 * Evaluates a metadata filter. Numbers, booleans and strings stay distinct. A missing key reads as
 * null: `ne: null` requires a value.
 */
import type { Metadata, MetadataFilter } from "../../contract/record.js";

type Value = Metadata[string] | undefined;
type Scalar = string | number | boolean | null;
type Condition = MetadataFilter[string];
type Bounds = Extract<Condition, { gt?: unknown }>;

/** Returns true if the metadata meet every condition of the filter. */
export function matchesFilter(metadata: Metadata, filter: MetadataFilter): boolean {
  return Object.entries(filter).every(([key, condition]) =>
    meets(Object.hasOwn(metadata, key) ? metadata[key] : undefined, condition),
  );
}

function meets(value: Value, condition: Condition): boolean {
  if (Array.isArray(condition)) return condition.some((one) => equals(value, one));
  if (typeof condition === "object" && condition !== null) return meetsBounds(value, condition as Bounds);
  return equals(value, condition as Scalar);
}

function equals(value: Value, scalar: Scalar): boolean {
  return Array.isArray(value) ? value.includes(scalar) : (value ?? null) === scalar;
}

/** For an array, one element must be within all bounds, and no element may equal `ne`. */
function meetsBounds(value: Value, { ne, ...bounds }: Bounds): boolean {
  if (ne !== undefined && equals(value, ne)) return false;
  const elements = Array.isArray(value) ? value : [value ?? null];
  return Object.keys(bounds).length === 0 || elements.some((element) => isWithin(element, bounds));
}

function isWithin(value: Scalar, { gt, gte, lt, lte }: Omit<Bounds, "ne">): boolean {
  const than = (bound: string | number | undefined, sign: (order: number) => boolean) =>
    bound === undefined || (typeof value === typeof bound && sign(compare(value as typeof bound, bound)));
  return (
    than(gt, (order) => order > 0) &&
    than(gte, (order) => order >= 0) &&
    than(lt, (order) => order < 0) &&
    than(lte, (order) => order <= 0)
  );
}

function compare(one: string | number, other: string | number): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
