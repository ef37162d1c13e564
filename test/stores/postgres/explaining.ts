/** Asks the server for the plans of the prepared statements that a store sends. */
import pg from "pg";
import type { PostgresQuery } from "../../../src/stores/postgres/index.js";

/** A node of a plan, as `explain (format json)` returns it. */
export interface PlanNode {
  readonly "Node Type": string;
  readonly "Relation Name"?: string;
  readonly "Actual Rows": number;
  readonly "Actual Loops": number;
  readonly "Rows Removed by Filter"?: number;
  readonly "Rows Removed by Index Recheck"?: number;
  readonly Plans?: readonly PlanNode[];
}

/**
 * Returns the plan of a prepared statement that this connection has just run.
 *
 * @param analyze runs it again, and adds the numbers of rows
 */
export async function planOf(
  client: pg.PoolClient,
  { name, values = [] }: PostgresQuery,
  analyze: boolean,
): Promise<PlanNode> {
  const given = values.length === 0 ? "" : `(${values.map(literal).join(", ")})`;
  const { rows } = await client.query(`explain (analyze ${analyze}, format json) execute "${name}"${given}`);
  return rows[0]["QUERY PLAN"][0].Plan;
}

function literal(value: unknown): string {
  if (value === null || value === undefined) return "null";
  if (Buffer.isBuffer(value)) return pg.escapeLiteral(`\\x${value.toString("hex")}`);
  if (!Array.isArray(value)) return pg.escapeLiteral(String(value));
  return pg.escapeLiteral(`{${value.map(element).join(",")}}`);
}

function element(value: unknown): string {
  if (value === null || value === undefined) return "null";
  return JSON.stringify(Buffer.isBuffer(value) ? `\\x${value.toString("hex")}` : String(value));
}
