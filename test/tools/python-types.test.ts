import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { renderTypes, typesPath } from "../../tools/python-types/render-types.js";
import { TypedDicts } from "../../tools/python-types/typed-dicts.js";

describe("the Python types", () => {
  it("are those of the OpenAPI document (npm run build:python-types)", () => {
    const written = readFileSync(new URL(`../../${typesPath}`, import.meta.url), "utf8");
    expect(written).toBe(renderTypes());
  });
});

describe("TypedDicts", () => {
  it("declares what a class refers to before it, and optional keys in a class of their own", () => {
    const types = new TypedDicts({ PageItem: "Item" });
    types.add("Page", {
      type: "object",
      description: "a page",
      properties: {
        items: {
          type: "array",
          items: { type: "object", properties: { id: { type: "string" } }, required: ["id"] },
        },
        next: { type: ["string", "null"], description: "where the next begins" },
      },
      required: ["items"],
    });
    expect(types.source()).toBe(`class Item(TypedDict):
    id: str


class _PageRequired(TypedDict):
    items: list[Item]


class Page(_PageRequired, total=False):
    """A page."""

    next: str | None
    """Where the next begins."""`);
  });

  it("gives two objects of one shape one class", () => {
    const types = new TypedDicts();
    const shape = { type: "object", properties: { id: { type: "string" } }, required: ["id"] };
    expect([types.add("First", shape), types.add("Second", shape)]).toEqual(["First", "First"]);
  });

  it("refuses two shapes of one name", () => {
    const types = new TypedDicts();
    types.add("One", { enum: ["a"] });
    expect(() => types.add("One", { enum: ["b"] })).toThrow("two types have the name One");
  });
});
