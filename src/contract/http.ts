/**
 * The HTTP interface as data: the endpoints with their input and output schemas, the envelope, the
 * response to an unknown key, the bodies of errors, and the status of each error code.
 */
import { z } from "zod";
import { detailsPayload } from "./details.js";
import type { ErrorCode } from "./errors.js";
import { forgetInput, forgetResult } from "./forget.js";
import { auditInput, auditRow, auditVerdict } from "./maintenance/audit.js";
import { importResult } from "./maintenance/exchange.js";
import { type EndpointName, type Route, routes } from "./plain/wire.js";
import { profileInput, profilePayload } from "./profile.js";
import { recallObject, searchPayload } from "./recall.js";
import { memoryRecord, pageOf, recordId, recordsInput } from "./record.js";
import { addPayload, rememberObject } from "./remember.js";
import { rememberFileObject, rememberFilePayload } from "./remember-file.js";
import { scopeField } from "./scope.js";

export { bodyLimitBytes, type EndpointName, jsonMediaType, linesMediaType } from "./plain/wire.js";

/** The input of an endpoint without fields: any object, or no body. */
export const emptyInput = z.looseObject({});
/** The input of `export`: without fields, the whole store; with `source_id`, that source. */
export const exportInput = z.looseObject({ ...scopeField, source_id: recordId.optional() });
/** The input of `history`: the id of a record. */
export const historyInput = z.strictObject({ ...scopeField, id: recordId });

/**
 * One POST endpoint. A JSON response is under `data` of the envelope; JSON Lines have no envelope.
 */
export interface Endpoint extends Route {
  /**
   * The schema of the body. With `takes: "lines"` it is any string: each line is checked as it is
   * imported.
   */
  readonly input: z.ZodType;
  /** The schema of the payload; with `gives: "lines"` of one line. */
  readonly output: z.ZodType;
}

/** Every endpoint, by name: its {@link routes | route} and its schemas. */
export const endpoints = {
  details: { ...routes.details, input: emptyInput, output: detailsPayload },
  search: { ...routes.search, input: recallObject, output: searchPayload },
  add: { ...routes.add, input: rememberObject, output: addPayload },
  file: { ...routes.file, input: rememberFileObject, output: rememberFilePayload },
  profile: { ...routes.profile, input: profileInput, output: profilePayload },
  forget: { ...routes.forget, input: forgetInput, output: forgetResult },
  records: { ...routes.records, input: recordsInput, output: pageOf(memoryRecord) },
  history: { ...routes.history, input: historyInput, output: pageOf(memoryRecord) },
  audit: { ...routes.audit, input: auditInput, output: pageOf(auditRow) },
  verify_audit: { ...routes.verify_audit, input: emptyInput, output: auditVerdict },
  export: { ...routes.export, input: exportInput, output: z.string() },
  import: { ...routes.import, input: z.string(), output: importResult },
} as const satisfies Record<EndpointName, Endpoint>;
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
 * The schema of an error body. `detail` is a list of errors; it is a sentence if the path has no
 * endpoint (404) or the method is wrong (405).
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
  quota_exceeded: 402,
  storage_limit_reached: 507,
  rate_limited: 429,
  overloaded: 503,
  busy: 503,
  closed: 503,
  unreachable: 503,
  disk_full: 500,
  io_failed: 503,
  invalid_key: 500,
  forbidden: 403,
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
