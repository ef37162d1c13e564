/** Writes `src/stores/sqlite/kernel-module.ts`: `npm run build:kernel`. */
import { writeFileSync } from "node:fs";
import { kernelFiles, kernelModule } from "./build-kernel.js";

writeFileSync(kernelFiles.module, await kernelModule());
