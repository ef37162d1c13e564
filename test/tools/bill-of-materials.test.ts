import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { billOfMaterials, type Materials } from "../../tools/sbom/bill-of-materials.js";
import { projectRoot } from "../documents.js";

interface Bill {
  readonly components: readonly {
    readonly "bom-ref": string;
    readonly name: string;
    readonly version: string;
    readonly scope: string;
    readonly purl: string;
  }[];
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn: readonly string[] }[];
}

const manifest = { name: "m", version: "1.0.0", description: "d", license: "MIT" };
const when = { timestamp: "2027-01-02T03:04:05.000Z", serial: "00000000-0000-4000-8000-000000000000" };
const billOf = (materials: Omit<Materials, "timestamp" | "serial">) =>
  billOfMaterials({ ...materials, ...when }) as unknown as Bill;
const section = (name: string, version: string) =>
  `${name} ${version} (MIT)\n\nPermission is granted.\n\n${"-".repeat(80)}\n\nMore terms.\n`;
const licences = [section("@s/bundled", "3.1.0"), section("other", "0.2.0")].join(`\n${"-".repeat(80)}\n\n`);

describe("billOfMaterials()", () => {
  const locked: Materials["locked"] = {
    "node_modules/a": {
      version: "1.1.0",
      license: "MIT",
      integrity: "sha512-AQID",
      dependencies: { b: "^2" },
      optionalDependencies: { c: "*" },
    },
    "node_modules/a/node_modules/b": { version: "2.0.0", license: "ISC", dependencies: { d: "*" } },
    "node_modules/b": { version: "1.0.0", license: "ISC" },
    "node_modules/c": { version: "5.0.0", license: "MIT OR Apache", dependencies: { d: "*" } },
    "node_modules/d": { version: "4.0.0", license: "MIT" },
    "node_modules/unused": { version: "9.0.0", license: "MIT" },
  };
  const bill = billOf({ manifest: { ...manifest, dependencies: { c: "*", a: "^1" } }, locked, licences });
  const componentOf = (ref: string) => bill.components.find((component) => component["bom-ref"] === ref);

  it("lists what is installed and what is bundled, each once", () => {
    const refs = bill.components.map((component) => component["bom-ref"]);
    const bundled = ["bundled:@s/bundled@3.1.0", "bundled:other@0.2.0"];
    expect(refs.toSorted()).toEqual(["a@1.1.0", "b@2.0.0", ...bundled, "c@5.0.0", "d@4.0.0"]);
  });

  it("says what needs what", () => {
    const needs = Object.fromEntries(bill.dependencies.map(({ ref, dependsOn }) => [ref, dependsOn]));
    expect(needs["m@1.0.0"]).toEqual([
      "c@5.0.0",
      "a@1.1.0",
      "bundled:@s/bundled@3.1.0",
      "bundled:other@0.2.0",
    ]);
    expect(needs["a@1.1.0"]).toEqual(["b@2.0.0", "c@5.0.0"]);
    expect(needs["b@2.0.0"]).toEqual(["d@4.0.0"]);
  });

  it("has licence, package URL and hash of each", () => {
    expect(componentOf("a@1.1.0")).toMatchObject({
      licenses: [{ license: { id: "MIT" } }],
      hashes: [{ alg: "SHA-512", content: "010203" }],
      scope: "required",
    });
    expect(componentOf("c@5.0.0")).toMatchObject({ licenses: [{ license: { name: "MIT OR Apache" } }] });
    expect(componentOf("bundled:@s/bundled@3.1.0")).toMatchObject({
      purl: "pkg:npm/%40s/bundled@3.1.0",
      licenses: [{ license: { id: "MIT" } }],
      properties: [{ name: "cdx:npm:package:bundled", value: "true" }],
    });
  });

  it("calls optional what only an optional package needs", () => {
    const optional = billOf({ manifest: { ...manifest, dependencies: { a: "*" } }, locked, licences });
    expect(Object.fromEntries(optional.components.map(({ name, scope }) => [name, scope]))).toMatchObject({
      b: "required",
      c: "optional",
      d: "required",
    });
  });

  it("refuses a lock file that lacks a package", () => {
    const dependencies = { gone: "*" };
    expect(() => billOf({ manifest: { ...manifest, dependencies }, locked, licences })).toThrow(/gone/);
  });

  it("lists every dependency of this project", () => {
    const read = (name: string) => JSON.parse(readFileSync(join(projectRoot, name), "utf8"));
    const own = read("package.json");
    const bill = billOf({ manifest: own, locked: read("package-lock.json").packages, licences });
    const names = bill.components.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(Object.keys(own.dependencies)));
    expect(names).toContain("sqlite-vec-linux-x64");
    expect(new Set(bill.components.map((component) => component["bom-ref"])).size).toBe(names.length);
    expect(names).not.toContain("vitest");
  });
});
