/** `keepsake serve --sign-in`: from the flags to a refused call that says where to sign in. */
import { PassThrough } from "node:stream";
import { Memory } from "keepsake";
import { describe, expect, it } from "vitest";
import { run } from "../../../../src/cli/run.js";
import { cli, newFolder } from "../../cli-fixture.js";

/** Starts `serve` and returns what it says when it listens. */
async function serving(argv: readonly string[]) {
  const interrupt = new AbortController();
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  stdout.resume();
  const ended = run(["serve", ...argv], {
    stdin: new PassThrough(),
    stdout,
    stderr,
    env: {},
    signal: interrupt.signal,
    now: () => performance.now(),
    open: (options) => new Memory(options),
    restore: (backup, path, options) => Memory.restore(backup, path, options),
    rekey: (path, options) => Memory.rekey(path, options),
  });
  let said = "";
  for await (const chunk of stderr) {
    said += String(chunk);
    if (said.includes("/sign-in\n")) break;
  }
  return { said, ended, stop: () => interrupt.abort() };
}

describe("keepsake serve --sign-in", () => {
  it("offers sign-in where it listens, and says so to a client without a token", async () => {
    const { said, ended, stop } = await serving([
      "--data",
      newFolder(),
      "--create",
      "--port",
      "0",
      "--sign-in",
    ]);
    const url = / at (http:\S+)\n/.exec(said)?.[1] ?? "";
    expect(said).toContain(`people sign in at ${url}/sign-in\n`);
    const refused = await fetch(`${url}/mcp`, { method: "POST", body: "{}" });
    expect(refused.headers.get("www-authenticate")).toContain(
      `resource_metadata="${url}/.well-known/oauth-protected-resource/mcp"`,
    );
    expect((await fetch(`${url}/sign-in`)).status).toBe(200);
    stop();
    expect(await ended).toBe(0);
  });

  it("serves the console and says where, unless it is switched off", async () => {
    const flags = ["--data", newFolder(), "--create", "--port", "0", "--sign-in"];
    for (const [more, isServed] of [
      [[], true],
      [["--console"], true],
      [["--no-console"], false],
    ] as const) {
      const { said, ended, stop } = await serving([...flags, ...more]);
      const url = / at (http:\S+)\n/.exec(said)?.[1] ?? "";
      expect(said.includes(`the console is at ${url}/console/\n`)).toBe(isServed);
      expect((await fetch(`${url}/console/api/session`)).status).toBe(isServed ? 401 : 404);
      stop();
      expect(await ended).toBe(0);
    }
    const alone = await cli(["serve", "--data", newFolder(), "--create", "--port", "0", "--console"]);
    expect(alone).toMatchObject({ code: 2 });
    expect(alone.stderr).toContain("--console must be given with --sign-in");
  });

  it("is refused for a single store, which has no people", async () => {
    const store = ["serve", "--store", "postgres://127.0.0.1:1/none?store=notes", "--port", "0"];
    for (const flag of ["--sign-in", "--console"]) {
      const { code, stderr } = await cli([...store, flag]);
      expect({ code, stderr }).toEqual({
        code: 2,
        stderr: expect.stringContaining("a single store has no people, so --sign-in must not be given"),
      });
    }
  });

  it.each([
    ["--public-url", "https://memory.example.com"],
    ["--sign-in", "--public-url", "http://memory.example.com"],
    ["--sign-in", "--public-url", "https://memory.example.com/path"],
    ["--sign-in", "--public-url", "memory.example.com"],
  ])("refuses %s %s %s", async (...flags) => {
    const { code, stderr } = await cli(["serve", "--data", newFolder(), "--create", "--port", "0", ...flags]);
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: expect.stringMatching(/^Cannot .*public.url.*\n$/i),
    });
  });

  it.each([
    ["--client-metadata", "fetch"],
    ["--sign-in", "--client-metadata", "/nowhere/at-all"],
    ["--sign-in", "--client-metadata", "/one", "--client-metadata", "/two"],
  ])("refuses %s %s %s", async (...flags) => {
    const { code, stderr } = await cli(["serve", "--data", newFolder(), "--create", "--port", "0", ...flags]);
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: expect.stringMatching(/^Cannot .*(?:client-metadata|documents of clients).*\n$/),
    });
  });

  it("says that it takes clients by their address where it is switched on", async () => {
    const flags = [
      "--data",
      newFolder(),
      "--create",
      "--port",
      "0",
      "--sign-in",
      "--client-metadata",
      "fetch",
    ];
    const { said, ended, stop } = await serving(flags);
    const url = / at (http:\S+)\n/.exec(said)?.[1] ?? "";
    const metadata = await (await fetch(`${url}/.well-known/oauth-authorization-server`)).json();
    expect(metadata).toMatchObject({ client_id_metadata_document_supported: true });
    stop();
    expect(await ended).toBe(0);
  });
});
