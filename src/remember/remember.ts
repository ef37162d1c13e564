/**
 * The first road: text in, records kept.
 *
 *   segment ─ Extractor.extract ─ Embedder.embed ─ Store.known ∥ nearest ─ reconcile ─ Store.save ─ payload
 *
 * An extractor that wants to see what is near is asked after the embedder and the store; the bundled rules do not, and pay nothing for it.
 * Models are asked first and the one write comes last: a crash before it leaves nothing half done. The write says what the decision relied
 * on; where somebody changed that meanwhile, the road reconciles once more with what is known now.
 */
import type { Meter } from "../billing/meter.js";
import { MemoryError } from "../contract/errors.js";
import type { MemoryRecord } from "../contract/record.js";
import type { AddPayload, RememberRequest } from "../contract/remember.js";
import type { Embedder } from "../embedders/embedder.js";
import type { Extraction, Extractor, ExtractRequest } from "../extractors/extractor.js";
import { admitSpend, admitStorage } from "../internal/admission.js";
import { passageDigest } from "../internal/digest.js";
import type { Passage } from "../internal/passage.js";
import { passageWords } from "../internal/words.js";
import type { Change, Saved, SaveOutcome, Store } from "../stores/store.js";
import { embedPassages, nearestRecords, priorRecords } from "./nearest.js";
import { addPayload } from "./payload.js";
import type { Candidate, Plan, PlannedPassage } from "./plan.js";
import { factKeys, reconcile, replacedIds } from "./reconcile.js";
import { mustNotBeExpired, refuse } from "./refusals.js";
import { segment } from "./segment.js";

/** What the first road is handed. */
export interface RememberParts {
  readonly store: Store;
  readonly extractor: Extractor;
  readonly embedder: Embedder;
  readonly meter: Meter;
  readonly now: () => Date;
  readonly newId: () => string;
  /** Who acts, for the audit trail. */
  readonly actor: string;
  readonly signal?: AbortSignal | undefined;
}

/** How often a write that lost a race is decided anew before the caller is told that the store is busy. */
const maxAttempts = 8;

/**
 * Decides what of a content is worth keeping and keeps it, in one transaction.
 *
 * @throws {MemoryError} `invalid_input` (it would be expired already), `storage_limit_reached`, `insufficient_balance` (all before any work),
 * `busy`, `read_only`, `disk_full`, `embedder_failed`, `extractor_failed`, `missing_dependency`
 */
export async function remember(request: RememberRequest, parts: RememberParts): Promise<AddPayload> {
  const replay =
    request.idempotency_key === undefined ? undefined : await parts.store.answered(request.idempotency_key);
  if (replay !== undefined) return replayed(replay, request);

  const at = parts.now().toISOString();
  mustNotBeExpired("remember", request.expires_at, at);
  const cost = await admit(request, parts);
  const passages = segment(request.content, {
    speaker: request.speaker ?? null,
    saidAt: request.occurred_at ?? at,
  });
  const heard = parts.extractor.wantsNearest === true ? await hear(passages, parts) : unheard;
  const previousContext = request.previous_context ?? null;
  const extraction = await parts.extractor.extract(
    { passages, previousContext, ...heard.shown },
    abortable(parts.signal),
  );
  const candidates = passages.map((passage, index) => candidate(passage, extraction, index));
  const vectors = await embedKept(candidates, heard, parts);
  parts.signal?.throwIfAborted();

  const usage = { requests: 1, tokens: cost.tokens + extraction.tokens, spendMicros: cost.priceMicros };
  return keep({ request, at, candidates, vectors, shown: heard.shown.nearest, extraction, usage }, parts);
}

/** What is known before the extractor is asked: nothing, unless it wants to see what is near. */
interface Heard {
  readonly vectors: ReadonlyMap<Passage, Float32Array>;
  readonly shown: Pick<ExtractRequest, "nearest">;
}

const unheard: Heard = { vectors: new Map(), shown: {} };

