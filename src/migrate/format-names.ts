/** The names of the systems that keepsake reads: what `from` takes. */

/** The systems that keepsake reads the exports of. */
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
