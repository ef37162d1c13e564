/** Opens the console again and again, and times what a person sees. */
import { chromium, type Page } from "playwright-core";
import { type Percentiles, percentiles } from "../latency/percentiles.js";

/** Times from the navigation on. */
interface Series {
  /** The first frame that has something. */
  readonly first_paint: Percentiles;
  /** The first frame with rows of the table. */
  readonly table: Percentiles;
}

/** What was measured. */
export interface Loads {
  readonly without_cache: Series;
  readonly with_cache: Series;
  /** Of the largest answer but files, as it was sent. */
  readonly largest_bytes: number;
}

const flags = ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"];

/**
 * Notes when the first rows are painted. A frame is painted after the callbacks that were asked for
 * before it, and a timer that begins there fires after it. As text: it runs in the page.
 */
const watch = `
new MutationObserver((_, watching) => {
  if (document.querySelector("td.text a") === null) return;
  watching.disconnect();
  requestAnimationFrame(() => setTimeout(() => { globalThis.paintedAt = performance.now(); }));
}).observe(document, { subtree: true, childList: true });`;

/** @param link opens a session, once */
export async function measureLoads(link: string, loads: number): Promise<Loads> {
  const executablePath = process.env.KEEPSAKE_CHROMIUM ?? "/usr/bin/chromium";
  const browser = await chromium.launch({ executablePath, args: flags });
  try {
    const page = await browser.newPage();
    let largest = 0;
    page.on("response", async (response) => {
      if (!response.url().includes("/api/")) return;
      const { responseBodySize } = await response.request().sizes();
      largest = Math.max(largest, responseBodySize);
    });
    await page.goto(link);
    await page.locator("td.text a").first().waitFor();
    await page.addInitScript(watch);
    const network = await page.context().newCDPSession(page);
    await network.send("Network.enable");
    const series = async (cacheDisabled: boolean): Promise<Series> => {
      await network.send("Network.setCacheDisabled", { cacheDisabled });
      // One that is not counted: the first after a change fills what the others find.
      await load(page);
      const times: { readonly first: number; readonly table: number }[] = [];
      for (let at = 0; at < loads; at += 1) times.push(await load(page));
      return {
        first_paint: percentiles(times.map(({ first }) => first)),
        table: percentiles(times.map(({ table }) => table)),
      };
    };
    const [without_cache, with_cache] = [await series(true), await series(false)];
    return { without_cache, with_cache, largest_bytes: largest };
  } finally {
    await browser.close();
  }
}

/** Waits for both paints. Not by a predicate that the page evaluates, which its policy refuses. */
const bothPaints = `new Promise((resolve) => {
  const look = () => {
    const first = performance.getEntriesByName("first-contentful-paint")[0]?.startTime;
    if (globalThis.paintedAt === undefined || first === undefined) setTimeout(look, 10);
    else resolve([first, paintedAt]);
  };
  look();
})`;

async function load(page: Page): Promise<{ readonly first: number; readonly table: number }> {
  await page.reload();
  const [first, table] = await page.evaluate<[number, number]>(bothPaints);
  return { first, table };
}
