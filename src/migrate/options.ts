/** The options of `migrate`, their validation and their defaults. */
import { z } from "zod";
import { parseInput } from "../contract/errors.js";
import type { Progress } from "../contract/memory-service.js";
import { filledText } from "../contract/record.js";

/** The systems whose exports keepsake reads: the values of `from`. */
export const migrationFormats = [
  "mem0",
  "mcp-memory",
  "letta",
  "zep",
  "langgraph",
  "chatgpt",
  "cogx",
] as const;
/** One of {@link migrationFormats}. */
export type MigrationFormat = (typeof migrationFormats)[number];

const callable = <Signature>(what: string) =>
  z.custom<Signature>((value) => typeof value === "function", `must be a function ${what}`);

/** The schema of {@link MigrateOptions}. */
export const migrateOptions = z
  .strictObject({
    from: z.enum(migrationFormats).describe("the system that wrote the export"),
    file: z
      .string()
      .min(1)
      .refine((path) => !path.includes("\0"), "must not contain a NUL character")
      .optional()
      .describe("path of the file, or of the folder of a COGX archive; it is read twice, as a stream"),
    data: z.unknown().optional().describe("the parsed export itself, instead of a file"),
    speaker: filledText(256).optional().describe('the user\'s name, to which "I" in conversations refers'),
    dryRun: z.boolean().default(false).describe("read, check and report, but store nothing"),
    clock: callable<() => Date>("that gives a Date")
      .optional()
      .describe("returns the time for items without one; without it, the system clock"),
    onProgress: callable<(progress: Progress) => void>("of the progress")
      .optional()
      .describe("called with the number of the file's records that were processed"),
    signal: z
      .instanceof(AbortSignal)
      .optional()
      .describe(
        "stops between two batches; what was stored until then stays, and running it again continues",
      ),
  })
  .refine(({ file, data }) => (file === undefined) !== (data === undefined), {
    path: ["file"],
    message: "must be given, or data instead, but not both",
  });

// Members generated from `migrateOptions` by npm run build:types.
/** The options of {@link migrate}. Either `file` or `data` is required. */
export interface MigrateOptions {
  /** The system that wrote the export. */
  from: z.input<typeof migrateOptions>["from"];
  /** Path of the file, or of the folder of a COGX archive; it is read twice, as a stream. */
  file?: z.input<typeof migrateOptions>["file"];
  /** The parsed export itself, instead of a file. */
  data?: z.input<typeof migrateOptions>["data"];
  /** The user's name, to which "I" in conversations refers. */
  speaker?: z.input<typeof migrateOptions>["speaker"];
  /**
   * Read, check and report, but store nothing.
   *
   * @default false
   */
  dryRun?: z.input<typeof migrateOptions>["dryRun"];
  /** Returns the time for items without one; without it, the system clock. */
  clock?: z.input<typeof migrateOptions>["clock"];
  /** Called with the number of the file's records that were processed. */
  onProgress?: z.input<typeof migrateOptions>["onProgress"];
  /**
   * Stops between two batches; what was stored until then stays, and running it again continues.
   */
  signal?: z.input<typeof migrateOptions>["signal"];
}

/**
 * Checks options and adds their defaults.
 *
 * @throws {MemoryError} `invalid_input`
 */
export function migrateParts(options: MigrateOptions) {
  const { clock, ...rest } = parseInput(migrateOptions, options, "import");
  return { ...rest, now: (clock ?? (() => new Date()))().toISOString() };
}
