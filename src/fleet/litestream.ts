/** Settings of Litestream 0.5 for a data folder: a replica of the registry and of every store. */
import { join, resolve } from "node:path";

/** What is replicated, and where. */
export interface ReplicaOptions {
  /** The data folder of `keepsake serve`. */
  readonly folder: string;
  /** Where the replicas go, such as `s3://bucket/host-a`. */
  readonly to: string;
}

/**
 * Returns the settings as YAML. Stores are found by their names, so that new ones are replicated
 * without a restart. Temporary files of moves and backups are not `.db`.
 */
export function litestreamSettings({ folder, to }: ReplicaOptions): string {
  const root = resolve(folder);
  const base = to.replace(/\/+$/, "");
  return `# Litestream 0.5 or later. Also copy folder.key, if the folder is encrypted.
dbs:
  - path: ${quoted(join(root, "registry.db"))}
    replica:
      url: ${quoted(`${base}/registry.db`)}
  - dir: ${quoted(join(root, "stores"))}
    pattern: "*.db"
    watch: true
    replica:
      url: ${quoted(`${base}/stores`)}
`;
}

/** Quotes a text: a JSON string is also a double-quoted string in YAML. */
function quoted(text: string): string {
  return JSON.stringify(text);
}
