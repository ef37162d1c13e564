/** `keepsake`: long-term memory for AI agents. */
export type { Limits, Meter, Plan, Usage } from "./accounts/meter.js";
export type { DetailsPayload } from "./contract/details.js";
export type { ErrorCode, ErrorData, InvalidInputIssue } from "./contract/errors.js";
export { errorCodes, MemoryError } from "./contract/errors.js";
export type { ForgetInput, ForgetPreview, ForgetResult } from "./contract/forget.js";
export type {
  AuditCheckpoint,
  AuditInput,
  AuditOperation,
  AuditRow,
  AuditVerdict,
  PruneAuditInput,
  PrunedAudit,
} from "./contract/maintenance/audit.js";
export { auditOperations } from "./contract/maintenance/audit.js";
export type { ImportResult } from "./contract/maintenance/exchange.js";
export type {
  Backup,
  CheckOptions,
  CheckOutcome,
  CheckResult,
  CopyResult,
  ReembedResult,
} from "./contract/maintenance/whole-store.js";
export type {
  Batch,
  CallOptions,
  FileOptions,
  FileProgress,
  ImportOptions,
  MemoryService,
  Progress,
  ProgressOptions,
} from "./contract/memory-service.js";
export type { ProfileEvent, ProfileFact, ProfileInput, ProfilePayload } from "./contract/profile.js";
export type {
  ExplainedRecord,
  FileExtract,
  RecallInput,
  RecallObject,
  SearchPayload,
} from "./contract/recall.js";
export type {
  LaidDownRule,
  MemoryRecord,
  Metadata,
  MetadataFilter,
  Page,
  RecordsInput,
  RecordType,
} from "./contract/record.js";
export { recordTypes } from "./contract/record.js";
export type {
  AddPayload,
  ChangedRecord,
  ChatMessage,
  ChatMessageInput,
  EpisodicItem,
  MemoryDecisions,
  ProceduralItem,
  RememberInput,
  RememberObject,
  SemanticItem,
  SkippedItem,
} from "./contract/remember.js";
export type {
  RememberFileInput,
  RememberFilePayload,
} from "./contract/remember-file.js";
export type { Scope } from "./contract/scope.js";
export { type CopyOptions, copyStore, type StorePlace } from "./copy-store.js";
export { centredEmbedder } from "./embedders/centring.js";
export type { Embedder, EmbedOptions } from "./embedders/embedder.js";
export { StaticEmbedder, staticEmbedder } from "./embedders/static-embedder.js";
export type {
  BegunExtraction,
  Decision,
  Draft,
  EpisodicDraft,
  Extraction,
  ExtractionAhead,
  Extractor,
  ExtractRequest,
  ProceduralDraft,
  SemanticDraft,
} from "./extractors/extractor.js";
export { RuleExtractor, ruleExtractor } from "./extractors/rule-extractor.js";
export { Memory } from "./memory.js";
export type { MemoryOptions, ReaderFor } from "./options.js";
export type { FileSource, Reader, Section } from "./readers/reader.js";
export type { Rerank, RerankCandidate } from "./recall/ranking/rerank.js";
export { type PromptBlocks, type PromptOptions, promptBlocks } from "./rendering/prompt-blocks.js";
export type { Passage, Role } from "./text/passage.js";
