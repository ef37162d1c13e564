/**
 * `keepsake/migrate`: imports memories of other systems, and exports for other systems and for
 * people.
 */
export { type CogxExport, type ExportCogxOptions, exportCogx } from "./cogx/export-cogx.js";
export { type ExportMarkdownOptions, exportMarkdown } from "./markdown/export-markdown.js";
export { detectFormat, migrate } from "./migrate.js";
export type { MigrateOptions } from "./options.js";
export { type MigrationFormat, migrationFormats } from "./options.js";
export type { MigrationReport, NotCarried } from "./report.js";
