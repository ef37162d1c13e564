/** The place where the package looks for a model's files. */
import { parse, relative, resolve } from "node:path";
import { isFirstGeneration, type TransformersLibrary } from "./library.js";
import type { LocalModelSettings } from "./options.js";

/** The arguments of the package's `from_pretrained`. */
export interface ModelFiles {
  readonly name: string;
  readonly options: {
    readonly revision: string;
    readonly local_files_only: boolean;
    readonly cache_dir?: string;
  };
  /** The folder that must contain the files, where downloads are off. */
  readonly folder?: string;
}

/**
 * The name and options of a model. A model that may not be downloaded is named by its folder.
 * `local_files_only` alone does not suffice: with a model's name, `@huggingface/transformers` still
 * asks the hub for a tokenizer. A folder also needs no change of the package's settings, which the
 * whole process shares.
 */
export function modelFiles(library: TransformersLibrary, settings: LocalModelSettings): ModelFiles {
  const { model, revision, cacheFolder } = settings;
  const folder = localFolder(library, settings);
  if (folder !== undefined) return { ...filesIn(folder, library), folder };
  const cache = cacheFolder === undefined ? {} : { cache_dir: resolve(cacheFolder) };
  return { name: model, options: { revision, local_files_only: false, ...cache } };
}

/**
 * The first generation joins every name to its own folder of models, so that no path leaves that
 * folder. Its cache folder is joined in the same way but can be set: the root of the disk becomes
 * the cache, and the folder a model in it.
 */
function filesIn(folder: string, library: TransformersLibrary): ModelFiles {
  const options = { revision: "main", local_files_only: true } as const;
  if (!isFirstGeneration(library)) return { name: folder, options };
  const { root } = parse(folder);
  return { name: relative(root, folder), options: { ...options, cache_dir: root } };
}

/**
 * The folder of a model that may not be downloaded. The cache is organised by name, and by revision
 * where it is not "main".
 */
function localFolder(library: TransformersLibrary, settings: LocalModelSettings): string | undefined {
  const { model, revision, localModelPath, allowRemote, cacheFolder } = settings;
  if (localModelPath !== undefined) return resolve(localModelPath, model);
  if (allowRemote) return undefined;
  const cache = cacheFolder ?? String(Reflect.get(library.env, "cacheDir"));
  return resolve(cache, model, revision === "main" ? "" : revision);
}
