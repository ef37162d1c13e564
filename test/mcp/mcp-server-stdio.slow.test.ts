/** Starts the built command for each test, which makes this file slow. Needs `npm run build`. */
import { temporaryFile } from "../temporary-file.js";
import { overStdio } from "./connections.js";
import { describeMcpServer } from "./mcp-server.contract.js";

for (const era of ["modern", "legacy"] as const)
  describeMcpServer("stdio", era, () => overStdio(temporaryFile(), era));
