/** The text format of Prometheus, version 0.0.4: families of samples with labels. Pure. */

/** Labels of a sample, by name. */
export type Labels = Readonly<Record<string, string>>;

/** The media type of the format. */
export const expositionType = "text/plain; version=0.0.4; charset=utf-8";

/** `{path="/mcp",status="200"}`; empty without labels. */
export function sampleKey(labels: Labels): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escaped(value)}"`);
  return pairs.length === 0 ? "" : `{${pairs.join(",")}}`;
}

/** One line: a name, labels, a value. */
export function sampleLine(name: string, labels: Labels, value: number): string {
  return `${name}${sampleKey(labels)} ${value}`;
}

/** A family of counters; the keys are those of {@link sampleKey}. */
export function counter(name: string, help: string, values: ReadonlyMap<string, number>): string[] {
  return [...head(name, help, "counter"), ...[...values].map(([key, value]) => `${name}${key} ${value}`)];
}

/** One gauge. */
export function gauge(name: string, help: string, value: number): string[] {
  return [...head(name, help, "gauge"), `${name} ${value}`];
}

function head(name: string, help: string, type: "counter" | "gauge"): string[] {
  return [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`];
}

function escaped(value: string): string {
  return value.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n");
}
