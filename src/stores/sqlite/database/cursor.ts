/** Cursors: the place after which a listing goes on, opaque to the caller. */
import { invalid } from "./failures.js";

type Listing = "records" | "audit";

/** The cursor of the page after a row. */
export function cursorFor(listing: Listing, id: number): string {
  return Buffer.from(`${listing}:${id}`).toString("base64url");
}

/** The row after which a page begins: 0 without a cursor. @throws {MemoryError} `invalid_input` for one that no page gave */
export function fromCursor(listing: Listing, cursor: string | undefined): number {
  if (cursor === undefined) return 0;
  const [of, id] = Buffer.from(cursor, "base64url").toString().split(":");
  const number = Number(id);
  if (of !== listing || !Number.isSafeInteger(number) || cursorFor(listing, number) !== cursor)
    throw invalid(`list ${listing}`, "cursor", "must be one that the page before gave");
  return number;
}
