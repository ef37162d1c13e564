/** `keepsake conformance` against `keepsake serve`, each in a process of its own. */
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it, onTestFinished } from "vitest";

const bin = fileURLToPath(new URL("../../dist/cli/main.js", import.meta.url));
const keepsake = (...args: string[]) => execFileSync(process.execPath, [bin, ...args], { encoding: "utf8" });

it("keepsake serve conforms to the specification, twice", async () => {
  const data = mkdtempSync(join(tmpdir(), "keepsake-conformance-"));
  onTestFinished(() => rmSync(data, { recursive: true }));
  keepsake("stores", "create", "acme", "--data", data);
  const { key } = JSON.parse(keepsake("keys", "create", "--store", "acme", "--data", data, "--json"));
  const server = spawn(process.execPath, [bin, "serve", "--data", data, "--port", "0"], {
    stdio: ["ignore", "ignore", "pipe"],
  });
  onTestFinished(async () => {
    if (server.exitCode !== null) return;
    server.kill();
    await once(server, "exit");
  });
  let said = "";
  while (!said.includes("http://")) said += String((await once(server.stderr, "data"))[0]);
  const [url = ""] = /http:\/\/\S+/.exec(said) ?? [];
  for (let time = 0; time < 2; time += 1) {
    const report = JSON.parse(keepsake("conformance", "--url", url, "--key", key, "--json"));
    expect(report.findings.filter(({ holds }: { holds: boolean }) => !holds)).toEqual([]);
    expect(report).toMatchObject({ conforms: true, failed: 0 });
  }
}, 120_000);
