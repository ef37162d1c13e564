/**
 * docs/http.md: its curl blocks run against a real server, and it names every status, code and
 * flag.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import * as server from "keepsake/server";
import { beforeAll, describe, expect, it } from "vitest";
import { endpoints, errorStatus } from "../../src/contract/http.js";
import { cli } from "../cli/cli-fixture.js";
import { codeOf, readDocuments } from "../documents.js";
import { serverForFile, temporaryFolder } from "./server-fixture.js";

const page = readDocuments().find(({ name }) => name === "docs/http.md")!;
const fixture = serverForFile();
let key: string;
beforeAll(async () => {
  ({ key } = await fixture().newKey());
});

const blocks = page.fences.filter(({ info, code }) => info === "sh" && code.includes("curl"));

/** Runs a block in a shell, against the server of this file. */
async function shell(code: string): Promise<{ code: number | null; output: string }> {
  const script = `set -e\n${code.replaceAll("http://127.0.0.1:8787", fixture().server.url)}`;
  const child = spawn("/bin/sh", ["-c", script], {
    cwd: temporaryFolder(),
    env: { ...process.env, KEY: key },
  });
  let output = "";
  child.stdout.on("data", (chunk: Buffer) => {
    output += chunk.toString();
  });
  const [status] = await once(child, "close");
  return { code: status, output };
}

describe("docs/http.md", () => {
  it("has a curl block for each endpoint", () => {
    const shown = blocks.map(({ code }) => code).join("\n");
    for (const path of [...Object.values(endpoints).map(({ path }) => path), "/healthz", "/openapi.json"])
      expect(shown).toContain(`127.0.0.1:8787${path}`);
  });

  it.each(blocks)("$at runs and prints JSON", async ({ code }) => {
    const ran = await shell(code);
    expect(ran.code).toBe(0);
    // A block with several calls prints several documents.
    expect(ran.output).toMatch(/^\{.*\}$/s);
    expect(ran.output).not.toMatch(/Internal Server Error|"detail":"/);
  });

  it("shows the actual responses", async () => {
    const shown = page.fences.filter(({ info }) => info === "json").map(({ code }) => JSON.parse(code));
    const unknown = await shell(blocks.find(({ code }) => code.includes("nobody"))!.code);
    const empty = await shell(blocks.find(({ code }) => code.includes("-d '{}'"))!.code);
    expect(shown).toEqual([JSON.parse(unknown.output), JSON.parse(empty.output)]);
  });

  const named = codeOf(page);
  const lacks = (names: readonly string[]) => names.filter((name) => !named.includes(name));

  it("names every status, and the code of each that is not a 500", () => {
    const documented = Object.entries(errorStatus).filter(
      ([code, status]) =>
        status !== 500 && !["invalid_input", "unreachable", "unreadable_file"].includes(code),
    );
    expect(lacks(documented.map(([code]) => `\`${code}\``))).toEqual([]);
    for (const status of [402, 404, 405, 413, 422, 429, 500, 503, 507])
      expect(page.text).toMatch(new RegExp(`^\\| ${status} \\|`, "m"));
  });

  it("names every runtime export of keepsake/server", () => {
    expect(lacks(Object.keys(server))).toEqual([]);
  });

  it("names every flag of keepsake serve and every command of a service", async () => {
    const flags = async (...argv: string[]) =>
      [...(await cli(["help", ...argv])).stdout.matchAll(/^ {2}(--[a-z-]+)/gm)].map(([, flag]) => flag!);
    const shared = new Set(await flags());
    const own = (await flags("serve")).filter((flag) => !shared.has(flag));
    expect(own.length).toBeGreaterThan(4);
    expect(lacks(own)).toEqual([]);
    for (const group of ["stores", "keys", "plans", "wallet"]) {
      const commands = [...(await cli(["help", group])).stdout.matchAll(/^ {2}([a-z]+) /gm)]
        .map(([, name]) => name!)
        .filter((name) => name !== "help");
      expect(commands.length).toBeGreaterThan(1);
      expect(lacks([...commands, `keepsake ${group}`])).toEqual([]);
    }
  });
});
