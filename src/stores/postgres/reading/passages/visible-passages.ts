/**
 * Ordinals of the passages that a call sees, and the layout of those of conversations. Both are
 * cached for each part of a store, and extended by later passages; an erasure drops them.
 */
import { canonicalScope } from "../../../../contract/scope.js";
import type { Role } from "../../../../text/passage.js";
import { bySource, Conversations, type Utterance } from "../../../shared/conversations.js";
import type { Layout, Speaker, Visibility } from "../../../store.js";
import type { StoreRow } from "../../database/store-row.js";
import { Bound, type Transaction } from "../../database/transaction.js";
import { byScopes, lookedUp, type VisibleScopes } from "../criteria.js";

/** What is known about one part of a store: 32 bytes per passage. */
export interface Part {
  /** The store's salt and its number of erasures at the time when this part was first read. */
  readonly salt: string;
  readonly erasures: number;
  /** Numbers of the visible passages, ascending. */
  readonly ids: number[];
  /** The source of each, 0 in a file; and its number of index words. */
  readonly sources: number[];
  readonly words: number[];
  /** The scope of each, and when it was said, in milliseconds since 1970. */
  readonly scopes: number[];
  readonly times: number[];
  /** Who said each: one object per speaker. */
  readonly speakers: Speaker[];
  /** The highest passage that was read. */
  through: number;
  layout: Layout | undefined;
}

/** Number of parts in the cache of one store. */
const maxParts = 64;

/** Caches the parts of one store. */
export class PartCache {
  readonly #parts = new Map<string, Part>();

  /** Returns a part, extended up to the last passage of a state of the store. */
  async read(
    tx: Transaction,
    { visibility, scopes, row }: { visibility: Visibility; scopes: VisibleScopes; row: StoreRow },
  ): Promise<Part> {
    const name = nameOf(visibility);
    const cached = this.#parts.get(name);
    // A transaction that began before the last extension must not see the passages that were added
    // after it.
    const isSame = cached?.salt === row.salt;
    const isUsable = isSame && cached.erasures === row.erasures && cached.through <= row.last_passage;
    const part = isUsable ? cached : newPart(row);
    if (!isUsable && (!isSame || cached.erasures < row.erasures)) this.#put(name, part);
    return extend(tx, part, { scopes, row });
  }

  #put(name: string, part: Part): void {
    const [oldest] = this.#parts.keys();
    if (this.#parts.size >= maxParts && oldest !== undefined) this.#parts.delete(oldest);
    this.#parts.set(name, part);
  }
}

/** Returns a name of a part of a store. */
export function nameOf(visibility: Visibility): string {
  if (visibility === "everything") return "everything";
  return `${visibility.includeUnscoped === true} ${canonicalScope(visibility.scope ?? {})}`;
}

function newPart({ salt, erasures }: StoreRow): Part {
  return {
    salt,
    erasures,
    ids: [],
    sources: [],
    words: [],
    scopes: [],
    times: [],
    speakers: [],
    through: 0,
    layout: undefined,
  };
}

/**
 * Reads the passages that were saved since the last read. Returns a copy if others extended the
 * part meanwhile.
 */
async function extend(
  tx: Transaction,
  part: Part,
  { scopes, row }: { readonly scopes: VisibleScopes; readonly row: StoreRow },
): Promise<Part> {
  const from = part.through;
  if (from >= row.last_passage) return part;
  const bound = new Bound();
  const later = laterThan(bound, from, row.last_passage);
  // One row per speaker: one row per passage would take three times as long.
  const added = await tx.rows<Added>(
    `select speaker, role, array_agg(id) as ids, array_agg(word_count) as words,
       array_agg(case when file is null then source else 0 end) as sources,
       array_agg(p.scope) as scopes, array_agg(said_at) as times from ${later.passages}
     where p.store_id = $1 and ${byScopes(bound, scopes, "p")} and ${later.condition} group by speaker, role`,
    bound.values,
  );
  const own = part.through === from ? part : copyUpTo(part, from);
  append(own, added);
  own.through = row.last_passage;
  own.layout = undefined;
  return own;
}

/** Maximum number of passages that a statement lists by their numbers. */
const maxNamed = 512;

/**
 * Returns SQL: the table of the passages (alias `p`), and a condition that selects those after
 * `from`. With the condition alone, PostgreSQL would read the whole table, so a few passages are
 * listed by their numbers.
 */
export function laterThan(bound: Bound, from: number, last: number) {
  if (last - from > maxNamed)
    return { passages: "passages p", condition: `p.id > ${bound.add(from)}::integer` };
  const ids = Array.from({ length: last - from }, (_, at) => from + 1 + at);
  const among = `${bound.add(ids)}::integer[]`;
  return { passages: lookedUp({ table: "passages", column: "id", among }), condition: "true" };
}

/** Passages that one speaker said. */
interface Added extends Speaker {
  readonly role: Role;
  readonly ids: readonly number[];
  readonly words: readonly number[];
  readonly sources: readonly number[];
  readonly scopes: readonly number[];
  readonly times: readonly number[];
}

