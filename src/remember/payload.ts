/**
 * The add payload (specification, section 2.5), assembled from the plan and the result of the
 * write.
 */
import type { Meter } from "../accounts/meter.js";
import type { RecordType } from "../contract/record.js";
import type {
  AddPayload,
  ConsideredRecord,
  EpisodicItem,
  ProceduralItem,
  RememberRequest,
  SemanticItem,
} from "../contract/remember.js";
import type { Extraction } from "../extractors/extractor.js";
import { toUsd } from "../numbers/money.js";
import type { BriefRecord, Saved, UsageDelta } from "../stores/store.js";
import type { Plan, PlannedPassage, PlannedRecord } from "./reconcile/plan.js";
import { certaintyOf, spanOf } from "./reconcile/trusted-draft.js";

/** What a payload is assembled from. */
export interface AddPayloadInput {
  readonly request: RememberRequest;
  readonly at: string;
  readonly plan: Plan;
  readonly extraction: Extraction;
  /** Prior records that were considered. */
  readonly considered: readonly BriefRecord[];
  readonly sourceId: string;
  readonly usage: UsageDelta;
  readonly meter: Meter;
}

/**
 * Assembles a payload in pieces, except for what only the write can say.
 *
 * @returns what makes the payload of a write
 */
export function* payloadOf(input: AddPayloadInput): Generator<undefined, (saved: Saved) => AddPayload> {
  const { request, plan } = input;
  const content = currentContext(request.content);
  const bytes = keptBytes(plan);
  const made = yield* decisions(plan, input.sourceId);
  return (saved) => addPayload(input, { saved, content, bytes, decisions: made });
}

type Decisions = AddPayload["data"]["data"]["memory_decisions"];

interface Known {
  readonly saved: Saved;
  readonly content: string;
  /** UTF-8 bytes of the passages. */
  readonly bytes: number;
  readonly decisions: Decisions;
}

function addPayload(input: AddPayloadInput, { saved, content, bytes, decisions }: Known): AddPayload {
  const { request, plan, extraction, usage, meter } = input;
  const stored = plan.passages.length > 0;
  return {
    stored,
    bytes,
    embedding_bytes: saved.embeddingBytes,
    total_storage_bytes: saved.addedBytes,
    data: {
      status: 200,
      success: extraction.success,
      data: {
        should_store_memory: stored,
        memory_decisions: decisions,
        skipped: [...plan.skipped],
      },
      query: {
        datetime: request.occurred_at ?? input.at,
        previous_context: request.previous_context ?? "",
        current_context: content,
        semantic_context: contextOf("semantic", input.considered),
        episodic_context: contextOf("episodic", input.considered),
        procedural_context: contextOf("procedural", input.considered),
      },
    },
    tokens: usage.tokens,
    cost: toUsd(usage.spendMicros),
    wallet_balance: toUsd(meter.balance(saved.usage)),
  };
}

/**
 * The payload of a dry run: the decisions, and zero for everything that a call writes, counts or
 * charges, so that sums over payloads stay correct.
 */
export function dryAnswer(payload: AddPayload): AddPayload {
  const nothing = { stored: false, bytes: 0, embedding_bytes: 0, total_storage_bytes: 0, tokens: 0, cost: 0 };
  return { dry_run: true, ...payload, ...nothing };
}

/** Number of passages whose items are assembled in one piece: some milliseconds of work. */
const passagesPerPiece = 512;

function* decisions({ passages }: Plan, sourceId: string): Generator<undefined, Decisions> {
  const [semantic, episodic, procedural]: [SemanticItem[], EpisodicItem[], ProceduralItem[]] = [[], [], []];
  for (const [index, passage] of passages.entries()) {
    if (index % passagesPerPiece === passagesPerPiece - 1) yield;
    for (const planned of passage.records) {
      semantic.push(...semanticItems(passage, planned, sourceId));
      episodic.push(...episodicItems(passage, planned, sourceId));
      procedural.push(...proceduralItems(passage, planned, sourceId));
    }
  }
  return {
    semantic: { use: semantic.length > 0, items: semantic },
    episodic: { use: episodic.length > 0, items: episodic },
    procedural: { use: procedural.length > 0, items: procedural },
  };
}

function semanticItems(passage: PlannedPassage, planned: PlannedRecord, sourceId: string): SemanticItem[] {
  const { record, draft, previous } = planned;
  if (draft.type !== "semantic") return [];
  const fact = {
    entity: draft.entity,
    property: record.property ?? draft.property,
    value: record.value ?? draft.value,
    text: draft.text,
  };
  return [{ ...base(passage, planned, sourceId), ...fact, ...(previous === undefined ? {} : { previous }) }];
}

function episodicItems(passage: PlannedPassage, planned: PlannedRecord, sourceId: string): EpisodicItem[] {
  const { draft } = planned;
  if (draft.type !== "episodic") return [];
  const document = passage.candidate.passage.text;
  return [
    {
      ...base(passage, planned, sourceId),
      document,
      occurred_at: draft.occurredAt,
      occurred_until: draft.occurredUntil ?? null,
      participants: [...draft.participants],
    },
  ];
}

function proceduralItems(
  passage: PlannedPassage,
  planned: PlannedRecord,
  sourceId: string,
): ProceduralItem[] {
  const { draft, previous } = planned;
  if (draft.type !== "procedural") return [];
  const document = passage.candidate.passage.text;
  return [
    {
      ...base(passage, planned, sourceId),
      document,
      ...(draft.trigger === null ? {} : { trigger: draft.trigger }),
      ...(previous === undefined ? {} : { previous }),
    },
  ];
}

function base({ candidate: { passage } }: PlannedPassage, planned: PlannedRecord, sourceId: string) {
  const { record, draft, reason, changed } = planned;
  const operation = record.operation === "UPDATE" ? ("UPDATE" as const) : ("CREATE" as const);
  return {
    operation,
    reason,
    record_id: record.id,
    source_id: sourceId,
    message: passage.message,
    span: spanOf(draft, passage.text),
    certainty: certaintyOf(draft),
    changed: [...changed],
  };
}

function contextOf(type: RecordType, records: readonly BriefRecord[]): ConsideredRecord[] {
  return records.filter((record) => record.type === type).map(({ id, text }) => ({ record_id: id, text }));
}

function currentContext(content: RememberRequest["content"]): string {
  if (typeof content === "string") return content;
  return content.map((message) => `${message.name ?? message.role}: ${message.content}`).join("\n");
}

function keptBytes({ passages }: Plan): number {
  return passages.reduce((sum, { candidate: { passage } }) => sum + Buffer.byteLength(passage.text), 0);
}
