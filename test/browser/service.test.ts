/** The console of a service in a browser: from sign-in to a proof of forgetting, and each role. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { focusedText, goTo, launch, pageAt, tabTo, violations } from "./console-page.js";
import { password, signIn, startService } from "./service.js";

let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

const boat = {
  name: "boat",
  said: ["I live in Oporto.", "My locker is number 4711-zebra.", "I keep bees."],
  members: { ana: "owner", ria: "reader" },
} as const;
const garden = { name: "garden", said: ["The roses need water."], members: { ana: "editor" } } as const;

describe("the console of a service", () => {
  it("is used by mouse from a password to a proof, and the bytes are gone", async () => {
    const service = await startService([boat, garden]);
    const page = await pageAt(browser, `${service.url}/console/`, {}, "Sign in");
    expect(page.url()).toContain("/sign-in?next=%2Fconsole%2F");
    await signIn(page, "ana");
    await page.getByRole("heading", { level: 1, name: "Choose a memory" }).waitFor();
    await page.getByRole("link", { name: "boat" }).click();
    await page.getByRole("link", { name: /4711-zebra/u }).click();
    await page.getByRole("button", { name: "Show what would be erased" }).click();
    await page.getByRole("button", { name: /^Erase \d+ records?$/u }).click();
    const proof = page.getByText(/erased\./u);
    await proof.waitFor();
    expect(await proof.locator("xpath=..").textContent()).toMatch(
      /every byte of the file .* is zero.*rows verify/u,
    );
    for (const name of readdirSync(join(service.folder, "stores")))
      expect(readFileSync(join(service.folder, "stores", name)).includes("zebra")).toBe(false);
    await page.getByRole("link", { name: "Change memory" }).click();
    await page.getByRole("link", { name: "garden" }).click();
    await page.getByRole("link", { name: /roses/u }).first().waitFor();
    expect(await page.getByText("bees").count()).toBe(0);
  });

  it("is used by keyboard from a one-time link to a proof", async () => {
    const service = await startService([boat]);
    const page = await pageAt(browser, service.link("ana"), {}, "Sign in");
    expect(await focusedText(page)).toBe("Sign in");
    await page.keyboard.press("Enter");
    await page.getByRole("link", { name: /4711-zebra/u }).waitFor();
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
    await page.getByText(/rows? verify/u).waitFor();
    await goTo(page, "Audit trail");
    const erasure = page.getByRole("row").filter({ hasText: "FORGET" }).first();
    await erasure.getByRole("cell", { name: "ana", exact: true }).waitFor();
  });

  it("shows a reader nothing to change, and the memory's address to nobody else", async () => {
    const service = await startService([boat, garden]);
    const page = await pageAt(browser, `${service.url}/console/`, {}, "Sign in");
    await signIn(page, "ria");
    await page.getByRole("link", { name: /bees/u }).click();
    await page.getByRole("heading", { name: "Audit trail" }).waitFor();
    expect(await page.getByRole("heading", { name: "Forget" }).count()).toBe(0);
    expect(await page.getByRole("link", { name: "Decisions" }).count()).toBe(0);
    await page.goto(`${service.url}/console/${service.stores.get("garden")}/`, { waitUntil: "networkidle" });
    await page.getByRole("heading", { level: 1, name: "No such memory" }).waitFor();
    expect(await violations(page)).toEqual([]);
    await page.getByRole("link", { name: "Choose a memory" }).click();
    await page.getByRole("link", { name: /bees/u }).waitFor();
  });

  it("leads back to the screen after a sign-in, and ends with the session", async () => {
    const service = await startService([boat]);
    const address = `/console/${service.stores.get("boat")}/#/timeline`;
    const expected: RegExp[] = [];
    const page = await pageAt(browser, `${service.url}${address}`, {}, "Sign in", expected);
    await signIn(page, "ana");
    await page.getByRole("heading", { level: 1, name: "Timeline" }).waitFor();
    expect(page.url()).toBe(`${service.url}${address}`);
    await page.reload();
    await page.getByRole("heading", { level: 1, name: "Timeline" }).waitFor();
    await goTo(page, "Settings");
    // From here on, a page that asks for its overview is refused.
    expected.push(/401/u);
    await page.getByRole("button", { name: "End the session" }).click();
    await page.getByRole("heading", { level: 1, name: "Sign in" }).waitFor();
    expect(await page.context().cookies()).toEqual([]);
    await page.goBack();
    await page.getByRole("heading", { level: 1, name: "Sign in" }).waitFor();
  });

  it("refuses a wrong password, and says so to everybody alike", async () => {
    const service = await startService([boat]);
    const page = await pageAt(browser, `${service.url}/console/`, {}, "Sign in", [/403/u]);
    for (const [login, given] of [
      ["ana", `${password}!`],
      ["nobody", password],
    ] as const) {
      await page.getByLabel("Name").fill(login);
      await page.getByLabel("Password").fill(given);
      await page.getByRole("button", { name: "Sign in" }).click();
      await page.getByText("The name or the password is wrong.").waitFor();
    }
  });
});
