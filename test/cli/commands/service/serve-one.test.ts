import { once } from "node:events";
import { createInterface } from "node:readline";
import { PassThrough } from "node:stream";
import { Memory } from "keepsake";
import { MemoryClient } from "keepsake/client";
import { describe, expect, it } from "vitest";
import { run } from "../../../../src/cli/run.js";
import { newPath } from "../../cli-fixture.js";

const key = "a-key-of-at-least-16";

/** The command as a program starts it, with the pipes that the program has open. */
function started(path: string) {
  const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough(), new PassThrough()];
  const code = run(["serve-file", "--db", path], {
    stdin,
    stdout,
    stderr,
    env: {},
    signal: new AbortController().signal,
    now: () => 0,
    open: (options) => new Memory(options),
    restore: (backup, to, options) => Memory.restore(backup, to, options),
    rekey: (path, options) => Memory.rekey(path, options),
  });
  return { stdin, stdout, stderr, code };
}

describe("keepsake serve-file", () => {
  it("serves the store with the key from standard input until that closes", async () => {
    const path = newPath();
    const { stdin, stdout, code } = started(path);
    stdin.write(`${key}\n`);
    const [line] = await once(createInterface({ input: stdout }), "line");
    const { url } = JSON.parse(String(line)) as { url: string };
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    const client = new MemoryClient({ url, key });
    await client.remember("Ana lives in Lisbon.");
    expect((await client.recall("Where does Ana live?")).semantic_memory).toContain("Lisbon");
    const stranger = new MemoryClient({ url, key: "another-key-of-16-or-more" });
    expect(await stranger.checkKey()).toMatchObject({ valid: false });
    stdin.end();
    expect(await code).toBe(0);
    await using reopened = new Memory({ path });
    expect((await reopened.recall("Where does Ana live?")).semantic_memory).toContain("Lisbon");
  });

  it.each(["", "short\n", "with a space, and long enough\n"])("refuses %j as a key", async (input) => {
    const { stdin, stderr, code } = started(newPath());
    stdin.end(input);
    expect(await code).toBe(2);
    expect(String(stderr.read())).toContain("must be a key of at least 16 visible ASCII characters");
  });
});
