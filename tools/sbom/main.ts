/** Prints the software bill of materials: `npm run --silent sbom`, after a build. */
import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { billOfMaterials } from "./bill-of-materials.js";

const read = (name: string) => readFileSync(new URL(`../../${name}`, import.meta.url), "utf8");

const bill = billOfMaterials({
  manifest: JSON.parse(read("package.json")),
  locked: JSON.parse(read("package-lock.json")).packages,
  licences: read("dist/bundled/licenses.txt"),
  timestamp: new Date().toISOString(),
  serial: randomUUID(),
});
console.log(JSON.stringify(bill, null, 2));
