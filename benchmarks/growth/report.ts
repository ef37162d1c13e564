/**
 * Renders the figures as a table and as a plot, and adds where and when they were measured for a
 * file.
 */
import type { Percentiles } from "../latency/percentiles.js";
import { linePlot } from "../line-plot.js";
import { type Provenance, provenance } from "../provenance.js";
import { type Law, lawOf } from "./law.js";
import type { ManyScopes } from "./many-scopes.js";
import type { ManyStores } from "./many-stores.js";
import type { Measurement } from "./measure-store.js";

/** The measurements, with where and when they were made. */
export interface Report extends Provenance {
  readonly seed: number;
  readonly text: "made up" | "real";
  readonly measurements: readonly Measurement[];
  /** Milliseconds by the number of records. */
  readonly laws: Readonly<Record<string, Law | undefined>>;
  readonly many_stores: ManyStores | undefined;
  readonly many_scopes: ManyScopes | undefined;
}

type TableRow = readonly [string, (measured: Measurement) => string];

/** One row per verb: the longest time in one piece, and the part of garbage collection. */
const blockRows: readonly TableRow[] = (
  [
    "recall",
    "filtered",
    "remember",
    "forget",
    "list",
    "export",
    "import",
    "verify_audit",
    "forget_many",
  ] as const
).map((verb) => [
  `longest block, ${verb.replace("_", " ")}, ms`,
  ({ blocks }) => `${blocks[verb].longest_ms.toFixed(0)} (gc ${blocks[verb].gc_ms.toFixed(0)})`,
]);

/** The curves of the plot; a law is fitted to each. */
const curves: Readonly<Record<string, (measured: Measurement) => number>> = {
  "recall p50": ({ recall }) => recall.p50_ms,
  "recall p95": ({ recall }) => recall.p95_ms,
  "profile p50": ({ profile }) => profile.p50_ms,
  "vectors alone p50": ({ vectors }) => vectors.p50_ms,
  "remember p50": ({ remember }) => remember.p50_ms,
  "forget p50": ({ forget }) => forget.p50_ms,
  "open to first answer": ({ open }) => open.to_first_answer_ms,
};

/** Adds the provenance to measurements. */
export function reportOf(
  measurements: readonly Measurement[],
  {
    seed,
    text,
    manyStores,
    manyScopes,
  }: Pick<Report, "seed" | "text"> & {
    readonly manyStores: ManyStores | undefined;
    readonly manyScopes: ManyScopes | undefined;
  },
): Report {
  const laws = Object.fromEntries(
    Object.entries(curves).map(([name, of]) => [name, lawOf(pointsOf(measurements, of))]),
  );
  return {
    ...provenance(),
    seed,
    text,
    measurements,
    laws,
    many_stores: manyStores,
    many_scopes: manyScopes,
  };
}

/** Renders the plot as SVG. */
export function plot({ measurements, machine, date }: Report): string {
  return linePlot(
    Object.entries(curves).map(([name, of]) => ({
      name,
      strong: name === "recall p50",
      points: pointsOf(measurements, of),
    })),
    {
      title: `How cost grows: ${machine.cpu}, ${machine.cores} cores, ${date}`,
      xLabel: "records in the store",
      yLabel: "milliseconds",
    },
  );
}

/** Renders a report as tables. */
export function table({
  measurements,
  laws,
  many_stores: many,
  many_scopes: scopes,
  machine,
  commit,
  date,
  text,
}: Report): string {
  const rows: readonly TableRow[] = [
    ["recall after 30 calls p50 / p95, ms", ({ recall }) => `${ms(recall.p50_ms)} / ${ms(recall.p95_ms)}`],
    ["… after 600 calls, ms", ({ recall_long_running }) => pair(recall_long_running)],
    ["… of one user in 10,000, ms", ({ filtered }) => pair(filtered.one_user)],
    ["… of one topic in 100, ms", ({ filtered }) => pair(filtered.one_topic)],
    ["… of rules alone, ms", ({ filtered }) => pair(filtered.procedural)],
    ["… as of half of it, ms", ({ filtered }) => pair(filtered.as_of)],
    ["profile p50 / p95, ms", ({ profile }) => pair(profile)],
    ["vectors alone p50 / p95, ms", ({ vectors }) => `${ms(vectors.p50_ms)} / ${ms(vectors.p95_ms)}`],
    ["… recall@10 of exact", ({ vectors }) => vectors.recall_at_10.toFixed(3)],
    ["remember p50 / p95, ms", ({ remember }) => `${ms(remember.p50_ms)} / ${ms(remember.p95_ms)}`],
    ["forget p50 / p95, ms", ({ forget }) => `${ms(forget.p50_ms)} / ${ms(forget.p95_ms)}`],
    ...blockRows,
    ["open to first answer, ms", ({ open }) => open.to_first_answer_ms.toFixed(0)],
    ["… with the import, ms", ({ open }) => open.with_import_ms.toFixed(0)],
    ["memory after 30 recalls, MB", ({ open }) => (open.rss_bytes / 1e6).toFixed(0)],
    ["file, MB", ({ file }) => (file.bytes / 1e6).toFixed(1)],
    ["file bytes a record", ({ file }) => file.bytes_per_record.toFixed(0)],
    ["import, records a second", ({ fill }) => fill.records_per_second.toFixed(0)],
  ];
  const line = (name: string, cells: readonly string[]) =>
    name.padEnd(34) + cells.map((cell) => cell.padStart(18)).join("");
  return [
    line(
      "records",
      measurements.map(({ records }) => String(records)),
    ),
    ...rows.map(([name, cell]) => line(name, measurements.map(cell))),
    ...Object.entries(laws).flatMap(([name, law]) =>
      law === undefined ? [] : `${name}: ${ms(law.fixed)} ms + ${ms(law.per_million)} ms a million records`,
    ),
    ...(many === undefined
      ? []
      : [
          `${many.stores} open stores of ${many.records_each} records: ${(many.rss_bytes / 1e6).toFixed(0)} MB in all, opened in ${many.seconds.toFixed(1)} s; ${(many.after_writing.rss_bytes / 1e6).toFixed(0)} MB once each was written to`,
        ]),
    ...(scopes === undefined
      ? []
      : [
          `a scope of ${scopes.records_each} in a store of ${scopes.records}, recall p50 / p95: ${pair(scopes.one_scope)} ms; the same alone in a store: ${pair(scopes.alone)} ms; the first of a scope: ${pair(scopes.first_of_scope)} ms; without a scope: ${pair(scopes.no_scope)} ms`,
        ]),
    `${text} text; ${machine.cpu}, ${machine.cores} cores, Node ${machine.node}, commit ${commit}, ${date}`,
    "",
  ].join("\n");
}

function pointsOf(measurements: readonly Measurement[], of: (measured: Measurement) => number) {
  return measurements.map((measured) => ({ x: measured.records, y: of(measured) }));
}

function pair({ p50_ms, p95_ms }: Percentiles): string {
  return `${ms(p50_ms)} / ${ms(p95_ms)}`;
}

function ms(value: number): string {
  return value.toFixed(2);
}
