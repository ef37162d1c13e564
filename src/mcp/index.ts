/** `keepsake/mcp`: a memory as an MCP server, over stdio and Streamable HTTP. */

export { errorMetaKey } from "./failures.js";
export {
  type McpAccess,
  type McpHandler,
  type McpHandlerOptions,
  mcpHandler,
} from "./http-handler.js";
export { createMcpServer } from "./mcp-server.js";
export type { McpOptions } from "./options.js";
export { type McpStdioOptions, serveMcpStdio } from "./stdio.js";
