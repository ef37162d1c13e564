/**
 * Groups the modules that a process loads together, so that esbuild puts each group into one chunk.
 * esbuild makes a chunk for each set of entries that reaches a module, 70 until the first answer of
 * a process, most of them below 3 kB. Each file takes some 0.5 ms to find, read and compile. Here
 * an entry that reaches one module of a group reaches all of them.
 */
import { dirname, resolve } from "node:path";
import type { Metafile, Plugin } from "esbuild";

/** Modules that are loaded together: what the roots import, without what earlier groups have. */
export interface GroupRoots {
  readonly roots: readonly string[];
  /** Only modules that one of these imports too. */
  readonly alsoOf?: readonly string[];
}

/** Returns the modules that a module imports, directly or not, and itself; no dynamic imports. */
export function importedBy(roots: readonly string[], inputs: Metafile["inputs"]): Set<string> {
  const reached = new Set(roots);
  for (const path of reached)
    for (const { path: imported, kind, external } of inputs[path]?.imports ?? [])
      if (kind !== "dynamic-import" && external !== true) reached.add(imported);
  return reached;
}

/** Returns the modules of each group. Paths are those of `inputs`. */
export function groupsOf(
  wanted: readonly GroupRoots[],
  inputs: Metafile["inputs"],
): readonly ReadonlySet<string>[] {
  const taken = new Set<string>();
  return wanted.map(({ roots, alsoOf }) => {
    const limit = alsoOf === undefined ? undefined : importedBy(alsoOf, inputs);
    const group = [...importedBy(roots, inputs)].filter(
      (path) => !taken.has(path) && (limit === undefined || limit.has(path)),
    );
    for (const path of group) taken.add(path);
    return new Set(group);
  });
}

/**
 * Returns the groups that an entry reaches. A group imports only modules of itself and of earlier
 * groups.
 */
export function groupsReached(
  entry: string,
  groups: readonly ReadonlySet<string>[],
  inputs: Metafile["inputs"],
): number[] {
  const reached = importedBy([entry], inputs);
  const numbers: number[] = [];
  for (let number = groups.length - 1; number >= 0; number--) {
    if (![...groups[number]!].some((path) => reached.has(path))) continue;
    numbers.push(number);
    for (const path of importedBy([...groups[number]!], inputs)) reached.add(path);
  }
  return numbers;
}

/**
 * Makes entries and dynamic imports of the library reach whole groups, by a module in between. It
 * imports the groups after the entry, so the order in which modules need each other stays.
 *
 * @param root The folder that paths of the metafile are relative to.
 */
export function chunkGroups(
  root: string,
  groups: readonly ReadonlySet<string>[],
  inputs: Metafile["inputs"],
): Plugin {
  const namespace = "group";
  const paths = new Map(Object.keys(inputs).map((path) => [resolve(root, path), path]));
  // Packages follow the modules that import them.
  const own = groups.map((group) => [...group].filter((path) => !path.includes("node_modules/")));
  return {
    name: "chunk-groups",
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /^[./]/ }, ({ path, kind, importer, resolveDir, namespace: from }) => {
        if (importer.includes("/node_modules/")) return undefined;
        const isEntry = from !== namespace && (kind === "entry-point" || kind === "dynamic-import");
        // Without the flag, esbuild removes imports of modules of which no export is named.
        return {
          path: resolve(resolveDir, path),
          sideEffects: true,
          ...(isEntry ? { namespace } : {}),
        };
      });
      onLoad({ filter: /.*/, namespace }, ({ path }) => {
        const reached = groupsReached(paths.get(path)!, groups, inputs).flatMap((number) => own[number]!);
        const imports = reached.map((one) => `import ${JSON.stringify(resolve(root, one))};`);
        const contents = [`export * from ${JSON.stringify(path)};`, ...imports].join("\n");
        return { contents, resolveDir: dirname(path) };
      });
    },
  };
}
