import { expect, it } from "vitest";
import { z } from "zod";
import { markedInterfaces, membersOf } from "../../tools/input-types/members.js";
import { markedFiles } from "../../tools/input-types/update.js";

it("every generated interface is up to date with its schema: npm run build:types", async () => {
  const files = await markedFiles();
  expect(files.length).toBeGreaterThan(10);
  expect(files.filter(({ text, updated }) => text !== updated).map(({ path }) => path)).toEqual([]);
});

it("every field of a generated interface has a docstring", async () => {
  const bare = (await markedFiles()).flatMap(({ updated }) =>
    markedInterfaces(updated).flatMap(({ name, start, end }) => {
      const lines = updated.slice(start, end).split("\n");
      return lines
        .filter((line, index) => /^ {2}\w+\??: /u.test(line) && !/\*\/$/u.test(lines[index - 1] ?? ""))
        .map((line) => `${name}: ${line.trim()}`);
    }),
  );
  expect(bare).toEqual([]);
});

it("membersOf() writes the description, the default and the type of each field", () => {
  const schema = z.object({
    path: z.string().describe("path of the file"),
    limit: z.int().default(50).describe("most items"),
    plain: z.boolean().optional(),
  });
  expect(membersOf(schema, "options")).toBe(
    [
      "  /** Path of the file. */",
      '  path: z.input<typeof options>["path"];',
      "  /**",
      "   * Most items.",
      "   *",
      "   * @default 50",
      "   */",
      '  limit?: z.input<typeof options>["limit"];',
      '  plain?: z.input<typeof options>["plain"];',
      "",
    ].join("\n"),
  );
});
