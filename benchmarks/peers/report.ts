/** Renders the figures as a table, and the growth of search time as a plot. */
import { linePlot } from "../line-plot.js";
import type { Provenance } from "../provenance.js";
import { type Measured, wantedRecall } from "./measured.js";

/** What was not measured, and why. */
export interface Missing {
  readonly peer: string;
  readonly records: number;
  readonly because: string;
}

/** The measurements, with where and when they were made. */
export interface PeersReport extends Provenance {
  readonly seed: number;
  readonly peers: readonly {
    readonly name: string;
    readonly searches: string;
    readonly version: string | null;
  }[];
  readonly measured: readonly Measured[];
  readonly missing: readonly Missing[];
}

/** Renders a report as a table. */
export function table({ measured, missing, machine, commit, date }: PeersReport): string {
  const sizes = [...new Set([...measured, ...missing].map(({ records }) => records))];
  const blocks = sizes.map((size) =>
    [
      `${size} records`,
      row([
        "",
        "p50 ms",
        "p95 ms",
        "recall@10",
        `ms at ${wantedRecall}`,
        "rec/s",
        "add ms",
        "open ms",
        "RSS MB",
        "file MB",
      ]),
      ...measured.filter(({ records }) => records === size).map((one) => row(cells(one))),
      ...missing
        .filter(({ records }) => records === size)
        .map(({ peer, because }) => `${peer.padEnd(26)}  not measured: ${because}`),
    ].join("\n"),
  );
  return `${blocks.join("\n\n")}\n\n${machine.cores} × ${machine.cpu}, Node ${machine.node}, ${commit}, ${date}\n`;
}

function cells(one: Measured): string[] {
  const { search, recall_at_10, search_at_recall, records_per_second, add_one_p50_ms, open_ms } = one;
  const { rss_bytes, file_bytes } = one;
  const orDash = (value: number | null, digits: number) => (value === null ? "–" : value.toFixed(digits));
  return [
    one.peer,
    search.p50_ms.toFixed(2),
    search.p95_ms.toFixed(2),
    orDash(recall_at_10, 3),
    orDash(search_at_recall?.p50_ms ?? null, 2),
    records_per_second.toFixed(0),
    add_one_p50_ms.toFixed(2),
    orDash(open_ms, 0),
    (rss_bytes / 1e6).toFixed(0),
    orDash(file_bytes === null ? null : file_bytes / 1e6, 1),
  ];
}

function row([name = "", ...rest]: readonly string[]): string {
  return `${name.padEnd(26)}${rest.map((cell) => cell.padStart(11)).join("")}`;
}

/** Median time of a search over the number of records. */
export function plot({ peers, measured }: PeersReport): string {
  const series = peers
    .map(({ name }) => ({
      name,
      strong: name.startsWith("keepsake"),
      points: measured
        .filter(({ peer }) => peer === name)
        .map(({ records, search }) => ({ x: records, y: search.p50_ms })),
    }))
    .filter(({ points }) => points.length > 0);
  return linePlot(series, { title: "A search, median", xLabel: "records", yLabel: "milliseconds" });
}