async function hear(passages: readonly Passage[], parts: RememberParts): Promise<Heard> {
  const vectors = await embedPassages(passages, parts);
  const nearest = await nearestRecords(
    passages.map((passage) => vectors.get(passage)!),
    parts,
  );
  return { vectors, shown: { nearest } };
}

/** The answer as it is kept under a key: without the previous context, which is never stored. */
function keptAnswer(answer: AddPayload): string {
  const { data } = answer;
  return JSON.stringify({ ...answer, data: { ...data, query: { ...data.query, previous_context: "" } } });
}

/** A kept answer, with the previous context of the call that asks again. */
function replayed(kept: string, { previous_context = "" }: RememberRequest): AddPayload {
  const answer = JSON.parse(kept) as AddPayload;
  return { ...answer, data: { ...answer.data, query: { ...answer.data.query, previous_context } } };
}

interface Draft {
  readonly request: RememberRequest;
  readonly at: string;
  readonly candidates: readonly Candidate[];
  readonly vectors: ReadonlyMap<Passage, Float32Array>;
  /** What the extractor was shown, where it wanted to see anything. */
  readonly shown: ExtractRequest["nearest"];
  readonly extraction: Extraction;
  readonly usage: Change["usage"];
}

/** Refuses what cannot be paid for or held, before any work. What is held is more than the content, so the store looks again. */
async function admit(
  request: RememberRequest,
  parts: RememberParts,
): Promise<{ tokens: number; priceMicros: number }> {
  const content = contentText(request.content);
  await parts.embedder.embed([], { kind: "passage" });
  const tokens =
    parts.embedder.countTokens(content) + parts.embedder.countTokens(request.previous_context ?? "");
  const priceMicros = parts.meter.price("add", tokens);
  const used = await parts.store.usage();
  admitStorage("remember", Buffer.byteLength(content), used.storageUsed, parts.meter.limits.storageBytes);
  admitSpend("remember", priceMicros, used.spendMicros, parts.meter.limits.spendMicros);
  return { tokens, priceMicros };
}

function candidate(passage: Candidate["passage"], extraction: Extraction, index: number): Candidate {
  const decision = extraction.decisions[index];
  if (decision === undefined) {
    throw new MemoryError(
      "extractor_failed",
      `Cannot remember: the extractor decided ${extraction.decisions.length} passages, more were asked`,
      {},
    );
  }
  return { passage, digest: passageDigest(passage), decision };
}

/** Vectors of what is kept: those that were made before the extractor was asked are not made again. */
async function embedKept(
  candidates: readonly Candidate[],
  { vectors }: Heard,
  parts: RememberParts,
): Promise<ReadonlyMap<Passage, Float32Array>> {
  const kept = candidates.filter(({ decision }) => decision.keep).map(({ passage }) => passage);
  const missing = kept.filter((passage) => !vectors.has(passage));
  return new Map([...vectors, ...(await embedPassages(missing, parts))]);
}

async function keep(draft: Draft, parts: RememberParts): Promise<AddPayload> {
  const facts = factKeys(draft.candidates);
  const digests = draft.candidates.filter(({ decision }) => decision.keep).map(({ digest }) => digest);
  const shown = new Set(draft.shown?.flat().map(({ id }) => id));
  const named = replacedIds(draft.candidates).filter((id) => shown.has(id));
  const context = draft.shown?.flat() ?? (await priorRecords(keptVectors(draft), parts));
  for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
    parts.signal?.throwIfAborted();
    const known = await parts.store.known(facts, digests, named);
    const plan = reconcile(draft.candidates, {
      known,
      newId: parts.newId,
      createdAt: draft.at,
      expiresAt: draft.request.expires_at ?? null,
      metadata: draft.request.metadata ?? {},
    });
    const considered = [
      ...new Map([...known.facts, ...context].map((record) => [record.id, record])).values(),
    ];
    const sourceId = parts.newId();
    const answer = (saved: Saved) =>
      addPayload({ ...draft, plan, considered, sourceId, meter: parts.meter }, saved);
    const outcome = await write(
      change(draft, plan, { sourceId, facts, known, considered }, answer, parts),
      parts,
    );
    if (outcome.outcome === "saved") return answer(outcome.saved);
    if (outcome.outcome === "replayed") return replayed(outcome.answer, draft.request);
    if (outcome.outcome === "refused")
      refuse("remember", {
        spendMicros: draft.usage.spendMicros,
        used: outcome.usage,
        limits: parts.meter.limits,
      });
  }
  throw new MemoryError(
    "busy",
    `Cannot remember: the store changed under each of ${maxAttempts} attempts. Try again`,
    { data: { timeoutMs: 0 } },
  );
}

