/** MCP over standard input and output: one client, one store, no key. */
import type { Readable, Writable } from "node:stream";
import { StdioServerTransport, serveStdio } from "@modelcontextprotocol/server/stdio";
import type { MemoryService } from "../contract/memory-service.js";
import { createMcpServer } from "./mcp-server.js";
import type { McpOptions } from "./options.js";

/** Options of {@link serveMcpStdio}: the streams of the client, and those of the server. */
export interface McpStdioOptions extends McpOptions {
  /** Requests of the client. */
  readonly stdin: Readable;
  /** Responses to the client, and nothing else. */
  readonly stdout: Writable;
  /** Stops serving. */
  readonly signal?: AbortSignal;
  /** Called with errors of the connection. */
  readonly onError?: (error: Error) => void;
}

/** Largest message in bytes: the largest content, with JSON-RPC and escaping around it. */
const maxBufferSize = 16 * 1024 * 1024;

/**
 * Serves one client until it disconnects, or until the signal fires. It does not close the memory.
 */
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
