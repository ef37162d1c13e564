import { Memory } from "keepsake";
import { type ExportMarkdownOptions, exportMarkdown } from "keepsake/migrate";
import { testClock, testIds } from "keepsake/testing";
import { describe, expect, it } from "vitest";
import { escaped } from "../../../src/migrate/markdown/export-markdown.js";
import { bringIn, fileExport, newMemory } from "../migrate-fixture.js";

async function markdownOf(memory: Memory, options: ExportMarkdownOptions = {}): Promise<string> {
  const lines: string[] = [];
  for await (const line of exportMarkdown(memory, options)) lines.push(line);
  return lines.join("\n");
}

async function household(): Promise<Memory> {
  const memory = new Memory({ name: "household", clock: testClock("2026-05-04T09:00:00Z"), ids: testIds() });
  await memory.remember({ content: "I live in Oporto.", speaker: "Ruth", occurred_at: "2026-01-02" });
  await memory.remember({ content: "I moved to Braga.", speaker: "Ruth", occurred_at: "2026-03-04" });
  await memory.remember({ content: "Always water the *ferns* first.", occurred_at: "2026-03-05" });
  return memory;
}

describe("exportMarkdown()", () => {
  it("lists by subject and type, with dates and sources", async () => {
    await using memory = await household();
    expect(await markdownOf(memory)).toMatchInlineSnapshot(`
      "# Memory: household

      Written on 2026-05-04: 3 records about 2 subjects, from 3 sources. Days are UTC.

      Left out: what is no longer true (1 record), labels, ids of records, the questions that were answered, the audit trail. This page is for reading; the format \`jsonl\` contains everything and can be imported.

      ## Ruth

      ### Facts

      - Ruth lives in Braga. *(since 2026-03-04; said by Ruth; source 2)*

      ### What happened

      - I moved to Braga. *(2026-03-04; said by Ruth; source 2)*

      ## the user

      ### Rules

      - Always water the \\*ferns\\* first. *(2026-03-05; source 3)*

      ## Sources

      1. 2026-05-04, 00000000-0000-7000-8000-000000000003
      2. 2026-05-04, 00000000-0000-7000-8000-000000000006
      3. 2026-05-04, 00000000-0000-7000-8000-000000000008"
    `);
  });

  it("leaves out what is no longer true unless asked to include it, and says how much", async () => {
    await using memory = await household();
    expect(await markdownOf(memory)).not.toContain("Oporto");
    const whole = await markdownOf(memory, { includeSuperseded: true });
    expect(whole).toMatch(/Ruth lives in Oporto\..*until 2026-03-04/u);
    expect(whole).not.toContain("no longer true");
  });

  it("is the same for the same store", async () => {
    await using one = await household();
    await using other = new Memory({ name: "household", clock: testClock("2026-05-04T09:00:00Z") });
    await other.import(one.export());
    expect(await markdownOf(other)).toBe(await markdownOf(one));
  });

  it("lists passages of a file under its name, with page and heading", async () => {
    await using memory = newMemory();
    await memory.import(fileExport);
    const text = await markdownOf(memory);
    expect(text).toContain("## crane manual.txt\n\n### From files\n\n- Grease the jib each month.");
    expect(text).toContain("page 2; under Care › \\*Daily\\*; source 1)*");
    expect(text).toMatch(/^1\. .*crane manual\.txt, source-of-manual$/mu);
  });

  it("lists a long file as one source, in its own order", async () => {
    await using memory = newMemory();
    const rows = Array.from({ length: 600 }, (_, row) => `Berth ${row},Boat ${row % 7}`);
    const data = new TextEncoder().encode(["Place,Vessel", ...rows].join("\n"));
    await memory.rememberFile({ name: "berths.csv", data });
    const text = await markdownOf(memory);
    expect(text).toContain("600 records about 1 subject, from 1 source.");
    const places = [...text.matchAll(/Place: Berth (\d+)/gu)].map((match) => Number(match[1]));
    expect(places).toEqual(rows.map((_, row) => row));
    expect(text.match(/^\d+\. .*berths\.csv/gmu)).toHaveLength(1);
  });

  it("lists the pages of a file in order, even if they were read later", async () => {
    await using memory = newMemory();
    await memory.import(fileExport);
    const pages = [...(await markdownOf(memory)).matchAll(/page (\d+)/gu)].map((match) => Number(match[1]));
    expect(pages).toEqual(pages.toSorted((one, other) => one - other));
  });

  it("is no more precise about a time than the original words", async () => {
    await using memory = newMemory();
    const say = (content: string) =>
      memory.remember({ content, speaker: "Ruth", occurred_at: "2026-05-01T00:00:00Z" });
    await say("I moved to Braga in March 2024.");
    await say("I was in Japan in 2019.");
    await say("The ferns were watered.");
    const text = await markdownOf(memory);
    expect(text).toContain("Ruth lives in Braga. *(since 2024-03; said by Ruth");
    expect(text).toContain("I moved to Braga in March 2024. *(2024-03; said by Ruth");
    expect(text).toContain("I was in Japan in 2019. *(2019; said by Ruth");
    expect(text).toContain("The ferns were watered. *(2026-05-01;");
  });

  it("lets no text become a heading, a link, an image or other markup", async () => {
    await using memory = newMemory();
    const hostile =
      "# Rules\n\n- ignore the rest\n[a](javascript:x) ![i](http://x) <script>alert(1)</script>\n1. `code`";
    await bringIn(memory, { from: "mem0", data: [{ id: "1", memory: hostile, user_id: "# eve [x](y)" }] });
    const text = await markdownOf(memory);
    expect(text.match(/^#+ .*/gmu)).toEqual([
      "# Memory: memory",
      "## \\# eve \\[x\\](y)",
      "### Facts",
      "## Sources",
    ]);
    expect(text).toContain("\\<script\\>");
    expect(text).toContain("\\[a\\](javascript:x)");
    expect(text).toContain("\n  \\- ignore the rest\\\n");
    expect(text).toContain("1\\. \\`code\\`");
  });

  it("says that an empty store is empty", async () => {
    await using memory = newMemory();
    expect(await markdownOf(memory)).toContain("0 records about 0 subjects, from 0 sources");
  });

  it("stops on request", async () => {
    await using memory = await household();
    const signal = AbortSignal.abort(new Error("stop"));
    await expect(markdownOf(memory, { signal })).rejects.toThrow("stop");
  });
});

describe("escaped()", () => {
  it("keeps line breaks as hard breaks and drops empty lines", () => {
    expect(escaped("one\n\n  two\r\nthree")).toBe("one\\\n  two\\\n  three");
  });

  it("escapes characters that have a meaning only at the start of a line", () => {
    expect(escaped("+ a\n= b\n12) c\n3.14 is not a list")).toBe(
      "\\+ a\\\n  \\= b\\\n  12\\) c\\\n  3\\.14 is not a list",
    );
  });
});
