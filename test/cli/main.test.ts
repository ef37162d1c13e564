/**
 * The installed command: the process, its pipes and its signals. Needs `npm run build`, which `npm
 * test` runs first.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, test } from "vitest";
import { newPath } from "./cli-fixture.js";

const bin = fileURLToPath(new URL("../../dist/cli/main.js", import.meta.url));

function start(argv: readonly string[]): ChildProcess {
  return spawn(process.execPath, [bin, ...argv], { env: { PATH: process.env.PATH } });
}

async function finish(child: ChildProcess, stdin = "") {
  const stdout = collect(child.stdout);
  const stderr = collect(child.stderr);
  child.stdin?.end(stdin);
  const [code] = (await once(child, "close")) as [number | null];
  return { code, stdout: stdout(), stderr: stderr() };
}

function collect(stream: ChildProcess["stdout"]): () => string {
  let text = "";
  stream?.setEncoding("utf8").on("data", (chunk: string) => {
    text += chunk;
  });
  return () => text;
}

beforeAll(() => {
  if (!existsSync(bin)) throw new Error(`Cannot test the command: ${bin} must be built (npm run build)`);
});

describe("the keepsake command", () => {
  test("remembers piped text, and recalls it in another process", async () => {
    const path = newPath();
    const remembered = await finish(
      start(["--db", path, "remember", "--speaker", "Ruth"]),
      "I live in Oporto.\n",
    );
    expect(remembered).toMatchObject({ code: 0, stderr: "" });
    const recalled = await finish(start(["--db", path, "recall", "Where does Ruth live?"]));
    expect(recalled).toMatchObject({ code: 0, stdout: expect.stringContaining("Oporto"), stderr: "" });
  });

  test("prints plain text in a pipe, and errors on stderr", async () => {
    const { code, stdout, stderr } = await finish(start(["recal", "x"]));
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toContain("Did you mean recall?");
  });

  test("succeeds when the reader closes the pipe", async () => {
    const child = start(["--help"]);
    child.stdout?.destroy();
    const { stderr } = await finish(child);
    expect(stderr).toBe("");
  });

  test("stops at an interrupt while it waits for input, and leaves no store behind", async () => {
    const path = newPath();
    const child = start(["--db", path, "remember", "-"]);
    const closed = once(child, "close");
    // More than a pipe's buffer: once all of it was written, the command is reading.
    await new Promise((resolve) => child.stdin?.write("x".repeat(1 << 20), resolve));
    child.kill("SIGINT");
    expect(await closed).toEqual([130, null]);
    expect(existsSync(path)).toBe(false);
  });
});
