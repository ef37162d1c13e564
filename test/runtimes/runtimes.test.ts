/**
 * The packed packages, installed as a user installs them, on the versions of Node that the tests
 * themselves do not run on; and bundled by the commands of docs/deployment.md. Run by `run.sh`.
 */
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { projectRoot } from "../documents.js";
import { ConsumerProject } from "../package/consumer-project.js";
import { bundled, library, servers } from "./journeys.js";

const tools = join(projectRoot, "test/runtimes/installed/node_modules");
const nodeOf = (version: 22 | 24) => join(tools, `node${version}`, "bin", "node");
const project = new ConsumerProject();

/** Runs a program of the project. Warnings of Node are on stderr, so only stdout is returned. */
function run(node: string, ...args: string[]): { readonly status: number | null; readonly output: string } {
  const { status, stdout, stderr } = spawnSync(node, args, { cwd: project.folder, encoding: "utf8" });
  return { status, output: status === 0 ? stdout : stdout + stderr };
}

function install(...names: string[]): void {
  const PATH = `${dirname(nodeOf(24))}:${process.env.PATH}`;
  const flags = ["--no-audit", "--no-fund", "--ignore-scripts"];
  execFileSync("npm", ["install", ...flags, ...names], {
    cwd: project.folder,
    env: { ...process.env, PATH },
    stdio: "ignore",
  });
}

/** How many packages `npm ls` lists besides the project and keepsake. */
function dependencies(): number {
  const listed = execFileSync("npm", ["ls", "--omit=dev", "--all", "--parseable"], {
    cwd: project.folder,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
  });
  return listed.trim().split("\n").length - 2;
}

let ofLibrary = 0;
let runs = 0;
/** A store that no other test has. */
const path = () => `store-${++runs}.db`;

beforeAll(() => {
  for (const place of [".", "./packages/keepsake-server"])
    execFileSync("npm", ["pack", place, "--ignore-scripts", "--pack-destination", project.folder], {
      cwd: projectRoot,
      stdio: "ignore",
    });
  const packed = readdirSync(project.folder)
    .filter((name) => name.endsWith(".tgz"))
    .map((name) => `./${name}`);
  const isServer = (name: string) => name.includes("keepsake-server");
  install(...packed.filter((name) => !isServer(name)));
  ofLibrary = dependencies();
  install(...packed.filter(isServer));
  project.write("library.mjs", library);
  project.write("servers.mjs", servers);
});
afterAll(() => project.remove());

it("npm installs at most 12 packages for the library, and none that runs a script", () => {
  expect(ofLibrary).toBeLessThanOrEqual(12);
  expect(ofLibrary).toBeGreaterThan(5);
  const lock = JSON.parse(readFileSync(join(project.folder, "package-lock.json"), "utf8"));
  const withScript = Object.entries(lock.packages as Record<string, { hasInstallScript?: boolean }>)
    .filter(([, { hasInstallScript }]) => hasInstallScript)
    .map(([place]) => place);
  expect(withScript).toEqual([]);
});

describe.each([22, 24] as const)("Node %i", (version) => {
  it.each([undefined, "better-sqlite3", "node:sqlite"])("remembers and forgets with driver %s", (driver) => {
    const { status, output } = run(nodeOf(version), "library.mjs", path(), ...(driver ? [driver] : []));
    expect({ status, error: status === 0 ? "" : output }).toEqual({ status: 0, error: "" });
    expect(JSON.parse(output)).toMatchObject({ verified: true, after: "", ok: true });
    expect(JSON.parse(output).known).toMatch(/Groningen/);
    expect(JSON.parse(output).exported).toBeGreaterThan(2);
  });

  it("has a command", () => {
    const main = "node_modules/.bin/keepsake";
    const db = path();
    expect(run(nodeOf(version), main, "--db", db, "remember", "The ladder hangs in the shed.").status).toBe(
      0,
    );
    const answer = run(nodeOf(version), main, "--db", db, "recall", "Where does the ladder hang?");
    expect(answer).toEqual({ status: 0, output: expect.stringMatching(/shed/) });
  });

  it("serves over HTTP and MCP", () => {
    const { status, output } = run(nodeOf(version), "servers.mjs", path());
    expect({ status, error: status === 0 ? "" : output }).toEqual({ status: 0, error: "" });
    expect(JSON.parse(output)).toEqual({ found: expect.stringMatching(/shed/), tools: 7 });
  });

  it("passes the contract of a store on node:sqlite", () => {
    const vitest = join(projectRoot, "node_modules/vitest/vitest.mjs");
    const files = [
      "test/stores/sqlite/sqlite-store.test.ts",
      "test/stores/sqlite/database/plain-drivers.test.ts",
    ];
    const { status, stdout, stderr } = spawnSync(
      nodeOf(version),
      [vitest, "run", "--project", "fast", ...files],
      {
        cwd: projectRoot,
        encoding: "utf8",
      },
    );
    expect({ status, output: status === 0 ? "" : stdout + stderr }).toEqual({ status: 0, output: "" });
  });
});

it.runIf(process.versions.node.startsWith("20."))(
  "Node 20 refuses better-sqlite3 13, and does not crash",
  () => {
    const { status, output } = run(process.execPath, "library.mjs", path());
    expect({ status, output }).toEqual({
      status: 1,
      output: expect.stringMatching(/better-sqlite3@12 on Node 20/),
    });
  },
);

describe("a program bundled with", () => {
  const documents = readFileSync(join(projectRoot, "docs/deployment.md"), "utf8");

  beforeAll(() => {
    project.write("app.mjs", bundled);
    for (const name of ["rollup", "webpack", "webpack-cli", "@rollup"])
      if (!existsSync(join(project.folder, "node_modules", name)))
        symlinkSync(join(tools, name), join(project.folder, "node_modules", name));
  });

  const answers = { status: 0, output: expect.stringMatching(/shed/) };

  it("rollup, by the documented command, runs", () => {
    const command = /^npx rollup (.*)$/m.exec(documents)?.[1] ?? "";
    expect(run(nodeOf(24), join(tools, ".bin/rollup"), ...command.split(" "))).toMatchObject({ status: 0 });
    expect(run(nodeOf(24), "out/app.js")).toEqual(answers);
  });

  it("webpack, by the documented configuration, runs", () => {
    const configuration = /```js\n\/\/ webpack\.config\.mjs\n(.*?)```/s.exec(documents)?.[1] ?? "";
    project.write("webpack.config.mjs", configuration);
    expect(run(nodeOf(24), join(tools, ".bin/webpack"))).toMatchObject({ status: 0 });
    expect(run(nodeOf(24), "dist/app.mjs")).toEqual(answers);
  });
});
