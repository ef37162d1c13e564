/** Recall from files, beside what was said. */
import { describe, expect, it, onTestFinished } from "vitest";
import { Memory } from "../../src/memory.js";
import type { MemoryOptions } from "../../src/options.js";
import { testClock, testIds } from "../../src/testing/test-memory.js";
import { type Line, lineReader, linesFile } from "../remember/line-reader.js";

const january = "2026-01-10T09:00:00.000Z";

function open(options: MemoryOptions = {}): Memory {
  const memory = new Memory({ clock: testClock(), ids: testIds(), readerFor: () => lineReader, ...options });
  onTestFinished(() => memory.close());
  return memory;
}

const subjects = [
  "lock gate",
  "signal mast",
  "coal bunker",
  "fish auction",
  "pilot cutter",
  "ice house",
  "rope walk",
];

/** A report of 300 pages, each about two things; a page alone says who inspected it. */
const report: readonly Line[] = Array.from({ length: 300 }, (_, index) => {
  const page = index + 1;
  const [one, other] = [subjects[index % 7]!, subjects[(index + 3) % 7]!];
  return {
    page,
    heading: `Part ${Math.ceil(page / 50)} › Inspection ${page}`,
    text: `Inspection ${page} looked at the ${one} and the ${other}. The ${one} was repaired at a cost of ${page * 13} euros. The ${other} needs new paint before winter.`,
  };
});
const keepReport = (memory: Memory) =>
  memory.rememberFile({ name: "harbour-report.pdf", data: linesFile(report) });

describe("recall() from a file of 300 pages", () => {
  it.each([
    ["What does page 217 say?", 217],
    ["What does page 217 of the harbour report say about paint?", 217],
    ["What was the cost on p. 60?", 60],
  ])("%s is answered with the page, and with no other", async (query, page) => {
    const memory = open();
    const { file_id } = await keepReport(memory);
    const { file_memory, relevant_file_ids } = await memory.recall(query);
    expect(new Set(file_memory.map((extract) => extract.page))).toEqual(new Set([page]));
    expect(file_memory[0]).toMatchObject({
      file_id,
      name: "harbour-report.pdf",
      media_type: "application/x-ndjson",
      heading: report[page - 1]!.heading,
      text: report[page - 1]!.text,
    });
    expect(relevant_file_ids).toEqual([file_id]);
  });

  it("a question that names no page is answered with the page of the answer", async () => {
    const memory = open();
    await keepReport(memory);
    const { file_memory } = await memory.recall(`Where was a repair of ${217 * 13} euros?`);
    expect(file_memory[0]?.page).toBe(217);
  });

  it("of two files with such a page, the named one is returned", async () => {
    const memory = open();
    await keepReport(memory);
    await memory.rememberFile({
      name: "cookbook.pdf",
      data: linesFile([{ page: 217, text: "Simmer the mussels for six minutes." }]),
    });
    const texts = async (query: string) => (await memory.recall(query)).file_memory.map(({ name }) => name);
    expect(await texts("What is on page 217 of the cookbook?")).toEqual(["cookbook.pdf"]);
    expect(await texts("What is on page 217 of the harbour report?")).toEqual(["harbour-report.pdf"]);
    expect((await texts("What is on page 217?")).sort()).toEqual(["cookbook.pdf", "harbour-report.pdf"]);
  });

  it("a question without an answer gets nothing", async () => {
    const memory = open();
    await keepReport(memory);
    const payload = await memory.recall("Who painted the Mona Lisa?");
    expect([payload.file_memory, payload.relevant_file_ids]).toEqual([[], []]);
  });
});

