/** The id by which one request is found in the log of the service and of its caller. */
import { v4 as uuidv4 } from "uuid";

/** The header, in a request and in its answer. */
export const requestIdHeader = "x-request-id";

/** What an id may be made of: it goes into a log line and into a header. */
const form = /^[\w.:@/+=-]{1,128}$/;

/** The id that the caller or a proxy gave, else a new one. */
export function requestIdOf(headers: Headers): string {
  const given = headers.get(requestIdHeader);
  return given !== null && form.test(given) ? given : uuidv4();
}
