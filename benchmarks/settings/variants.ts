/** The variants. Each differs from the library's own settings in one thing. */
import type { FileSettings } from "../../src/stores/sqlite/database/open.js";

/** A name and the settings that it changes. */
export interface Variant {
  readonly name: string;
  /** Page size of the file, which is rewritten with it. */
  readonly pageBytes: number;
  readonly settings: Partial<FileSettings>;
  readonly durability: "full" | "normal";
}

/** SQLite's default, and the library's. */
export const ownPageBytes = 4096;
const own = { pageBytes: ownPageBytes, settings: {}, durability: "full" } as const;
const mib = 2 ** 20;

/** Every variant that is measured. */
export const variants: readonly Variant[] = [
  { ...own, name: "as it is" },
  { ...own, name: "as it is, again" },
  { ...own, name: "pages of 8 KiB", pageBytes: 8192 },
  { ...own, name: "pages of 16 KiB", pageBytes: 16_384 },
  { ...own, name: "not mapped", settings: { mappedFromBytes: Number.MAX_SAFE_INTEGER } },
  { ...own, name: "page cache of 2 MiB", settings: { cacheBytes: 2 * mib } },
  { ...own, name: "page cache of 16 MiB", settings: { cacheBytes: 16 * mib } },
  {
    ...own,
    name: "not mapped, page cache of 16 MiB",
    settings: { mappedFromBytes: Number.MAX_SAFE_INTEGER, cacheBytes: 16 * mib },
  },
  { ...own, name: "written back every 250 pages", settings: { checkpointPages: 250 } },
  { ...own, name: "written back every 4,000 pages", settings: { checkpointPages: 4000 } },
  { ...own, name: "durability normal", durability: "normal" },
];
