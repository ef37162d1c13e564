/**
 * The packed packages, installed as a user installs them, on the versions of Node that the tests
 * themselves do not run on; and bundled by the commands of docs/deployment.md. Run by `run.sh`.
 */
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { projectRoot } from "../documents.js";
import { ConsumerProject } from "../package/consumer-project.js";
import { bundled, files, library, servers, writer } from "./journeys.js";
import { hasTool, install, nodeOf, packInto, sourcesWithDrivers, tools } from "./packed.js";

const project = new ConsumerProject();

/** Runs a program of the project. Warnings of Node are on stderr, so only stdout is returned. */
function run(node: string, ...args: string[]): { readonly status: number | null; readonly output: string } {
  const { status, stdout, stderr } = spawnSync(node, args, {
    cwd: project.folder,
    encoding: "utf8",
    timeout: 120_000,
    killSignal: "SIGKILL",
  });
  return { status, output: status === 0 ? stdout : stdout + stderr };
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
/** The sources, with the newest drivers. */
let sources = "";
let runs = 0;
/** A store that no other test has. */
const path = () => `store-${++runs}.db`;

beforeAll(() => {
  const packed = packInto(project);
  install(project, packed.library);
  ofLibrary = dependencies();
  install(project, packed.server, "better-sqlite3-multiple-ciphers@13");
  sources = sourcesWithDrivers(project, ["better-sqlite3", "better-sqlite3-multiple-ciphers"]);
  project.write("library.mjs", library);
  project.write("servers.mjs", servers);
  project.write("files.mjs", files);
  project.write("writer.mjs", writer);
});
afterAll(() => project.remove());

it("npm installs at most 12 packages for the library, and none that runs a script", () => {
  expect(ofLibrary).toBeLessThanOrEqual(12);
  // better-sqlite3, sqlite-vec and zod at least.
  expect(ofLibrary).toBeGreaterThan(2);
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

  const minutes = 60_000;
  it("passes the tests of stores and of Memory on the newest drivers", { timeout: 15 * minutes }, () => {
    const vitest = join(sources, "node_modules/vitest/vitest.mjs");
    const files = ["test/stores/sqlite", "test/memory", "test/forget"];
    const { status, stdout, stderr } = spawnSync(
      nodeOf(version),
      [vitest, "run", "--project", "fast", ...files],
      { cwd: sources, encoding: "utf8" },
    );
    expect({ status, output: status === 0 ? "" : stdout + stderr }).toEqual({ status: 0, output: "" });
    expect(Number(/Tests.*?(\d+) passed/.exec(stdout)?.[1])).toBeGreaterThan(500);
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

const others = [
  ["Bun", "bun", []],
  ["Deno", "deno", ["run", "-A"]],
] as const;

describe.each(others)("%s", (_, name, flags) => {
  const program = join(tools, ".bin", name);
  const succeeds = (...args: string[]) => {
    const { status, output } = run(program, ...flags, ...args);
    expect({ status, error: status === 0 ? "" : output }).toEqual({ status: 0, error: "" });
    return output;
  };

  it.runIf(hasTool(name)).each([undefined, "better-sqlite3", "node:sqlite"])(
    "remembers and forgets with driver %s",
    (driver) => {
      const answers = JSON.parse(succeeds("library.mjs", path(), ...(driver ? [driver] : [])));
      expect(answers).toMatchObject({ verified: true, after: "", ok: true });
      expect(answers.known).toMatch(/Groningen/);
      expect(answers.exported).toBeGreaterThan(2);
    },
  );

  it.runIf(hasTool(name)).each(["better-sqlite3", "node:sqlite"])(
    "writes to one file in two processes with driver %s",
    async (driver) => {
      const db = path();
      const start = () => {
        const args = [...flags, "writer.mjs", db, driver];
        return once(spawn(program, args, { cwd: project.folder, stdio: "ignore" }), "exit");
      };
      expect(await Promise.all([start(), start()])).toEqual([
        [0, null],
        [0, null],
      ]);
      // A file that one runtime has written is read by the other ones.
      expect(run(nodeOf(24), "writer.mjs", db)).toEqual({ status: 0, output: "30\n" });
    },
  );

  it.runIf(hasTool(name))("has a command", () => {
    const main = "node_modules/keepsake/dist/cli/main.js";
    const db = path();
    succeeds(main, "--db", db, "remember", "The ladder hangs in the shed.");
    expect(succeeds(main, "--db", db, "recall", "Where does the ladder hang?")).toMatch(/shed/);
  });

  it.runIf(hasTool(name))("serves over HTTP and MCP, and ends", () => {
    const answers = JSON.parse(succeeds("servers.mjs", path()));
    expect(answers).toEqual({ found: expect.stringMatching(/shed/), tools: 7 });
  });

  it.runIf(hasTool(name))("reads files", () => {
    expect(succeeds("files.mjs")).toBe("fees.md fees.html fees.csv fees.json fees.eml\n");
  });
});

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
