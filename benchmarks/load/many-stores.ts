/**
 * Measures memory and times of a service with many stores: `npm run bench:load -- --many [--json]
 * [--save]`. The registry has 10,000 stores. 1,000 of them are written and queried, first one call
 * after the other and then many at once, with a limit of open files.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { StoreFolder } from "keepsake/server";
import { MadeUpConversation } from "../latency/conversation.js";
import { type Percentiles, percentiles } from "../latency/percentiles.js";

/** Measurements of a service with many stores. Times are in milliseconds. */
export interface ManyStores {
  readonly stores: number;
  readonly active: number;
  readonly most_open: number;
  /**
   * Resident memory, in MB: before any store was open, after each active one was used once, and
   * after all rounds.
   */
  readonly rss_mb: { readonly begun: number; readonly opened: number; readonly done: number };
  /** Most stores that were open at the same time. */
  readonly open: number;
  /** The first call of a store, which creates its file. */
  readonly first_add: Percentiles;
  /** Calls in an order in which no store is found open. */
  readonly add: Percentiles;
  readonly search: Percentiles;
}

const stores = 10_000;
const active = 1_000;
const rounds = 3;
const atOnce = 200;

/** Measures with at most `mostOpen` open stores. */
export async function manyStores(mostOpen: number): Promise<ManyStores> {
  const path = mkdtempSync(join(tmpdir(), "keepsake-many-"));
  const folder = new StoreFolder({ folder: path, create: true, mostOpen, memory: { durability: "normal" } });
  const talk = new MadeUpConversation(1);
  const times = { first: [] as number[], add: [] as number[], search: [] as number[] };
  let open = 0;
  const timed = async (into: number[], work: () => Promise<unknown>) => {
    const startedMs = performance.now();
    await work();
    into.push(performance.now() - startedMs);
    open = Math.max(open, folder.load.openStores);
  };
  try {
    const { accounts, stores: table } = folder.registry;
    const entries = Array.from({ length: stores }, (_, index) => {
      const name = `store ${index}`;
      return table.add({ id: idOf(index), name, accountId: accounts.add(name, "open").id });
    });
    const services = entries.slice(0, active).map((entry) => folder.service(entry));
    await services[0]!.remember("Loads what the process shares.");
    await services[0]!.recall("What does the process share?");
    const begun = rssMb();
    for (const service of services) await timed(times.first, () => service.remember(talk.message(0).content));
    const opened = rssMb();
    for (let round = 1; round <= rounds; round += 1)
      for (const service of services) {
        const message = talk.message(round);
        await timed(times.add, () => service.remember({ content: message.content, speaker: message.name }));
        await timed(times.search, () => service.recall(talk.question(message)));
      }
    for (let first = 0; first < active; first += atOnce)
      await Promise.all(
        services.slice(first, first + atOnce).map((service) => service.recall("Who moved to Porto?")),
      );
    return {
      stores,
      active,
      most_open: mostOpen,
      rss_mb: { begun, opened, done: rssMb() },
      open,
      first_add: percentiles(times.first),
      add: percentiles(times.add),
      search: percentiles(times.search),
    };
  } finally {
    await folder.close();
    rmSync(path, { recursive: true, force: true });
  }
}

/** Renders the measurements as one line. */
export function manyText({ most_open, open, rss_mb, first_add, add, search }: ManyStores): string {
  const ms = ({ p50_ms, p95_ms }: Percentiles) => `${p50_ms.toFixed(1)} / ${p95_ms.toFixed(1)} ms`;
  return `${stores} stores, ${active} active, at most ${most_open} open (were ${open}): ${rss_mb.begun} → ${rss_mb.opened} → ${rss_mb.done} MB; first add ${ms(first_add)}, add ${ms(add)}, search ${ms(search)} (p50 / p95)`;
}

function idOf(index: number): string {
  return `00000000-0000-7000-8000-${String(index).padStart(12, "0")}`;
}

function rssMb(): number {
  return Math.round(process.memoryUsage.rss() / 1e6);
}
