/**
 * Keeps track of lines that were rendered from a memory, to recognise them when they return without
 * their fence: some clients show a model the payload in place of the fenced text. Every line that
 * recall composes contains a date or a quotation in keepsake's own wording, so an equal line is not
 * a coincidence.
 */

import { canonicalScope, type Scope } from "../contract/scope.js";

/** Maximum number of lines that are tracked for each memory. */
const most = 4096;

/** Rendered lines are dated: "(since 8 June 2026)", "On 3 May 2026, Ana said". */
const dated = /\b\d{4}\b/;
/** Below a heading with the day, a line has no date: `Ana: "I moved."`, `Earlier: "I moved."`. */
const quoted = /^(?:Earlier, )?(?:[^":]{1,80}(?:"[^"]*"[^":]{0,80})?: )?"/;
/** The heading of such lines. It is removed with the line below it. */
const heading = /^On \d{1,2} \p{L}+ \d{4}(?:, .+ said)?:$/u;
const shortest = 16;

/**
 * The lines that were rendered. Only hashes are kept: forgotten text must not survive here, and an
 * attacker who finds a collision only causes one line to be skipped.
 */
export class RenderedLines {
  readonly #hashes = new Set<number>();

  /** Tracks every line of a rendered text. */
  add(text: string): void {
    for (const line of text.split("\n")) {
      const rendered = bare(line);
      if (!isTracked(rendered)) continue;
      const hash = hashOf(rendered);
      this.#hashes.delete(hash);
      this.#hashes.add(hash);
      const oldest = this.#hashes.values().next();
      if (this.#hashes.size > most && !oldest.done) this.#hashes.delete(oldest.value);
    }
  }

  /** Removes the tracked lines from a text. Returns the rest and the removed lines. */
  without(text: string): { readonly rest: string; readonly removed: readonly string[] } {
    if (this.#hashes.size === 0) return { rest: text, removed: [] };
    if (this.#hashes.size === 0) return { rest: text, removed: [] };
    const lines = text.split("\n");
    const known = lines.map((line) => this.#isKnown(bare(line)));
    const isRemoved = (line: string, at: number) =>
      known[at]! || (known[at + 1] === true && heading.test(bare(line)));
    const removed = lines.filter(isRemoved).map((line) => line.trim());
    if (removed.length === 0) return { rest: text, removed };
    return { rest: lines.filter((line, at) => !isRemoved(line, at)).join("\n"), removed };
  }

  #isKnown(text: string): boolean {
    return isTracked(text) && this.#hashes.has(hashOf(text));
  }
}

/**
 * Maximum number of scopes of one memory whose lines are tracked; the least recently used one is
 * dropped.
 */
const mostScopes = 1024;

const tracked = new WeakMap<object, Map<string, RenderedLines>>();

/**
 * The lines rendered from one memory, shared by all interfaces of a process; each scope has its
 * own.
 *
 * @param owner The memory, or an object that represents it.
 */
export function renderedLinesOf(owner: object, scope?: Scope): RenderedLines {
  const ofOwner = tracked.get(owner) ?? new Map<string, RenderedLines>();
  tracked.set(owner, ofOwner);
  const name = scope === undefined ? "" : canonicalScope(scope);
  const known = ofOwner.get(name) ?? new RenderedLines();
  ofOwner.delete(name);
  ofOwner.set(name, known);
  const oldest = ofOwner.keys().next();
  if (ofOwner.size > mostScopes && !oldest.done) ofOwner.delete(oldest.value);
  return known;
}

/** @param line As {@link bare} returns it. */
function isTracked(line: string): boolean {
  return line.length >= shortest && (dated.test(line) || quoted.test(line)) && !heading.test(line);
}

/** A line without the marks and spaces that a model adds when it copies it. */
function bare(line: string): string {
  return line
    .replace(/^[\s>*•–-]+/u, "")
    .replace(/\s+/gu, " ")
    .trim();
}

/**
 * A hash of 53 bits: cyrb53 (bryc, public domain), which distributes well and needs no crypto
 * library.
 */
function hashOf(text: string): number {
  let high = 0xdeadbeef;
  let low = 0x41c6ce57;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    high = Math.imul(high ^ unit, 2654435761);
    low = Math.imul(low ^ unit, 1597334677);
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909);
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909);
  return 4294967296 * (2097151 & low) + (high >>> 0);
}
