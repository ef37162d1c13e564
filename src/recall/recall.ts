/**
 * The second road: question in, prose out.
 *
 *   interpret ─ Embedder.embed ─ gather: nearest ∥ matching ∥ … ─ fuse ─ rank ─ compose ─ Store.count ─ payload
 *                              └ gather in files ─ rank ────────────────────────┘
 *
 * Deciding is pure; the store and the models are only asked. What is below the floor is not told: a question that memory holds no answer to gets
 * an empty recall, never what is merely nearest.
 */
import type { Meter } from "../billing/meter.js";
import { MemoryError } from "../contract/errors.js";
import type { Confidence, ExplainedRecord, RecallRequest, SearchPayload } from "../contract/recall.js";
import type { Embedder } from "../embedders/embedder.js";
import { admitSpend } from "../internal/admission.js";
import { toUsd } from "../internal/money.js";
import { unitLength } from "../internal/unit-length.js";
import type { Scope, Store, UsageDelta } from "../stores/store.js";
import { confidenceOf } from "./confidence.js";
import { concerns, states } from "./direct.js";
import { gatherFiles } from "./file-pool.js";
import { gather } from "./gather.js";
import { interpret, type Question } from "./interpret.js";
import { type Ranked, type Ranking, rank } from "./rank.js";
import { rankFiles } from "./rank-files.js";
import type { Rerank } from "./rerank.js";
import { reranked } from "./reranked.js";
import { type Telling, tell } from "./tell.js";
import { floor } from "./weights.js";

