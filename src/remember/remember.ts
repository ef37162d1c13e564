/**
 * The first road: text in, records kept.
 *
 *   segment ─ Extractor.extract ─ Embedder.embed ─ Store.known ∥ nearest ─ reconcile ─ Store.save ─ settled ─ payload
 *
 * An extractor that wants to see what is near is asked after the embedder and the store; the
 * bundled rules do not, and pay nothing for it. An extractor with a `concurrency`, such as a
 * language model, is asked about several requests at once, with what is known then. They are
 * reconciled and written one after the other all the same: what one of them made known counts for
 * the next. Models are asked first and the one write comes last: a crash before it leaves nothing
 * half done. The write says what the decision relied on; where somebody changed that meanwhile, the
 * road reconciles once more with what is known now.
 *
 * Several requests go the road together, each with a decision, a transaction and a payload of its
 * own; they share a call of the embedder and a wait for the disk.
 */

import { inPieces } from "../async/in-pieces.js";
import { nextTurn } from "../async/next-turn.js";
import { leadingResults } from "../async/slots.js";
import { MemoryError } from "../contract/errors.js";
import type { AddPayload, RememberRequest } from "../contract/remember.js";
import type { Extraction, Extractor, ExtractRequest } from "../extractors/extractor.js";
import { passageDigest } from "../hashing/digest.js";
import { admitSpend, admitStorage } from "../service/admission.js";
import type { Passage } from "../text/passage.js";
import { type Draft, keep } from "./keep.js";
import { replayed } from "./kept-answer.js";
import { embedPassages, nearestRecords } from "./nearest.js";
import type { RememberParts } from "./parts.js";
import type { Candidate } from "./reconcile/plan.js";
import { quarantined } from "./reconcile/quarantine.js";
import { mustNotBeExpired } from "./refusals.js";
import { segment } from "./segment/segment.js";

/** Passages that are embedded at once. */
const enoughPassages = 256;
/**
 * Characters of requests that an extractor is asked about at once: a model is asked about the
 * windows of a long text at once anyway.
 */
const enoughChars = 64_000;
/** A slow extractor's first answers need not wait for its later ones. */
const longestGatheringMs = 250;
/** Requests between two looks at the event loop: some 10 ms of work. */
const requestsPerTurn = 8;

/**
 * Decides what of each content is worth keeping and keeps it, in order: what one made known counts
 * for the next. Each is one transaction.
 *
 * @returns a payload for each of the first requests, at least one. It ends before one that fails,
 * unless that is the first, and with what is enough at once
 * @throws {MemoryError} what the first fails with: `invalid_input` (it would be expired already),
 * `storage_limit_reached`, `insufficient_balance` (all before any work), `busy`, `read_only`,
 * `disk_full`, `embedder_failed`, `extractor_failed`, `missing_dependency`
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
 * The first of the requests: those that the extractor is asked about before any of them is kept.
 * One that wants to see what is near is therefore not shown what the up to `concurrency - 1`
 * requests before make known.
 */
function askedTogether(
  requests: readonly RememberRequest[],
  { concurrency = 1, wantsNearest = false }: Extractor,
): readonly RememberRequest[] {
  if (concurrency > 1) return withinBounds(requests.slice(0, concurrency));
  return wantsNearest ? requests.slice(0, 1) : requests;
}

/**
 * At least one request, before one that passes {@link enoughChars} and one with the idempotency key
 * of an earlier one, whose answer it gets.
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
 * A request as far as it is decided before what is known is looked up, or what it was answered
 * before.
 */
type Extracted = Draft | { readonly replay: AddPayload };

const noAnswer = { answer: undefined };

async function extract(request: RememberRequest, parts: RememberParts): Promise<Extracted> {
  parts.signal?.throwIfAborted();
  const { idempotency_key: key } = request;
  const at = parts.now().toISOString();
  const { answer: replay } = key === undefined ? noAnswer : await parts.store.known({ key, now: at });
  if (replay !== undefined) return { replay: await replayed(replay, request, parts.store) };

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
  const candidates = await inPieces(candidatesOfAll(passages, extraction), parts.signal);
  const usage = { requests: 1, tokens: cost.tokens + extraction.tokens, spendMicros: cost.priceMicros };
  return { request, at, candidates, vectors: heard.vectors, shown: heard.shown.nearest, extraction, usage };
}

/**
 * What comes of the items in order, up to one that fails or until it is enough. @throws what the
 * first fails with
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
      // It is met again as the first of those that are left.
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

/**
 * Refuses what cannot be paid for or held, before any work. What is held is more than the content,
 * so the store looks again.
 */
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

/** Passages whose digests are made in one piece: some milliseconds of work. */
const digestsPerPiece = 256;

function* candidatesOfAll(
  passages: readonly Passage[],
  extraction: Extraction,
): Generator<undefined, Candidate[]> {
  const candidates: Candidate[] = [];
  for (const [index, passage] of passages.entries()) {
    if (index % digestsPerPiece === digestsPerPiece - 1) yield;
    candidates.push(candidate(passage, extraction, index));
  }
  return candidates;
}

function candidate(passage: Passage, extraction: Extraction, index: number): Candidate {
  const decision = extraction.decisions[index];
  if (decision === undefined) {
    throw new MemoryError(
      "extractor_failed",
      `Cannot remember: the extractor decided ${extraction.decisions.length} passages, more were asked`,
      {},
    );
  }
  return { passage, digest: passageDigest(passage), decision: quarantined(decision, passage) };
}

/**
 * Vectors of what is kept of all requests: those that were made before the extractor was asked are
 * not made again.
 *
 * @returns `undefined` where they could not be made for all at once: the fault may lie with one of
 * them
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
