/**
 * The last step of `remember`: reconciles the drafts with what is stored, and saves the result in
 * one transaction. If the store changed meanwhile, it reconciles again.
 */

import { inPieces, nextTurn } from "../async/next-turn.js";
import { MemoryError } from "../contract/errors.js";
import type { MemoryRecord } from "../contract/record.js";
import type { AddPayload, RememberRequest } from "../contract/remember.js";
import type { Extraction, ExtractRequest } from "../extractors/extractor.js";
import type { BriefRecord, Change, FactKey, Saved, SaveOutcome, Store } from "../stores/store.js";
import type { Passage } from "../text/passage.js";
import { keptAnswer, replayed } from "./kept-answer.js";
import { priorRecords } from "./nearest.js";
import type { RememberParts } from "./parts.js";
import { dryAnswer, payloadOf } from "./payload.js";
import { endedRules } from "./reconcile/ended-rules.js";
import { endedFacts } from "./reconcile/endings/ended-facts.js";
import type { Candidate, Ended, Endings, Plan, PlannedPassage } from "./reconcile/plan.js";
import { factKeys, reconcile, replacedIds } from "./reconcile/reconcile.js";
import { refuse } from "./refusals.js";

/**
 * How often a conflicting write is tried before `busy` is thrown. Each time, one of the conflicting
 * writers succeeds, so this is also how many calls may write about the same facts at once.
 */
const maxAttempts = 64;

/** Maximum number of prior records in a payload. */
const maxConsidered = 20;

/** Number of passages that are prepared in one piece: some milliseconds of work. */
const passagesPerPiece = 1024;

/** Number of facts that are compared in one piece: some milliseconds of work. */
const factsPerPiece = 4096;

/** A request with its extraction and vectors, ready to be reconciled. */
export interface ExtractedRequest {
  readonly request: RememberRequest;
  readonly at: string;
  readonly candidates: readonly Candidate[];
  readonly vectors: ReadonlyMap<Passage, Float32Array>;
  /** The nearest records that the extractor received, if it wanted them. */
  readonly shown: ExtractRequest["nearest"];
  readonly extraction: Extraction;
  readonly usage: Change["usage"];
}

/** Reconciles and saves. The write is durable once the store has settled. */
export async function keep(draft: ExtractedRequest, parts: RememberParts): Promise<AddPayload> {
  const facts = factKeys(draft.candidates);
  await endOfPiece(draft);
  const endings = await endingsOf(draft, parts);
  const asked = knownRequest(draft, facts, endings);
  const { context, first } = await parts.store.snapshot(async (snapshot) => {
    const context = draft.shown?.flat() ?? (await priorRecords(keptVectors(draft), snapshot, parts.now()));
    await endOfPiece(draft);
    return { context, first: await snapshot.known(asked) };
  });
  await endOfPiece(draft);
  for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
    parts.signal?.throwIfAborted();
    const known = attempt === 0 ? first : await parts.store.known(asked);
    const reconciling = reconcile(draft.candidates, {
      known,
      endings,
      newId: parts.newId,
      createdAt: draft.at,
      expiresAt: draft.request.expires_at ?? null,
      metadata: draft.request.metadata ?? {},
    });
    const plan = await inPieces(reconciling, parts.signal);
    await endOfPiece(draft);
    const considered = consideredOf({ facts: known.facts, context, plan });
    await endOfPiece(draft);
    const sourceId = parts.newId();
    const { request, at, extraction, usage } = draft;
    const assembled = { request, at, extraction, usage, plan, considered, sourceId, meter: parts.meter };
    const assembling = payloadOf(assembled);
    const answer = await inPieces(assembling, parts.signal);
    if (draft.request.dry_run) return dryAnswer(answer(unsaved(await parts.store.usage())));
    const passages = await inPieces(newPassages(plan, draft), parts.signal);
    const basis = { sourceId, facts, known, considered, passages, answer };
    const wanted = await inPieces(change(draft, plan, basis, parts), parts.signal);
    const outcome = await write(wanted, parts);
    if (outcome.outcome === "saved") return answer(outcome.saved);
    if (outcome.outcome === "replayed") return replayed(outcome.answer, draft.request, parts.store);
    if (outcome.outcome === "refused")
      refuse("remember", {
        spendMicros: draft.usage.spendMicros,
        used: outcome.usage,
        limits: parts.meter.limits,
      });
  }
  throw busy();
}

