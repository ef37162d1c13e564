/** Every system that keepsake reads, and which of them a record looks like. */

import type { MigrationFormat } from "./format-names.js";
import { chatgpt } from "./from/chatgpt.js";
import { cogx } from "./from/cogx.js";
import { langgraph } from "./from/langgraph.js";
import { letta } from "./from/letta.js";
import { mcpMemory } from "./from/mcp-memory.js";
import { mem0 } from "./from/mem0.js";
import { zep } from "./from/zep.js";
import type { Found, Mapping } from "./mapping.js";

/** The mappings, by the name that `from` takes. */
export const mappings: Readonly<Record<MigrationFormat, Mapping>> = {
  mem0,
  "mcp-memory": mcpMemory,
  letta,
  zep,
  langgraph,
  chatgpt,
  cogx,
};

/** Lists that any of them reads: what a file that is of unknown origin is looked through for. */
export const allCollections = [...new Set(Object.values(mappings).flatMap(({ collections }) => collections))];

/** What a record looks like. The narrowest shapes are asked first: an entity of the MCP server has a name too. */
export function recognise(found: Found): Mapping | undefined {
  return [cogx, letta, chatgpt, mcpMemory, langgraph, zep, mem0].find(({ recognises }) => recognises(found));
}
