/** Explains errors of the file system in words. */

/** The explanation of each common code, as a continuation of "it". */
const states: Readonly<Record<string, string>> = {
  EACCES: "may not be used by this process",
  EPERM: "may not be used by this process",
  EEXIST: "already exists",
  EISDIR: "is a folder",
  ENOTDIR: "has a parent that is not a folder",
};

/**
 * Why a file cannot be used, as a continuation of "it": `does not exist (ENOENT)`. The system's own
 * message would also contain the file's folder.
 *
 * @param absent The text for ENOENT, if it does not concern the file itself.
 */
export function fileState(cause: NodeJS.ErrnoException, absent = "does not exist"): string {
  const { code, message } = cause;
  if (code === undefined) return `cannot be used: ${message}`;
  return `${code === "ENOENT" ? absent : (states[code] ?? "cannot be used")} (${code})`;
}
