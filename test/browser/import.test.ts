/** The import of a file in a browser: progress, report, errors, and names that attack. */
import { Memory } from "keepsake";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { temporaryFile } from "../temporary-file.js";
import { goTo, launch, looks, pageAt, startConsole, tabTo, violations } from "./console-page.js";

let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

const attack = '<img src=x onerror="globalThis.hacked=1">';

async function opened(options = {}): Promise<Page> {
  const db = temporaryFile("console.db");
  const memory = new Memory({ path: db });
  await memory.remember("I keep bees.");
  await memory.close();
  const { link } = await startConsole(db);
  const page = await pageAt(browser, link, options);
  await goTo(page, "Import");
  return page;
}

function choose(page: Page, name: string, content: unknown): Promise<void> {
  const buffer = Buffer.from(typeof content === "string" ? content : JSON.stringify(content));
  return page.getByLabel(/^File/u).setInputFiles({ name, mimeType: "application/json", buffer });
}

const memories = {
  results: [
    ...Array.from({ length: 600 }, (_, id) => ({ id: `m${id}`, memory: `Ana has the stamp number ${id}` })),
    { id: "last", memory: `Ana's note is ${attack}` },
    { id: "empty" },
  ],
};

describe("the import of a file", () => {
  it("goes on with its progress and ends with a report, by keyboard", async () => {
    const page = await opened();
    await choose(page, "mem0.json", memories);
    await tabTo(page, /^Import$/u, "button");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Imported" }).waitFor();
    await page.getByText("601 × memory, of 602 records in the file (mem0).").waitFor();
    await page.getByText("results[601]").waitFor();
    await goTo(page, "Memories");
    await page.getByText("onerror=").first().waitFor();
    expect(await page.evaluate<boolean>(`"hacked" in globalThis`)).toBe(false);
  });

  it.each(looks)("is accessible, with its report and its errors: %s", async (_, options) => {
    const page = await opened(options);
    const check = async (name: string) => {
      expect(await violations(page), name).toEqual([]);
      const [scroll, width] = await page.evaluate<[number, number]>(
        "[document.documentElement.scrollWidth, innerWidth]",
      );
      expect(scroll, name).toBeLessThanOrEqual(width);
    };
    await choose(page, `${attack}.json`, '{"results": [');
    await page.getByLabel("Written by").selectOption("mem0");
    await page.getByRole("button", { name: "Import", exact: true }).click();
    await page.getByText("it ends in the middle of its JSON").waitFor();
    await check("an error");
    await choose(page, "mem0.json", memories);
    await page.getByLabel("Only report, store nothing").check();
    await page.getByRole("button", { name: "Import", exact: true }).click();
    await page.getByRole("heading", { name: "Would be imported" }).waitFor();
    await check("a report");
    expect(await page.evaluate<boolean>(`"hacked" in globalThis`)).toBe(false);
  });
});
