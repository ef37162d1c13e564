/**
 * What a service counts, in the text format of Prometheus. Counted from the entries of the log, which have no content; no label names a store or a key, so whoever reads the
 * figures learns of no tenant.
 */
import { type IntervalHistogram, monitorEventLoopDelay } from "node:perf_hooks";
import type { LogEntry } from "../log.js";
import { counter, gauge, type Labels, sampleKey, sampleLine } from "./exposition.js";

/** What is in progress as the figures are asked for. */
export interface LoadNow {
  readonly requests: number;
  readonly bodyBytes: number;
  readonly working: number;
  readonly waiting: number;
  readonly openStores: number;
}

/** Upper bounds of the histogram of times, in seconds: from a search of a small store to a file. */
const bucketsS = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
const quantiles = [50, 95, 99, 100];
/** Milliseconds between two looks at the event loop. What is measured is what a look came late. */
const lookMs = 10;

interface Times {
  readonly labels: Labels;
  readonly counts: number[];
  sumS: number;
  count: number;
}

/** The figures of one service. Close it: it watches the event loop. */
export class Metrics {
  readonly #now: () => LoadNow;
  readonly #requests = new Map<string, number>();
  readonly #codes = new Map<string, number>();
  readonly #times = new Map<string, Times>();
  readonly #loop: IntervalHistogram = monitorEventLoopDelay({ resolution: lookMs });
  readonly #startedS: number;

  /** @param clock When the service began. */
  constructor(now: () => LoadNow, clock: () => Date) {
    this.#now = now;
    this.#startedS = clock().getTime() / 1000;
    this.#loop.enable();
  }

  /** Counts what an entry tells. */
  take(entry: LogEntry): void {
    if (entry.event === "request") this.#takeRequest(entry);
    else if (entry.event === "cut" || entry.event === "defect")
      add(this.#codes, sampleKey({ code: entry.code }));
  }

  /** The figures. Delays of the event loop are those since the last call. */
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

  #timesOf(labels: Labels): Times {
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
    const { requests, bodyBytes, working, waiting, openStores } = this.#now();
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
    const late = (nanoseconds: number) => Math.max(0, nanoseconds / 1e9 - lookMs / 1000);
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
