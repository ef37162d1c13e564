/** Every screen in a real browser: accessible, in both schemes and at every width, and within its budgets. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { Memory } from "keepsake";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { projectRoot } from "../documents.js";
import { temporaryFile } from "../temporary-file.js";
import { goTo, launch, pageAt, startConsole, violations } from "./console-page.js";

const said = [
  "I live in Oporto.",
  "My brother Otto plays the oboe in Turin.",
  "I moved to Braga.",
  "Always answer in Portuguese.",
  "I work as a nurse at the Hospital de Braga.",
];

async function seeded(): Promise<string> {
  const db = temporaryFile("console.db");
  const memory = new Memory({ path: db });
  for (const [index, content] of said.entries())
    await memory.remember({ content, speaker: "Ruth", occurred_at: `2026-0${index + 1}-03T10:00:00Z` });
  await memory.rememberFile({
    name: "harbour.md",
    data: Buffer.from("# Fees\n\nA berth costs ten euros.\n"),
  });
  await memory.remember({ content: "I keep bees.", speaker: "Lea", scope: { user: "lea" } });
  await memory.close();
  return db;
}

let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

/** Each screen, filled as a person fills it. */
const screens: readonly (readonly [string, (page: Page) => Promise<unknown>])[] = [
  ["Memories", (page) => page.getByRole("row", { name: /Braga/u }).first().waitFor()],
  [
    "Recall",
    async (page) => {
      await page.getByLabel("Question").fill("Where does Ruth live?");
      await page.getByRole("button", { name: "Recall" }).click();
      await page.getByRole("heading", { name: /Left out/u }).waitFor();
    },
  ],
  [
    "Decisions",
    async (page) => {
      await page.getByLabel("Text").fill("Hello! I moved to Faro in June.");
      await page.getByLabel("Said by").fill("Ruth");
      await page.getByRole("button", { name: "Decide" }).click();
      await page.getByText("replaced").waitFor();
    },
  ],
  ["Timeline", (page) => page.getByText(/records?, as of/u).waitFor()],
  ["Entities", (page) => page.getByRole("link", { name: "Ruth", exact: true }).waitFor()],
  ["Files", (page) => page.getByRole("link", { name: "harbour.md" }).waitFor()],
  [
    "Audit trail",
    async (page) => {
      await page.getByRole("button", { name: "Verify" }).click();
      await page.getByText("the chain is whole").waitFor();
    },
  ],
  ["Import", (page) => page.getByText("Only report, store nothing").waitFor()],
  ["Overview", (page) => page.getByText("True now").waitFor()],
  ["Settings", (page) => page.getByText("End the session").waitFor()],
];

describe("the console's screens", () => {
  it.each([
    ["light, wide", { colorScheme: "light", viewport: { width: 1280, height: 800 } }],
    ["dark, wide", { colorScheme: "dark", viewport: { width: 1280, height: 800 } }],
    ["light, 320 px", { colorScheme: "light", viewport: { width: 320, height: 640 } }],
    ["dark, 320 px", { colorScheme: "dark", viewport: { width: 320, height: 640 } }],
  ] as const)("break no rule of WCAG 2.2 AA and need no sideways scrolling: %s", async (_, options) => {
    const { link } = await startConsole(await seeded());
    const page = await pageAt(browser, link, options);
    for (const [name, fill] of screens) {
      await goTo(page, name);
      await fill(page);
      expect(await violations(page), name).toEqual([]);
      const [scroll, width] = await page.evaluate<[number, number]>(
        "[document.documentElement.scrollWidth, innerWidth]",
      );
      expect(scroll, name).toBeLessThanOrEqual(width);
    }
    await goTo(page, "Memories");
    await page
      .getByRole("link", { name: /I moved to Braga/u })
      .first()
      .click();
    await page.getByRole("button", { name: "Show what would be erased" }).click();
    await page.getByText("would be erased for good").waitFor();
    expect(await violations(page), "a memory").toEqual([]);
  });

  it("shows one scope at a time", async () => {
    const { link } = await startConsole(await seeded());
    const page = await pageAt(browser, link);
    await page.getByLabel("Scope").selectOption({ label: "user=lea" });
    await page.getByRole("link", { name: "I keep bees." }).waitFor();
    expect(await page.getByRole("link", { name: /Braga/u }).count()).toBe(0);
  });

  it("moves through time with the slider", async () => {
    const { link } = await startConsole(await seeded());
    const page = await pageAt(browser, link);
    await goTo(page, "Timeline");
    await page.getByText("Ruth lives in Braga.").waitFor();
    await page.getByLabel("Day").fill("2026-02-01");
    await page.getByText("as of 2026-02-01").waitFor();
    expect(await page.getByText("Ruth lives in Oporto.").count()).toBe(1);
    expect(await page.getByText("Ruth lives in Braga.").count()).toBe(0);
    await page.getByRole("slider", { name: "As of" }).press("End");
    await page.getByText("Ruth lives in Braga.").waitFor();
  });
});

describe("the console's files", () => {
  const folder = join(projectRoot, "dist", "console", "app", "assets");
  const weigh = (ending: string) =>
    readdirSync(folder)
      .filter((name) => name.endsWith(ending))
      .reduce((sum, name) => sum + gzipSync(readFileSync(join(folder, name)), { level: 9 }).length, 0);

  it("are at most 40 kB of JavaScript and 10 kB of CSS, compressed", () => {
    expect(weigh(".js")).toBeGreaterThan(1_000);
    expect(weigh(".js")).toBeLessThanOrEqual(40_000);
    expect(weigh(".css")).toBeLessThanOrEqual(10_000);
  });

  it("name no other host", () => {
    const texts = readdirSync(folder).map((name) => readFileSync(join(folder, name), "utf8"));
    const hosts = texts.flatMap((text) =>
      [...text.matchAll(/https?:\/\/([\w.-]+)/gu)].map(([, host]) => host),
    );
    // Names of XML vocabularies, which no browser loads.
    expect(hosts.filter((host) => host !== "www.w3.org")).toEqual([]);
  });
});