describe("files and what was said", () => {
  const said = [
    "Ana inspected the fish auction herself.",
    "Ana paid for the fish auction roof.",
    "I live in Lisbon.",
  ];
  const sayAll = async (memory: Memory) => {
    for (const content of said) await memory.remember({ content, speaker: "Ana" });
  };
  const questions = ["Who inspected the fish auction?", "Where do I live?", "What did Ana pay for?"];

  it("a file of 300 pages changes nothing in what is returned from a conversation", async () => {
    const [without, beside] = [open(), open()];
    await sayAll(without);
    await sayAll(beside);
    await keepReport(beside);
    for (const query of questions) {
      const [alone, together] = [await without.recall(query), await beside.recall(query)];
      expect(together).toMatchObject({
        semantic_memory: alone.semantic_memory,
        episodic_memory: alone.episodic_memory,
        procedural_memory: alone.procedural_memory,
      });
    }
  });

  it("a page does not count as said by the one beside it in time", async () => {
    const memory = open();
    await memory.remember({ content: "The fish auction is mine.", speaker: "Ana" });
    await memory.rememberFile({
      name: "a.txt",
      data: linesFile([{ text: "The fish auction closes.", speaker: "Teun" }]),
    });
    await memory.remember({ content: "It closes in May.", speaker: "Ana" });
    const payload = await memory.recall({
      query: "When does the fish auction close?",
      types: ["semantic", "episodic"],
    });
    expect(JSON.stringify(payload)).not.toContain("Teun");
  });

  it("share a budget: neither takes more than half of it from the other", async () => {
    const memory = open();
    for (let index = 0; index < 40; index += 1)
      await memory.remember({
        content: `On day ${index} the fish auction sold ${index * 7} boxes of sprat.`,
        speaker: "Ana",
      });
    await keepReport(memory);
    const countOf = async (token_budget: number, limit = 1000) => {
      const payload = await memory.recall({
        query: "What happened at the fish auction?",
        token_budget,
        limit,
      });
      const asked = (await memory.recall({ query: "What happened at the fish auction?", token_budget: 1 }))
        .tokens;
      return { payload, spent: payload.tokens - asked };
    };
    for (const budget of [120, 200, 600]) {
      const { payload, spent } = await countOf(budget);
      expect(spent).toBeLessThanOrEqual(budget);
      expect(payload.file_memory.length).toBeGreaterThan(0);
      expect(payload.episodic_memory + payload.semantic_memory).not.toBe("");
    }
    const few = await countOf(100_000, 6);
    expect(few.payload.file_memory.length).toBe(3);
  });

  it("what is longer than the whole budget is returned up to the end of a sentence", async () => {
    const memory = open();
    await keepReport(memory);
    const { file_memory } = await memory.recall({ query: "What does page 217 say?", token_budget: 40 });
    expect(file_memory).toHaveLength(1);
    expect(report[216]!.text.startsWith(file_memory[0]!.text)).toBe(true);
    expect(file_memory[0]!.text).toMatch(/\.$/);
  });

  it("types ask for one or the other", async () => {
    const memory = open();
    await sayAll(memory);
    await keepReport(memory);
    const query = "Who inspected the fish auction?";
    const files = await memory.recall({ query, types: ["file"] });
    expect([files.episodic_memory, files.semantic_memory]).toEqual(["", ""]);
    expect(files.file_memory.length).toBeGreaterThan(0);
    const rest = await memory.recall({ query, types: ["semantic", "episodic", "procedural"] });
    expect([rest.file_memory, rest.relevant_file_ids]).toEqual([[], []]);
  });

  it("explain shows what each signal gave", async () => {
    const memory = open();
    await keepReport(memory);
    const { records, file_memory } = await memory.recall({ query: "What does page 217 say?", explain: true });
    expect(records?.[0]).toMatchObject({ type: "file", score: file_memory[0]!.score });
    expect(records?.[0]?.signals.askedPage).toBeGreaterThan(0);
  });
});

describe("scopes", () => {
  const fee = (euros: string): Line => ({
    page: 2,
    heading: "Fees",
    text: `A berth costs ${euros} euros a night.`,
  });

  it("as_of returns the version of that time, and nothing before there was one", async () => {
    const clock = testClock();
    const memory = open({ clock });
    const keep = (line: Line, at: string) =>
      memory.rememberFile({ name: "rules.pdf", data: linesFile([line]), occurred_at: at });
    await keep(fee("ten"), january);
    await keep(fee("twelve"), "2026-03-01");
    const proseOf = async (as_of?: string) =>
      (
        await memory.recall({ query: "What does a berth cost?", ...(as_of ? { as_of } : {}) })
      ).file_memory.map(({ text }) => text);
    clock.set("2026-04-01T00:00:00Z");
    expect(await proseOf()).toEqual([fee("twelve").text]);
    expect(await proseOf("2026-02-01")).toEqual([fee("ten").text]);
    expect(await proseOf("2025-12-01")).toEqual([]);
  });

  it("a filter picks files by their labels", async () => {
    const memory = open();
    await memory.rememberFile({ name: "a.pdf", data: linesFile([fee("ten")]), metadata: { port: "Texel" } });
    const proseOf = async (port: string) =>
      (await memory.recall({ query: "What does a berth cost?", filter: { port } })).file_memory.length;
    expect([await proseOf("Texel"), await proseOf("Vlieland")]).toEqual([1, 0]);
  });

  it("forget by query takes the extracts that come close to the best one", async () => {
    const memory = open();
    await memory.rememberFile({
      name: "a.pdf",
      data: linesFile([fee("ten"), { page: 3, text: "Dogs are kept on a lead." }]),
    });
    const preview = await memory.forget({ query: "What does a berth cost a night?" });
    expect(preview.preview.map(({ text, type }) => [text, type])).toEqual([[fee("ten").text, "file"]]);
    await memory.forget({ query: "What does a berth cost a night?", confirm: true });
    expect((await memory.records()).items.map(({ text }) => text)).toEqual(["Dogs are kept on a lead."]);
  });
});