/** A call that keeps nothing is counted and leaves no trace but its answer, where a key asks for that. */
async function write(wanted: Change, { store, meter }: RememberParts): Promise<SaveOutcome> {
  if (wanted.passages.length > 0 || wanted.idempotency !== undefined) return store.save(wanted);
  const counted = await store.count(wanted.usage, meter.limits);
  if (counted.outcome === "refused") return counted;
  return { outcome: "saved", saved: { addedBytes: 0, embeddingBytes: 0, usage: counted.usage } };
}

interface Basis {
  readonly sourceId: string;
  readonly facts: ReturnType<typeof factKeys>;
  readonly known: Awaited<ReturnType<Store["known"]>>;
  readonly considered: readonly MemoryRecord[];
}

function change(
  draft: Draft,
  plan: Plan,
  basis: Basis,
  answer: (saved: Saved) => AddPayload,
  parts: RememberParts,
): Change {
  const key = draft.request.idempotency_key;
  const knownDigests = new Set(basis.known.passages.map(({ digest }) => digest));
  const created = plan.passages.flatMap(({ records }) => records.map(({ record }) => record.id));
  return {
    at: draft.at,
    actor: parts.actor,
    source: { id: basis.sourceId, createdAt: draft.at },
    passages: plan.passages.map((planned) => newPassage(planned, draft)),
    closings: plan.closings,
    expects: {
      facts: basis.facts.map((fact) => ({ ...fact, recordIds: idsAbout(fact, basis.known.facts) })),
      absentDigests: plan.passages
        .map(({ candidate: { digest } }) => digest)
        .filter((digest) => !knownDigests.has(digest)),
    },
    usage: draft.usage,
    limits: parts.meter.limits,
    ...(key === undefined
      ? {}
      : {
          idempotency: {
            key,
            answer: (saved: Saved) => keptAnswer(answer(saved)),
            recordIds: [...created, ...basis.considered.map(({ id }) => id)],
          },
        }),
  };
}

function newPassage(
  { candidate: one, mentions, records }: PlannedPassage,
  draft: Draft,
): Change["passages"][number] {
  const { passage, digest } = one;
  return {
    text: passage.text,
    prompt: passage.prompt,
    message: passage.message,
    speaker: passage.speaker,
    role: passage.role,
    saidAt: passage.saidAt,
    digest,
    words: passageWords(passage),
    vector: draft.vectors.get(passage) ?? new Float32Array(0),
    mentions,
    records: records.map(({ record }) => record),
  };
}

function idsAbout(fact: { entity: string; property: string }, records: readonly MemoryRecord[]): string[] {
  const same = (one: string | null, other: string) => one?.toLowerCase() === other.toLowerCase();
  return records
    .filter(({ entity, property }) => same(entity, fact.entity) && same(property, fact.property))
    .map(({ id }) => id);
}

function keptVectors({ candidates, vectors }: Draft): Float32Array[] {
  return candidates.flatMap(({ passage, decision }) => (decision.keep ? (vectors.get(passage) ?? []) : []));
}

function contentText(content: RememberRequest["content"]): string {
  return typeof content === "string" ? content : content.map((message) => message.content).join("\n");
}

function abortable(signal: AbortSignal | undefined): { signal?: AbortSignal } {
  return signal === undefined ? {} : { signal };
}
