/**
 * Imports a file that the page sends: an export of another system, or of a store. The response is
 * JSON Lines: the progress from time to time, then the report or the error. The file is only in
 * memory. If the page is closed, the import stops; what was stored until then stays.
 */
import { z } from "zod";
import { MemoryError, parseInput } from "../contract/errors.js";
import type { MemoryService, Progress } from "../contract/memory-service.js";
import { filledText } from "../contract/record.js";
import { inputOfBytes } from "../migrate/input.js";
import { linesOf } from "../migrate/json-records.js";
import { detect, migrateInput } from "../migrate/migrate.js";
import { migrationFormats } from "../migrate/options.js";
import { failureOf } from "../server/request/failure.js";
import { readBytes } from "../server/request/read-request.js";
import { RequestRefused } from "../server/request/validation.js";
import { scopeOf } from "./answers.js";
import type { ImportLine, ImportReport } from "./import-report.js";
import { safeHeaders } from "./static-files.js";

/**
 * Maximum number of bytes of a file. It is in memory while it is imported; the command line takes
 * any size.
 */
export const importBytes = 67_108_864;

/** Where to import into. */
export interface Importing {
  readonly service: MemoryService;
  readonly clock: () => Date;
  /** Called with an error that is a defect of keepsake. */
  readonly onDefect: (error: unknown) => void;
}

/** `cogx` is a folder, so a page cannot send it as a file. */
const formats = ["auto", "keepsake", ...migrationFormats.filter((format) => format !== "cogx")] as const;

const query = z.object({
  from: z.enum(formats).default("auto"),
  name: filledText(256).default("file"),
  speaker: filledText(256).optional(),
  dry_run: z.enum(["true", "false"]).default("false"),
});
type Query = z.infer<typeof query>;

/** How often the progress is sent, in milliseconds. */
const progressMs = 100;

/**
 * Answers a request with a file.
 *
 * @throws {MemoryError} `invalid_input` before anything is read
 * @throws {RequestRefused} 413
 */
export async function answerImport(request: Request, importing: Importing): Promise<Response> {
  const { scope: _, ...given } = Object.fromEntries(new URL(request.url).searchParams);
  const asked = parseInput(query, given, "import");
  const scope = scopeOf(request, "import");
  const bytes = Buffer.from(await readBytes(request, importBytes));
  const memory = scope === undefined ? importing.service : importing.service.for(scope);
  const stop = new AbortController();
  request.signal.addEventListener("abort", () => stop.abort());
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      const send = (line: ImportLine) => controller.enqueue(Buffer.from(`${JSON.stringify(line)}\n`));
      void imported(memory, { asked, bytes, importing, signal: stop.signal, send }).then(() => {
        if (!stop.signal.aborted) controller.close();
      });
    },
    cancel: () => stop.abort(),
  });
  return new Response(body, {
    headers: {
      ...safeHeaders,
      "content-type": "application/jsonl",
      "cache-control": "no-store",
      // Without this header nginx would buffer the progress until the end.
      "x-accel-buffering": "no",
    },
  });
}

interface Work {
  readonly asked: Query;
  readonly bytes: Buffer;
  readonly importing: Importing;
  readonly signal: AbortSignal;
  readonly send: (line: ImportLine) => void;
}

/** Imports the file, and sends the progress and the result. The promise never rejects. */
async function imported(memory: MemoryService, work: Work): Promise<void> {
  const { signal, importing } = work;
  const send = (line: ImportLine) => {
    if (!signal.aborted) work.send(line);
  };
  let sentMs = Number.NEGATIVE_INFINITY;
  const onProgress = (progress: Progress) => {
    const nowMs = performance.now();
    if (nowMs - sentMs < progressMs && progress.done !== progress.total) return;
    sentMs = nowMs;
    send(progress);
  };
  try {
    send({ report: await reportOf(memory, { ...work, onProgress }) });
  } catch (error) {
    const { detail, defect } = failureOf(error, signal);
    if (defect !== undefined) importing.onDefect(defect);
    // The message names the file and the position in it; the details only list rules of fields.
    const isOfFile = MemoryError.is(error, "invalid_input");
    send({ error: isOfFile ? error.message : detail.map(({ msg }) => msg).join("; ") });
  }
}

async function reportOf(
  memory: MemoryService,
  { asked, bytes, signal, importing, onProgress }: Work & { onProgress: (progress: Progress) => void },
): Promise<ImportReport> {
  const { from, name, speaker } = asked;
  const dryRun = asked.dry_run === "true";
  if (from === "keepsake" || (from === "auto" && isOwnExport(bytes))) {
    if (dryRun) throw refusal("Cannot check an export of keepsake: it can only be imported");
    return ownReport(await memory.import(linesOf(bytes, name), { signal, onProgress }));
  }
  const input = inputOfBytes(name, bytes);
  const format = from === "auto" ? (await detect(input))?.format : from;
  if (format === undefined)
    throw refusal(`Cannot import ${name}: it looks like the export of no known system`);
  const now = importing.clock().toISOString();
  return migrateInput(memory, input, { from: format, speaker, dryRun, now, onProgress, signal });
}

/** The first line of an export is its header. */
function isOwnExport(bytes: Buffer): boolean {
  return /^\ufeff?\{"format":"keepsake"/u.test(bytes.toString("utf8", 0, 64));
}

function ownReport(result: Awaited<ReturnType<MemoryService["import"]>>): ImportReport {
  const { sources, records, skipped } = result;
  return {
    from: "keepsake",
    dry_run: false,
    read: records + skipped,
    carried: { record: records + skipped },
    imported: { sources, records, known: skipped },
    remembered: { conversations: 0, records: 0 },
    not_carried: [],
  };
}

function refusal(msg: string): RequestRefused {
  return new RequestRefused(422, [{ type: "file_invalid", loc: [], msg, input: null }]);
}
