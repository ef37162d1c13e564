/**
 * Zeroes every byte of a store's file that belongs to no row, and says whether none is left. A row that was erased may have been copied by SQLite long before, to
 * any page, so all pages are looked at the first time; from then on those alone that were written since, which the log names.
 *
 * Zeros are written into the file beside SQLite, for which nothing must come between looking at a page and writing to it: the log is empty, so that the file is all
 * there is, and the write lock is taken, so that it stays so. SQLite never reads these bytes: a process that dies halfway leaves a whole
 * store. A page that somebody caches may still have them, so the write ends with a commit, after which every other connection reads its pages anew; our own
 * cache is emptied.
 */
import { nextTurn } from "../../../async/next-turn.js";
import type { Connection } from "../database/connection.js";
import type { MetaTable } from "../tables/meta-table.js";
import { logBytes, readLog, truncateLog } from "./log-frames.js";
import { type ByteRange, holdsRows, isBlank, slackOf } from "./page-slack.js";
import { type FileLayout, isBlankAfter, RawFile } from "./raw-file.js";
import type { Look, Sweep } from "./sweep.js";

/** Bytes that are read at a time: some 0.2 ms to look through. */
const chunkBytes = 1024 * 1024;
/** How long pages are overwritten under one lock, in milliseconds: a thousand or two. Cutting the log before each turn waits for the disk longer than that. */
const sweptForMs = 15;
/** Looks at the whole file, where others write so much meanwhile that the log begins anew. */
const mostLooks = 4;

export class SlackSweep implements Sweep {
  readonly #connection: Connection;
  readonly #meta: MetaTable;
  readonly #file: RawFile | undefined;
  /** The beginning of the log since which every page that was changed is in it; `undefined`: all of the file must be looked at. */
  #salt: string | undefined;
  /** Pages that are to be swept, beside those in the log. */
  #due = new Set<number>();
  /** One run after the other. */
  #running: Promise<unknown> = Promise.resolve();

  constructor(connection: Connection, meta: MetaTable) {
    this.#connection = connection;
    this.#meta = meta;
    if (connection.file !== undefined)
      this.#file = new RawFile(connection.file, connection.readonly ? "r" : "r+");
  }

  /** As in {@link Sweep}; false, too, where a page is damaged, or the file cannot be read as pages. */
  run(patiently: boolean): Promise<boolean> {
    const run = this.#running.then(() => this.#run(patiently));
    this.#running = run.catch(() => {});
    return run;
  }

  async *look(): AsyncGenerator<Look> {
    const [file, layout] = [this.#file, this.#file?.layout()];
    if (file === undefined || layout === undefined) return;
    const free = file.freePages(layout);
    const chunk = Buffer.alloc(Math.max(chunkBytes, layout.pageBytes));
    for (let next = 1; next <= layout.pages; ) {
      const count = await file.pagesFrom(next, chunk, layout);
      if (count === 0) return;
      const dirty: number[] = [];
      for (let at = 0; at < count; at += 1) {
        const page = chunk.subarray(at * layout.pageBytes, (at + 1) * layout.pageBytes);
        if (dirtyRanges(page, next + at, { layout, free })?.length !== 0) dirty.push(next + at);
      }
      next += count;
      yield { looked: Math.min(next - 1, layout.pages), pages: layout.pages, dirty };
    }
  }

  async #run(patiently: boolean): Promise<boolean> {
    const file = this.#file;
    if (file === undefined) return true;
    const attempt = (step: () => boolean) =>
      patiently ? this.#connection.until(step) : Promise.resolve(step());
    let zeroed = 0;
    for (let looks = 0; looks <= mostLooks; ) {
      let swept: Swept | undefined;
      const isDone = await attempt(() => {
        swept = this.#sweep(file);
        return swept !== undefined;
      });
      if (!isDone || swept === undefined || swept.damaged > 0) return false;
      zeroed += swept.zeroed;
      if (swept.isKnown && this.#due.size === 0) {
        if (zeroed > 0) await file.synced();
        return true;
      }
      if (!swept.isKnown) {
        looks += 1;
        this.#due = new Set();
        for await (const { dirty } of this.look()) for (const page of dirty) this.#due.add(page);
      }
      await nextTurn();
    }
    return false;
  }

  /** Cuts the log and sweeps some of what is due, if nobody is in the way. */
  #sweep(file: RawFile): Swept | undefined {
    const [connection, salt] = [this.#connection, this.#salt];
    const version = connection.dataVersion();
    const log = readLog(connection.path!);
    if (!truncateLog(connection)) return undefined;
    this.#salt = undefined;
    let swept: Swept | undefined;
    connection.writeIfFree("overwrite what was erased", () => {
      if (logBytes(connection.path!) > 0) return;
      // What another process wrote between reading the log and cutting it is not in what was read.
      const isKnown = log !== undefined && log.salt === salt && version === connection.dataVersion();
      for (const page of isKnown ? log.pages : []) this.#due.add(page);
      swept = { isKnown, ...this.#zero(file, isKnown ? this.#due : []) };
      connection.database.pragma("shrink_memory");
      this.#meta.set("sweeps", String(Number(this.#meta.get("sweeps") ?? "0") + 1));
    });
    const begun = readLog(connection.path!)?.salt;
    if (swept !== undefined && version === connection.dataVersion()) this.#salt = begun;
    return swept;
  }

  /** Runs inside a write transaction while the log is empty. */
  #zero(file: RawFile, pages: Iterable<number>): Omit<Swept, "isKnown"> {
    const layout = file.layout();
    if (layout === undefined) return { zeroed: 0, damaged: 1 };
    const free = file.freePages(layout);
    const deadline = performance.now() + sweptForMs;
    let [zeroed, damaged] = [0, 0];
    for (const number of pages) {
      if (performance.now() > deadline) break;
      this.#due.delete(number);
      if (number > layout.pages) continue;
      const ranges = dirtyRanges(file.page(number, layout), number, { layout, free });
      if (ranges === undefined) damaged += 1;
      for (const range of ranges ?? []) file.zero(number, range, layout);
      zeroed += ranges?.length ?? 0;
    }
    return { zeroed, damaged };
  }
}

interface Swept {
  /** Whether all that changed since the last sweep is known. */
  readonly isKnown: boolean;
  /** Ranges that were overwritten. */
  readonly zeroed: number;
  /** Pages that could not be read as such. */
  readonly damaged: number;
}

/** What of a page belongs to no row and is not zero; `undefined` where the page is damaged. */
function dirtyRanges(
  page: Buffer,
  number: number,
  { layout, free }: { readonly layout: FileLayout; readonly free: ReadonlyMap<number, number> },
): ByteRange[] | undefined {
  const taken = free.get(number);
  if (taken !== undefined) return isBlankAfter(page, taken) ? [] : [{ from: taken, to: page.length }];
  if (!holdsRows(page, number)) return [];
  return slackOf(page, number, layout.usedBytes)?.filter((range) => !isBlank(page, range));
}
