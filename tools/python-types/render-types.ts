/** Renders `python/src/keepsake/types.py` from the OpenAPI document. */
import { openapiDocument } from "../../src/server/openapi.js";
import { type Schema, TypedDicts } from "./typed-dicts.js";

/** Where the module is written, relative to the repository. */
export const typesPath = "python/src/keepsake/types.py";

/** The endpoints with the Python name of what they take and return, and of what a page lists. */
const named = {
  add: { request: "AddRequest", payload: "AddPayload" },
  search: { request: "SearchRequest", payload: "SearchPayload" },
  file: { request: "FileRequest", payload: "FilePayload" },
  profile: { request: "ProfileRequest", payload: "ProfilePayload" },
  forget: { request: "ForgetRequest", payload: "ForgetPayload" },
  details: { payload: "DetailsPayload" },
  records: { request: "RecordsRequest", payload: "RecordPage", item: "MemoryRecord" },
  history: { request: "HistoryRequest", payload: "RecordPage", item: "MemoryRecord" },
  audit: { request: "AuditRequest", payload: "AuditPage", item: "AuditRow" },
  verify_audit: { payload: "AuditVerdict" },
  export: { request: "ExportRequest" },
  import: { payload: "ImportPayload" },
} as const satisfies Readonly<Record<string, { request?: string; payload?: string; item?: string }>>;

/** Names of nested types, by the name of the type around them and the field. */
const shortNames = {
  DetailsPayloadMemory: "StoreDetails",
  StoreDetailsUsage: "Usage",
  DetailsPayloadPlan: "Plan",
  SearchRequestFilterValueValue: "FilterCondition",
  SearchRequestRules: "RulesOption",
  SearchPayloadFileMemory: "FileExtract",
  SearchPayloadConfidence: "Confidence",
  SearchPayloadRule: "Rule",
  SearchPayloadRecord: "RankedRecord",
  AddRequestContent: "Message",
  MessageRole: "Role",
  AddPayloadData: "Extraction",
  ExtractionDataSkipped: "SkippedText",
  ExtractionDataMemoryDecisions: "MemoryDecisions",
  MemoryDecisionsSemantic: "SemanticDecisions",
  SemanticDecisionsItem: "SemanticItem",
  SemanticItemOperation: "Operation",
  SemanticItemChanged: "ChangedRecord",
  ChangedRecordChange: "ChangeKind",
  SemanticItemPrevious: "PreviousRecord",
  MemoryDecisionsEpisodic: "EpisodicDecisions",
  EpisodicDecisionsItem: "EpisodicItem",
  MemoryDecisionsProcedural: "ProceduralDecisions",
  ProceduralDecisionsItem: "ProceduralItem",
  ExtractionQuery: "ResolvedQuery",
  ResolvedQuerySemanticContext: "SemanticContext",
  FilePayloadFile: "StoredFile",
  StoredFilePassages: "PassageCounts",
  ForgetPayloadPreview: "PreviewItem",
  PreviewItemBecause: "PreviewReason",
  ProfilePayloadEvent: "ProfileEvent",
  ProfilePayloadFact: "ProfileFact",
  AuditRequestOperation: "AuditOperation",
};

interface Operation {
  readonly operationId: string;
  readonly requestBody: { readonly content: Contents };
  readonly responses: { readonly 200: { readonly content: Contents } };
}
type Contents = Readonly<
  Record<string, { readonly schema: Schema & { readonly oneOf?: readonly Schema[] } }>
>;

const header = `"""The types of requests and payloads.

Generated from the OpenAPI document by \`npm run build:python-types\`: do not edit.
"""

from __future__ import annotations

from typing import Any, Literal, TypedDict
`;

/** The module's source. */
export function renderTypes(): string {
  const types = new TypedDicts(shortNames);
  const paths = openapiDocument().paths as Readonly<Record<string, { readonly post?: Operation }>>;
  const operations = Object.values(paths).flatMap(({ post }) => (post === undefined ? [] : [post]));
  types.add("RecordType", recordTypes(operations));
  for (const operation of operations) declare(types, operation);
  const all = types.names().map((name) => `    "${name}",`);
  return `${header}\n__all__ = [\n${all.join("\n")}\n]\n\n\n${types.source()}\n`;
}

function declare(types: TypedDicts, { operationId, requestBody, responses }: Operation): void {
  const names: { request?: string; payload?: string; item?: string } =
    named[operationId as keyof typeof named] ?? {};
  const request = requestBody.content["application/json"]?.schema;
  const payload = responses[200].content["application/json"]?.schema.oneOf?.[0]?.properties?.data;
  if (names.request !== undefined && request !== undefined)
    types.add(names.request, { ...request, description: `The request of \`${operationId}\`` });
  if (names.payload === undefined || payload === undefined) return;
  const items = payload.properties?.items?.items;
  if (names.item !== undefined && items !== undefined) types.add(names.item, items);
  types.add(names.payload, { ...payload, description: `What \`${operationId}\` returns` });
}

/** The enumeration of record types, declared first so that it has its own name everywhere. */
function recordTypes(operations: readonly Operation[]): Schema {
  const forget = operations.find(({ operationId }) => operationId === "forget");
  return forget?.requestBody.content["application/json"]?.schema.properties?.type ?? {};
}
