/** Reads the folder of a COGX archive, one kind of record after the other. */
import { readdir, readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { invalid, unreadable } from "../file-errors.js";
import { lineRecords, parsed } from "../json-records.js";
import type { Found } from "../mapping.js";
import { cogxFiles, cogxManifest, cogxManifestFile, cogxVersion } from "./cogx.js";

/**
 * Yields every record of an archive, and every unknown file as a record of the kind `file`.
 *
 * @throws {MemoryError} `invalid_input` where a line is not JSON; `unreadable_file`
 */
export async function* archiveRecords(folder: string): AsyncGenerator<Found> {
  const there = new Set(
    await readdir(folder).catch((cause) => Promise.reject(unreadable(basename(folder), cause))),
  );
  for (const [kind, file] of Object.entries(cogxFiles))
    if (there.delete(file)) yield* lineRecords(join(folder, file), { name: file, collection: kind });
  there.delete(cogxManifestFile);
  for (const file of [...there].sort()) yield { collection: "file", at: file, value: undefined };
}

/**
 * Checks the manifest of an archive.
 *
 * @throws {MemoryError} `invalid_input` where the folder is not an archive, or its COGX version is
 * newer
 */
export async function checkManifest(folder: string, name: string): Promise<void> {
  const text = await readFile(join(folder, cogxManifestFile), "utf8").catch((cause) =>
    Promise.reject(invalid(name, `it must be a COGX archive: a folder with a ${cogxManifestFile}`, cause)),
  );
  const manifest = parsed(text.replaceAll("\n", " "), { name: cogxManifestFile, number: 1 });
  const read = cogxManifest.safeParse(manifest);
  if (!read.success) throw invalid(name, `its ${cogxManifestFile} must contain cogx_version`);
  const version = read.data.cogx_version;
  const isOld = Number.parseInt(version, 10) <= Number.parseInt(cogxVersion, 10);
  if (!isOld) throw invalid(name, `its COGX version must be ${cogxVersion} or compatible, got ${version}`);
}
