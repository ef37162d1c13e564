/**
 * Compresses what the endpoints answer to the page. A page of records is some 40 kB, a day of the
 * timeline up to 200 kB, and a tenth of that as gzip, which matters where the service is not on this
 * machine. What begins before it is complete, such as the progress of an import, is not compressed.
 */
import { promisify } from "node:util";
import { gzip } from "node:zlib";

const compress = promisify(gzip);
/** Smaller bodies fit into one packet as they are. */
const leastBytes = 1_200;

/**
 * Returns the response, compressed where the browser accepts it. JSON is read to its end first.
 *
 * It has nothing secret beside what others wrote, whose size could tell about it (BREACH): the token of a
 * session is in an answer of its own, which must not be passed here.
 */
export async function compressed(request: Request, response: Response): Promise<Response> {
  const acceptsGzip = /\bgzip\b/.test(request.headers.get("accept-encoding") ?? "");
  if (!acceptsGzip || !response.ok || response.headers.has("content-encoding")) return response;
  const { status } = response;
  const headers = new Headers(response.headers);
  headers.set("vary", "accept-encoding");
  // An export may be as long as the store.
  if (!headers.get("content-type")?.startsWith("application/json")) {
    headers.set("content-encoding", "gzip");
    return new Response(response.body?.pipeThrough(new CompressionStream("gzip")) ?? null, {
      status,
      headers,
    });
  }
  const body = new Uint8Array(await response.arrayBuffer());
  if (body.byteLength < leastBytes) return new Response(body, { status, headers });
  headers.set("content-encoding", "gzip");
  headers.delete("content-length");
  return new Response(new Uint8Array(await compress(body)), { status, headers });
}