function busy(): MemoryError<"busy"> {
  const message = `Cannot remember: the store changed under each of ${maxAttempts} attempts. Try again`;
  return new MemoryError("busy", message, { data: { timeoutMs: 0 } });
}

/** The request for what is known of the facts, passages and records that a draft names. */
function knownRequest({ candidates, shown, at }: ExtractedRequest, facts: Basis["facts"], endings: Endings) {
  const digests = candidates.filter(({ decision }) => decision.keep).map(({ digest }) => digest);
  const shownIds = new Set(shown?.flat().map(({ id }) => id));
  const over = [...endings.values()].flat().flatMap((ended) => storedId(ended) ?? []);
  const recordIds = [...replacedIds(candidates).filter((id) => shownIds.has(id)), ...over];
  return { facts, digests, recordIds, now: at };
}

/** The id of a stored record that ends; `undefined` for one of the call itself. */
function storedId(ended: Ended): string | undefined {
  const record = typeof ended === "object" && "former" in ended ? ended.former : ended;
  return typeof record === "string" ? record : undefined;
}

/** Lets other work run between two steps that read all passages of a request, if it has many. */
async function endOfPiece({ candidates }: ExtractedRequest): Promise<void> {
  if (candidates.length >= passagesPerPiece) await nextTurn();
}

/**
 * The prior records of a payload: those that the plan changes, those that are similar, and the
 * newest facts of the same properties, up to a limit. Without it, a payload could list a thousand
 * hobbies.
 */
function consideredOf({ facts, context, plan }: PriorRecords): BriefRecord[] {
  const changed = new Set(
    plan.passages.flatMap(({ records }) =>
      records.flatMap(({ changed }) => changed.map(({ record_id: id }) => id)),
    ),
  );
  // Times of one format in UTC sort correctly as strings.
  const newest = facts.toSorted((one, other) =>
    one.created_at === other.created_at ? 0 : one.created_at < other.created_at ? 1 : -1,
  );
  const first = [...facts.filter(({ id }) => changed.has(id)), ...context, ...newest];
  const listed = new Set([...new Set(first.map(({ id }) => id))].slice(0, maxConsidered));
  const all = new Map<string, BriefRecord>([...facts, ...context].map((record) => [record.id, record]));
  return [...all.values()].filter(({ id }) => listed.has(id));
}

interface PriorRecords {
  readonly facts: readonly MemoryRecord[];
  readonly context: readonly BriefRecord[];
  readonly plan: Plan;
}

/** The rules and facts that each passage ends. */
async function endingsOf({ candidates, at }: ExtractedRequest, { store }: RememberParts): Promise<Endings> {
  const [rules, facts] = await Promise.all([
    endedRules(candidates, { store, now: at }),
    endedFacts(candidates, { store, now: at }),
  ]);
  const ending = [...new Set([...rules.keys(), ...facts.keys()])];
  return new Map(ending.map((one) => [one, [...(rules.get(one) ?? []), ...(facts.get(one) ?? [])]]));
}

/**
 * Saves the change. A call that stores nothing is only counted, unless its payload is saved under
 * an idempotency key.
 */
async function write(wanted: Change, { store, meter }: RememberParts): Promise<SaveOutcome> {
  if (wanted.passages.length > 0 || wanted.idempotency !== undefined) return store.save(wanted);
  const counted = await store.count(wanted.usage, meter.limits);
  if (counted.outcome === "refused") return counted;
  return { outcome: "saved", saved: unsaved(counted.usage) };
}

