/** Where the package is told to look for a model's files. */
import { parse, relative, resolve } from "node:path";
import { isFirstGeneration, type TransformersLibrary } from "./library.js";
import type { LocalModelSettings } from "./options.js";

/** A model as the package's `from_pretrained` takes it. */
export interface ModelFiles {
  readonly name: string;
  readonly options: {
    readonly revision: string;
    readonly local_files_only: boolean;
    readonly cache_dir?: string;
  };
  /** The folder that must hold the files, where nothing may be downloaded. */
  readonly folder?: string;
}

/**
 * A model that may not be downloaded is named by its folder. `local_files_only` alone would not do: with a model's name
 * `@huggingface/transformers` asks the hub whether there is a tokenizer in spite of it. And a folder leaves the package's settings alone, which
 * the whole process shares.
 */
export function modelFiles(library: TransformersLibrary, settings: LocalModelSettings): ModelFiles {
  const { model, revision, cacheFolder } = settings;
  const folder = localFolder(library, settings);
  if (folder !== undefined) return { ...filesIn(folder, library), folder };
  const cache = cacheFolder === undefined ? {} : { cache_dir: resolve(cacheFolder) };
  return { name: model, options: { revision, local_files_only: false, ...cache } };
}

/**
 * The first generation joins every name to its own folder of models, which need not exist, so that no path leads out of it. Its cache is joined
 * in the same way and can be put anywhere: the whole disk is named as the cache, and the folder as a model in it.
 */
function filesIn(folder: string, library: TransformersLibrary): ModelFiles {
  const options = { revision: "main", local_files_only: true } as const;
  if (!isFirstGeneration(library)) return { name: folder, options };
  const { root } = parse(folder);
  return { name: relative(root, folder), options: { ...options, cache_dir: root } };
}

/** Downloads are cached by name, and by revision where it is not the main one. */
function localFolder(library: TransformersLibrary, settings: LocalModelSettings): string | undefined {
  const { model, revision, localModelPath, allowRemote, cacheFolder } = settings;
  if (localModelPath !== undefined) return resolve(localModelPath, model);
  if (allowRemote) return undefined;
  const cache = cacheFolder ?? String(Reflect.get(library.env, "cacheDir"));
  return resolve(cache, model, revision === "main" ? "" : revision);
}
