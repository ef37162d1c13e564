/**
 * Validates request bodies, and reports errors in the form of pydantic 2: `[{ type, loc, msg, input
 * }]`.
 */
import { z } from "zod";
import type { InvalidInputIssue } from "../../contract/errors.js";
import { type Endpoint, type ErrorDetail, emptyInput, exportInput } from "../../contract/http.js";
import { profileInput } from "../../contract/profile.js";
import { type Scope, scope as scopeSchema } from "../../contract/scope.js";
import { echo } from "./echo.js";

type Issue = z.core.$ZodIssue;
type Path = readonly (string | number)[];

/**
 * Parses a body with a schema.
 *
 * @param body Parsed JSON; `undefined` if the request had none.
 * @throws {RequestRefused} 422
 */
export function validBody<Schema extends z.ZodType>(schema: Schema, body: unknown): z.output<Schema> {
  if (body === undefined || body === null) throw refused([requiredAt([], null)]);
  if (typeof body !== "object" || Array.isArray(body)) throw refused([notAnObject(body)]);
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  throw refused(parsed.error.issues.flatMap((issue) => details(issue, [], body)));
}

/**
 * Prepares the body of an endpoint of the specification: removes unknown fields, and
 * `previous_context: null`. The other endpoints, and the library, refuse unknown fields.
 */
export function asSpecified(schema: z.ZodType, body: unknown): unknown {
  if (!(schema instanceof z.ZodObject) || typeof body !== "object" || body === null || Array.isArray(body))
    return body;
  const known = Object.entries(body).filter(
    ([name, value]) => Object.hasOwn(schema.shape, name) && !(name === "previous_context" && value === null),
  );
  return Object.fromEntries(known);
}

/** The scope in the query, as JSON, for a call whose body is lines. @throws {RequestRefused} 422 */
export function scopeOfQuery(request: Request): { readonly scope?: Scope } {
  const text = new URL(request.url).searchParams.get("scope");
  if (text === null) return {};
  const parsed = scopeSchema.safeParse(parsedJson(text));
  if (parsed.success) return { scope: parsed.data };
  const detail = parsed.error.issues.map(({ path, message }) =>
    valueError(["query", "scope", ...path.map(String)], message, text),
  );
  throw refused(detail);
}

/** The parsed text, or the text itself if it is not JSON, which the schema then refuses. */
function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Whether an endpoint may be called without a body, because it requires no field. */
export function bodyMayBeAbsent({ input }: Pick<Endpoint, "input">): boolean {
  return input === emptyInput || input === exportInput || input === profileInput;
}

/** The details of an error that the library found after the schema had accepted the input. */
export function issueDetails(issues: readonly InvalidInputIssue[]): ErrorDetail[] {
  return issues.map(({ loc, msg }) => valueError(["body", ...loc], msg, null));
}

function refused(detail: readonly ErrorDetail[]): RequestRefused {
  return new RequestRefused(422, detail.slice(0, mostDetails));
}

/** Maximum number of errors that are reported: a body may have a million invalid elements. */
const mostDetails = 100;

function notAnObject(body: unknown): ErrorDetail {
  return {
    type: "model_attributes_type",
    loc: ["body"],
    msg: "Input should be a valid dictionary or object to extract fields from",
    input: echo(body),
  };
}

function requiredAt(path: Path, parent: unknown): ErrorDetail {
  return { type: "missing", loc: ["body", ...path], msg: "Field required", input: echo(parent) };
}

function valueError(loc: ErrorDetail["loc"], rule: string, input: unknown): ErrorDetail {
  return { type: "value_error", loc, msg: `Value error, ${rule}`, input: echo(input) };
}

function details(issue: Issue, base: Path, body: unknown): ErrorDetail[] {
  const path = [...base, ...issue.path.map((key) => (typeof key === "symbol" ? String(key) : key))];
  if (issue.code === "invalid_union") return unionDetails(issue, path, body);
  const input = at(body, path);
  if (issue.code === "invalid_type" && input === undefined)
    return [requiredAt(path, at(body, path.slice(0, -1)))];
  if (issue.code === "unrecognized_keys")
    return issue.keys.slice(0, mostDetails).map((key) => extra([...path, key], body));
  const { type, msg, ctx } = rule(issue, input);
  return [{ type, loc: ["body", ...path], msg, input: echo(input), ...(ctx === undefined ? {} : { ctx }) }];
}

function extra(path: Path, body: unknown): ErrorDetail {
  return {
    type: "extra_forbidden",
    loc: ["body", ...path],
    msg: "Extra inputs are not permitted",
    input: echo(at(body, path)),
  };
}

