/** `keepsake/client`: a memory service over `fetch`, for Node, browsers and edge runtimes. */
export type { ErrorCode, ErrorData, InvalidInputIssue } from "../contract/errors.js";
export { MemoryError } from "../contract/errors.js";
export type { InvalidKeyPayload } from "../contract/http.js";
export { MemoryClient } from "./memory-client.js";
export type { Fetch, MemoryClientOptions } from "./options-schema.js";
