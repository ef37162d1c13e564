/** MCP over standard input and output: one client, one store, no key. */
import type { Readable, Writable } from "node:stream";
import { StdioServerTransport, serveStdio } from "@modelcontextprotocol/server/stdio";
import type { MemoryService } from "../contract/memory-service.js";
import { createMcpServer } from "./mcp-server.js";
import type { McpOptions } from "./options.js";

/** The streams that a client speaks over. */
export interface McpStdioOptions extends McpOptions {
  readonly stdin: Readable;
  /** Carries the protocol and nothing else. */
  readonly stdout: Writable;
  /** Stops serving. */
  readonly signal?: AbortSignal;
  readonly onError?: (error: Error) => void;
}

/** One message at most: JSON-RPC and escaping around a content of the greatest size. */
const maxBufferSize = 16 * 1024 * 1024;

/** Serves until the client closes its end, or the signal fires. It does not close the memory. */
export function serveMcpStdio(
  memory: MemoryService,
  { stdin, stdout, signal, onError, ...options }: McpStdioOptions,
): Promise<void> {
  const transport = new StdioServerTransport(stdin, stdout, { maxBufferSize });
  const handle = serveStdio(() => createMcpServer(memory, options), {
    transport,
    ...(onError === undefined ? {} : { onerror: onError }),
  });
  return new Promise((resolve, reject) => {
    const stop = () => void handle.close().then(resolve, reject);
    for (const event of ["end", "close"]) stdin.once(event, stop);
    if (signal?.aborted) stop();
    signal?.addEventListener("abort", stop, { once: true });
  });
}
