/** Checks a service against the specification, row by row, for `keepsake conformance`. */
import { MemoryError } from "../contract/errors.js";
import { endpoints } from "../contract/http.js";
import { at, exchange, type Fetch, type Reply, type Wire } from "./exchange.js";
import { fieldFault, fieldRows } from "./field-rows.js";
import { madeUpName, type Probes, probe, writes } from "./probes.js";
import { meanings, rules } from "./rules.js";

/** Options of {@link checkService}. */
export interface CheckOptions {
  /** The address of the service, without `/api/memory`. */
  readonly url: string;
  /** An API key of the service. */
  readonly key: string;
  /** Timeout of each request, in milliseconds. @default 30000 */
  readonly timeoutMs?: number;
  /** Whom the made-up texts are about. @default always the same name */
  readonly person?: string;
  readonly fetch?: Fetch;
  readonly signal?: AbortSignal;
  readonly onProgress?: (done: number, total: number) => void;
}

/** One row of the specification, and whether the service fulfils it. */
export interface Finding {
  /** Section of the specification: "2.3". */
  readonly section: string;
  readonly rule: string;
  readonly holds: boolean;
  /** The problem, if the row fails. */
  readonly fault?: string;
}

/** The result of a check. */
export interface ConformanceReport {
  readonly conforms: boolean;
  readonly held: number;
  readonly failed: number;
  readonly findings: readonly Finding[];
  /**
   * Number of records that the check wrote and erased again. A service without `forget` keeps five
   * short made-up texts.
   */
  readonly forgotten: number;
}

/**
 * Sends each kind of request once; five of them add a made-up text. Compares the responses with
 * every row of the specification's sections 2.2 to 2.5, 4, 5 and 7 that is visible from outside.
 *
 * @throws {MemoryError} `unreachable` if nothing answers, `invalid_key` if the key is unknown
 */
export async function checkService(options: CheckOptions): Promise<ConformanceReport> {
  const { key, timeoutMs = 30_000, fetch: given, signal, onProgress = () => {} } = options;
  const url = options.url.replace(/\/+$/, "");
  const wire = {
    url,
    key,
    timeoutMs,
    signal,
    fetch: given ?? ((address, init) => fetch(address, init)),
  } satisfies Wire;
  assertReachable(await exchange(wire, { path: endpoints.details.path, body: {} }));
  const probes = await probe(wire, options.person ?? madeUpName(() => 0), onProgress);
  const forgotten = await cleanUp(wire, probes);
  const findings = findingsOf(probes, key);
  const failed = findings.filter(({ holds }) => !holds).length;
  return { conforms: failed === 0, held: findings.length - failed, failed, findings, forgotten };
}

/** The findings for a set of replies, in the order of the specification. Pure. */
export function findingsOf(probes: Probes, key: string): Finding[] {
  const fields = fieldRows.map((row) => {
    const faults = row.probes.map((name) => fieldFault(row, probes.named[name].body));
    return finding(
      row.section,
      `${row.field}: ${row.kind}`,
      faults.find((fault) => fault !== undefined),
    );
  });
  const ruled = [...rules, ...meanings].map(({ section, rule, fault }) =>
    finding(section, rule, fault(probes, key)),
  );
  return [...fields, ...ruled].sort((one, other) => one.section.localeCompare(other.section));
}

function finding(section: string, rule: string, fault: string | undefined): Finding {
  return fault === undefined ? { section, rule, holds: true } : { section, rule, holds: false, fault };
}

/**
 * Fails early without a valid key, because every row would fail and say nothing about the service.
 */
function assertReachable(reply: Reply): void {
  if (reply.status === 0)
    throw new MemoryError("unreachable", `Cannot check: the service must answer, got: ${reply.text}`, {
      data: { attempts: 1 },
    });
  if (at(reply.body, "data.valid") !== false) return;
  const message = String(at(reply.body, "data.message") ?? "API key not found");
  throw new MemoryError(
    "invalid_key",
    `Cannot check: the key must be known to the service, got "${message}"`,
    {
      data: { message },
    },
  );
}

/** Erases the made-up texts, if the service can. */
async function cleanUp(wire: Wire, { named }: Probes): Promise<number> {
  const ids = writes.flatMap((write) =>
    ["semantic", "episodic", "procedural"].flatMap((type) => {
      const items = at(named[write].body, `data.data.data.memory_decisions.${type}.items`);
      return Array.isArray(items) ? items.map((item) => at(item, "record_id")) : [];
    }),
  );
  const known = ids.filter((id) => typeof id === "string");
  if (known.length === 0) return 0;
  const body = { ids: known, reason: "conformance check" };
  const reply = await exchange(wire, { path: endpoints.forget.path, body });
  const forgotten = at(reply.body, "data.forgotten");
  return typeof forgotten === "number" ? forgotten : 0;
}
