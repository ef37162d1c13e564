/** Renders the figures as a table, and adds where and when they were measured for a file. */
import { type Provenance, provenance } from "../provenance.js";
import type { FirstCalls } from "./fresh-start.js";
import type { Measurement } from "./measure.js";

/** The measurements, with where and when they were made. */
export interface LatencyReport extends Provenance {
  readonly seed: number;
  readonly first_calls: FirstCalls;
  readonly measurements: readonly Measurement[];
}

/** Adds the provenance to measurements. */
export function reportOf(measured: Omit<LatencyReport, keyof Provenance>): LatencyReport {
  return { ...provenance(), ...measured };
}

/** Renders a report as a table. */
export function table({ machine, commit, date, first_calls: first, measurements }: LatencyReport): string {
  const rows: readonly (readonly [string, (measured: Measurement) => string])[] = [
    ["records", ({ records }) => String(records)],
    ["recall p50 / p95, ms", ({ recall }) => `${ms(recall.p50_ms)} / ${ms(recall.p95_ms)}`],
    ["remember p50 / p95, ms", ({ remember }) => `${ms(remember.p50_ms)} / ${ms(remember.p95_ms)}`],
    ["forget one p50 / p95, ms", ({ forget }) => `${ms(forget.p50_ms)} / ${ms(forget.p95_ms)}`],
    ["rememberMany, messages/s", ({ batch }) => batch.messages_per_second.toFixed(0)],
    ["rememberMany, records/s", ({ batch }) => batch.records_per_second.toFixed(0)],
    ["rememberMany, s in all", ({ batch }) => batch.seconds.toFixed(1)],
    ["open to first answer, ms", ({ open }) => open.to_first_answer_ms.toFixed(0)],
    ["… with the import, ms", ({ open }) => open.with_import_ms.toFixed(0)],
    ["memory, reading, MB", ({ open }) => megabytes(open.rss_bytes)],
    ["memory, writing, MB", ({ rss_bytes }) => megabytes(rss_bytes)],
    ["file, MB", ({ file }) => megabytes(file.bytes)],
    ["bytes a message", ({ file }) => file.bytes_per_message.toFixed(0)],
    ["bytes a record", ({ file }) => file.bytes_per_record.toFixed(0)],
  ];
  const columns = (cells: readonly string[]) => cells.map((cell) => cell.padStart(16)).join("");
  return [
    `${"messages".padEnd(26)}${columns(measurements.map(({ messages }) => String(messages)))}`,
    ...rows.map(([name, cell]) => `${name.padEnd(26)}${columns(measurements.map(cell))}`),
    `new process: import ${first.import_ms.toFixed(0)} ms, first recall ${first.first_recall_ms.toFixed(0)} ms, first remember ${first.first_remember_ms.toFixed(0)} ms`,
    `${machine.cpu}, ${machine.cores} cores, Node ${machine.node}, commit ${commit}, ${date}`,
    "",
  ].join("\n");
}

function ms(value: number): string {
  return value.toFixed(2);
}

function megabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(1);
}
