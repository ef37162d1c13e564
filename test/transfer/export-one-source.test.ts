import { Memory } from "keepsake";
import { describe, expect, it } from "vitest";

describe("export()", () => {
  it("yields one source with the exact text, or only the header if there is no such source", async () => {
    await using memory = new Memory();
    await memory.remember("Zora keeps bees on the roof of the old mill.");
    await memory.remember("Milan repairs accordions in Trieste.");
    const { items } = await memory.records({ limit: 1000 });
    const milan = items.find(({ text }) => text.includes("Trieste"));
    const read = async (sourceId: string) => {
      const lines: string[] = [];
      for await (const line of memory.export({ sourceId })) lines.push(line);
      return lines;
    };
    const lines = await read(milan?.source_id ?? "");
    expect(lines).toHaveLength(2);
    expect(JSON.parse(lines[1] ?? "").source.passages[0].text).toBe("Milan repairs accordions in Trieste.");
    expect(await read("no-such-source")).toHaveLength(1);
  });
});
