/**
 * The verb `recall`: a question in, prose out.
 *
 *   interpret ─ Embedder.embed ─ owners ─ gather ─ fuse ─ rank ─ compose ─ Store.count ─ payload
 *                              └ gather in files ─ rank ────────┘
 *
 * Only the store and the models are awaited; everything else is pure. Passages below the floor are
 * not returned: a question without an answer in memory gets an empty result, not the nearest text.
 */
import type { Meter } from "../accounts/meter.js";
import { nextTurn } from "../async/next-turn.js";
import { MemoryError } from "../contract/errors.js";
import type { Confidence, ExplainedRecord, RecallRequest, SearchPayload } from "../contract/recall.js";
import type { LaidDownRule } from "../contract/record.js";
import { recordTypes } from "../contract/record.js";
import type { Embedder } from "../embedders/embedder.js";
import { toUsd } from "../numbers/money.js";
import { admitSpend } from "../service/admission.js";
import type { Criteria, Snapshot, Store, StoredPassage, UsageDelta } from "../stores/store.js";
import { besideAnswers, type DietSearch, dietSearch } from "./diets/diets.js";
import { type RenderedAnswer, renderAnswer } from "./prose/render-answer.js";
import { withRestOfMessages } from "./prose/short-messages.js";
import { counterOf } from "./prose/token-counts.js";
import { interpret, type Question } from "./question/interpret.js";
import { languageOf } from "./question/language-words.js";
import { answerOnlyGrows } from "./question/past-events.js";
import { asksForSupposition } from "./question/suppositions.js";
import { returnedAnswers } from "./ranking/answers.js";
import { askedOf, asksForNumber, confidenceOf, mustShare } from "./ranking/confidence.js";
import { namesOther } from "./ranking/direct.js";
import type { Ranked } from "./ranking/rank.js";
import { anyRenews } from "./ranking/renewals/renews.js";
import type { Rerank } from "./ranking/rerank.js";
import { reranked } from "./ranking/reranked.js";
import { topicOf } from "./ranking/topic.js";
import { answersBeside, ruleProse } from "./rules/rule-prose.js";
import { laidDownRules, quotedRules, type Rules, rulesFor, wantedRules, withRules } from "./rules/rules.js";
import { gather } from "./search/gather.js";
import { nearInMeaning } from "./selection/near-in-meaning.js";
import {
  afterEnded,
  amongEnded,
  asWeakly,
  naming,
  type RankedSaid,
  type RelevantSaid,
  rankedSaid,
  relevantFiles,
  relevantSaid,
  saidAbout,
} from "./selection/relevant.js";
import { type Lookup, questionVectors, saidScope, saidSearch } from "./selection/said-search.js";
import { saidSince } from "./selection/said-since.js";
import { restOfShortSources } from "./selection/short-sources.js";
import { type Steps, traceOf } from "./trace/trace.js";

