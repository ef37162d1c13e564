/** The handlers for Anthropic's memory tool, run by the SDK's own tool. */
import { betaMemoryTool } from "@anthropic-ai/sdk/helpers/beta/memory";
import { Memory } from "keepsake";
import { memoryToolHandlers } from "keepsake/anthropic";
import { describe, expect, it, onTestFinished } from "vitest";
import { type Command, commands, compare } from "./anthropic-commands.js";

function opened() {
  const memory = new Memory();
  onTestFinished(() => memory.close());
  const toolOf = (user: string) => betaMemoryTool(memoryToolHandlers(memory, { scope: { user } }));
  return { memory, toolOf };
}

const create = (path: string, file_text: string): Command => ({ command: "create", path, file_text });
const view = (path: string): Command => ({ command: "view", path });

describe("memoryToolHandlers()", () => {
  it.each([1, 2, 3])("answers as the SDK's own tool on a folder, word for word (%i)", async (seed) => {
    await compare(commands(80, seed));
  });

  it("separates two users", async () => {
    const { toolOf } = opened();
    const [ana, ben] = [toolOf("ana"), toolOf("ben")];
    await ana.run(create("/memories/a.md", "The key is under the third flowerpot."));
    await expect(ben.run(view("/memories/a.md"))).rejects.toThrow("The path /memories/a.md does not exist.");
    expect(await ben.run(view("/memories"))).not.toContain("a.md");
    await ben.run(create("/memories/a.md", "Ben's."));
    expect(await ana.run(view("/memories/a.md"))).toContain("flowerpot");
  });

  it("lets recall of the same scope find what the model wrote, all of a long text", async () => {
    const { memory, toolOf } = opened();
    const filler = "The harbour opens at six and closes at ten in the evening. ".repeat(20);
    await toolOf("ana").run(
      create("/memories/boat.md", `${filler}\n\nThe spare propeller is in the blue container.`),
    );
    const recalled = await memory.recall({ query: "Where is the spare propeller?", scope: { user: "ana" } });
    expect(recalled.file_memory.map(({ text }) => text).join(" ")).toContain("blue container");
    expect(recalled.file_memory[0]?.name).toContain("boat.md");
    const other = await memory.recall({ query: "Where is the spare propeller?", scope: { user: "ben" } });
    expect(other.file_memory).toEqual([]);
  });

  it("erases the earlier version of a text that was edited", async () => {
    const { memory, toolOf } = opened();
    const tool = toolOf("ana");
    await tool.run(create("/memories/a.md", "The code is 4711."));
    await tool.run({ command: "str_replace", path: "/memories/a.md", old_str: "4711", new_str: "0815" });
    const lines: string[] = [];
    for await (const line of memory.export()) lines.push(line);
    expect(lines.join("\n")).toContain("0815");
    expect(lines.join("\n")).not.toContain("4711");
  });

  it("keeps a text exactly: line ends, a byte order mark, NUL, and 100,000 characters", async () => {
    const { toolOf } = opened();
    const text = `\ufeff\r\n\0\u0007 \t\u2028😀${"😀x".repeat(33_334)}\n\n`;
    const tool = toolOf("ana");
    await tool.run(create("/memories/odd.bin", text));
    const answer = String(await tool.run(view("/memories/odd.bin")));
    const shown = answer
      .split("\n")
      .slice(1)
      .map((line) => line.slice(7))
      .join("\n");
    expect(shown).toBe(text);
  });

  it("runs commands that arrive at once one after the other", async () => {
    const { toolOf } = opened();
    const tool = toolOf("ana");
    await tool.run(create("/memories/list.md", "start"));
    const add = (line: number): Command => ({
      command: "insert",
      path: "/memories/list.md",
      insert_line: 0,
      insert_text: `${line}`,
    });
    await Promise.all([1, 2, 3, 4].map((line) => tool.run(add(line))));
    expect(String(await tool.run(view("/memories/list.md"))).split("\n")).toHaveLength(6);
  });
});
