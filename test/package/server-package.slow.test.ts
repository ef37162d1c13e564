/** `packages/keepsake-server`: the command, with what its servers need. Needs `npm run build`. */
import { cpSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { neededForMcp, neededToServe } from "../../src/service/installed.js";
import { projectRoot } from "../documents.js";
import { ConsumerProject } from "./consumer-project.js";

const folder = join(projectRoot, "packages", "keepsake-server");
const manifestOf = (place: string) => JSON.parse(readFileSync(join(place, "package.json"), "utf8"));

describe("the package keepsake-server", () => {
  const project = new ConsumerProject();
  const server = manifestOf(folder);
  const { version, license, engines, peerDependencies } = manifestOf(projectRoot);

  beforeAll(() => {
    project.linkBuild();
    cpSync(folder, join(project.folder, "node_modules", "keepsake-server"), { recursive: true });
  });
  afterAll(() => project.remove());

  it("brings the keepsake of its version, and the peers that the servers need", () => {
    const needed = [...neededToServe.packages, ...neededForMcp.packages];
    const peers = Object.fromEntries(needed.map((name) => [name, peerDependencies[name]]));
    expect(server.dependencies).toEqual({ ...peers, keepsake: version });
    expect([server.version, server.license, server.engines]).toEqual([version, license, engines]);
  });

  it("runs the command", () => {
    const main = "node_modules/keepsake-server/main.js";
    expect(project.runPlain(main, ["--version"])).toEqual({ status: 0, output: `${version}\n` });
    expect(project.runPlain(main, ["recall", "--db", "none.db", "x"]).status).not.toBe(0);
  });
});
