import { describe, expect, it } from "vitest";
import { endpoints } from "../../src/contract/http.js";
import { jsonSchemaOf } from "../../src/contract/json-schema.js";
import { serverForFile } from "./server-fixture.js";

const fixture = serverForFile();
const document = async () => (await fixture().post("/openapi.json", undefined, { method: "GET" })).body;

describe("GET /openapi.json", () => {
  it("is OpenAPI 3.1 with an operation per endpoint, whose body has the schema that validates requests", async () => {
    const { openapi, paths } = await document();
    expect(openapi).toMatch(/^3\.1\./);
    for (const { path, input, takes } of Object.values(endpoints)) {
      const { content } = paths[path].post.requestBody;
      const type = takes === "json" ? "application/json" : "application/x-ndjson";
      expect(content).toEqual({
        [type]: { schema: JSON.parse(JSON.stringify(jsonSchemaOf(input, "input"))) },
      });
    }
    expect(Object.keys(paths)).toEqual(expect.arrayContaining(["/healthz", "/openapi.json"]));
  });

  it("says which fields the specification requires", async () => {
    const { paths } = await document();
    const required = (path: string) =>
      paths[path].post.requestBody.content["application/json"].schema.required;
    expect(required("/api/memory/search")).toEqual(["query"]);
    expect(required("/api/memory/add")).toEqual(["content"]);
    expect(paths["/api/memory/details"].post.requestBody.required).toBe(false);
  });

  it("resolves each reference", async () => {
    const whole = await document();
    const references = [...JSON.stringify(whole).matchAll(/"\$ref":"#\/([^"]+)"/g)].map(([, path]) => path!);
    expect(references.length).toBeGreaterThan(0);
    for (const reference of new Set(references))
      expect(
        reference.split("/").reduce((node, key) => node?.[key], whole),
        reference,
      ).toBeDefined();
  });

  it("uses each operation id once", async () => {
    const { paths } = await document();
    const ids = Object.values(paths).flatMap((path) =>
      Object.values(path as object).map(({ operationId }) => operationId),
    );
    expect(new Set(ids).size).toBe(ids.length);
  });
});
