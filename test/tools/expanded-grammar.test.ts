/** The grammar whose word lists the build has expanded, beside the package itself. */
import { fileURLToPath } from "node:url";
import nlp from "compromise/two";
import { build } from "esbuild";
import { beforeAll, expect, it, vi } from "vitest";
import { expandedGrammar } from "../../tools/bundle/expanded-grammar.js";

interface World {
  readonly model: { readonly one: { readonly lexicon: object }; readonly two: { readonly switches: object } };
}

type Sentences = readonly { readonly terms: readonly Readonly<Record<string, unknown>>[] }[];

let expanded: { world(): World; (text: string): { json(): Sentences } };
let text = "";

beforeAll(async () => {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(import.meta.resolve("compromise/two"))],
    plugins: [expandedGrammar],
    bundle: true,
    format: "esm",
    minifySyntax: true,
    minifyWhitespace: true,
    write: false,
  });
  text = outputFiles[0]!.text;
  ({ default: expanded } = await import(
    `data:text/javascript;base64,${Buffer.from(text).toString("base64")}`
  ));
});

it("has the same models as the package, in the same order", () => {
  const world = nlp.world() as unknown as World;
  expect(JSON.stringify(expanded.world().model)).toBe(JSON.stringify(world.model));
  expect(expanded.world().model).toStrictEqual(world.model);
  expect(Object.keys(world.model.one.lexicon).length).toBeGreaterThan(20_000);
  expect(Object.keys(world.model.two.switches).length).toBeGreaterThan(3_000);
});

it("tags sentences as the package does", () => {
  for (const sentence of [
    "The gardener's sister quickly repaired two rusty bicycles, and she'll repaint them by April.",
    "We walked up the hills where Canadians had built taller windmills.",
    "Twelve boxes weren't shipped; the managers are hoping for millionths.",
  ])
    expect(tagged(expanded(sentence).json())).toEqual(tagged(nlp(sentence).json()));
});

it("does not contain what it replaces", () => {
  expect(text).not.toMatch(/\buncompress\b|\bexpandIrregulars\b/);
});

it("prints no tags, whatever the environment has", () => {
  vi.stubEnv("DEBUG_TAGS", "1");
  const log = vi.spyOn(console, "log").mockReturnValue(undefined);
  nlp("Boats sank.");
  expect(log).toHaveBeenCalled();
  log.mockClear();
  expanded("Boats sank.");
  expect(log).not.toHaveBeenCalled();
  vi.unstubAllEnvs();
  log.mockRestore();
});

/** The words without their ids, which are random. */
function tagged(sentences: Sentences): unknown {
  return sentences.map(({ terms }) => terms.map(({ id: _, ...term }) => term));
}
