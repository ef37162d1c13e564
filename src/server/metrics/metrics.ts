/**
 * The metrics of a service in the text format of Prometheus, version 0.0.4. They are counted from
 * log entries, which have no content. No label names a store or a key, so a reader of the metrics
 * learns nothing about a tenant.
 */
import { type IntervalHistogram, monitorEventLoopDelay } from "node:perf_hooks";
import type { LogEntry } from "../log.js";

/** The current load of the service. */
export interface ServiceLoad {
  readonly requests: number;
  readonly bodyBytes: number;
  readonly working: number;
  readonly waiting: number;
  readonly openStores: number;
}

/**
 * Upper bounds of the duration histogram in seconds: from the time of a search in a small store to
 * that of remembering a file.
 */
const bucketsS = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
const quantiles = [50, 95, 99, 100];
/** Interval of the checks of the event loop in milliseconds. The delay of a check is measured. */
const checkMs = 10;

interface Durations {
  readonly labels: Labels;
  readonly counts: number[];
  sumS: number;
  count: number;
}

/** The metrics of one service. Close it, because it monitors the event loop. */
export class Metrics {
  readonly #load: () => ServiceLoad;
  readonly #requests = new Map<string, number>();
  readonly #codes = new Map<string, number>();
  readonly #times = new Map<string, Durations>();
  readonly #loop: IntervalHistogram = monitorEventLoopDelay({ resolution: checkMs });
  readonly #startedS: number;

  /** @param clock Read once, for the time at which the service started. */
  constructor(load: () => ServiceLoad, clock: () => Date) {
    this.#load = load;
    this.#startedS = clock().getTime() / 1000;
    this.#loop.enable();
  }

  /** Counts a log entry. */
  take(entry: LogEntry): void {
    if (entry.event === "request") this.#takeRequest(entry);
    else if (entry.event === "cut" || entry.event === "defect")
      add(this.#codes, sampleKey({ code: entry.code }));
  }

  /** The metrics. Delays of the event loop are those since the last call. */
  text(): string {
    const lines = [
      ...counter("keepsake_requests_total", "Requests that were answered.", this.#requests),
      ...counter("keepsake_errors_total", "Answers with an error, by its code.", this.#codes),
      ...this.#timesText(),
      ...this.#loadText(),
      ...this.#loopText(),
      ...processText(this.#startedS),
    ];
    return `${lines.join("\n")}\n`;
  }

  close(): void {
    this.#loop.disable();
  }

  #takeRequest({ path, method, status, ms, code }: Extract<LogEntry, { event: "request" }>): void {
    add(this.#requests, sampleKey({ path, method, status: String(status) }));
    if (code !== undefined) add(this.#codes, sampleKey({ code }));
    const times = this.#timesOf({ path });
    times.count += 1;
    times.sumS += ms / 1000;
    const bucket = bucketsS.findIndex((most) => ms / 1000 <= most);
    if (bucket >= 0) times.counts[bucket]! += 1;
  }

  #timesOf(labels: Labels): Durations {
    const key = sampleKey(labels);
    const times = this.#times.get(key) ?? { labels, counts: bucketsS.map(() => 0), sumS: 0, count: 0 };
    this.#times.set(key, times);
    return times;
  }

  #timesText(): string[] {
    const name = "keepsake_request_duration_seconds";
    const lines = [`# HELP ${name} Time until a request was answered.`, `# TYPE ${name} histogram`];
    for (const { labels, counts, sumS, count } of this.#times.values()) {
      let below = 0;
      for (const [index, most] of bucketsS.entries()) {
        below += counts[index]!;
        lines.push(sampleLine(`${name}_bucket`, { ...labels, le: String(most) }, below));
      }
      lines.push(sampleLine(`${name}_bucket`, { ...labels, le: "+Inf" }, count));
      lines.push(sampleLine(`${name}_sum`, labels, sumS), sampleLine(`${name}_count`, labels, count));
    }
    return lines;
  }

  #loadText(): string[] {
    const { requests, bodyBytes, working, waiting, openStores } = this.#load();
    return [
      ...gauge("keepsake_requests_in_progress", "Requests that are not answered yet.", requests),
      ...gauge("keepsake_body_bytes_in_progress", "Bytes of their bodies.", bodyBytes),
      ...gauge("keepsake_calls_working", "Calls of stores at work.", working),
      ...gauge("keepsake_calls_waiting", "Calls of stores that wait for their turn.", waiting),
      ...gauge("keepsake_open_stores", "Stores whose files are open.", openStores),
    ];
  }

  #loopText(): string[] {
    const name = "keepsake_event_loop_delay_seconds";
    const late = (nanoseconds: number) => Math.max(0, nanoseconds / 1e9 - checkMs / 1000);
    const lines = quantiles.map((percentile) =>
      sampleLine(name, { quantile: String(percentile / 100) }, late(this.#loop.percentile(percentile))),
    );
    this.#loop.reset();
    return [
      `# HELP ${name} How late the event loop was since the last scrape.`,
      `# TYPE ${name} gauge`,
      ...lines,
    ];
  }
}

function processText(startedS: number): string[] {
  const { rss, heapUsed } = process.memoryUsage();
  const { user, system } = process.cpuUsage();
  return [
    ...gauge("process_resident_memory_bytes", "Memory of the process.", rss),
    ...gauge("keepsake_heap_used_bytes", "Memory of JavaScript objects.", heapUsed),
    ...counter("process_cpu_seconds_total", "Processor time.", new Map([["", (user + system) / 1e6]])),
    ...gauge("process_start_time_seconds", "When the service began, in seconds since 1970.", startedS),
  ];
}

function add(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

/** Labels of a sample, by name. */
type Labels = Readonly<Record<string, string>>;

/** The media type of the format. */
export const expositionType = "text/plain; version=0.0.4; charset=utf-8";

/** `{path="/mcp",status="200"}`; empty without labels. */
export function sampleKey(labels: Labels): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escaped(value)}"`);
  return pairs.length === 0 ? "" : `{${pairs.join(",")}}`;
}

/** One line: a name, labels, a value. */
function sampleLine(name: string, labels: Labels, value: number): string {
  return `${name}${sampleKey(labels)} ${value}`;
}

/** A family of counters; the keys are those of {@link sampleKey}. */
function counter(name: string, help: string, values: ReadonlyMap<string, number>): string[] {
  return [...head(name, help, "counter"), ...[...values].map(([key, value]) => `${name}${key} ${value}`)];
}

/** One gauge. */
function gauge(name: string, help: string, value: number): string[] {
  return [...head(name, help, "gauge"), `${name} ${value}`];
}

function head(name: string, help: string, type: "counter" | "gauge"): string[] {
  return [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`];
}

function escaped(value: string): string {
  return value.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n");
}
