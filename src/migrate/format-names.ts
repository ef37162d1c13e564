/** The names of the systems whose exports keepsake reads. */

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