/** The parts that {@link recall} uses. */
export interface RecallParts {
  readonly store: Store;
  readonly embedder: Embedder;
  readonly now: () => Date;
  readonly meter: Meter;
  readonly rerank?: Rerank | undefined;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Answers a question from memory.
 *
 * @throws {MemoryError} `insufficient_balance` (before any work), `embedder_failed`,
 * `rerank_failed`, `missing_dependency`
 */
export async function recall(request: RecallRequest, parts: RecallParts): Promise<SearchPayload> {
  await admit(request, parts);
  await pause(request);
  const searched = await search(request, parts);
  await pause(request);
  parts.signal?.throwIfAborted();
  return payload(request, answerFrom(request, searched, parts.embedder), parts);
}

/** The passages and rules that may be part of an answer, best first. */
interface Searched {
  readonly found: RelevantSaid;
  /** Passages of the same short sources, which were not ranked. */
  readonly beside: readonly Ranked[];
  /** Passages of conversations. */
  readonly said: readonly Ranked[];
  /** Passages of files. */
  readonly files: readonly Ranked[];
  readonly laidDown: Rules;
  /** What the people whom a request for food concerns cannot eat. */
  readonly diets: readonly StoredPassage[];
}

async function search(request: RecallRequest, parts: RecallParts): Promise<Searched> {
  const now = parts.now();
  const { speaker, previous_context: previousContext } = request;
  const asked = interpret(request.query, { now, previousContext, speaker });
  const vectors = await questionVectors(asked, previousContext, parts);
  parts.signal?.throwIfAborted();
  const scope = scopeOf(request, asked, now);
  const forFood = await dietSearch(asked, parts);
  await pause(request);
  const { beside, filed, userRules, restrictions, ...looked } = await parts.store.snapshot((store) =>
    lookUp(request, { asked, vectors, scope, forFood }, store),
  );
  const found = filed.length > 0 ? looked.found : await orNearest(looked.found, parts);
  const { text } = found.question;
  return {
    found,
    beside,
    laidDown: await rulesFor(userRules, { question: asked, vector: vectors.vector }, parts),
    said: await reranked(found.relevant, text, parts),
    diets: (await forFood?.select(restrictions, speaker)) ?? [],
    files: await reranked(filed, text, parts),
  };
}

/** If nothing was found, the statements about the asker that are nearest in meaning. */
async function orNearest(found: RelevantSaid, parts: RecallParts): Promise<RelevantSaid> {
  if (found.relevant.length > 0) return found;
  return asWeakly(found, await nearInMeaning(found, parts));
}

/** Selects and renders the answer. Pure. */
function answerFrom(
  request: RecallRequest,
  { found, beside, said, files, laidDown, diets }: Searched,
  embedder: Embedder,
): Answer {
  const { question, answerable } = found;
  const countTokens = counterOf(embedder);
  const answering = returnedAnswers(said, question);
  const rules = ruleProse(wantedRules(laidDown, request, answering), {
    tokenBudget: request.token_budget,
    countTokens,
  });
  const answers = answersBeside(rules, laidDown, { said: answering, question });
  const quoted = [...besideAnswers(diets, answers, rules.passages), ...quotedRules(laidDown, answers)];
  const since = saidSince(answers, found);
  const whole = withRestOfMessages([...answers, ...quoted, ...since], [...found.ranking.ranked, ...beside]);
  const { placed, ...rendered } = renderAnswer(
    { said: whole, files },
    {
      tokenBudget: request.token_budget - rules.tokens,
      limit: request.limit,
      countTokens,
      asRules: rules.passages,
      ...renderingOf(question),
      renews: anyRenews(found.renews, found.sequels.replaces),
      since: new Set(since.map(({ passage }) => passage.id)),
    },
  );
  const { fields, answered } = withRules(rendered.fields, rules, answers);
  const isOnlyQuoted = quoted.length > 0 && answers.length + files.length === 0;
  const ranked = [...said, ...unranked(whole, said)];
  return {
    fields,
    tokens: rendered.tokens + rules.tokens,
    confidence: isOnlyQuoted
      ? "weak"
      : confidenceOf(answered, { answerable, said, ...evidenceFor(question) }),
    rules: rules.rules,
    relevant: [...ranked, ...files],
    steps: { found, said: ranked, answering, answers, files, asRules: rules.passages, placed },
  };
}

function unranked(quoted: readonly Ranked[], said: readonly Ranked[]): readonly Ranked[] {
  const known = new Set(said.map(({ passage }) => passage.id));
  return quoted.filter(({ passage }) => !known.has(passage.id));
}

/** How the answer to a question is rendered. */
function renderingOf(question: Question) {
  const { history, words: asked, asks, properties, text } = question;
  const isAbroad = languageOf(text) !== undefined;
  return {
    history,
    asked,
    asks,
    onlyGrows: answerOnlyGrows(question),
    factsFirst: properties.size > 0,
    newestFirst: isAbroad,
  };
}

/** What the confidence of an answer depends on, in addition to the passages. */
function evidenceFor(question: Question) {
  const { direct, former, asks, askedAbout, text } = question;
  return {
    direct,
    former,
    asks,
    named: question.names.length > 0 || askedAbout?.relation !== undefined,
    mustShare: mustShare(question),
    topic: topicOf(question),
    aboutAsker: askedAbout?.asker === true && askedAbout.relation === undefined,
    askedOf: askedOf(question),
    supposes: asksForSupposition(text),
    asksNumber: asksForNumber(text),
    asksName: namesOther.test(text),
  };
}

/**
 * A recall is long from this size on. `chars` counts the question with its context, `tokens` the
 * answer; each of the two amounts takes some 10 ms.
 */
const long = { chars: 2000, tokens: 8000 };

/**
 * Lets other tasks run in the middle of a long recall. Short recalls do not yield: if they took
 * turns, each would wait for the others longer than it takes itself.
 */
async function pause({ query, previous_context: context = "", token_budget }: RecallRequest): Promise<void> {
  if (query.length + context.length > long.chars || token_budget > long.tokens) await nextTurn();
}

interface Asked {
  readonly asked: Question;
  readonly vectors: Lookup["vectors"];
  readonly scope: Criteria;
  readonly forFood: DietSearch | undefined;
}

/**
 * Reads everything from one snapshot of the store, so that concurrent writes cannot appear in a
 * part of it.
 */
async function lookUp(request: RecallRequest, { asked, vectors, scope, forFood }: Asked, store: Snapshot) {
  const [statistics] = await store.read([{ of: "statistics" }]);
  const lookup = { vectors, scope, statistics, speaker: request.speaker };
  const found = await saidFor(asked, lookup, store);
  const beside = await restOfShortSources(found, scope, store);
  const filed = naming(found.owners, await relevantFiles(found.question, lookup, store));
  const said = saidScope(scope);
  const restrictions = said === undefined ? undefined : await forFood?.read(store, said);
  const userRules = await laidDownRules(request, said, store);
  return { found, beside, filed, userRules, restrictions: restrictions ?? [] };
}

/**
 * Finds the passages of conversations that may be part of an answer. If there is none, it searches
 * again and includes records that have ended, then looks for anything that was said about the
 * people in the question.
 */
async function saidFor(question: Question, lookup: Lookup, store: Snapshot): Promise<RelevantSaid> {
  const found = relevantSaid(await searchSaid(question, lookup, store));
  if (found.relevant.length > 0) return found;
  const among = amongEnded(found, lookup);
  const after = among && afterEnded(found, await searchSaid(question, among, store));
  if (after !== undefined && after.relevant.length > 0) return after;
  const relevant = await saidAbout(question, { store, lookup, owners: found.owners });
  return { ...found, relevant };
}

async function searchSaid(question: Question, lookup: Lookup, store: Snapshot): Promise<RankedSaid> {
  const search = await saidSearch(question, lookup, store);
  const { gathered } = search;
  return rankedSaid(search, gathered && (await gather(store, gathered.question, gathered.options)));
}

function scopeOf(request: RecallRequest, question: Question, now: Date): Criteria {
  return {
    now: now.toISOString(),
    ...(request.as_of === undefined ? {} : { asOf: request.as_of }),
    ...(question.history && request.as_of === undefined ? { includeSuperseded: true } : {}),
    ...typesOf(request),
    ...(request.filter === undefined ? {} : { filter: request.filter }),
  };
}

function typesOf({ types, rules }: RecallRequest): Pick<Criteria, "types"> {
  if (rules !== "none") return types === undefined ? {} : { types };
  return { types: (types ?? recordTypes).filter((type) => type !== "procedural") };
}

/** Refuses a call that the wallet cannot pay for if the answer takes the whole budget. */
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

interface Answer extends Pick<RenderedAnswer, "fields" | "tokens"> {
  readonly confidence: Confidence;
  readonly rules: readonly LaidDownRule[];
  readonly relevant: readonly Ranked[];
  readonly steps: Steps;
}

async function payload(
  request: RecallRequest,
  { fields, tokens: renderedTokens, confidence, rules, relevant, steps }: Answer,
  { store, embedder, meter }: RecallParts,
): Promise<SearchPayload> {
  const tokens = askedTokens(request, embedder) + renderedTokens;
  const spendMicros = meter.price("search", tokens);
  const delta: UsageDelta = { requests: 1, tokens, spendMicros };
  const counted = await store.count(delta, meter.limits);
  if (counted.outcome === "refused") {
    admitSpend("recall", spendMicros, counted.usage.spendMicros, meter.limits.spendMicros);
    throw new MemoryError("busy", "Cannot recall: the wallet changed during the call. Try again", {
      data: { timeoutMs: 0 },
    });
  }
  return {
    ...fields,
    tokens,
    cost: toUsd(spendMicros),
    wallet_balance: toUsd(meter.balance(counted.usage)),
    confidence,
    ...(rules.length > 0 ? { rules: [...rules] } : {}),
    ...(request.explain
      ? { records: explained(relevant.slice(0, request.limit)).slice(0, request.limit) }
      : {}),
    ...(request.trace ? { trace: traceOf(steps, request.limit) } : {}),
  };
}

function explained(relevant: readonly Ranked[]): ExplainedRecord[] {
  return relevant.flatMap(({ passage, probability, signals }) =>
    passage.records.map((record) => ({
      record_id: record.id,
      type: record.type,
      text: record.text,
      score: probability,
      signals: signals(),
      source_id: passage.sourceId,
      occurred_at: record.occurred_at,
      occurred_until: record.occurred_until,
    })),
  );
}
