/** The parsers of what the client's callers pass. */
import type { z } from "zod";
import type { Parser } from "../contract/errors.js";
import type { ForgetRequest } from "../contract/forget.js";
import type { AuditRequest } from "../contract/maintenance/audit.js";
import type { ProfileRequest } from "../contract/profile.js";
import type { RecallRequest } from "../contract/recall.js";
import type { RecordsRequest } from "../contract/record.js";
import type { RememberRequest } from "../contract/remember.js";
import type { RememberFileRequest } from "../contract/remember-file.js";
import type { Scope } from "../contract/scope.js";
import { inputShapes } from "./input-shapes.js";
import type { clientOptions } from "./options-schema.js";
import { parserOf } from "./parser.js";

/** A parser for each verb's input, and for the parts that are passed alone. */
export const inputs = {
  remember: shortFor("content", parserOf<RememberRequest>(inputShapes.remember)),
  rememberFile: parserOf<RememberFileRequest>(inputShapes.rememberFile),
  recall: shortFor("query", parserOf<RecallRequest>(inputShapes.recall)),
  profile: parserOf<ProfileRequest>(inputShapes.profile),
  forget: parserOf<ForgetRequest>(inputShapes.forget),
  records: parserOf<RecordsRequest>(inputShapes.records),
  audit: parserOf<AuditRequest>(inputShapes.audit),
  recordId: parserOf<string>(inputShapes.recordId),
  scope: parserOf<Scope>(inputShapes.scope),
  options: parserOf<z.output<typeof clientOptions>>(inputShapes.options),
};

/** A text, or messages, alone are short for an object with one field. */
function shortFor<Output>(field: "content" | "query", parser: Parser<Output>): Parser<Output> {
  const isShort = (input: unknown) =>
    typeof input === "string" || (field === "content" && Array.isArray(input));
  return { safeParse: (input) => parser.safeParse(isShort(input) ? { [field]: input } : input) };
}
