/**
 * A metadata filter as SQL over `r.metadata`, with the meaning of `shared/metadata-filter`:
 * numbers, booleans and texts stay distinct, a missing key reads as null, and an array meets a
 * condition if one of its elements does.
 */
import type { MetadataFilter } from "../../../contract/record.js";
import { encodeJson } from "../database/texts.js";
import type { Bound } from "../database/transaction.js";

type Condition = MetadataFilter[string];
type Scalar = string | number | boolean | null;
type Bounds = Readonly<Partial<Record<"gt" | "gte" | "lt" | "lte", string | number>>> & {
  readonly ne?: Scalar;
};

/** Returns one SQL condition per key of the filter. */
export function metadataSql(bound: Bound, filter: MetadataFilter): string[] {
  return Object.entries(filter).map(([key, condition]) => {
    const value = `coalesce(r.metadata::jsonb -> ${bound.add(key)}::text, 'null'::jsonb)`;
    return meets(bound, value, condition);
  });
}

function meets(bound: Bound, value: string, condition: Condition): string {
  if (Array.isArray(condition)) {
    const each = condition.map((one) => equals(bound, value, one));
    return each.length === 0 ? "false" : `(${each.join(" or ")})`;
  }
  if (typeof condition === "object" && condition !== null)
    return meetsBounds(bound, value, condition as Bounds);
  return equals(bound, value, condition as Scalar);
}

/** An array equals what it contains. */
function equals(bound: Bound, value: string, scalar: Scalar): string {
  const wanted = `${bound.add(encodeJson(scalar))}::jsonb`;
  return `(case jsonb_typeof(${value}) when 'array' then ${value} @> jsonb_build_array(${wanted}) else ${value} = ${wanted} end)`;
}

function meetsBounds(bound: Bound, value: string, { ne, ...bounds }: Bounds): string {
  const differs = ne === undefined ? [] : [`not ${equals(bound, value, ne)}`];
  const conditions = Object.entries(bounds).filter(([, limit]) => limit !== undefined);
  if (conditions.length === 0) return differs[0] ?? "true";
  const each = conditions.map(([name, limit]) => isBeyond(bound, name as keyof typeof signs, limit));
  const elements = `case jsonb_typeof(${value}) when 'array' then ${value} else jsonb_build_array(${value}) end`;
  const within = `exists (select 1 from jsonb_array_elements(${elements}) e where ${each.join(" and ")})`;
  return [...differs, within].join(" and ");
}

const signs = { gt: ">", gte: ">=", lt: "<", lte: "<=" } as const;

/** Compares only with a value of the same type. Texts compare by their code points. */
function isBeyond(bound: Bound, name: keyof typeof signs, limit: string | number): string {
  const text = "(e #>> '{}')";
  return typeof limit === "number"
    ? `case jsonb_typeof(e) when 'number' then ${text}::numeric ${signs[name]} ${bound.add(String(limit))}::numeric else false end`
    : `case jsonb_typeof(e) when 'string' then ${text} collate "C" ${signs[name]} ${bound.add(limit)}::text else false end`;
}
