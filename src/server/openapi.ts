/** The OpenAPI 3.1 document, derived from the schemas that requests are checked with. */
import { readFileSync } from "node:fs";
import { z } from "zod";
import {
  type Endpoint,
  type EndpointName,
  endpoints,
  errorBody,
  invalidKeyPayload,
  jsonMediaType,
  linesMediaType,
} from "../contract/http.js";
import { jsonSchemaOf } from "../contract/json-schema.js";
import { bodyMayBeAbsent } from "./request/validation.js";

type Json = Readonly<Record<string, unknown>>;

const summaries: Readonly<Record<EndpointName, string>> = {
  details: "Validate a key and read plan, usage, storage and wallet balance",
  search: "Query memory in natural language",
  add: "Store content as memory",
  file: "Store the content of a file",
  profile: "What a prompt should always include about a user",
  forget: "Erase records physically, or preview it",
  records: "List records, a page at a time",
  history: "What a record replaced and what replaced it",
  audit: "The audit trail, a page at a time",
  verify_audit: "Recompute the audit trail's hash chain",
  export: "The whole store as JSON Lines",
  import: "Import the lines of an export",
};

const errorStatuses: Readonly<Record<string, string>> = {
  402: "insufficient_balance: the wallet cannot cover the call; quota_exceeded: the plan's operations are used",
  404: "not_found: there is no such record",
  405: "The method must be POST",
  413: "The body is over its limit",
  422: "Malformed body, required field missing or wrong type",
  429: "rate_limited: too many calls with this key",
  500: "a defect, or a store that cannot be read; the log says more",
  503: "busy, overloaded, or shutting down",
  507: "storage_limit_reached: the plan's storage is full",
};

let cached: Json | undefined;

/** The document. It is created once, at the first request for it. */
export function openapiDocument(): Json {
  cached ??= {
    openapi: "3.1.0",
    info: {
      title: "keepsake",
      version: packageVersion(),
      description:
        "Long-term memory for AI agents. HTTP 200 says that a request was handled: branch on data.valid, which is false for a key that is unknown, revoked or missing.",
    },
    security: [{ bearer: [] }, { header: [] }],
    paths: {
      ...Object.fromEntries(
        (Object.keys(endpoints) as EndpointName[]).map((name) => [
          endpoints[name].path,
          { post: operation(name) },
        ]),
      ),
      "/healthz": { get: { ...open("healthz", "Whether the service takes requests"), responses: plain } },
      "/openapi.json": { get: { ...open("openapi", "This document"), responses: plain } },
    },
    components: {
      securitySchemes: {
        bearer: { type: "http", scheme: "bearer" },
        header: { type: "apiKey", in: "header", name: "X-API-Key" },
      },
      responses: Object.fromEntries(
        Object.entries(errorStatuses).map(([status, description]) => [status, error(description)]),
      ),
      schemas: {
        InvalidKey: jsonSchemaOf(invalidKeyPayload, "output"),
        Error: jsonSchemaOf(errorBody, "output"),
      },
    },
  };
  return cached;
}

const plain = { 200: { description: "OK", content: { [jsonMediaType]: { schema: { type: "object" } } } } };

function open(operationId: string, summary: string): Json {
  return { operationId, summary, security: [] };
}

function operation(name: EndpointName): Json {
  const endpoint: Endpoint = endpoints[name];
  return {
    operationId: name,
    summary: summaries[name],
    requestBody: {
      required: !bodyMayBeAbsent(endpoint),
      content: body(endpoint.takes, jsonSchemaOf(endpoint.input, "input")),
    },
    responses: {
      200: { description: "Handled", content: answer(endpoint) },
      ...Object.fromEntries(
        Object.keys(errorStatuses).map((status) => [status, { $ref: `#/components/responses/${status}` }]),
      ),
    },
  };
}

function answer({ gives, output }: Endpoint): Json {
  const invalidKey = wrapped({ $ref: "#/components/schemas/InvalidKey" });
  if (gives === "lines")
    return { ...body("lines", jsonSchemaOf(output, "output")), ...body("json", invalidKey) };
  return body("json", { oneOf: [wrapped(jsonSchemaOf(output, "output")), invalidKey] });
}

function body(form: Endpoint["takes"], schema: Json): Json {
  return { [form === "json" ? jsonMediaType : linesMediaType]: { schema } };
}

function wrapped(data: Json): Json {
  const fields = jsonSchemaOf(
    z.object({ success: z.literal(true), message: z.literal("Success") }),
    "output",
  );
  return {
    ...fields,
    properties: { ...(fields.properties as Json), data },
    required: ["success", "message", "data"],
  };
}

function error(description: string): Json {
  return { description, content: body("json", { $ref: "#/components/schemas/Error" }) };
}

function packageVersion(): string {
  const manifest = readFileSync(new URL("../../package.json", import.meta.url), "utf8");
  return (JSON.parse(manifest) as { version: string }).version;
}