/**
 * Returns the errors of one branch of a union: of the branch whose error is deepest in the input,
 * or else of the first branch.
 */
function unionDetails(
  issue: Extract<Issue, { code: "invalid_union" }>,
  path: Path,
  body: unknown,
): ErrorDetail[] {
  // A union with a message of its own describes the error better than its branches.
  if (issue.message !== "Invalid input" || issue.errors.length === 0)
    return [valueError(["body", ...path], issue.message, at(body, path))];
  const nearest = issue.errors.toSorted((one, other) => depth(other) - depth(one))[0] ?? [];
  return nearest.slice(0, mostDetails).flatMap((inner) => details(inner, path, body));
}

function depth(issues: readonly Issue[]): number {
  return Math.max(
    0,
    ...issues
      .slice(0, mostDetails)
      .map(({ path, code }) => path.length + (code === "invalid_type" ? 0 : 0.5)),
  );
}

function at(body: unknown, path: Path): unknown {
  return path.reduce<unknown>(
    (value, key) =>
      typeof value === "object" && value !== null && Object.hasOwn(value, key)
        ? Reflect.get(value, key)
        : undefined,
    body,
  );
}

type Rule = Pick<ErrorDetail, "type" | "msg" | "ctx">;

/** Names and sentences of pydantic 2 (docs.pydantic.dev/latest/errors/validation_errors). */
const typeRules: Readonly<Record<string, Rule>> = {
  string: { type: "string_type", msg: "Input should be a valid string" },
  int: {
    type: "int_from_float",
    msg: "Input should be a valid integer, got a number with a fractional part",
  },
  number: { type: "int_type", msg: "Input should be a valid integer" },
  boolean: { type: "bool_type", msg: "Input should be a valid boolean" },
  array: { type: "list_type", msg: "Input should be a valid list" },
  object: { type: "dict_type", msg: "Input should be a valid dictionary" },
  record: { type: "dict_type", msg: "Input should be a valid dictionary" },
};

function rule(issue: Issue, input: unknown): Rule {
  if (issue.code === "invalid_type") return typeRules[issue.expected] ?? said(issue);
  if (issue.code === "invalid_value") return oneOf(issue.values);
  if (issue.code === "too_big" || issue.code === "too_small") return bound(issue, input);
  return said(issue);
}

function said({ message }: Issue): Rule {
  return { type: "value_error", msg: `Value error, ${message}` };
}

function oneOf(values: readonly unknown[]): Rule {
  const names = values.map((value) => (typeof value === "string" ? `'${value}'` : JSON.stringify(value)));
  const last = names.at(-1) ?? "";
  const expected = names.length > 1 ? `${names.slice(0, -1).join(", ")} or ${last}` : last;
  return { type: "literal_error", msg: `Input should be ${expected}`, ctx: { expected } };
}

function bound(issue: Extract<Issue, { code: "too_big" | "too_small" }>, input: unknown): Rule {
  const most = issue.code === "too_big";
  const limit = Number(most ? issue.maximum : issue.minimum);
  const word = most ? "at most" : "at least";
  if (issue.origin === "string") {
    const msg = `String should have ${word} ${limit} character${limit === 1 ? "" : "s"}`;
    return {
      type: most ? "string_too_long" : "string_too_short",
      msg,
      ctx: { [most ? "max_length" : "min_length"]: limit },
    };
  }
  if (issue.origin === "array") {
    const length = Array.isArray(input) ? input.length : 0;
    const msg = `List should have ${word} ${limit} item${limit === 1 ? "" : "s"} after validation, not ${length}`;
    return {
      type: most ? "too_long" : "too_short",
      msg,
      ctx: { [most ? "max_length" : "min_length"]: limit },
    };
  }
  const msg = `Input should be ${most ? "less" : "greater"} than or equal to ${limit}`;
  return { type: most ? "less_than_equal" : "greater_than_equal", msg, ctx: { [most ? "le" : "ge"]: limit } };
}

/** A refusal before a memory is called, with the whole response: status, `detail` and headers. */
export class RequestRefused extends Error {
  override readonly name = "RequestRefused";
  readonly status: number;
  readonly detail: readonly ErrorDetail[];
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    status: number,
    detail: readonly ErrorDetail[],
    headers: Readonly<Record<string, string>> = {},
  ) {
    super(detail[0]?.msg ?? `HTTP ${status}`);
    this.status = status;
    this.detail = detail;
    this.headers = headers;
  }
}
