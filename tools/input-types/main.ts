/** Writes the members of every marked interface of `src/`: `npm run build:types`. */
import { writeFileSync } from "node:fs";
import { markedFiles } from "./update.js";

for (const { path, text, updated } of await markedFiles()) if (updated !== text) writeFileSync(path, updated);
