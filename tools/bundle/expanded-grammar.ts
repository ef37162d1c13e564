/**
 * Expands the word lists of compromise once, when the package is built. As it is published,
 * compromise unpacks and inflects them each time that it is loaded, and copies them word by word:
 * half of the time of a process's first `remember`. The resulting model is the same (tested). What
 * it reads from the environment for each tag of each word, to print for its own developers, is left
 * out.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Plugin } from "esbuild";

/** A part of compromise's source, and what replaces it. */
type Replacement = readonly [written: string, replaced: string];

/** What the expansion makes, of compromise's model of words and their inflection. */
interface Expanded {
  readonly one: Readonly<Record<"lexicon" | "frozenLex" | "_multiCache", object>>;
  readonly two: Readonly<Record<"switches" | "models" | "uncountable", object>>;
}

/** Replaces the modules of compromise that expand words or read the environment, for esbuild. */
export const expandedGrammar: Plugin = {
  name: "expanded-grammar",
  setup({ onLoad }) {
    onLoad(
      { filter: /[\\/]compromise[\\/]src[\\/]2-two[\\/]preTagger[\\/]model[\\/]index\.js$/ },
      async ({ path }) => {
        const { default: model } = (await import(pathToFileURL(path).href)) as { default: Expanded };
        return { contents: replaced(path, expansion(model)), resolveDir: join(path, "..") };
      },
    );
    onLoad({ filter: /[\\/]compromise[\\/]src[\\/]API[\\/]extend\.js$/ }, ({ path }) => ({
      contents: replaced(path, merging),
      resolveDir: join(path, ".."),
    }));
    onLoad({ filter: /[\\/]compromise[\\/]src[\\/].*(?:_fastTag|setTag|06-switches)\.js$/ }, ({ path }) => ({
      contents: replaced(path, [[environment, "{}"]]),
      resolveDir: join(path, ".."),
    }));
  },
};

/** To read one variable takes 0.6 µs, and a message has some 70 tags. */
const environment = "typeof process === 'undefined' || !process.env ? self.env || {} : process.env";

/** The expanded lists are plain values. As text that `JSON.parse` reads, they load fastest. */
function expansion({ one, two }: Expanded): readonly Replacement[] {
  const lists = {
    lexicon: one.lexicon,
    frozenLex: one.frozenLex,
    _multiCache: one._multiCache,
    switches: two.switches,
    models: two.models,
    uncountable: two.uncountable,
  };
  const parsed = `JSON.parse(${JSON.stringify(JSON.stringify(lists))})`;
  return [
    [
      "import { lexicon, switches, frozenLex } from './lexicon/index.js'",
      `const { ${Object.keys(lists).join(", ")} } = ${parsed}`,
    ],
    ["import models from './models/index.js'", ""],
    ["import expandLexicon from './_expand/index.js'", ""],
    ["_multiCache: {},", "_multiCache,"],
    ["uncountable: {},", "uncountable,"],
    ["model = expandLexicon(model)\n", ""],
  ];
}

/**
 * A list that the model does not have yet is taken as it is, not copied. `Object.assign` of an
 * object with one computed key takes ten times as long as an assignment.
 */
const merging: readonly Replacement[] = [
  [
    "if (!model[key]) Object.assign(model, { [key]: {} })\n        mergeDeep(model[key], plugin[key])",
    "if (model[key] && Object.keys(model[key]).length > 0) mergeDeep(model[key], plugin[key])\n        else model[key] = plugin[key]",
  ],
  ["Object.assign(model, { [key]: plugin[key] })", "model[key] = plugin[key]"],
];

/**
 * @throws {Error} if a part is not in the file exactly once: compromise has another version then
 */
function replaced(path: string, replacements: readonly Replacement[]): string {
  return replacements.reduce(
    (text, [written, put]) => {
      const parts = text.split(written);
      if (parts.length !== 2)
        throw new Error(`Cannot expand the grammar: ${path} must contain "${written}" once`);
      return parts.join(put);
    },
    readFileSync(path, "utf8"),
  );
}
