/**
 * How columns become values, by the type numbers of PostgreSQL's `pg_type`. The driver would return
 * a `bigint` as a text; here it is a number, because times and counts are below 2^53.
 */
import { decodeJson, decodeText } from "./texts.js";

type Parser = (value: string) => unknown;

const numbers: Parser = (value) => (value === "{}" ? [] : value.slice(1, -1).split(",").map(Number));
const bytes: Parser = (value) => Buffer.from(value.slice(2), "hex");

const parsers = new Map<number, Parser>([
  [16, (value) => value === "t"], // bool
  [17, bytes],
  [20, Number], // bigint
  [21, Number], // smallint
  [23, Number], // integer
  [701, Number], // double precision
  [1007, numbers], // integer[]
  [1016, numbers], // bigint[]
  [25, decodeText], // text
  [114, decodeJson],
  [1043, decodeText], // varchar
  [3802, decodeJson], // jsonb
]);

const asText: Parser = (value) => value;

/** The parsers of all queries. Types that no query returns stay texts. */
export const resultTypes = {
  getTypeParser: (oid: number): Parser => parsers.get(oid) ?? asText,
};