function append(part: Part, added: readonly Added[]): void {
  const places = added.flatMap((of) => of.ids.map((id, at) => ({ id, at, of })));
  const speakers = new Map(added.map((of) => [of, knownSpeaker(part, of)]));
  for (const { id, at, of } of places.sort((one, other) => one.id - other.id)) {
    part.ids.push(id);
    part.sources.push(of.sources[at]!);
    part.words.push(of.words[at]!);
    part.scopes.push(of.scopes[at]!);
    part.times.push(of.times[at]!);
    part.speakers.push(speakers.get(of)!);
  }
}

/**
 * Returns the speaker object of the newest passage with the same speaker, so that passages share
 * objects.
 */
function knownSpeaker({ speakers }: Part, { speaker, role }: Speaker): Speaker {
  const newest = speakers.at(-1);
  return newest?.speaker === speaker && newest.role === role ? newest : { speaker, role };
}

function copyUpTo(part: Part, last: number): Part {
  const found = part.ids.findIndex((id) => id > last);
  const length = found === -1 ? part.ids.length : found;
  const begun = (all: readonly number[]) => all.slice(0, length);
  return {
    salt: part.salt,
    erasures: part.erasures,
    ids: begun(part.ids),
    sources: begun(part.sources),
    words: begun(part.words),
    scopes: begun(part.scopes),
    times: begun(part.times),
    speakers: part.speakers.slice(0, length),
    through: last,
    layout: undefined,
  };
}

/** Returns who said a passage; `undefined` if it is not in the part. */
export function speakerOf({ ids, speakers }: Part, passage: number): Speaker | undefined {
  const at = placeOf(ids, passage);
  return at === undefined ? undefined : speakers[at];
}

/** Returns the place of a number among ascending ones. */
function placeOf(ids: readonly number[], wanted: number): number | undefined {
  let [low, high] = [0, ids.length - 1];
  while (low <= high) {
    const middle = (low + high) >> 1;
    const id = ids[middle]!;
    if (id === wanted) return middle;
    if (id < wanted) low = middle + 1;
    else high = middle - 1;
  }
  return undefined;
}

/** Returns the layout of a part, by the ordinals of a call. */
export function layoutOf(part: Part, ordinals: Ordinals): Layout {
  if (!ordinals.isOf(part.ids)) return makeLayout(part, ordinals);
  part.layout ??= makeLayout(part, ordinals);
  return part.layout;
}

function makeLayout(part: Part, ordinals: Ordinals): Layout {
  const numbers = part.ids.map((id) => ordinals.of(id) ?? 0);
  const length = (numbers.at(-1) ?? 0) + 1;
  const [conversationOf, passageWords] = [new Uint32Array(length), new Uint32Array(length)];
  const conversationWords = [0];
  const conversations = new Conversations();
  let passages = 0;
  bySource(utterancesOf(part, numbers), (source) => {
    const conversation = conversations.addSource(source);
    passages += source.length;
    for (const { ordinal, words } of source) {
      conversationOf[ordinal] = conversation;
      passageWords[ordinal] = words;
      conversationWords[conversation] = (conversationWords[conversation] ?? 0) + words;
    }
  });
  return {
    passages,
    conversations: conversations.count,
    conversationOf,
    passageWords,
    conversationWords: Uint32Array.from(conversationWords),
  };
}

/** The passages of conversations, each with its 1-based number among the visible ones. */
function* utterancesOf(part: Part, numbers: readonly number[]): Generator<Utterance & { ordinal: number }> {
  const { sources, scopes, times, words, speakers } = part;
  for (const [at, source] of sources.entries()) {
    const [ordinal, said] = [numbers[at]!, speakers[at]!];
    if (source === 0 || ordinal === 0) continue;
    const { speaker, role } = said;
    yield { ordinal, source, scope: scopes[at]!, speaker, role, saidMs: times[at]!, words: words[at]! };
  }
}

/** How a call numbers the passages that it sees. */
export class Ordinals {
  readonly #ids: readonly number[] | undefined;

  /** @param ids absent: a passage's ordinal is its number */
  constructor(ids: readonly number[] | undefined) {
    this.#ids = ids;
  }

  /** Returns true if these are the visible passages, or if ordinals are the passages' numbers. */
  isOf(ids: readonly number[]): boolean {
    return this.#ids === undefined || this.#ids === ids;
  }

  /** Returns the 1-based ordinal; `undefined` for a passage that is not visible. */
  of(passage: number): number | undefined {
    if (this.#ids === undefined) return passage;
    const at = placeOf(this.#ids, passage);
    return at === undefined ? undefined : at + 1;
  }

  /** Returns the ordinals of those passages that are visible. */
  all(passages: readonly number[]): number[] {
    return passages.flatMap((passage) => this.of(passage) ?? []);
  }

  /** Returns the passage with an ordinal. */
  at(ordinal: number): number | undefined {
    return this.#ids === undefined ? ordinal : this.#ids[ordinal - 1];
  }
}
