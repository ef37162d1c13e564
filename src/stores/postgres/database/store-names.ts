/** The names that become part of statements without escaping. */
import { MemoryError } from "../../../contract/errors.js";

/** Where the rows of a store are. */
export interface StoreNames {
  readonly storeId: string;
  readonly schema: string;
}

/** Throws for names that could end a statement. @throws {MemoryError} `invalid_input` */
export function assertNames({ storeId, schema }: StoreNames): void {
  assertOption(
    /^[A-Za-z0-9][A-Za-z0-9._:@-]{0,127}$/.test(storeId),
    "storeId",
    "must be 1 to 128 letters, digits, and any of ._:@- after the first",
  );
  assertOption(
    /^[a-z_][a-z0-9_]{0,62}$/.test(schema),
    "schema",
    "must be a lower-case name of up to 63 letters, digits and underscores",
  );
}

/** Throws unless an option is valid. @throws {MemoryError} `invalid_input` */
export function assertOption(isValid: boolean, name: string, msg: string): void {
  if (isValid) return;
  throw new MemoryError("invalid_input", `Cannot make a store: ${name} ${msg}`, {
    data: { issues: [{ type: "custom", loc: [name], msg }] },
  });
}
