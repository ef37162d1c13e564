/**
 * Every screen in a real browser: accessible, in both schemes and at every width, and within its
 * budgets.
 */
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { Memory } from "keepsake";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { projectRoot } from "../documents.js";
import { temporaryFile } from "../temporary-file.js";
import { goTo, launch, looks, pageAt, startConsole, violations } from "./console-page.js";

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
  it.each(looks)("break no rule of WCAG 2.2 AA and need no sideways scrolling: %s", async (_, options) => {
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

/** A store whose pages are full, of long texts in words that do not repeat. */
async function full(): Promise<string> {
  const db = temporaryFile("console.db");
  const memory = new Memory({ path: db, durability: "normal" });
  const word = (at: number) => createHash("sha256").update(String(at)).digest("hex").slice(0, 7);
  const long = (at: number) => Array.from({ length: 90 }, (_, index) => word(at * 100 + index)).join(" ");
  await memory.rememberMany(
    Array.from({ length: 320 }, (_, at) => ({
      content: `I live in ${word(at)} since May, and my notes say: ${long(at)}.`,
      speaker: `Ruth ${word(-at)}`,
      occurred_at: new Date(Date.UTC(2026, 0, 1 + (at % 200))).toISOString(),
    })),
  );
  await memory.close();
  return db;
}

describe("what the page asks for", () => {
  it("is answered with at most 50 kB at a time, from a store of long texts", async () => {
    const { link } = await startConsole(await full());
    const sizes: Promise<readonly [string, number]>[] = [];
    const context = await browser.newContext({ reducedMotion: "reduce" });
    onTestFinished(() => context.close());
    const page = await context.newPage();
    page.on("requestfinished", (request) => {
      const { pathname } = new URL(request.url());
      if (pathname.startsWith("/api/"))
        sizes.push(request.sizes().then(({ responseBodySize }) => [pathname, responseBodySize] as const));
    });
    await page.goto(link);
    await page.locator("td.text a").first().waitFor();
    await page.getByRole("button", { name: "Next" }).click();
    await page.getByText("Page 2").waitFor();
    await goTo(page, "Timeline");
    await page.getByText(/100 records of more, as of/u).waitFor();
    await goTo(page, "Entities");
    await page.getByRole("table").waitFor();
    await goTo(page, "Audit trail");
    await page.getByRole("row").nth(50).waitFor();
    await goTo(page, "Overview");
    await page.getByText("True now").waitFor();
    await goTo(page, "Memories");
    await page.locator("td.text a").first().click();
    await page.getByRole("heading", { name: "In its source" }).waitFor();
    const listed = await Promise.all(sizes);
    for (const name of ["records", "audit", "export"])
      expect(listed.map(([path]) => path)).toContain(`/api/memory/${name}`);
    expect(listed.filter(([, size]) => size > 50_000)).toEqual([]);
  });
});

describe("the console's files", () => {
  const folder = join(projectRoot, "dist", "console", "app", "assets");
  const compressedBytes = (ending: string) =>
    readdirSync(folder)
      .filter((name) => name.endsWith(ending))
      .reduce((sum, name) => sum + gzipSync(readFileSync(join(folder, name)), { level: 9 }).length, 0);

  it("are at most 40 kB of JavaScript and 10 kB of CSS, compressed", () => {
    expect(compressedBytes(".js")).toBeGreaterThan(1_000);
    expect(compressedBytes(".js")).toBeLessThanOrEqual(40_000);
    expect(compressedBytes(".css")).toBeLessThanOrEqual(10_000);
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
