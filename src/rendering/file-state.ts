/** Explains errors of the file system in words. */

/** The explanation of each common code, as a continuation of "it". */
const states: Readonly<Record<string, string>> = {
  EACCES: "may not be used by this process",
  EPERM: "may not be used by this process",
  EEXIST: "is there already",
  EISDIR: "is a folder",
  ENOTDIR: "lies in what is no folder",
};

/**
 * Why a file cannot be used, to go on after "it": `is not there (ENOENT)`. The system's own message would tell its folder, too.
 *
 * @param absent What ENOENT means, where it is not the file itself that is missed.
 */
export function fileState(cause: NodeJS.ErrnoException, absent = "is not there"): string {
  const { code, message } = cause;
  if (code === undefined) return `cannot be used: ${message}`;
  return `${code === "ENOENT" ? absent : (states[code] ?? "cannot be used")} (${code})`;
}
