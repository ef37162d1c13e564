/** The input of `rememberFile`, and what it answers. */
import { z } from "zod";
import { filledText, metadata, recordId, timestamp } from "./record.js";
import { addPayload } from "./remember.js";
import { scopeField } from "./scope.js";

/** Characters of a file's name: what file systems allow. */
export const maxFileNameChars = 255;
export const maxMediaTypeChars = 255;
const maxPathChars = 4096;

/** A name, never a path: no file can pretend to stand in a folder. */
export const fileName = filledText(maxFileNameChars).refine(
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused.
  (name) => !/[/\\\u0000-\u001f]/.test(name),
  "must be a file name without a folder",
);

const labels = {
  ...scopeField,
  media_type: filledText(maxMediaTypeChars)
    .optional()
    .describe("what it is, for instance application/pdf; else the name and the content tell"),
  file_id: recordId.optional().describe("the file that this is a newer version of, whatever its name"),
  occurred_at: timestamp.optional().describe("when it was written; passages that say when come first"),
  metadata: metadata.optional().describe("labels of your own"),
  expires_at: timestamp.optional().describe("forgotten by itself from then on"),
};

const base64 = z
  .string()
  .refine(
    (text) => text.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(text),
    "must be base64 (RFC 4648, section 4, with padding)",
  );

/** What a wire carries: the file itself, never a path. */
export const rememberFileObject = z.strictObject({
  name: fileName.describe("for instance report.pdf; a newer version is told by it"),
  data: base64.describe("the file's bytes, in base64"),
  ...labels,
});

/** In process: a file by its path, or its bytes and a name. */
export const rememberFileInput = z
  .strictObject({
    path: filledText(maxPathChars)
      .refine((path) => !path.includes("\0"), "must not contain a NUL character")
      .optional()
      .describe("of the file, on this machine"),
    name: fileName
      .optional()
      .describe("what it is called; with a path, its last part unless this says otherwise"),
    data: z
      .custom<Uint8Array>((value) => value instanceof Uint8Array, "must be a Uint8Array")
      .optional()
      .describe("the file's bytes"),
    ...labels,
  })
  .refine(({ path, data }) => (path === undefined) !== (data === undefined), "must have either path or data")
  .refine(({ data, name }) => data === undefined || name !== undefined, {
    path: ["name"],
    message: "must be given with data",
  });
/** `{ path }` or `{ name, data }`, with labels. */
export type RememberFileInput = z.input<typeof rememberFileInput>;
export type RememberFileRequest = z.output<typeof rememberFileInput>;

/** The add payload, with the file. A file is not run through the extractor: its decisions are empty, and what is kept is counted in `file`. */
export const rememberFilePayload = addPayload.extend({
  file_id: recordId,
  file: z.object({
    name: z.string(),
    media_type: z.string(),
    passages: z.object({
      created: z.int().describe("kept by this call"),
      known: z.int().describe("kept before, and still in the file"),
      ended: z.int().describe("in the version before, and no more"),
    }),
  }),
});
export type RememberFilePayload = z.infer<typeof rememberFilePayload>;
