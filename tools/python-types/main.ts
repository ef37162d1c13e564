/** Writes the Python types of the wire: `npm run build:python-types`. */
import { writeFileSync } from "node:fs";
import { renderTypes, typesPath } from "./render-types.js";

writeFileSync(typesPath, renderTypes());
