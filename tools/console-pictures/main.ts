/**
 * Takes the pictures of `docs/console.md`: `npm run build:pictures`, with Debian's Chromium and pngquant. The store
 * is that of `keepsake demo`, so the pictures show what everybody can see.
 */
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { chromium, type Page } from "playwright-core";

const root = fileURLToPath(new URL("../..", import.meta.url));
const command = join(root, "dist", "cli", "main.js");
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

async function verify(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Verify" }).click();
  await page.getByText("the chain is whole").waitFor();
}

async function takeAll(link: string): Promise<void> {
  const args = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--no-first-run",
    "--disable-lcd-text",
  ];
  const browser = await chromium.launch({ executablePath: "/usr/bin/chromium", args });
  try {
    const page = await browser.newPage({ reducedMotion: "reduce" });
    await page.goto(link);
    await page.locator("td.text a").first().waitFor();
    for (const { name, screen, fill, dark = false, width = 1080 } of pictures) {
      await page.setViewportSize({ width, height: width < 400 ? 640 : 660 });
      await page.emulateMedia({ colorScheme: dark ? "dark" : "light" });
      await page.evaluate(`location.hash = ${JSON.stringify(`#/${screen}`)}`);
      await page.locator("h1").first().waitFor();
      await fill(page);
      const path = join(root, "docs", "console", `${name}.png`);
      await page.mouse.move(0, 0);
      await page.evaluate("scrollTo(0, 0)");
      await page.screenshot({ path });
      // A page of text needs few colours, and is a third as large with them.
      execFileSync("pngquant", ["--force", "--nofs", "--output", path, "32", path]);
    }
  } finally {
    await browser.close();
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
  try {
    const [link] = (await once(createInterface({ input: child.stdout! }), "line")) as [string];
    await takeAll(link);
  } finally {
    child.kill("SIGINT");
    await once(child, "exit");
    rmSync(folder, { recursive: true, force: true });
  }
}

await main();
