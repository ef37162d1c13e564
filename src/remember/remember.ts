/**
 * `remember`: text in, records saved.
 *
 *   segment → Extractor.extract → Embedder.embed → Store.known ∥ nearest → reconcile
 *     → Store.save → settled → payload
 *
 * For an extractor with `wantsNearest`, embedding and a search come before extraction; the bundled
 * rules do not need that. An extractor with a `concurrency`, such as a language model, extracts
 * several requests at the same time, each with the records that are stored at that time. They are
 * still reconciled and saved one after the other, so that each sees the records of the one before.
 * All models are called before the only write, so a crash before it leaves the store unchanged. The
 * write names the records that the decision relied on; if they changed meanwhile, the request is
 * reconciled again.
 *
 * Several requests are processed together, each with its own decision, transaction and payload.
 * They share a call of the embedder and a wait for the disk. Where the extractor can, inputs of a
 * long batch that wait for their turn are extracted ahead in other threads: see `ahead.ts`.
 */

import { inPieces, nextTurn } from "../async/next-turn.js";
import { leadingResults } from "../async/slots.js";
import { MemoryError } from "../contract/errors.js";
import type { AddPayload, RememberRequest } from "../contract/remember.js";
import type { Extraction, Extractor, ExtractRequest } from "../extractors/extractor.js";
import { passageDigest } from "../hashing/digest.js";
import { admitSpend, admitStorage } from "../service/admission.js";
import type { Passage } from "../text/passage.js";
import { type ExtractedRequest, keep } from "./keep.js";
import { replayed } from "./kept-answer.js";
import { embedPassages, nearestRecords } from "./nearest.js";
import type { RememberParts } from "./parts.js";
import { dryAnswer } from "./payload.js";
import type { Candidate } from "./reconcile/plan.js";
import { quarantined } from "./reconcile/trusted-draft.js";
import { mustNotBeExpired } from "./refusals.js";
import { segmenting } from "./segment/segment.js";

/** Number of passages of requests that are processed together. */
const enoughPassages = 256;
/**
 * Number of characters of requests that are extracted at the same time. For a long text, a model
 * extracts the windows at the same time anyway.
 */
const enoughChars = 64_000;
/**
 * After this time no further request is extracted, so that the first payloads of a slow extractor
 * need not wait.
 */
const longestGatheringMs = 250;
/** Number of requests between two turns of the event loop: some 10 ms of work. */
const requestsPerTurn = 8;

/**
 * Decides which passages of each request are worth keeping, and saves them, in order: each request
 * sees the records of the one before. Each is one transaction.
 *
 * @returns a payload for each of the first requests, at least one. It stops before a request that
 * fails, unless that is the first, and after as many as are processed together
 * @throws {MemoryError} the error of the first request: `invalid_input` (`expires_at` is not in the
 * future), `storage_limit_reached`, `insufficient_balance` (all before any work), `busy`,
 * `read_only`, `disk_full`, `embedder_failed`, `extractor_failed`, `missing_dependency`
 */
export async function remember(
  requests: readonly RememberRequest[],
  parts: RememberParts,
): Promise<AddPayload[]> {
  const together = askedTogether(requests, parts.extractor);
  const extracted = isAskedAtOnce(parts.extractor)
    ? await leadingResults(together, (one, signal) => extract(one, { ...parts, signal }), parts.signal)
    : await untilOneFails(together, (request) => extract(request, parts), isEnough(parts));
  const vectors = await embedKept(extracted, parts);
  if (vectors === undefined) return remember(requests.slice(0, Math.ceil(extracted.length / 2)), parts);
  const payloads = await untilOneFails(extracted, (one) =>
    "replay" in one ? one.replay : keep({ ...one, vectors }, parts),
  );
  await parts.store.settled();
  return payloads;
}

function isAskedAtOnce({ concurrency = 1 }: Extractor): boolean {
  return concurrency > 1;
}

/**
 * The first requests, which are extracted before any of them is saved. So `nearest` of a request
 * does not include records of up to `concurrency - 1` requests before it.
 */
function askedTogether(
  requests: readonly RememberRequest[],
  { concurrency = 1, wantsNearest = false }: Extractor,
): readonly RememberRequest[] {
  if (concurrency > 1) return withinBounds(requests.slice(0, concurrency));
  return wantsNearest ? requests.slice(0, 1) : requests;
}

