/**
 * The journey from the first link to a proof of forgetting, by keyboard alone; and memories that
 * attack.
 */

import { once } from "node:events";
import { readFileSync } from "node:fs";
import { Memory } from "keepsake";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { temporaryFile } from "../temporary-file.js";
import { focusedText, goTo, launch, pageAt, startConsole, tabTo } from "./console-page.js";

let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

async function storeOf(contents: readonly string[]): Promise<string> {
  const db = temporaryFile("console.db");
  const memory = new Memory({ path: db });
  for (const content of contents) await memory.remember({ content, speaker: "Ruth" });
  await memory.close();
  return db;
}

describe("the journey, by keyboard", () => {
  it("goes from the link to a proof, and the bytes are gone", async () => {
    const db = await storeOf(["I live in Oporto.", "My locker is number 4711-zebra.", "I keep bees."]);
    const { link, child } = await startConsole(db);
    const page = await pageAt(browser, link);
    await page
      .getByRole("link", { name: /4711-zebra/u })
      .first()
      .waitFor();
    expect(page.url()).not.toContain("link=");

    await page.keyboard.press("/");
    await page.keyboard.type("zebra");
    await page.getByRole("link", { name: /bees/u }).waitFor({ state: "detached" });
    await tabTo(page, /4711-zebra/u);
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { level: 1, name: /4711-zebra/u }).waitFor();

    await tabTo(page, /^Show what would be erased$/u);
    await page.keyboard.press("Enter");
    await page.getByText("would be erased for good").waitFor();
    await tabTo(page, /^Erase \d+ records?$/u);
    await page.keyboard.press("Enter");
    const proof = page.getByText(/erased\./u);
    await proof.waitFor();
    expect(await proof.locator("xpath=..").textContent()).toMatch(
      /every byte of the file .* is zero.*rows verify/u,
    );
    await tabTo(page, /^Show what is left$/u);
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { level: 1, name: "Nothing is kept" }).waitFor();
    await page.getByRole("cell", { name: "FORGET" }).waitFor();

    child.kill("SIGINT");
    expect((await once(child, "exit"))[0]).toBe(0);
    expect(readFileSync(db).includes("zebra")).toBe(false);
  });

  it("moves through the table with arrows and letters, and not with letters that are switched off", async () => {
    const { link } = await startConsole(
      await storeOf(["I keep bees.", "I live in Oporto.", "I row on the Douro."]),
    );
    const page = await pageAt(browser, link);
    const links = page.locator("td.text a");
    await links.first().focus();
    const focused = () => focusedText(page);
    const texts = await links.allTextContents();
    await page.keyboard.press("j");
    expect(await focused()).toBe(texts[1]);
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("k");
    expect(await focused()).toBe(texts[1]);
    await goTo(page, "Settings");
    await page.getByLabel("Single letters and / are shortcuts").uncheck();
    await goTo(page, "Memories");
    await links.first().focus();
    await page.keyboard.press("j");
    expect(await focused()).toBe(texts[0]);
    await page.keyboard.press("ArrowDown");
    expect(await focused()).toBe(texts[1]);
  });
});

describe("the focus", () => {
  it("is on the heading of a screen as soon as the heading is there, so that no key goes astray", async () => {
    const { link } = await startConsole(await storeOf(["I keep bees."]));
    const page = await pageAt(browser, link);
    const isFocused = page.evaluate<boolean>(`new Promise((resolve) => {
      new MutationObserver(() => {
        const heading = [...document.querySelectorAll("h1")].find((one) => one.textContent === "Decisions");
        if (heading !== undefined) resolve(document.activeElement === heading);
      }).observe(document.body, { subtree: true, childList: true, characterData: true });
    })`);
    await page.getByRole("link", { name: "Decisions" }).click();
    expect(await isFocused).toBe(true);
  });
});

describe("sessions", () => {
  it("open once for a link, last over a reload and in a second tab, and end", async () => {
    const { link } = await startConsole(await storeOf(["I keep bees."]));
    const page = await pageAt(browser, link);
    await page.reload();
    await page.getByRole("link", { name: "I keep bees." }).waitFor();
    const second = await page.context().newPage();
    await second.goto(new URL("/", link).href);
    await second.getByRole("link", { name: "I keep bees." }).waitFor();
    await goTo(page, "Settings");
    await page.getByRole("button", { name: "End the session" }).click();
    await page.getByRole("heading", { name: "No session" }).waitFor();
    const cookies = await page.context().cookies();
    expect(cookies).toEqual([]);
  });

  it("shows nothing without one", async () => {
    const { link } = await startConsole(await storeOf(["I keep bees."]));
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.goto(new URL("/#link=wrong", link).href);
    await page.getByRole("heading", { name: "No session" }).waitFor();
    await page.getByText("The link was used already").waitFor();
    expect(await page.content()).not.toContain("bees");
    await context.close();
  });
});

/** Text of pages that agents remember. Each would set `hacked`, were it ever parsed. */
const hostile = [
  'My note says <img src=x onerror="globalThis.hacked=1"> hello.',
  "The page at work has </script><script>globalThis.hacked=1</script> in its title.",
  "My handle is javascript:globalThis.hacked=1 everywhere.",
  '"><svg onload=globalThis.hacked=1> is the name of my boat.',
  "I like {{constructor.constructor('globalThis.hacked=1')()}} as a template.",
];

describe("hostile memories", () => {
  it("stay text on every screen", async () => {
    const { link } = await startConsole(await storeOf(hostile));
    const page = await pageAt(browser, link);
    await page.getByText("onerror=").first().waitFor();
    const check = async () => {
      expect(await page.evaluate<boolean>(`"hacked" in globalThis`)).toBe(false);
      expect(await page.locator("main img, main script, main svg[onload]").count()).toBe(0);
      expect(await page.locator("main a[href^='javascript:']").count()).toBe(0);
    };
    await check();
    const addresses = await page
      .locator("td.text a")
      .evaluateAll((all) => all.map((one) => one.getAttribute("href")));
    for (const address of addresses.slice(0, 8)) {
      await page.evaluate(`location.hash = ${JSON.stringify(address)}`);
      await page.getByRole("heading", { name: "In its source" }).waitFor();
      await check();
    }
    for (const screen of ["Timeline", "Entities", "Overview", "Audit trail"]) {
      await goTo(page, screen);
      await check();
    }
    await goTo(page, "Decisions");
    await page.getByLabel("Text").fill(hostile.join(" "));
    await page.getByRole("button", { name: "Decide" }).click();
    await page.getByRole("heading", { name: /Would be kept/u }).waitFor();
    await check();
  });
});
