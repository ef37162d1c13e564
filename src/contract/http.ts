/**
 * What HTTP carries, as data that the server and the client both import: the endpoints with the schema each takes and gives, the envelope,
 * the answer to an unknown key, the bodies of errors, and which status each error code has.
 */
import { z } from "zod";
import { auditInput, auditRow, auditVerdict } from "./audit.js";
import { detailsPayload } from "./details.js";
import type { ErrorCode } from "./errors.js";
import { forgetInput, forgetResult } from "./forget.js";
import { importResult } from "./memory-service.js";
import { profileInput, profilePayload } from "./profile.js";
import { recallObject, searchPayload } from "./recall.js";
import { memoryRecord, pageOf, recordId, recordsInput } from "./record.js";
import { addPayload, rememberObject } from "./remember.js";
import { rememberFileObject, rememberFilePayload } from "./remember-file.js";
import { scopeField } from "./scope.js";

/** How a body is written: one JSON document, or JSON Lines as `export` writes them. */
export type WireForm = "json" | "lines";

/** One POST endpoint. A JSON answer stands under `data` of the envelope; lines stand alone. */
export interface Endpoint {
  readonly path: `/api/memory/${string}`;
  /** The body; with `takes: "lines"` the schema of nothing: each line is checked as it is imported. */
  readonly input: z.ZodType;
  readonly takes: WireForm;
  /** The payload; with `gives: "lines"` one line. */
  readonly output: z.ZodType;
  readonly gives: WireForm;
  /** Bytes of the body, at most. Over it the answer is 413. */
  readonly bodyLimitBytes: number;
  /** Whether the specification names it; the others are keepsake's. */
  readonly specified: boolean;
}

/** 1 MiB. */
export const bodyLimitBytes = 1_048_576;
/** 32 MiB: JSON Lines of an import, and files, whose bytes grow by a third in base64. A longer import is sent in several requests, each with the header line first. */
export const linesLimitBytes = 33_554_432;

export const jsonMediaType = "application/json";
export const linesMediaType = "application/x-ndjson";

/** Any object, or no body at all. */
export const emptyInput = z.looseObject({});
/** Nothing, for the whole store; or one source of it. */
export const exportInput = z.looseObject({ ...scopeField, source_id: recordId.optional() });
/** The record whose history is asked for. */
export const historyInput = z.strictObject({ ...scopeField, id: recordId });

const json = { takes: "json", gives: "json", bodyLimitBytes } as const;

/**
 * Every endpoint, by name. `export` answers with JSON Lines as a stream; `import` takes them and adds up: a record that is held already is
 * left alone, so any part of an import may be sent again. `file` takes the bytes of a file and never a path: a path would be one of the service's machine. There is no endpoint for a change of embedder: the operator moves a store by export and import.
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

/** A handled request (specification, section 2.2): the payload is always under `data`. */
export const envelope = z.object({ success: z.boolean(), message: z.string(), data: z.unknown() });

/** What stands under `data` where the key is unknown, revoked or missing (specification, section 7). */
export const invalidKeyPayload = z.object({
  valid: z.literal(false),
  error: z.string(),
  message: z.string(),
});
export type InvalidKeyPayload = z.infer<typeof invalidKeyPayload>;

export const keyNotFound = {
  valid: false,
  error: "not_found",
  message: "API key not found",
} as const satisfies InvalidKeyPayload;

/** One element of an error body's `detail`, in the manner of pydantic 2. `ctx` is a `MemoryError`'s typed data. */
export const errorDetail = z.object({
  type: z.string().describe("the rule, or the error's code"),
  loc: z.array(z.union([z.string(), z.int()])),
  msg: z.string(),
  input: z.unknown(),
  ctx: z.record(z.string(), z.unknown()).optional(),
});
export type ErrorDetail = z.infer<typeof errorDetail>;

/** Every error body but those of 404 and 405 on a path, whose `detail` is a sentence. */
export const errorBody = z.object({ detail: z.union([z.array(errorDetail), z.string()]) });

/** The status of each error code; `type` in the body's `detail` is the code, except for `invalid_input`, where it is the rule. */
export const errorStatus = {
  invalid_input: 422,
  not_found: 404,
  insufficient_balance: 402,
  storage_limit_reached: 507,
  rate_limited: 429,
  busy: 503,
  closed: 503,
  unreachable: 503,
  disk_full: 500,
  invalid_key: 500,
  read_only: 500,
  corrupt: 500,
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
