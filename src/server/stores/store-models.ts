/** The models of stores that have their own: made once for each setting, and shared. */
import type { StoreModels } from "../../accounts/registry/stores/store-models.js";
import { MemoryError } from "../../contract/errors.js";
import type { MemoryOptions } from "../../options.js";

/** The models of one store. For an absent one, the service's model is used. */
export type MadeModels = Pick<MemoryOptions, "embedder" | "extractor">;

/**
 * Makes models from the settings of a store.
 *
 * @throws {Error} if a setting is not understood
 */
export type MakeModels = (settings: StoreModels) => Promise<MadeModels>;

/** Whether a store has a model of its own. */
export function hasOwnModels({ embedder, extractor }: StoreModels): boolean {
  return embedder !== undefined || extractor !== undefined;
}

/** Identifies settings: equal settings have equal keys. */
export function keyOfModels(settings: StoreModels): string {
  return hasOwnModels(settings) ? JSON.stringify([settings.embedder, settings.extractor]) : "";
}

/** The models that were made so far. */
export class ModelCache {
  readonly #make: MakeModels | undefined;
  readonly #made = new Map<string, Promise<MadeModels>>();

  /** @param make Absent: no store may have models of its own. */
  constructor(make: MakeModels | undefined) {
    this.#make = make;
  }

  /**
   * Returns the models of a setting.
   *
   * @param store The store's name, for the error.
   * @throws {MemoryError} `unsupported` if nothing can make them; the errors of making them
   */
  of(settings: StoreModels, store: string): Promise<MadeModels> {
    const key = keyOfModels(settings);
    if (key === "") return Promise.resolve({});
    let made = this.#made.get(key);
    if (made === undefined) {
      made = this.#make === undefined ? Promise.reject(noMaker(store)) : this.#make(settings);
      this.#made.set(key, made);
      // Another try may succeed, for instance after a package was installed.
      made.catch(() => this.#made.delete(key));
    }
    return made;
  }
}

function noMaker(store: string): MemoryError<"unsupported"> {
  const what = "models of a store";
  return new MemoryError(
    "unsupported",
    `Cannot open the store ${JSON.stringify(store)}: it has models of its own, so the option models must make them`,
    { data: { what } },
  );
}
