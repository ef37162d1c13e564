import { describe, expect, test } from "vitest";
import { cli, newPath, recorder } from "./cli-fixture.js";

const commands = [
  "remember",
  "recall",
  "forget",
  "details",
  "records",
  "history",
  "audit",
  "export",
  "import",
  "demo",
];

describe("run()", () => {
  test("lists every command in its help, with exit codes, and succeeds", async () => {
    const { code, stdout, stderr } = await cli(["--help"]);
    expect(code).toBe(0);
    expect(stderr).toBe("");
    for (const command of commands) expect(stdout).toMatch(new RegExp(`^ {2}${command}`, "mu"));
    expect(stdout).toContain("Exit codes");
  });

  test.each(commands.filter((command) => command !== "details"))(
    "has an example in the help of %s",
    async (command) => {
      const { code, stdout } = await cli([command, "--help"]);
      expect(code).toBe(0);
      expect(stdout).toMatch(/Examples?:\n {2}/u);
      expect(stdout).toContain("--db <path>");
    },
  );

  test("prints the version of the package", async () => {
    expect((await cli(["--version"])).stdout).toMatch(/^\d+\.\d+\.\d+\n$/u);
  });

  test.each([
    [["rember"], /unknown command 'rember'.*remember/su],
    [["recall", "--as-off", "2026", "x"], /unknown option '--as-off'.*--as-of/su],
    [["history"], /missing required argument 'id'/u],
    [["recall", "--limit", "many", "x"], /must be a number, got "many"/u],
    [["recall"], /the question must be given/u],
    [["remember", "--lines", "some text"], /--lines reads standard input/u],
  ])("exits with 2 for a wrong command line, and says why: %j", async (argv, message) => {
    const { code, stdout, stderr } = await cli(argv);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toMatch(message);
  });

  test("exits with 2 for what the contract refuses, with the message on stderr", async () => {
    const { code, stdout, stderr } = await cli(["--db", newPath(), "remember", " "]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toMatch(/^Cannot remember: .*must not be empty\n$/u);
  });

  test("prints an error as a document with --json", async () => {
    const { code, stdout, stderr } = await cli(["--db", newPath(), "--json", "forget"]);
    expect(code).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({ error: { code: "not_found", message: expect.any(String) } });
    expect(stderr).toMatch(/^Cannot forget: /u);
  });

  test("prints the stack of a defect", async () => {
    const open = () => {
      throw new TypeError("something of ours broke");
    };
    const { code, stderr } = await cli(["remember", "x"], { open });
    expect(code).toBe(1);
    expect(stderr).toMatch(/TypeError: something of ours broke\n\s+at /u);
  });

  test("exits with 130 when it is interrupted", async () => {
    const interrupt = new AbortController();
    interrupt.abort();
    const { code, stderr } = await cli(["--db", newPath(), "remember", "x"], { signal: interrupt.signal });
    expect({ code, stderr }).toEqual({ code: 130, stderr: "" });
  });

  test("uses --db, then KEEPSAKE_DB, then keepsake.db, and passes the actor on", async () => {
    const opened: unknown[] = [];
    const open = (options: object) => {
      opened.push(options);
      return recorder().open({ path: "" });
    };
    const env = { KEEPSAKE_DB: "from-env.db" };
    await cli(["remember", "x", "--db", "named.db", "--actor", "tester", "--json"], { open, env });
    await cli(["remember", "x", "--json"], { open, env });
    await cli(["remember", "x", "--json"], { open });
    expect(opened).toEqual([
      { path: "named.db", actor: "tester" },
      { path: "from-env.db" },
      { path: "keepsake.db" },
    ]);
  });

  test("finds a path in the home folder without a shell", async () => {
    const opened: unknown[] = [];
    const open = (options: object) => {
      opened.push(options);
      return recorder().open({ path: "" });
    };
    const env = { HOME: "/home/ana" };
    for (const path of ["~/agent.db", "~agent.db", "a/~/agent.db"])
      await cli(["remember", "x", "--db", path, "--json"], { open, env });
    expect(opened).toEqual([{ path: "/home/ana/agent.db" }, { path: "~agent.db" }, { path: "a/~/agent.db" }]);
  });

  test("creates no store when a mistyped path is only read", async () => {
    const path = newPath();
    const { code, stderr } = await cli(["--db", path, "recall", "anything"]);
    expect(code).toBe(1);
    expect(stderr).toContain(`got no file at ${path}`);
  });
});
