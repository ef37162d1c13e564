/** Writes the assembled modules: `npm run build:kernel`. */
import { writeFileSync } from "node:fs";
import { kernelFiles, kernelModule, multiplyFiles } from "./build-kernel.js";

for (const files of [kernelFiles, multiplyFiles]) writeFileSync(files.module, await kernelModule(files));
