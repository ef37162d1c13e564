/**
 * An app of Next.js, made of the files that docs/deployment.md shows, with the packed library as a
 * user installs it. It is built, started and asked. Run by `run.sh`.
 */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { projectRoot } from "../documents.js";
import { ConsumerProject } from "../package/consumer-project.js";
import { hasTool, install, nodeOf, packInto, tools } from "./packed.js";

/** Next.js asks no server of its own for anything but its statistics. */
const env = { ...process.env, NEXT_TELEMETRY_DISABLED: "1" };

describe.runIf(hasTool("next"))("an app of Next.js", () => {
  const project = new ConsumerProject();
  const next = join(project.folder, "node_modules/next/dist/bin/next");
  let built: { readonly status: number | null; readonly output: string };
  let server: ChildProcess | undefined;

  beforeAll(() => {
    const { library } = packInto(project);
    install(project, library, ...["next", "react", "react-dom"].map(versioned));
    for (const [path, code] of documentedFiles()) {
      mkdirSync(dirname(join(project.folder, path)), { recursive: true });
      project.write(path, code);
    }
    const { status, stdout, stderr } = spawnSync(nodeOf(24), [next, "build"], {
      cwd: project.folder,
      env,
      encoding: "utf8",
    });
    built = { status, output: stdout + stderr };
  });
  afterAll(async () => {
    if (server?.exitCode === null && server.signalCode === null) {
      server.kill("SIGKILL");
      await once(server, "exit");
    }
    project.remove();
  });

  it("is built without a warning", () => {
    expect(built).toEqual({ status: 0, output: expect.stringContaining("/api/memory") });
    expect(built.output).not.toMatch(/warn/i);
  });

  it("remembers and recalls in a route handler", async () => {
    const flags = ["start", "-H", "127.0.0.1", "-p", "0"];
    server = spawn(nodeOf(24), [next, ...flags], {
      cwd: project.folder,
      env,
      stdio: ["ignore", "pipe", "inherit"],
    });
    const url = `${await addressOf(server)}/api/memory`;
    const stored = await fetch(url, { method: "POST", body: "The ladder hangs in the shed." });
    expect([stored.status, await stored.json()]).toEqual([200, { stored: true }]);
    const found = await fetch(`${url}?q=Where+does+the+ladder+hang`);
    expect([found.status, await found.json()]).toEqual([
      200,
      expect.objectContaining({ episodic_memory: expect.stringMatching(/shed/) }),
    ]);
  });
});

/** A package with the version that the lane has installed, which npm then has at hand. */
function versioned(name: string): string {
  const { version } = JSON.parse(readFileSync(join(tools, name, "package.json"), "utf8"));
  return `${name}@${version}`;
}

/** The files that the section on Next.js shows; the first line of each is its path. */
function documentedFiles(): [path: string, code: string][] {
  const page = readFileSync(join(projectRoot, "docs/deployment.md"), "utf8");
  const section = /^## Next\.js$(.*?)^## /ms.exec(page)?.[1] ?? "";
  const files = [...section.matchAll(/^```js\n\/\/ (\S+)\n(.*?)^```/gms)];
  expect(files.map(([, path]) => path)).toContain("app/api/memory/route.js");
  return files.map(([, path, code]) => [path!, code!]);
}

/** The address that a starting server prints. */
async function addressOf(server: ChildProcess): Promise<string> {
  for await (const line of createInterface({ input: server.stdout! })) {
    const address = /http:\/\/127\.0\.0\.1:\d+/.exec(line)?.[0];
    if (address !== undefined) return address;
  }
  throw new Error("Next.js ended before it listened");
}
