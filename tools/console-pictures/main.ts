/**
 * Takes the pictures of `docs/console.md`: `npm run build:pictures`, with Debian's Chromium and
 * pngquant. The store is that of `keepsake demo`, so the pictures show what everybody can see.
 */
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Browser, Page } from "playwright-core";
import { command, launch, root, take } from "./picture.js";
import { takeService } from "./service.js";

const folder = mkdtempSync(join(tmpdir(), "keepsake-pictures-"));
const store = join(folder, "mirjam.db");

/** A picture: its screen, how the screen is filled, and how the page looks. */
interface Picture {
  readonly name: string;
  readonly screen: string;
  readonly fill: (page: Page) => Promise<unknown>;
  readonly dark?: boolean;
  readonly width?: number;
}

const pictures: readonly Picture[] = [
  { name: "memories", screen: "memories", fill: (page) => page.locator("td.text a").first().waitFor() },
  { name: "memory", screen: "memories?text=30+October&replaced=yes", fill: openReplaced },
  { name: "recall", screen: "recall", fill: ask },
  { name: "decisions", screen: "decisions", fill: decide },
  { name: "recall-dark", screen: "recall", fill: ask, dark: true },
  { name: "timeline", screen: "timeline", fill: moveBack },
  { name: "entities", screen: "entities", fill: (page) => page.locator("figure.graph").waitFor() },
  { name: "files", screen: "files", fill: (page) => page.locator("td.text a").waitFor() },
  { name: "audit", screen: "audit", fill: verify },
  { name: "import", screen: "import", fill: report },
  { name: "overview", screen: "overview", fill: (page) => page.locator("dl.prose").waitFor() },
  { name: "settings", screen: "settings", fill: async () => {} },
  {
    name: "narrow",
    screen: "memories",
    fill: (page) => page.locator("td.text a").first().waitFor(),
    width: 320,
  },
];

async function openReplaced(page: Page): Promise<void> {
  await page.locator("tr.replaced td.text a").first().click();
  await page.getByRole("button", { name: "Show what would be erased" }).click();
  await page.getByText("would be erased for good").waitFor();
}

async function ask(page: Page): Promise<void> {
  await page.getByLabel("Question").fill("Where does Mirjam live?");
  await page.getByRole("button", { name: "Recall" }).click();
  await page.getByRole("heading", { name: /Left out/u }).waitFor();
}

async function decide(page: Page): Promise<void> {
  await page
    .getByLabel("Text")
    .fill("Hello! We moved to Zwolle in May. Always answer in Dutch. My sister Delia plays the oboe.");
  await page.getByLabel("Said by").fill("Mirjam Oduya");
  await page.getByRole("button", { name: "Decide" }).click();
  await page.getByRole("heading", { name: /Would be skipped/u }).waitFor();
}

async function moveBack(page: Page): Promise<void> {
  await page.getByLabel("Day").fill("2026-01-15");
  await page.getByText("as of 2026-01-15").waitFor();
}

/** An export of another system, with an item that cannot be imported. */
const elsewhere = {
  results: [
    { id: "1", memory: "Mirjam rows on the IJssel on Sundays", created_at: "2026-03-01T09:00:00Z" },
    { id: "2", memory: "Mirjam's sister Delia plays the oboe", created_at: "2026-03-02T09:00:00Z" },
    { id: "3", created_at: "2026-03-03T09:00:00Z" },
  ],
};

async function report(page: Page): Promise<void> {
  const buffer = Buffer.from(JSON.stringify(elsewhere));
  await page.getByLabel(/^File/u).setInputFiles({ name: "mem0.json", mimeType: "application/json", buffer });
  await page.getByLabel("Only report, store nothing").check();
  await page.getByRole("button", { name: "Import", exact: true }).click();
  await page.getByRole("heading", { name: "Would be imported" }).waitFor();
}

async function verify(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Verify" }).click();
  await page.getByText("the chain is whole").waitFor();
}

async function takeAll(browser: Browser, link: string): Promise<void> {
  const page = await browser.newPage({ reducedMotion: "reduce" });
  await page.goto(link);
  await page.locator("td.text a").first().waitFor();
  for (const { name, screen, fill, dark = false, width = 1080 } of pictures) {
    await page.setViewportSize({ width, height: width < 400 ? 640 : 660 });
    await page.emulateMedia({ colorScheme: dark ? "dark" : "light" });
    await page.evaluate(`location.hash = ${JSON.stringify(`#/${screen}`)}`);
    await page.locator("h1").first().waitFor();
    await fill(page);
    await take(page, name);
  }
}

async function main(): Promise<void> {
  const keepsake = (...argv: string[]) => execFileSync(process.execPath, [command, "--db", store, ...argv]);
  keepsake("demo");
  keepsake("remember", "--file", join(root, "docs", "quickstart.md"));
  const child: ChildProcess = spawn(process.execPath, [command, "--db", "mirjam.db", "console"], {
    cwd: folder,
    stdio: ["ignore", "pipe", "inherit"],
  });
  const browser = await launch();
  try {
    const [link] = (await once(createInterface({ input: child.stdout! }), "line")) as [string];
    await takeAll(browser, link);
    await takeService(browser, folder);
  } finally {
    await browser.close();
    child.kill("SIGINT");
    await once(child, "exit");
    rmSync(folder, { recursive: true, force: true });
  }
}

await main();
