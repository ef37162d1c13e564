/**
 * A project of somebody who uses keepsake: a folder outside the repository, with the package in its
 * `node_modules`.
 */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { projectRoot } from "../documents.js";

export interface Ran {
  readonly status: number | null;
  readonly output: string;
}

export class ConsumerProject {
  readonly folder = mkdtempSync(join(tmpdir(), "keepsake-consumer-"));

  constructor() {
    mkdirSync(join(this.folder, "node_modules"));
    this.write("package.json", JSON.stringify({ name: "consumer", private: true, type: "module" }));
  }

  /** The package as it was built in the repository. */
  linkBuild(): void {
    if (!existsSync(join(projectRoot, "dist", "index.js")))
      throw new Error("Cannot link keepsake: dist/ must be built; run npm run build");
    symlinkSync(projectRoot, join(this.folder, "node_modules", "keepsake"));
    // What an app that uses the AI SDK, Anthropic's, or vitest, has installed itself.
    for (const name of ["ai", "@anthropic-ai", "vitest"])
      symlinkSync(join(projectRoot, "node_modules", name), join(this.folder, "node_modules", name));
  }

  write(name: string, text: string): string {
    const path = join(this.folder, name);
    writeFileSync(path, text);
    return path;
  }

  /** Runs a program with tsx, so that it may be TypeScript. */
  run(name: string, args: readonly string[] = []): Ran {
    const tsx = new URL("../../node_modules/tsx/dist/loader.mjs", import.meta.url).href;
    return this.#spawn(["--import", tsx, join(this.folder, name), ...args]);
  }

  /** Runs a program with Node alone. */
  runPlain(name: string, args: readonly string[] = []): Ran {
    return this.#spawn([join(this.folder, name), ...args]);
  }

  /**
   * Checks all TypeScript files of the folder as strictly as our own. What is printed for the eye
   * alone may stay unused.
   */
  checkTypes(options: Readonly<Record<string, unknown>> = {}): Ran {
    const compilerOptions = {
      rootDir: ".",
      paths: {},
      noUnusedLocals: false,
      typeRoots: [join(projectRoot, "node_modules", "@types")],
      ...options,
    };
    const settings = { extends: join(projectRoot, "tsconfig.json"), compilerOptions, include: ["*.ts"] };
    this.write("tsconfig.json", JSON.stringify(settings));
    return this.#spawn([join(projectRoot, "node_modules/typescript/lib/tsc.js"), "-p", this.folder]);
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }

  #spawn(args: readonly string[]): Ran {
    const { status, stdout, stderr } = spawnSync(process.execPath, args, {
      cwd: this.folder,
      encoding: "utf8",
    });
    return { status, output: stdout + stderr };
  }
}