/**
 * At least one request. Stops before a request that exceeds {@link enoughChars}, and before one
 * that repeats the idempotency key of an earlier one, whose payload it must return.
 */
function withinBounds(requests: readonly RememberRequest[]): readonly RememberRequest[] {
  const keys = new Set<string>();
  let chars = 0;
  const end = requests.findIndex(({ content, idempotency_key: key }, index) => {
    chars += contentText(content).length;
    const isOver = index > 0 && (chars > enoughChars || (key !== undefined && keys.has(key)));
    if (key !== undefined) keys.add(key);
    return isOver;
  });
  return end < 0 ? requests : requests.slice(0, end);
}

/**
 * A request after extraction, or the saved payload of a repeated call.
 */
type Extracted = ExtractedRequest | { readonly replay: AddPayload };

const noAnswer = { answer: undefined };

async function extract(request: RememberRequest, parts: RememberParts): Promise<Extracted> {
  parts.signal?.throwIfAborted();
  const { idempotency_key: key } = request;
  const begun = parts.ahead?.of(request);
  const at = begun?.at ?? parts.now().toISOString();
  const { answer: replay } = key === undefined ? noAnswer : await parts.store.known({ key, now: at });
  if (replay !== undefined) {
    begun?.extraction.drop();
    const first = await replayed(replay, request, parts.store);
    return { replay: request.dry_run ? dryAnswer(first) : first };
  }

  mustNotBeExpired("remember", request.expires_at, at);
  const cost = await admit(request, parts);
  const { passages, lookup, extraction } =
    begun === undefined
      ? await extractNow(request, at, parts)
      : {
          passages: begun.passages,
          lookup: noLookup,
          extraction: await begun.extraction.result(abortable(parts.signal)),
        };
  const candidates = await inPieces(candidatesOfAll(passages, extraction), parts.signal);
  const usage = { requests: 1, tokens: cost.tokens + extraction.tokens, spendMicros: cost.priceMicros };
  return { request, at, candidates, vectors: lookup.vectors, shown: lookup.shown.nearest, extraction, usage };
}

/** Segments and extracts a request that was not begun before its turn. */
async function extractNow(request: RememberRequest, at: string, parts: RememberParts) {
  const context = { speaker: request.speaker ?? null, saidAt: request.occurred_at ?? at };
  const passages = await inPieces(segmenting(request.content, context), parts.signal);
  const lookup = parts.extractor.wantsNearest === true ? await lookUpNearest(passages, parts) : noLookup;
  const previousContext = request.previous_context ?? null;
  const extraction = await parts.extractor.extract(
    { passages, previousContext, ...lookup.shown },
    abortable(parts.signal),
  );
  return { passages, lookup, extraction };
}

/**
 * The results of the items in order, up to one that fails or until `enough` returns true. @throws
 * the error of the first item
 */
async function untilOneFails<Item, Made>(
  items: readonly Item[],
  make: (item: Item) => Made | Promise<Made>,
  enough: (made: readonly Made[]) => boolean = () => false,
): Promise<Made[]> {
  const made: Made[] = [];
  for (const item of items) {
    if (made.length % requestsPerTurn === requestsPerTurn - 1) await nextTurn();
    try {
      made.push(await make(item));
    } catch (error) {
      // The next call begins with this item and throws its error.
      if (made.length > 0) break;
      throw error;
    }
    if (enough(made)) break;
  }
  return made;
}

function isEnough({ now }: RememberParts): (extracted: readonly Extracted[]) => boolean {
  const begun = now().getTime();
  let passages = 0;
  return (extracted) => {
    passages += candidatesOf(extracted.at(-1)!).length;
    return passages >= enoughPassages || now().getTime() - begun >= longestGatheringMs;
  };
}

function candidatesOf(one: Extracted): readonly Candidate[] {
  return "replay" in one ? [] : one.candidates;
}

/** The lookups before extraction. They are empty unless the extractor wants the nearest records. */
interface Lookup {
  readonly vectors: ReadonlyMap<Passage, Float32Array>;
  readonly shown: Pick<ExtractRequest, "nearest">;
}

