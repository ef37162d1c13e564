/** Stored text never reaches a terminal as a control sequence. */
import { PassThrough } from "node:stream";
import { describe, expect, it } from "vitest";
import { clip, Terminal, wrap } from "../../../src/cli/terminal/terminal.js";

const hostile = "a\u001b]0;title\u0007b\u009b2Jc\u202ed\u007f\re";
const shown = "a\\u001b]0;title\\u0007b\\u009b2Jc\\u202ed\\u007f\\u000de";

function screen(env: Record<string, string> = {}) {
  const stdout = new PassThrough();
  const stderr = new PassThrough();
  const terminal = new Terminal({ stdout, stderr, env, now: () => 0 });
  return { terminal, out: () => String(stdout.read() ?? ""), error: () => String(stderr.read() ?? "") };
}

describe("Terminal", () => {
  it("shows control characters in lines, remarks and JSON", async () => {
    const { terminal, out, error } = screen();
    await terminal.line(hostile);
    expect(out()).toBe(`${shown}\n`);
    await terminal.remark(hostile);
    expect(error()).toBe(`${shown}\n`);
    await terminal.json({ text: hostile });
    const json = out();
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there.
    expect(json).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/);
    expect(JSON.parse(json)).toEqual({ text: hostile });
  });

  it("keeps its own colours, and none that a text contains", async () => {
    const { terminal, out } = screen({ FORCE_COLOR: "1" });
    await terminal.line(terminal.paint.red(clip("\u001b[8mhidden", 40)));
    expect(out()).toBe("\u001b[31m\\u001b[8mhidden\u001b[39m\n");
    expect(wrap("\u001b[8mhidden\ttab", 80)).toBe("\\u001b[8mhidden\ttab");
    const plain = screen();
    await plain.terminal.line("\u001b[31mred");
    expect(plain.out()).toBe("\\u001b[31mred\n");
  });
});
