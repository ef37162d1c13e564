/**
 * Zeroes every byte of a store's file that belongs to no row, and verifies it. SQLite may have
 * copied an erased row to any page, long before. So the first sweep reads all pages; later sweeps
 * read only the pages written since, which the log lists.
 *
 * Zeros are written to the file without SQLite. Nothing may change between reading a page and
 * writing to it: the log is empty, so the file is complete; the write lock is taken, so nobody else
 * can change it. SQLite never reads these bytes, so a process that is killed in between leaves an
 * intact store. Another connection may have cached such a page with the old bytes. So the write
 * ends with a commit, after which every other connection reads its pages again; our own cache is
 * emptied.
 */
import { nextTurn } from "../../../async/next-turn.js";
import type { Connection } from "../database/connection.js";
import type { MetaTable } from "../tables/meta-table.js";
import { logBytes, readLog, truncateLog } from "./log-frames.js";
import type { Look, Sweep } from "./overwrite.js";
import { type ByteRange, hasRows, isBlank, slackOf } from "./page-slack.js";
import { type FileLayout, isBlankAfter, RawFile } from "./raw-file.js";

/** Number of bytes to read in one step: some 0.2 ms to check. */
const chunkBytes = 1024 * 1024;
/**
 * How long pages are overwritten under one lock, in milliseconds: 1,000 to 2,000 pages. Truncating
 * the log before each turn waits for the disk longer than that.
 */
const sweptForMs = 15;
/**
 * Maximum number of passes over the whole file, if others write so much meanwhile that the log
 * restarts.
 */
const maxPasses = 4;

/** Zeroes the bytes outside rows in a file that is not encrypted. */
export class SlackSweep implements Sweep {
  readonly #connection: Connection;
  readonly #meta: MetaTable;
  readonly #file: RawFile | undefined;
  /**
   * The salt of the log that lists every page changed since; `undefined`: the whole file must be
   * read.
   */
  #salt: string | undefined;
  /** Pages to sweep, in addition to those in the log. */
  #due = new Set<number>();
  /** Sweeps run one after the other. */
  #running: Promise<unknown> = Promise.resolve();

  constructor(connection: Connection, meta: MetaTable) {
    this.#connection = connection;
    this.#meta = meta;
    if (connection.file !== undefined)
      this.#file = new RawFile(connection.file, connection.readonly ? "r" : "r+");
  }

  /**
   * See {@link Sweep}. Also returns false if a page is damaged, or the file cannot be read as
   * pages.
   */
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
    for (let looks = 0; looks <= maxPasses; ) {
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

  /**
   * Truncates the log and sweeps some of the pages that are due, if no other connection prevents
   * it.
   */
  #sweep(file: RawFile): Swept | undefined {
    const [connection, salt] = [this.#connection, this.#salt];
    const version = connection.dataVersion();
    const log = readLog(connection.path!);
    if (!truncateLog(connection)) return undefined;
    this.#salt = undefined;
    let swept: Swept | undefined;
    connection.writeIfFree("overwrite what was erased", () => {
      if (logBytes(connection.path!) > 0) return;
      // What another process wrote between reading the log and truncating it is not in what was
      // read.
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

  /** Call it inside a write transaction while the log is empty. */
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
  /** True if everything that changed since the last sweep is known. */
  readonly isKnown: boolean;
  /** Number of ranges that were overwritten. */
  readonly zeroed: number;
  /** Number of pages that could not be parsed. */
  readonly damaged: number;
}

/**
 * Returns the parts of a page that belong to no row and are not zero; `undefined` if the page is
 * damaged.
 */
function dirtyRanges(
  page: Buffer,
  number: number,
  { layout, free }: { readonly layout: FileLayout; readonly free: ReadonlyMap<number, number> },
): ByteRange[] | undefined {
  const taken = free.get(number);
  if (taken !== undefined) return isBlankAfter(page, taken) ? [] : [{ from: taken, to: page.length }];
  if (!hasRows(page, number)) return [];
  return slackOf(page, number, layout.usedBytes)?.filter((range) => !isBlank(page, range));
}