const noLookup: Lookup = { vectors: new Map(), shown: {} };

async function lookUpNearest(passages: readonly Passage[], parts: RememberParts): Promise<Lookup> {
  const vectors = await embedPassages(passages, parts);
  const nearest = await nearestRecords(
    passages.map((passage) => vectors.get(passage)!),
    parts,
  );
  return { vectors, shown: { nearest } };
}

/**
 * Refuses a request that exceeds a limit, before any work. The store checks again, because it
 * stores more than the content.
 */
async function admit(
  request: RememberRequest,
  parts: RememberParts,
): Promise<{ tokens: number; priceMicros: number }> {
  const content = contentText(request.content);
  await parts.embedder.embed([], { kind: "passage" });
  const tokens = await tokensOf([content, request.previous_context ?? ""], parts);
  const priceMicros = parts.meter.price("add", tokens);
  const used = parts.used ?? (await parts.store.usage());
  admitStorage("remember", Buffer.byteLength(content), used.storageUsed, parts.meter.limits.storageBytes);
  admitSpend("remember", priceMicros, used.spendMicros, parts.meter.limits.spendMicros);
  return { tokens, priceMicros };
}

/**
 * Number of characters whose tokens are counted in one piece: some milliseconds of work. The tokens
 * of a longer word are counted in one piece too.
 */
const countedPerPiece = 65_536;

/**
 * Counts the tokens of texts. A long one is cut at white space: the count of texts joined with it
 * is the sum of their counts.
 */
async function tokensOf(texts: readonly string[], { embedder, signal }: RememberParts): Promise<number> {
  let tokens = 0;
  for (const text of texts)
    for (let from = 0; from < text.length; ) {
      const rest = text.slice(from + countedPerPiece).search(/\s/u);
      const end = rest < 0 ? text.length : from + countedPerPiece + rest;
      tokens += embedder.countTokens(text.slice(from, end));
      from = end;
      if (text.length > countedPerPiece) await nextTurn();
      signal?.throwIfAborted();
    }
  return tokens;
}

/**
 * Digests of this many characters are computed in one piece, which takes some milliseconds.
 * `digestCost` is the fixed cost of a passage, counted in characters.
 */
const digestedPerPiece = 16_384;
const digestCost = 64;

function* candidatesOfAll(
  passages: readonly Passage[],
  extraction: Extraction,
): Generator<undefined, Candidate[]> {
  const candidates: Candidate[] = [];
  let digested = 0;
  for (const [index, passage] of passages.entries()) {
    if (digested >= digestedPerPiece) {
      yield;
      digested = 0;
    }
    digested += passage.text.length + digestCost;
    candidates.push(candidate(passage, extraction, index));
  }
  return candidates;
}

function candidate(passage: Passage, extraction: Extraction, index: number): Candidate {
  const decision = extraction.decisions[index];
  if (decision === undefined) {
    const message = `Cannot remember: the extractor must decide on every passage, and decided on the first ${extraction.decisions.length}`;
    throw new MemoryError("extractor_failed", message, {});
  }
  return { passage, digest: passageDigest(passage), decision: quarantined(decision, passage) };
}

/**
 * The vectors of all passages that are kept. Those that were computed before extraction are not
 * computed again.
 *
 * @returns `undefined` if embedding several requests together failed: one of them may be the
 * cause
 */
async function embedKept(
  extracted: readonly Extracted[],
  parts: RememberParts,
): Promise<ReadonlyMap<Passage, Float32Array> | undefined> {
  const vectors = new Map(extracted.flatMap((one) => ("replay" in one ? [] : [...one.vectors])));
  const kept = extracted.flatMap(candidatesOf).filter(({ decision }) => decision.keep);
  const missing = kept.map(({ passage }) => passage).filter((passage) => !vectors.has(passage));
  try {
    return new Map([...vectors, ...(await embedPassages(missing, parts))]);
  } catch (error) {
    if (extracted.length === 1) throw error;
    return undefined;
  }
}

function contentText(content: RememberRequest["content"]): string {
  return typeof content === "string" ? content : content.map((message) => message.content).join("\n");
}

function abortable(signal: AbortSignal | undefined): { signal?: AbortSignal } {
  return signal === undefined ? {} : { signal };
}
