/**
 * Rendezvous hashing: which host a new account goes to. Each host has a score for each account, and
 * the highest wins. When a host is added, only the accounts that it wins move; when one is removed,
 * only its own.
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

/** With a weight w, -w / ln(u) of a uniform u wins in proportion to w. */
function scoreOf(id: string, { name, weight = 1 }: Candidate): number {
  const hash = createHash("sha256").update(`${name}\0${id}`).digest();
  // 52 bits, away from 0 and 1.
  const uniform = (Number(hash.readBigUInt64BE(0) >> 12n) + 0.5) / 2 ** 52;
  return -weight / Math.log(uniform);
}
