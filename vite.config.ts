/**
 * Builds the console's page into `dist/console/app`: files with hashed names and nothing from
 * elsewhere.
 */
import { fileURLToPath } from "node:url";
import { defineConfig } from "vite";

const folder = (path: string) => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig({
  root: folder("src/console/app"),
  // Relative, so that the page works below any path.
  base: "./",
  build: {
    outDir: folder("dist/console/app"),
    emptyOutDir: true,
    target: "es2023",
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
  },
});
