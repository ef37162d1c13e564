/** The options of `migrate`, their validation and their defaults. */
import { z } from "zod";
import { parseInput } from "../contract/errors.js";
import type { Progress } from "../contract/memory-service.js";
import { filledText } from "../contract/record.js";
import { migrationFormats } from "./format-names.js";

const callable = <Signature>(what: string) =>
  z.custom<Signature>((value) => typeof value === "function", `must be a function ${what}`);

const migrateOptions = z
  .strictObject({
    from: z.enum(migrationFormats),
    file: z
      .string()
      .min(1)
      .refine((path) => !path.includes("\0"), "must not contain a NUL character")
      .optional(),
    data: z.unknown().optional(),
    speaker: filledText(256).optional(),
    dryRun: z.boolean().default(false),
    clock: callable<() => Date>("that gives a Date").optional(),
    onProgress: callable<(progress: Progress) => void>("of the progress").optional(),
    signal: z.instanceof(AbortSignal).optional(),
  })
  .refine(({ file, data }) => (file === undefined) !== (data === undefined), {
    path: ["file"],
    message: "must be given, or data instead, but not both",
  });

/**
 * - `from`: the system that wrote it.
 * - `file`: path of the file; of a COGX archive the folder. Read twice, as a stream.
 * - `data`: the parsed export itself, in place of a file: what a client of the other system returned.
 * - `speaker`: who the user is, by name: resolves "I" in conversations.
 * - `dryRun`: reads, checks and reports, and keeps nothing. @default false
 * - `clock`: gives the time of what has none of its own. @default the system's
 * - `onProgress`: told how many of the file's records were dealt with.
 * - `signal`: stops between two batches. What was kept until then stays, and running it again goes on from there.
 */
export type MigrateOptions = z.input<typeof migrateOptions>;

/**
 * Checks options and adds their defaults.
 *
 * @throws {MemoryError} `invalid_input`
 */
export function migrateParts(options: MigrateOptions) {
  const { clock, ...rest } = parseInput(migrateOptions, options, "import");
  return { ...rest, now: (clock ?? (() => new Date()))().toISOString() };
}
