/** Writes the shapes of the client: `npm run build:types`. */
import { writeFileSync } from "node:fs";
import { modules, renderShapes } from "./render-shapes.js";

for (const module of modules) writeFileSync(module.path, renderShapes(module));
