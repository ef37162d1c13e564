/** What each endpoint asks of the memory. */

import type { z } from "zod";
import type { EndpointName, endpoints } from "../contract/http.js";
import type { CallOptions, MemoryService } from "../contract/memory-service.js";

type JsonName = {
  [Name in EndpointName]: (typeof endpoints)[Name] extends { takes: "json"; gives: "json" } ? Name : never;
}[EndpointName];

/** What a call has beside its body. */
export interface Called {
  readonly service: MemoryService;
  /** The key that was sent: `details` echoes it (specification, section 2.3). */
  readonly key: string;
  readonly options: CallOptions;
}

type Call<Name extends JsonName> = (
  body: z.output<(typeof endpoints)[Name]["input"]>,
  called: Called,
) => Promise<unknown>;

/** The verbs behind the endpoints that take and give one JSON document. */
export const calls: { readonly [Name in JsonName]: Call<Name> } = {
  details: async (_body, { service, key, options }) => ({
    ...(await service.details(options)),
    api_key: key,
  }),
  search: (body, { service, options }) => service.recall(body, options),
  add: (body, { service, options }) => service.remember(body, options),
  file: ({ data, ...body }, { service, options }) =>
    service.rememberFile({ ...body, data: Buffer.from(data, "base64") }, options),
  profile: (body, { service, options }) => service.profile(body, options),
  forget: (body, { service, options }) => service.forget(body, options),
  records: (body, { service, options }) => service.records(body, options),
  history: ({ id, scope }, { service, options }) =>
    service.history(id, { ...options, ...(scope === undefined ? {} : { scope }) }),
  audit: (body, { service, options }) => service.audit(body, options),
  verify_audit: (_body, { service, options }) => service.verifyAudit(options),
};

/** Whether an endpoint takes and gives one JSON document. */
export function isJsonCall(name: EndpointName): name is JsonName {
  return name in calls;
}
