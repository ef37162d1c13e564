/** The three kinds of body that say 200: a handled request, an unknown key, and lines. */
import { type InvalidKeyPayload, jsonMediaType, keyNotFound, linesMediaType } from "../../contract/http.js";

/** A JSON response. Nothing of a memory may be kept by a cache on the way. */
export function jsonResponse(
  body: unknown,
  status = 200,
  headers: Readonly<Record<string, string>> = {},
): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: { "content-type": jsonMediaType, "cache-control": "no-store", ...headers },
  });
}

/** A handled request (specification, section 2.2). */
export function handled(data: unknown): Response {
  return jsonResponse({ success: true, message: "Success", data });
}

/** What an unknown, revoked or missing key gets on every endpoint (specification, section 7). */
export function keyUnknown(): Response {
  return handled(keyNotFound satisfies InvalidKeyPayload);
}

/**
 * JSON Lines as a stream: a line is made when the reader wants it, so that a slow reader fills no memory. Where a line cannot be made the stream breaks off, which a reader
 * tells from its end; what was wrong is said to `onError` alone.
 */
export function linesResponse(lines: AsyncIterable<string>, onError: (error: unknown) => void): Response {
  const iterator = lines[Symbol.asyncIterator]();
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const next = await iterator.next();
        if (next.done === true) controller.close();
        else controller.enqueue(encoder.encode(`${next.value}\n`));
      } catch (error) {
        onError(error);
        controller.error(new Error("The export was cut short"));
      }
    },
    async cancel() {
      await iterator.return?.();
    },
  });
  return new Response(body, { headers: { "content-type": linesMediaType, "cache-control": "no-store" } });
}

/** The same response; `done` is called once its body was read to the end, broke off, or was given up. */
export function untilRead(response: Response, done: () => void): Response {
  if (response.body === null) {
    done();
    return response;
  }
  const reader = response.body.getReader();
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const { done: isOver, value } = await reader.read();
        if (!isOver) return controller.enqueue(value);
        done();
        controller.close();
      } catch (error) {
        done();
        controller.error(error);
      }
    },
    async cancel(reason) {
      done();
      await reader.cancel(reason);
    },
  });
  const { status, statusText, headers } = response;
  return new Response(body, { status, statusText, headers });
}
