/**
 * Measures what HTTP adds to a search. One process sends the same questions to the library and over
 * one connection, in turns.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { serve } from "keepsake/server";
import { MadeUpConversation } from "../latency/conversation.js";
import { percentile } from "../latency/percentiles.js";
import { RawConnection } from "./raw-connection.js";

/** Times of searches in the library and over HTTP. */
export interface Overhead {
  readonly messages: number;
  readonly searches: number;
  readonly library_p50_ms: number;
  readonly http_p50_ms: number;
  /** Median difference between the two calls of one question. */
  readonly added_p50_ms: number;
}

const messages = 300;
const searches = 600;

/** Measures both kinds of search. */
export async function overhead(seed: number): Promise<Overhead> {
  const folder = mkdtempSync(join(tmpdir(), "keepsake-overhead-"));
  const server = await serve({ folder, create: true, port: 0, ownsProcess: true });
  const connection = new RawConnection(server.port);
  try {
    const store = await server.folder.create("overhead", "open");
    const { key } = server.folder.registry.keys.create(store);
    const memory = server.folder.service(store);
    const talk = new MadeUpConversation(seed);
    const said = Array.from({ length: messages }, (_, index) => talk.message(index));
    for (const { content, name, at } of said)
      await memory.remember({ content, speaker: name, occurred_at: at });
    const library: number[] = [];
    const http: number[] = [];
    for (let index = 0; index < searches; index += 1) {
      const body = { query: talk.question(said[index % messages]!), token_budget: 300 };
      const asks = [() => memory.recall(body), () => connection.post("search", key, body)] as const;
      // The second call finds the question's pages in memory, so the two take turns at being first.
      const [first, second] = index % 2 === 0 ? [0, 1] : [1, 0];
      const times = [0, 0];
      for (const turn of [first, second]) times[turn!] = await timed(asks[turn as 0 | 1]);
      library.push(times[0]!);
      http.push(times[1]!);
    }
    return {
      messages,
      searches,
      library_p50_ms: percentile(library, 0.5),
      http_p50_ms: percentile(http, 0.5),
      added_p50_ms: percentile(
        http.map((time, index) => time - library[index]!),
        0.5,
      ),
    };
  } finally {
    connection.close();
    await server.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Renders the times as one line. */
export function overheadText({
  library_p50_ms,
  http_p50_ms,
  added_p50_ms,
  messages: count,
}: Overhead): string {
  const ms = (value: number) => value.toFixed(2);
  return `a search of ${count} messages: library ${ms(library_p50_ms)} ms, over HTTP ${ms(http_p50_ms)} ms, added ${ms(added_p50_ms)} ms (medians)`;
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedMs = performance.now();
  await work();
  return performance.now() - startedMs;
}
