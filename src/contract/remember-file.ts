/** The input of `rememberFile`, and the payload that it returns. */
import { z } from "zod";
import { predicates } from "./plain/predicates.js";
import { filledText, metadata, recordId, timestamp } from "./record.js";
import { addPayload } from "./remember.js";
import { scopeField } from "./scope.js";

/** Maximum number of characters of a file's name: what file systems allow. */
export const maxFileNameChars = 255;
/** Maximum number of characters of a media type. */
export const maxMediaTypeChars = 255;
const maxPathChars = 4096;

/** The schema of a file name. It is never a path, so no name can point into another folder. */
export const fileName = filledText(maxFileNameChars).refine(
  predicates.withoutFolder,
  "must be a file name without a folder",
);

const labels = {
  ...scopeField,
  media_type: filledText(maxMediaTypeChars)
    .optional()
    .describe("media type, for instance application/pdf; without it, the name and the content decide"),
  file_id: recordId
    .optional()
    .describe("id of the file that this is a newer version of, even under another name"),
  occurred_at: timestamp
    .optional()
    .describe("when it was written; a passage that has its own time uses that"),
  metadata: metadata.optional().describe("your own labels"),
  expires_at: timestamp.optional().describe("erased automatically after this time"),
};

const base64 = z
  .string()
  .refine(
    (text) => text.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(text),
    "must be base64 (RFC 4648, section 4, with padding)",
  );

/** The file as it is sent over HTTP: its bytes, never a path. */
export const rememberFileObject = z.strictObject({
  name: fileName.describe("for instance report.pdf; a file of the same name is a newer version"),
  data: base64.describe("the file's bytes, in base64"),
  ...labels,
});

/** The schema of a {@link RememberFileInput}. */
export const rememberFileInput = z
  .strictObject({
    path: filledText(maxPathChars)
      .refine(predicates.withoutNul, "must not contain a NUL character")
      .optional()
      .describe("path of the file, on this machine"),
    name: fileName.optional().describe("name of the file; with a path, the default is its last part"),
    data: z
      .custom<Uint8Array>(predicates.bytes, "must be a Uint8Array")
      .optional()
      .describe("the file's bytes"),
    ...labels,
  })
  .refine(predicates.pathOrData, "must have either path or data")
  .refine(predicates.namedData, {
    path: ["name"],
    message: "must be given with data",
  });
// Members generated from `rememberFileInput` by npm run build:types.
/** The input of `rememberFile`: `{ path }` or `{ name, data }`, with labels. */
export interface RememberFileInput {
  /** Path of the file, on this machine. */
  path?: z.input<typeof rememberFileInput>["path"];
  /** Name of the file; with a path, the default is its last part. */
  name?: z.input<typeof rememberFileInput>["name"];
  /** The file's bytes. */
  data?: z.input<typeof rememberFileInput>["data"];
  /** Whose memory it is: labels such as user, agent, session, app. */
  scope?: z.input<typeof rememberFileInput>["scope"];
  /** Media type, for instance application/pdf; without it, the name and the content decide. */
  media_type?: z.input<typeof rememberFileInput>["media_type"];
  /** Id of the file that this is a newer version of, even under another name. */
  file_id?: z.input<typeof rememberFileInput>["file_id"];
  /** When it was written; a passage that has its own time uses that. */
  occurred_at?: z.input<typeof rememberFileInput>["occurred_at"];
  /** Your own labels. */
  metadata?: z.input<typeof rememberFileInput>["metadata"];
  /** Erased automatically after this time. */
  expires_at?: z.input<typeof rememberFileInput>["expires_at"];
}
/** A parsed {@link RememberFileInput}. */
export type RememberFileRequest = z.output<typeof rememberFileInput>;

/** The schema of a {@link RememberFilePayload}. */
export const rememberFilePayload = addPayload.omit({ dry_run: true }).extend({
  file_id: recordId,
  file: z.object({
    name: z.string(),
    media_type: z.string(),
    passages: z.object({
      created: z.int().describe("added by this call"),
      known: z.int().describe("already stored, and still in the file"),
      ended: z.int().describe("in the previous version, no longer in this one"),
    }),
  }),
});
/**
 * What `rememberFile` returns: the add payload with counts of passages. A file does not go through
 * the extractor, so its decisions are empty.
 */
export type RememberFilePayload = z.infer<typeof rememberFilePayload>;
