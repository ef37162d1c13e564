import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Deadline } from "../../../src/async/deadline.js";
import { pieces, readText } from "../../../src/models/endpoints/endpoint.js";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A response whose pieces arrive `gapMs` apart, on a clock that only they move. */
function slow(texts: readonly string[], gapMs: number): Response {
  const bytes = new TextEncoder();
  const left = [...texts];
  const source = {
    pull(controller: ReadableStreamDefaultController<Uint8Array>) {
      const next = left.shift();
      if (next === undefined) return controller.close();
      vi.advanceTimersByTime(gapMs);
      controller.enqueue(bytes.encode(next));
    },
  };
  // Nothing is read ahead: time passes only while somebody waits for a piece.
  return new Response(new ReadableStream(source, { highWaterMark: 0 }));
}

async function gathered(response: Response, deadline: Deadline): Promise<string> {
  let text = "";
  for await (const piece of pieces(response, deadline)) text += piece;
  deadline.clear();
  return text;
}

describe("pieces()", () => {
  it("does not time out while pieces keep arriving", async () => {
    const deadline = new Deadline(100, undefined);
    expect(await gathered(slow(["a", "b", "c", "d"], 80), deadline)).toBe("abcd");
    expect(deadline.signal.aborted).toBe(false);
  });

  it("times out between two pieces", async () => {
    const deadline = new Deadline(100, undefined);
    await gathered(slow(["a", "b"], 120), deadline);
    expect(deadline.signal.reason).toMatchObject({ message: "no answer within 100 ms" });
  });

  it("joins a character that was cut between two pieces", async () => {
    const [first, second] = [Uint8Array.of(0xf0, 0x9f), Uint8Array.of(0xaa, 0x81)];
    const body = new ReadableStream({
      start(controller) {
        controller.enqueue(first);
        controller.enqueue(second);
        controller.close();
      },
    });
    expect(await gathered(new Response(body), new Deadline(100, undefined))).toBe("🪁");
  });
});

describe("readText()", () => {
  it("stops reading a body that is longer than allowed", async () => {
    let cancelled = false;
    const body = new ReadableStream({
      pull: (controller) => controller.enqueue(new TextEncoder().encode("x".repeat(1000))),
      cancel: () => {
        cancelled = true;
      },
    });
    const deadline = new Deadline(100, undefined);
    expect(await readText(new Response(body), { maxChars: 2500, deadline })).toHaveLength(2500);
    deadline.clear();
    expect(cancelled).toBe(true);
  });
});
