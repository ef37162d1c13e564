/**
 * The HTTP interface as data that the server and the client both import: the endpoints with their
 * input and output schemas, the envelope, the response to an unknown key, the bodies of errors, and
 * the status of each error code.
 */
import { z } from "zod";
import { detailsPayload } from "./details.js";
import type { ErrorCode } from "./errors.js";
import { forgetInput, forgetResult } from "./forget.js";
import { auditInput, auditRow, auditVerdict } from "./maintenance/audit.js";
import { importResult } from "./memory-service.js";
import { profileInput, profilePayload } from "./profile.js";
import { recallObject, searchPayload } from "./recall.js";
import { memoryRecord, pageOf, recordId, recordsInput } from "./record.js";
import { addPayload, rememberObject } from "./remember.js";
import { rememberFileObject, rememberFilePayload } from "./remember-file.js";
import { scopeField } from "./scope.js";

/** The format of a body: one JSON document, or JSON Lines as `export` writes them. */
export type WireForm = "json" | "lines";

/**
 * One POST endpoint. A JSON response is under `data` of the envelope; JSON Lines have no envelope.
 */
export interface Endpoint {
  readonly path: `/api/memory/${string}`;
  /**
   * The schema of the body. With `takes: "lines"` it is any string: each line is checked as it is
   * imported.
   */
  readonly input: z.ZodType;
  readonly takes: WireForm;
  /** The schema of the payload; with `gives: "lines"` of one line. */
  readonly output: z.ZodType;
  readonly gives: WireForm;
  /** Largest body, in bytes. A larger one gets status 413. */
  readonly bodyLimitBytes: number;
  /** Whether the specification defines it; the others are keepsake's own. */
  readonly specified: boolean;
}

/** The largest JSON body: 1 MiB. */
export const bodyLimitBytes = 1_048_576;
/**
 * The largest body of an import or a file: 32 MiB. Base64 makes a file a third larger. A longer
 * import is sent as several requests, each of which starts with the header line.
 */
export const linesLimitBytes = 33_554_432;

/** The media type of JSON bodies. */
export const jsonMediaType = "application/json";
/** The media type of JSON Lines. */
export const linesMediaType = "application/x-ndjson";

/** The input of an endpoint without fields: any object, or no body. */
export const emptyInput = z.looseObject({});
/** The input of `export`: without fields, the whole store; with `source_id`, that source. */
export const exportInput = z.looseObject({ ...scopeField, source_id: recordId.optional() });
/** The input of `history`: the id of a record. */
export const historyInput = z.strictObject({ ...scopeField, id: recordId });

const json = { takes: "json", gives: "json", bodyLimitBytes } as const;

/**
 * Every endpoint, by name. `export` returns JSON Lines as a stream. `import` takes them; it skips
 * records that the store already has, so any part of an import may be sent again. `file` takes the
 * bytes of a file and never a path, because a path would name a file on the server's machine. There
 * is no endpoint to change the embedder: the operator moves a store with export and import.
 */
export const endpoints = {
  details: {
    ...json,
    path: "/api/memory/details",
    input: emptyInput,
    output: detailsPayload,
    specified: true,
  },
  search: {
    ...json,
    path: "/api/memory/search",
    input: recallObject,
    output: searchPayload,
    specified: true,
  },
  add: { ...json, path: "/api/memory/add", input: rememberObject, output: addPayload, specified: true },
  file: {
    ...json,
    path: "/api/memory/file",
    input: rememberFileObject,
    output: rememberFilePayload,
    bodyLimitBytes: linesLimitBytes,
    specified: false,
  },
  profile: {
    ...json,
    path: "/api/memory/profile",
    input: profileInput,
    output: profilePayload,
    specified: false,
  },
  forget: { ...json, path: "/api/memory/forget", input: forgetInput, output: forgetResult, specified: false },
  records: {
    ...json,
    path: "/api/memory/records",
    input: recordsInput,
    output: pageOf(memoryRecord),
    specified: false,
  },
  history: {
    ...json,
    path: "/api/memory/history",
    input: historyInput,
    output: pageOf(memoryRecord),
    specified: false,
  },
  audit: {
    ...json,
    path: "/api/memory/audit",
    input: auditInput,
    output: pageOf(auditRow),
    specified: false,
  },
  verify_audit: {
    ...json,
    path: "/api/memory/verify_audit",
    input: emptyInput,
    output: auditVerdict,
    specified: false,
  },
  export: {
    path: "/api/memory/export",
    input: exportInput,
    takes: "json",
    output: z.string(),
    gives: "lines",
    bodyLimitBytes,
    specified: false,
  },
  import: {
    path: "/api/memory/import",
    input: z.string(),
    takes: "lines",
    output: importResult,
    gives: "json",
    bodyLimitBytes: linesLimitBytes,
    specified: false,
  },
} as const satisfies Record<string, Endpoint>;
/** The name of one of {@link endpoints}. */
export type EndpointName = keyof typeof endpoints;
/** The payload of an endpoint. */
export type Output<Name extends EndpointName> = z.output<(typeof endpoints)[Name]["output"]>;

/**
 * The schema of the response to a handled request (specification, section 2.2): the payload is
 * always under `data`.
 */
export const envelope = z.object({ success: z.boolean(), message: z.string(), data: z.unknown() });

/** The schema of an {@link InvalidKeyPayload}. */
export const invalidKeyPayload = z.object({
  valid: z.literal(false),
  error: z.string(),
  message: z.string(),
});
/** The payload if the key is unknown, revoked or missing (specification, section 7). */
export type InvalidKeyPayload = z.infer<typeof invalidKeyPayload>;

/** The {@link InvalidKeyPayload} that keepsake's server returns. */
export const keyNotFound = {
  valid: false,
  error: "not_found",
  message: "API key not found",
} as const satisfies InvalidKeyPayload;

/** The schema of an {@link ErrorDetail}. */
export const errorDetail = z.object({
  type: z.string().describe("the violated rule, or the error code"),
  loc: z.array(z.union([z.string(), z.int()])),
  msg: z.string(),
  input: z.unknown(),
  ctx: z.record(z.string(), z.unknown()).optional(),
});
/**
 * One element of `detail` in an error body, in the format of pydantic 2. `ctx` is the `data` of a
 * `MemoryError`.
 */
export type ErrorDetail = z.infer<typeof errorDetail>;

/**
 * The schema of an error body. `detail` is a sentence for a path that has no endpoint (404) or
 * another method (405).
 */
export const errorBody = z.object({ detail: z.union([z.array(errorDetail), z.string()]) });

/**
 * The HTTP status of each error code. `type` in `detail` is the code, except for `invalid_input`,
 * for which it is the rule.
 */
export const errorStatus = {
  invalid_input: 422,
  not_found: 404,
  insufficient_balance: 402,
  storage_limit_reached: 507,
  rate_limited: 429,
  overloaded: 503,
  busy: 503,
  closed: 503,
  unreachable: 503,
  disk_full: 500,
  io_failed: 503,
  invalid_key: 500,
  read_only: 500,
  corrupt: 500,
  wrong_key: 500,
  newer_schema: 500,
  embedder_mismatch: 500,
  embedder_failed: 500,
  extractor_failed: 500,
  rerank_failed: 500,
  missing_dependency: 500,
  unreadable_file: 422,
  unsupported: 500,
  service_failed: 500,
} as const satisfies Record<ErrorCode, number>;
