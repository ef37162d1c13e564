/** Uses a store of a data folder as the service would. */
import { modelsOfStore } from "../../../../src/cli/models/models.js";
import { StoreFolder } from "../../../../src/server/stores/store-folder.js";

/** Remembers a text in a store, with the models of its setting. */
export async function remembered(
  {
    data,
    store,
    env,
  }: { readonly data: string; readonly store: string; readonly env: Record<string, string> },
  content: string,
): Promise<void> {
  const folder = new StoreFolder({ folder: data, models: (settings) => modelsOfStore(settings, env) });
  try {
    await folder.service(folder.registry.stores.get(store)).remember(content);
  } finally {
    await folder.close();
  }
}
