/** Arguments of a call that no schema of an input contains. */
import { MemoryError } from "./errors.js";

/** What options may contain, before they are checked. */
interface Unchecked {
  readonly signal?: { readonly throwIfAborted?: unknown } | null;
  readonly onProgress?: unknown;
  readonly repair?: unknown;
}

/**
 * Returns the options of a call unchanged.
 *
 * @throws {MemoryError} `invalid_input` if they are not an object, or if `signal`, `onProgress` or
 * `repair` has another type than documented
 */
export function parseOptions<Options extends object>(options: Options, action: string): Options {
  refuseUnless(typeof options === "object" && options !== null && !Array.isArray(options), action, "options");
  const { signal, onProgress, repair } = options as Unchecked;
  // Signals of other realms and libraries are accepted, so their class is not checked.
  refuseUnless(signal === undefined || typeof signal?.throwIfAborted === "function", action, "signal");
  refuseUnless(onProgress === undefined || typeof onProgress === "function", action, "onProgress");
  refuseUnless(repair === undefined || typeof repair === "boolean", action, "repair");
  return options;
}

/**
 * Returns the lines of an import unchanged.
 *
 * @throws {MemoryError} `invalid_input` if they cannot be iterated, and if they are one string
 */
export function parseLines<Lines extends object>(lines: Lines): Lines {
  const isList = typeof lines === "object" && lines !== null;
  refuseUnless(isList && (Symbol.iterator in lines || Symbol.asyncIterator in lines), "import", "lines");
  return lines;
}

const rules = {
  options: "must be an object",
  signal: "must be an AbortSignal",
  onProgress: "must be a function",
  repair: "must be a boolean",
  lines: "must be an iterable of strings, or an async one",
};

function refuseUnless(isGiven: boolean, action: string, name: keyof typeof rules): void {
  if (isGiven) return;
  const msg = rules[name];
  throw new MemoryError("invalid_input", `Cannot ${action}: ${name} ${msg}`, {
    data: { issues: [{ type: "custom", loc: [name], msg }] },
  });
}
