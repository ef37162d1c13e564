/**
 * Ordinals of the passages that a call sees, and the layout of what was said there. Both are cached
 * for each part of a store, and extended by later passages; an erasure drops them.
 */
import { canonicalScope } from "../../../contract/scope.js";
import type { Layout, Visibility } from "../../store.js";
import type { StoreRow } from "../database/store-row.js";
import { Bound, type Transaction } from "../database/transaction.js";
import { inScopes, type VisibleScopes } from "./criteria.js";

/** What is known about one part of a store: 16 bytes per passage. */
interface Part {
  /** The number of erasures when it was begun. */
  readonly erasures: number;
  /** Numbers of the visible passages, ascending. */
  readonly ids: number[];
  /** The source of each, 0 in a file; and its number of index words. */
  readonly sources: number[];
  readonly words: number[];
  /** The highest passage that was read. */
  through: number;
  layout: Layout | undefined;
}

/** Parts in the cache of one store. */
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
    // A transaction that began before the last extension must not see what came after it.
    const isUsable = cached?.erasures === row.erasures && cached.through <= row.last_passage;
    const part = isUsable ? cached : newPart(row.erasures);
    if (!isUsable && (cached === undefined || cached.erasures < row.erasures)) this.#put(name, part);
    return extend(tx, part, { scopes, row });
  }

  #put(name: string, part: Part): void {
    const [oldest] = this.#parts.keys();
    if (this.#parts.size >= maxParts && oldest !== undefined) this.#parts.delete(oldest);
    this.#parts.set(name, part);
  }
}

function nameOf(visibility: Visibility): string {
  if (visibility === "everything") return "everything";
  return `${visibility.includeUnscoped === true} ${canonicalScope(visibility.scope ?? {})}`;
}

function newPart(erasures: number): Part {
  return { erasures, ids: [], sources: [], words: [], through: 0, layout: undefined };
}

/** Reads the passages that were saved since. Returns a copy if others extended the part meanwhile. */
async function extend(
  tx: Transaction,
  part: Part,
  { scopes, row }: { readonly scopes: VisibleScopes; readonly row: StoreRow },
): Promise<Part> {
  const from = part.through;
  if (from >= row.last_passage) return part;
  const bound = new Bound();
  const added = await tx.rows<{ id: number; source: number; words: number }>(
    `select id, case when file is null then source else 0 end as source, word_count as words from passages p
     where store_id = $1 and ${inScopes(bound, scopes, "p")} and id > ${bound.add(from)} order by id`,
    bound.values,
  );
  const own = part.through === from ? part : copyUpTo(part, from);
  for (const { id, source, words } of added) {
    own.ids.push(id);
    own.sources.push(source);
    own.words.push(words);
  }
  own.through = row.last_passage;
  own.layout = undefined;
  return own;
}

function copyUpTo(part: Part, last: number): Part {
  const found = part.ids.findIndex((id) => id > last);
  const length = found === -1 ? part.ids.length : found;
  const [ids, sources, words] = [part.ids, part.sources, part.words].map((all) => all.slice(0, length));
  return {
    erasures: part.erasures,
    ids: ids!,
    sources: sources!,
    words: words!,
    through: last,
    layout: undefined,
  };
}

/** Returns the layout of a part, by the ordinals of a call. */
export function layoutOf(part: Part, ordinals: Ordinals): Layout {
  if (!ordinals.isOf(part.ids)) return makeLayout(part, ordinals);
  part.layout ??= makeLayout(part, ordinals);
  return part.layout;
}

function makeLayout({ ids, sources, words }: Part, ordinals: Ordinals): Layout {
  const numbers = ids.map((id) => ordinals.of(id) ?? 0);
  const length = (numbers.at(-1) ?? 0) + 1;
  const [sourceOf, passageWords] = [new Uint32Array(length), new Uint32Array(length)];
  const sourceWords = [0];
  let [passages, last] = [0, 0];
  for (const [at, source] of sources.entries()) {
    if (source === 0 || numbers[at] === 0) continue;
    // The passages of one source are saved together, so another number begins another source.
    if (source !== last) sourceWords.push(0);
    last = source;
    passages += 1;
    sourceOf[numbers[at]!] = sourceWords.length - 1;
    passageWords[numbers[at]!] = words[at]!;
    sourceWords[sourceWords.length - 1]! += words[at]!;
  }
  return {
    passages,
    sources: sourceWords.length - 1,
    sourceOf,
    passageWords,
    sourceWords: Uint32Array.from(sourceWords),
  };
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
    let [low, high] = [0, this.#ids.length - 1];
    while (low <= high) {
      const middle = (low + high) >> 1;
      const id = this.#ids[middle]!;
      if (id === passage) return middle + 1;
      if (id < passage) low = middle + 1;
      else high = middle - 1;
    }
    return undefined;
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
