/** `keepsake conformance`: checks a service against the specification. */
import type { Command } from "../../../bundled/commander.js";
import type { ConformanceReport, Finding } from "../../../conformance/check-service.js";
import type { Context } from "../../context.js";
import { exitCodes, UsageError } from "../../exit-codes.js";
import { type Colors, count } from "../../terminal/terminal.js";

const examples = `
Examples:
  keepsake conformance --url http://127.0.0.1:8787 --key "$KEY"
  KEEPSAKE_KEY=… keepsake conformance --url https://memory.example --json

Sends some thirty requests, two of which add a made-up text; if the service has forget, the text is erased again.
Exit code 3 means that the service answered but does not conform to the specification.`;

interface ConformanceFlags {
  readonly url: string;
  readonly key?: string;
  readonly timeoutMs: string;
}

/** Adds the command. */
export function addConformance(program: Command, context: Context): void {
  program
    .command("conformance")
    .summary("check a memory service against the specification")
    .description("Checks any memory service against the specification, row by row, over HTTP.")
    .requiredOption("--url <address>", "address of the service, without /api/memory")
    .option("--key <key>", "an API key of the service (default: $KEEPSAKE_KEY)")
    .option("--timeout-ms <n>", "timeout of each request, in milliseconds", "30000")
    .addHelpText("after", examples)
    .action((flags: ConformanceFlags) => check(flags, context));
}

async function check(flags: ConformanceFlags, context: Context): Promise<void> {
  const { terminal, io } = context;
  const key = flags.key ?? io.env.KEEPSAKE_KEY;
  if (!key) throw new UsageError("Cannot check: the key must be given with --key or in $KEEPSAKE_KEY");
  const [{ checkService }, { madeUpName }] = await Promise.all([
    import("../../../conformance/check-service.js"),
    import("../../../conformance/probes.js"),
  ]);
  const report = await checkService({
    url: address(flags.url),
    key,
    timeoutMs: milliseconds(flags.timeoutMs),
    person: madeUpName(Math.random),
    signal: io.signal,
    onProgress: (done, total) => terminal.progress("checking", { done, total }),
  });
  terminal.settle();
  if (!report.conforms) context.exitCode = exitCodes.unproved;
  if (context.json) return terminal.json(report);
  for (const finding of report.findings) await terminal.line(findingLine(finding, terminal.paint));
  await terminal.line(`\n${summary(report)}`);
}

function findingLine({ section, rule, holds, fault }: Finding, paint: Colors): string {
  const head = `${section.padEnd(4)} ${holds ? paint.green("passes") : paint.red("FAILS ")}  ${rule}`;
  return fault === undefined ? head : `${head}\n            ${fault}`;
}

function summary({ held, failed, findings, conforms, forgotten }: ConformanceReport): string {
  const verdict = conforms ? "The service conforms" : "The service does not conform";
  const tidy = forgotten > 0 ? ` ${count(forgotten, "record")} of the check erased again.` : "";
  return `${verdict}: ${held} of ${count(findings.length, "row")} pass${failed > 0 ? `, ${failed} fail` : ""}.${tidy}`;
}

function address(url: string): string {
  if (/^https?:\/\/[^/?#]+[^?#]*$/.test(url)) return url;
  throw new UsageError(`Cannot check: --url must be an http or https address without a query, got "${url}"`);
}

function milliseconds(text: string): number {
  const value = Number(text);
  if (Number.isInteger(value) && value > 0) return value;
  throw new UsageError(`Cannot check: --timeout-ms must be a whole number above 0, got "${text}"`);
}
