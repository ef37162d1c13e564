/** Which verb each endpoint calls, and with which fields of its body. */
import type { z } from "zod";
import type { EndpointName, endpoints } from "../../contract/http.js";
import type { CallOptions, MemoryService } from "../../contract/memory-service.js";

/** The endpoints whose request and response are one JSON document. */
type JsonName = {
  [Name in EndpointName]: (typeof endpoints)[Name] extends { takes: "json"; gives: "json" } ? Name : never;
}[EndpointName];

/** What a call needs in addition to its body. */
export interface CallContext {
  readonly service: MemoryService;
  /** The key that was sent, which `details` returns (specification, section 2.3). */
  readonly key: string;
  readonly options: CallOptions;
}

type Call<Name extends JsonName> = (
  body: z.output<(typeof endpoints)[Name]["input"]>,
  context: CallContext,
) => Promise<unknown>;

/** The verbs of the endpoints whose request and response are one JSON document. */
const calls: { readonly [Name in JsonName]: Call<Name> } = {
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

/**
 * Calls the verb of an endpoint.
 *
 * @param body The request, parsed with the schema of the endpoint.
 */
export function callVerb(name: EndpointName, body: unknown, context: CallContext): Promise<unknown> {
  if (!isJsonCall(name)) throw new TypeError(`Cannot answer ${name}: the endpoint has no call`);
  const call = calls[name] as (body: unknown, given: CallContext) => Promise<unknown>;
  return call(body, context);
}

/** Whether the request and the response of an endpoint are one JSON document. */
function isJsonCall(name: EndpointName): name is JsonName {
  return name in calls;
}
