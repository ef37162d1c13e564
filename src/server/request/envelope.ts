/** The three kinds of response with status 200: a handled request, an unknown key, and lines. */
import { type InvalidKeyPayload, jsonMediaType, keyNotFound, linesMediaType } from "../../contract/http.js";

/** A JSON response. No proxy may cache it, because it may contain memories. */
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

/** The response to a request that was handled (specification, section 2.2). */
export function handled(data: unknown): Response {
  return jsonResponse({ success: true, message: "Success", data });
}

/**
 * The response for an unknown, revoked or missing key on every endpoint (specification, section 7).
 */
export function keyUnknown(): Response {
  return handled(keyNotFound satisfies InvalidKeyPayload);
}

/**
 * JSON Lines as a stream. A line is created when the reader asks for it, so a slow reader does not
 * fill the memory. If a line cannot be created, the stream ends with an error, which only `onError`
 * receives.
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

/** The same response. Calls `done` when its body was read to the end, failed, or was cancelled. */
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