export interface RecallParts {
  readonly store: Store;
  readonly embedder: Embedder;
  readonly now: () => Date;
  readonly meter: Meter;
  readonly rerank?: Rerank | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** How much the context's vector weighs beside the question's. */
const contextShare = 0.3;

/**
 * Answers a question from memory.
 *
 * @throws {MemoryError} `insufficient_balance` (before any work), `embedder_failed`, `rerank_failed`, `missing_dependency`
 */
export async function recall(request: RecallRequest, parts: RecallParts): Promise<SearchPayload> {
  await admit(request, parts);
  const now = parts.now();
  const question = interpret(request.query, { now, previousContext: request.previous_context });
  const vectors = await questionVectors(question, request.previous_context, parts);
  parts.signal?.throwIfAborted();
  const scope = scopeOf(request, question, now);
  const looking = { vectors, scope, statistics: await parts.store.statistics() };
  const { answerable, relevant: likely } = await relevantSaid(question, looking, parts);
  const said = await reranked(likely, question.text, parts);
  const files = await reranked(await relevantFiles(question, looking, parts), question.text, parts);
  parts.signal?.throwIfAborted();
  const relevant = { said: worthTelling(said, question), files };
  const { told, tokens } = tell(relevant, {
    tokenBudget: request.token_budget,
    limit: request.limit,
    countTokens: (text) => parts.embedder.countTokens(text),
    history: question.history,
    factsFirst: question.properties.size > 0,
  });
  const confidence = confidenceOf(told, { answerable, said, direct: question.direct });
  return payload(request, { told, tokens, confidence, relevant: [...said, ...files] }, parts);
}

/** Where is looked. */
interface Looking {
  readonly vectors: Awaited<ReturnType<typeof questionVectors>>;
  readonly scope: Scope;
  readonly statistics: Awaited<ReturnType<Store["statistics"]>>;
}

/** What was said that may be part of an answer, best first, and how likely it is that there is one. */
async function relevantSaid(
  question: Question,
  { vectors, scope, statistics }: Looking,
  { store }: Pick<RecallParts, "store">,
): Promise<{ readonly answerable: number; readonly relevant: readonly Ranked[] }> {
  const types = scope.types?.filter((type) => type !== "file");
  if (types?.length === 0) return { answerable: 0, relevant: [] };
  const said: Scope = { ...scope, corpus: "said", ...(types === undefined ? {} : { types }) };
  const ranking = rank(
    await gather(store, question, { ...vectors, scope: said, statistics: statistics.said }),
  );
  return { answerable: ranking.answerable, relevant: answering(ranking, question) };
}

/** What stands in files that may be, best first. */
async function relevantFiles(
  question: Question,
  { vectors: { vector }, scope, statistics: { files } }: Looking,
  { store }: Pick<RecallParts, "store">,
): Promise<readonly Ranked[]> {
  const { types, ...rest } = scope;
  if (types?.includes("file") === false) return [];
  const filed: Scope = { ...rest, corpus: "files" };
  return rankFiles(await gatherFiles(store, question, { vector, scope: filed, statistics: files }));
}

/**
 * Share of the best chance that a record must reach to be forgotten by a query. Recall may tell what only may be part of an answer, because a
 * reader judges it; forgetting is not undone. Scores of extracts lie close together, so theirs is the greater share.
 */
const forgettable = { said: 0.1, files: 0.9 };

/** Ids of the records that a query would forget, best first: of what `recall` finds relevant, only what is close to the best. */
export async function relevantRecords(
  query: string,
  parts: Pick<RecallParts, "store" | "embedder" | "now" | "signal">,
): Promise<string[]> {
  const now = parts.now();
  const question = interpret(query, { now });
  const vectors = await questionVectors(question, undefined, parts);
  const scope: Scope = { now: now.toISOString() };
  const statistics = await parts.store.statistics();
  const pool = await gather(parts.store, question, {
    ...vectors,
    scope: { ...scope, corpus: "said" },
    statistics: statistics.said,
  });
  const said = closeToBest(aboveFloor(rank(pool)), forgettable.said);
  const files = closeToBest(
    await relevantFiles(question, { vectors, scope, statistics }, parts),
    forgettable.files,
  );
  return [...said, ...files].flatMap(({ passage }) => passage.records.map(({ id }) => id));
}

function closeToBest(relevant: readonly Ranked[], share: number): readonly Ranked[] {
  const least = share * (relevant[0]?.chance ?? 0);
  return relevant.filter(({ chance }) => chance >= least);
}

/** Nothing, unless it is likely enough that there is an answer; then all that may be part of it. */
function aboveFloor({ answerable, ranked }: Ranking): readonly Ranked[] {
  return answerable < floor.answer
    ? []
    : ranked.filter(({ chance, touches }) => touches && chance >= floor.tell);
}

/** Chance from which a passage counts that states what is asked for by name: above all that is merely estimated. */
const stated = 0.9;

/** What the records answer by name, before what is likely enough; to a question for all about somebody, all about them and nothing else. */
function answering(ranking: Ranking, { direct }: Question): readonly Ranked[] {
  const likely = aboveFloor(ranking);
  if (direct === undefined) return likely;
  if (direct.kind === "overview") {
    const about = ranking.ranked.filter(({ passage }) => concerns(direct, passage));
    return about.length > 0 ? about : likely;
  }
  const answers = ranking.ranked.filter(({ passage }) => states(direct, passage));
  if (answers.length === 0) return likely;
  const chosen = new Set(answers);
  return [
    ...answers.map((one) => ({ ...one, chance: stated + (1 - stated) * one.chance })),
    ...likely
      .filter((one) => !chosen.has(one))
      .map((one) => ({ ...one, chance: Math.min(one.chance, stated) })),
  ];
}

/**
 * Share of the best estimated chance that a passage must reach to be told. On five conversations of people who chat, evidence told within
 * 1,000 tokens was 82.8 % at 0.05, 82.6 % at 0.1 and 81.5 % at 0.15 (within 2,000: 87.2, 86.1 and 84.2 %), against 82.7 (87.3) % with no share.
 */
const tellShare = 0.1;

/** Of what is relevant, what is told: the fact alone where it settles the question, else nothing far behind the best. */
function worthTelling(relevant: readonly Ranked[], { direct }: Question): readonly Ranked[] {
  if (direct?.kind === "overview") return relevant;
  const answers = direct === undefined ? [] : relevant.filter(({ passage }) => states(direct, passage));
  if (direct !== undefined && answers.length > 0 && direct.asked.settled) return answers;
  const estimated = relevant.filter((one) => !answers.includes(one));
  const least = tellShare * Math.max(0, ...estimated.map(({ chance }) => chance));
  return relevant.filter(({ chance }) => chance >= least);
}

function scopeOf(request: RecallRequest, question: Question, now: Date): Scope {
  return {
    now: now.toISOString(),
    ...(request.as_of === undefined ? {} : { asOf: request.as_of }),
    ...(question.history && request.as_of === undefined ? { includeSuperseded: true } : {}),
    ...(request.types === undefined ? {} : { types: request.types }),
    ...(request.filter === undefined ? {} : { filter: request.filter }),
  };
}

/** Vectors of a question and of its subject, each with some of the context's. */
export async function questionVectors(
  question: Question,
  context: string | undefined,
  { embedder, signal }: Pick<RecallParts, "embedder" | "signal">,
): Promise<{ vector: Float32Array; subjectVector: Float32Array }> {
  const none = new Float32Array(embedder.dimensions);
  const texts = [question.text, question.subject, context ?? ""];
  const options = signal === undefined ? {} : { signal };
  const [own = none, subject = none, around = none] = await embedder.embed(texts, {
    kind: "query",
    ...options,
  });
  const within = (vector: Float32Array) =>
    unitLength(vector.map((value, index) => value + contextShare * around[index]!));
  return { vector: within(own), subjectVector: within(subject) };
}

/** Refuses what cannot be paid for even if the whole budget is told. */
async function admit(request: RecallRequest, { store, embedder, meter }: RecallParts): Promise<void> {
  if (meter.limits.spendMicros === null) return;
  await embedder.embed([], { kind: "query" });
  const tokens = askedTokens(request, embedder) + request.token_budget;
  const { spendMicros } = await store.usage();
  admitSpend("recall", meter.price("search", tokens), spendMicros, meter.limits.spendMicros);
}

function askedTokens(request: RecallRequest, embedder: Embedder): number {
  return embedder.countTokens(request.query) + embedder.countTokens(request.previous_context ?? "");
}

interface Answer extends Telling {
  readonly confidence: Confidence;
  readonly relevant: readonly Ranked[];
}

async function payload(
  request: RecallRequest,
  { told, tokens: toldTokens, confidence, relevant }: Answer,
  { store, embedder, meter }: RecallParts,
): Promise<SearchPayload> {
  const tokens = askedTokens(request, embedder) + toldTokens;
  const spendMicros = meter.price("search", tokens);
  const delta: UsageDelta = { requests: 1, tokens, spendMicros };
  const counted = await store.count(delta, meter.limits);
  if (counted.outcome === "refused") {
    admitSpend("recall", spendMicros, counted.usage.spendMicros, meter.limits.spendMicros);
    throw new MemoryError("busy", "Cannot recall: the wallet changed under the call. Try again", {
      data: { timeoutMs: 0 },
    });
  }
  return {
    ...told,
    tokens,
    cost: toUsd(spendMicros),
    wallet_balance: toUsd(meter.balance(counted.usage)),
    confidence,
    ...(request.explain
      ? { records: explained(relevant.slice(0, request.limit)).slice(0, request.limit) }
      : {}),
  };
}

function explained(relevant: readonly Ranked[]): ExplainedRecord[] {
  return relevant.flatMap(({ passage, chance, signals }) =>
    passage.records.map((record) => ({
      record_id: record.id,
      type: record.type,
      text: record.text,
      score: chance,
      signals: signals(),
      source_id: passage.sourceId,
      occurred_at: record.occurred_at,
      occurred_until: record.occurred_until,
    })),
  );
}
