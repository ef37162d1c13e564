import { isAbsolute, join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import type { TransformersLibrary } from "../../../src/models/local/library.js";
import { modelFiles } from "../../../src/models/local/load-model.js";

const library = (version: string) =>
  ({
    env: { version, cacheDir: resolve("/caches/own/") },
  }) as TransformersLibrary;
const settings = {
  model: "acme/small",
  revision: "main",
  dtype: "fp32",
  allowRemote: true,
  batchSize: 32,
} as const;

describe("modelFiles", () => {
  it("names a model that may be downloaded by its name, with its revision and cache", () => {
    expect(
      modelFiles(library("4.3.1"), { ...settings, revision: "v2", cacheFolder: "/caches/mine" }),
    ).toEqual({
      name: "acme/small",
      options: { revision: "v2", local_files_only: false, cache_dir: resolve("/caches/mine") },
    });
  });

  it("names a model in a folder by that folder", () => {
    const folder = resolve("/models/acme/small");
    expect(modelFiles(library("4.3.1"), { ...settings, localModelPath: "/models" })).toEqual({
      name: folder,
      options: { revision: "main", local_files_only: true },
      folder,
    });
  });

  it("names a folder as a model in a cache at the disk's root, for the first generation", () => {
    const { name, options, folder } = modelFiles(library("2.17.2"), {
      ...settings,
      localModelPath: "/models",
    });
    expect(isAbsolute(name)).toBe(false);
    expect(join(options.cache_dir!, name)).toBe(folder);
  });

  it("finds downloads by revision if nothing may be downloaded", () => {
    const offline = { ...settings, allowRemote: false };
    expect(modelFiles(library("4.3.1"), offline).folder).toBe(resolve("/caches/own/acme/small"));
    const other = { ...offline, cacheFolder: "/caches/mine", revision: "v2" };
    expect(modelFiles(library("4.3.1"), other).folder).toBe(resolve("/caches/mine/acme/small/v2"));
  });
});
