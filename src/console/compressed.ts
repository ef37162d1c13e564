/**
 * Compresses the responses of the endpoints for the page. A page of records is some 40 kB, and a
 * day of the timeline up to 200 kB. With gzip both are a tenth of that, which matters if the
 * service is on another machine. A response that is sent while it is produced, such as the progress
 * of an import, is not compressed.
 */
import { promisify } from "node:util";
import { gzip } from "node:zlib";

const compress = promisify(gzip);
/** Smaller bodies fit into one packet as they are. */
const leastBytes = 1_200;

/**
 * Returns the response, compressed if the browser accepts it. A JSON body is read to its end
 * first.
 *
 * Never pass a response with a secret: if it also contains text of others, its compressed size
 * reveals the secret (BREACH). The token of a session is therefore in a response of its own.
 */
export async function compressed(request: Request, response: Response): Promise<Response> {
  const acceptsGzip = /\bgzip\b/.test(request.headers.get("accept-encoding") ?? "");
  if (!acceptsGzip || !response.ok || response.headers.has("content-encoding")) return response;
  const { status } = response;
  const headers = new Headers(response.headers);
  headers.set("vary", "accept-encoding");
  // An export may be as large as the store, so it is not read to its end.
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
