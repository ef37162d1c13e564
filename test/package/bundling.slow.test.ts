/** Programs bundled by the commands of docs/deployment.md. Needs `npm run build`. */
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { projectRoot } from "../documents.js";
import { ConsumerProject } from "./consumer-project.js";

const program = `import { Memory } from "keepsake";
const memory = new Memory();
await memory.remember({ content: "The ladder hangs in the shed.", speaker: "Ana" });
console.log((await memory.recall("Where does the ladder hang?")).episodic_memory);
await memory.close();
`;

const bundlers = [
  ["esbuild", "out/app.mjs", "app.ts --bundle --platform=node --format=esm --outfile=out/app.mjs"],
  ["rolldown", "out/app.js", "app.ts --platform node --format esm -d out"],
] as const;

const link = (project: ConsumerProject, name: string) =>
  symlinkSync(join(projectRoot, "node_modules", name), join(project.folder, "node_modules", name));

describe.each(bundlers)("a program bundled with %s", (bundler, output, flags) => {
  const project = new ConsumerProject();
  const elsewhere = new ConsumerProject();

  beforeAll(() => {
    project.linkBuild();
    link(project, "better-sqlite3");
    link(elsewhere, "better-sqlite3");
    project.write("app.ts", program);
    const command = join(projectRoot, "node_modules", ".bin", bundler);
    const { status, stderr } = spawnSync(command, flags.split(" "), {
      cwd: project.folder,
      encoding: "utf8",
    });
    if (status !== 0) throw new Error(stderr);
  });
  afterAll(() => {
    project.remove();
    elsewhere.remove();
  });

  it("finds the assets of the installed package", () => {
    expect(project.runPlain(output)).toEqual({ status: 0, output: expect.stringMatching(/shed/) });
  });

  it("says how to ship the assets where there are none, and finds them beside it", () => {
    cpSync(join(project.folder, "out"), join(elsewhere.folder, "out"), { recursive: true });
    const failed = elsewhere.runPlain(output);
    expect(failed.status).not.toBe(0);
    expect(failed.output).toMatch(/copy node_modules\/keepsake\/assets beside it/);
    mkdirSync(join(elsewhere.folder, "out", "assets"));
    cpSync(join(projectRoot, "assets"), join(elsewhere.folder, "out", "assets"), { recursive: true });
    expect(elsewhere.runPlain(output)).toEqual({ status: 0, output: expect.stringMatching(/shed/) });
  });

  it("was bundled by the command that the documentation names", () => {
    expect(readFileSync(join(projectRoot, "docs/deployment.md"), "utf8")).toContain(
      `npx ${bundler} ${flags}`,
    );
  });
});
