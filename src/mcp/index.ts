/** `keepsake/mcp`: a memory as an MCP server, over stdio and Streamable HTTP. */
export { type McpDoor, type McpDoorOptions, mcpDoor } from "./http-door.js";
export { createMcpServer, errorMetaKey, type McpOptions } from "./mcp-server.js";
export { type McpStdioOptions, serveMcpStdio } from "./stdio.js";
