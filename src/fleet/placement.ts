/**
 * Rendezvous hashing: which host a new account goes to. Each host has a score for each account, and
 * the highest wins. When a host is added, only the accounts for which it has the highest score
 * move. When a host is removed, only its own accounts move.
 *
 * Thaler and Ravishankar, "Using Name-Based Mappings to Increase Hit Rates" (1998); weights after
 * Schindelhauer and Schomaker, "Weighted Distributed Hash Tables" (2005).
 */
import { createHash } from "node:crypto";

/** A host that accounts can be placed on. */
export interface Candidate {
  readonly name: string;
  /** Its share compared with others. @default 1 */
  readonly weight?: number;
}

/** Returns the hosts in the order of their scores for an id, the best first. */
export function ranked<Host extends Candidate>(id: string, hosts: readonly Host[]): Host[] {
  return hosts
    .map((host) => ({ host, score: scoreOf(id, host) }))
    .sort((one, other) => other.score - one.score || (one.host.name < other.host.name ? -1 : 1))
    .map(({ host }) => host);
}

/** For a uniform u, the score -w / ln(u) is the highest with a probability in proportion to w. */
function scoreOf(id: string, { name, weight = 1 }: Candidate): number {
  const hash = createHash("sha256").update(`${name}\0${id}`).digest();
  // A fraction of 52 bits, never 0 or 1, whose logarithms cannot be used.
  const uniform = (Number(hash.readBigUInt64BE(0) >> 12n) + 0.5) / 2 ** 52;
  return -weight / Math.log(uniform);
}