/** The result of a call that added nothing to the store. */
function unsaved(usage: Saved["usage"]): Saved {
  return { addedBytes: 0, embeddingBytes: 0, usage };
}

interface Basis {
  readonly sourceId: string;
  readonly facts: ReturnType<typeof factKeys>;
  readonly known: Awaited<ReturnType<Store["known"]>>;
  readonly considered: readonly BriefRecord[];
  readonly passages: Change["passages"];
  readonly answer: (saved: Saved) => AddPayload;
}

function* change(
  draft: ExtractedRequest,
  plan: Plan,
  basis: Basis,
  parts: RememberParts,
): Generator<undefined, Change> {
  const key = draft.request.idempotency_key;
  const facts = yield* expectedFacts(basis);
  if (draft.candidates.length >= passagesPerPiece) yield;
  const knownDigests = new Set(basis.known.passages.map(({ digest }) => digest));
  const kept = key === undefined ? undefined : yield* keptAnswer(basis.answer);
  const planned = plan.passages.flatMap(({ records }) => records);
  const listed = planned.flatMap(({ record, changed }) => [
    record.id,
    ...changed.map(({ record_id }) => record_id),
  ]);
  return {
    at: draft.at,
    actor: parts.actor,
    source: { id: basis.sourceId, createdAt: draft.at },
    passages: basis.passages,
    closings: plan.closings,
    expects: {
      facts,
      absentDigests: plan.passages
        .map(({ candidate: { digest } }) => digest)
        .filter((digest) => !knownDigests.has(digest)),
    },
    usage: draft.usage,
    limits: parts.meter.limits,
    ...(key === undefined || kept === undefined
      ? {}
      : {
          idempotency: {
            key,
            answer: kept,
            recordIds: [...listed, ...basis.considered.map(({ id }) => id)],
          },
        }),
  };
}

function* expectedFacts({
  facts,
  known,
}: Pick<Basis, "facts" | "known">): Generator<undefined, Change["expects"]["facts"]> {
  const idsOf = idsByFact(known.facts);
  const expected: Change["expects"]["facts"][number][] = [];
  for (const fact of facts) {
    if (expected.length % factsPerPiece === factsPerPiece - 1) yield;
    expected.push({ ...fact, recordIds: idsOf(fact) });
  }
  return expected;
}

function* newPassages({ passages }: Plan, draft: ExtractedRequest): Generator<undefined, Change["passages"]> {
  const made: Change["passages"][number][] = [];
  for (const planned of passages) {
    if (made.length % passagesPerPiece === passagesPerPiece - 1) yield;
    made.push(newPassage(planned, draft));
  }
  return made;
}

function newPassage(
  { candidate: one, mentions, records }: PlannedPassage,
  draft: ExtractedRequest,
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
    vector: draft.vectors.get(passage) ?? new Float32Array(0),
    mentions,
    records: records.map(({ record }) => record),
  };
}

/** Ids of records by entity and property, compared as the store does. */
function idsByFact(records: readonly MemoryRecord[]): (fact: FactKey) => string[] {
  const ids = new Map<string, string[]>();
  const keyOf = (entity: string | null, property: string | null) =>
    JSON.stringify([entity?.toLowerCase(), property?.toLowerCase()]);
  for (const { id, entity, property } of records) {
    const key = keyOf(entity, property);
    const alike = ids.get(key);
    if (alike === undefined) ids.set(key, [id]);
    else alike.push(id);
  }
  return ({ entity, property }) => ids.get(keyOf(entity, property)) ?? [];
}

function keptVectors({ candidates, vectors }: ExtractedRequest): Float32Array[] {
  return candidates.flatMap(({ passage, decision }) => (decision.keep ? (vectors.get(passage) ?? []) : []));
}
