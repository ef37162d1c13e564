/**
 * The SQL function `metadata_matches(metadata, filter)`, so that a caller's keys and values never
 * become SQL or a JSON path.
 */
import type { Metadata, MetadataFilter } from "../../../contract/record.js";
import { matchesFilter } from "../../shared/metadata-filter.js";

/**
 * Returns the same check over JSON texts, for SQLite: 1 for true, 0 for false. A null `metadata` is
 * an empty object.
 */
export function metadataMatcher(): (metadata: unknown, filter: unknown) => 0 | 1 {
  let lastText = "{}";
  let last: MetadataFilter = {};
  return (metadata, filter) => {
    if (typeof filter !== "string") return 1;
    if (filter !== lastText) {
      last = JSON.parse(filter) as MetadataFilter;
      lastText = filter;
    }
    const value = typeof metadata === "string" ? (JSON.parse(metadata) as Metadata) : {};
    return matchesFilter(value, last) ? 1 : 0;
  };
}
