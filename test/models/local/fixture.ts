/** The tiny models, made once for a test file, and the two packages that run them. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TransformersLibrary } from "../../../src/models/local/library.js";
import { writeTinyModels } from "../../../training/tiny-models/write-models.js";

/** Both generations of the library, as imported. */
export const libraries = {
  "@huggingface/transformers": () => import("@huggingface/transformers"),
  "@xenova/transformers": () => import("@xenova/transformers"),
} satisfies Record<string, () => Promise<TransformersLibrary>>;

/** A folder of models; remove it after the tests. */
export class TinyModels {
  readonly folder = mkdtempSync(join(tmpdir(), "keepsake-models-"));

  constructor() {
    writeTinyModels(this.folder);
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}
