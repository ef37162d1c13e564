/** The mappings of all systems, and the detection of a file's system. */

import type { MigrationFormat } from "./format-names.js";
import { chatgpt } from "./from/chatgpt.js";
import { cogx } from "./from/cogx.js";
import { langgraph } from "./from/langgraph.js";
import { letta } from "./from/letta.js";
import { mcpMemory } from "./from/mcp-memory.js";
import { mem0 } from "./from/mem0.js";
import { zep } from "./from/zep.js";
import type { Found, Mapping } from "./mapping.js";

/** The mappings, by the value of `from`. */
export const mappings: Readonly<Record<MigrationFormat, Mapping>> = {
  mem0,
  "mcp-memory": mcpMemory,
  letta,
  zep,
  langgraph,
  chatgpt,
  cogx,
};

/** The collections of all mappings, for files of an unknown system. */
export const allCollections = [...new Set(Object.values(mappings).flatMap(({ collections }) => collections))];

/**
 * The mapping that a record looks like. The most specific ones are tried first: an entity of the
 * MCP server has a name, too.
 */
export function recognise(found: Found): Mapping | undefined {
  return [cogx, letta, chatgpt, mcpMemory, langgraph, zep, mem0].find(({ recognises }) => recognises(found));
}
