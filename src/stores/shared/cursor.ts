/** Cursors: where a listing continues, opaque to the caller. */
import { MemoryError } from "../../contract/errors.js";

type Listing = "records" | "audit";

/** Returns the cursor of the page after an item. @param number the number of the item */
export function cursorFor(listing: Listing, number: number): string {
  return Buffer.from(`${listing}:${number}`).toString("base64url");
}

/**
 * Returns the number of the item after which a page begins: 0 without a cursor.
 *
 * @throws {MemoryError} `invalid_input` for a cursor that no page returned
 */
export function fromCursor(listing: Listing, cursor: string | undefined): number {
  if (cursor === undefined) return 0;
  const [of, id] = Buffer.from(cursor, "base64url").toString().split(":");
  const number = Number(id);
  if (of !== listing || !Number.isSafeInteger(number) || cursorFor(listing, number) !== cursor)
    throw notOfAPage(listing);
  return number;
}

function notOfAPage(listing: Listing): MemoryError<"invalid_input"> {
  const msg = "must be the next_cursor of the previous page";
  const issues = [{ type: "custom", loc: ["cursor"], msg }];
  return new MemoryError("invalid_input", `Cannot list ${listing}: cursor ${msg}`, { data: { issues } });
}
