import { expect, it, vi } from "vitest";
import { pdfReader } from "../../src/readers/documents/pdf.js";
import { fileOf } from "./file-source.js";

it("the PDF reader says which package to install if it is missing", async () => {
  vi.doMock("pdfjs-dist/legacy/build/pdf.mjs", () => {
    throw Object.assign(new Error("Cannot find package 'pdfjs-dist'"), { code: "ERR_MODULE_NOT_FOUND" });
  });
  const reading = pdfReader.read(fileOf("a.pdf", "%PDF-1.7 %%EOF"), {})[Symbol.asyncIterator]().next();
  await expect(reading).rejects.toMatchObject({
    code: "missing_dependency",
    data: { package: "pdfjs-dist" },
    message: "Cannot read a PDF: pdfjs-dist must be installed; run npm install pdfjs-dist",
  });
});
