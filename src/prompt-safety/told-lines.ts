/**
 * Lines that were told from a memory, so that they are known when they come back without their fence: some clients show a model the payload in
 * place of the fenced text. Every line that recall composes carries a date in keepsake's own words, so an equal line is no coincidence.
 */

import { canonicalScope, type Scope } from "../contract/scope.js";

/** Lines remembered as told, for each memory. */
const most = 4096;

/** What recall tells is dated: "(since 8 June 2026)", "On 3 May 2026, Ana said". */
const dated = /\b\d{4}\b/;
const shortest = 16;

/** Kept as hashes only: what is forgotten must not live on here, and an attacker gains nothing from a collision but a line not kept. */
export class ToldLines {
  readonly #hashes = new Set<number>();

  /** Takes note of every line of a text that was told. */
  tell(text: string): void {
    for (const line of text.split("\n")) {
      if (!isTellable(line)) continue;
      const hash = hashOf(bare(line));
      this.#hashes.delete(hash);
      this.#hashes.add(hash);
      const oldest = this.#hashes.values().next();
      if (this.#hashes.size > most && !oldest.done) this.#hashes.delete(oldest.value);
    }
  }

  /** A text without the lines that were told, and which those were. */
  without(text: string): { readonly rest: string; readonly removed: readonly string[] } {
    if (this.#hashes.size === 0) return { rest: text, removed: [] };
    const removed: string[] = [];
    const rest = text.split("\n").filter((line) => {
      const known = isTellable(line) && this.#hashes.has(hashOf(bare(line)));
      if (known) removed.push(line.trim());
      return !known;
    });
    return removed.length === 0 ? { rest: text, removed } : { rest: rest.join("\n"), removed };
  }
}

/** Scopes of one memory whose lines are known; one that is pushed out is known anew, without what it was told. */
const mostScopes = 1024;

const told = new WeakMap<object, Map<string, ToldLines>>();

/** The lines told from one memory, for all doors of a process: each scope by itself. @param owner The memory, or what stands for it. */
export function toldLinesOf(owner: object, scope?: Scope): ToldLines {
  const ofOwner = told.get(owner) ?? new Map<string, ToldLines>();
  told.set(owner, ofOwner);
  const name = scope === undefined ? "" : canonicalScope(scope);
  const known = ofOwner.get(name) ?? new ToldLines();
  ofOwner.delete(name);
  ofOwner.set(name, known);
  const oldest = ofOwner.keys().next();
  if (ofOwner.size > mostScopes && !oldest.done) ofOwner.delete(oldest.value);
  return known;
}

function isTellable(line: string): boolean {
  return line.length >= shortest && dated.test(line);
}

/** Without what a model puts before and around a line that it copies. */
function bare(line: string): string {
  return line
    .replace(/^[\s>*•–-]+/u, "")
    .replace(/\s+/gu, " ")
    .trim();
}

/** 53 bits of a text: cyrb53 (bryc, public domain), which spreads well and needs no crypto of the platform. */
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
