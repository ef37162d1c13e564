/**
 * Files as memory: remembers two files, asks about them, remembers a newer version of one, and asks
 * about both versions.
 *
 *   npx tsx examples/remember-a-folder.ts
 */
import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Memory } from "keepsake";

const folder = await mkdtemp(join(tmpdir(), "keepsake-files-"));
const rules = (fee: string) =>
  `# Fees\n\nA berth costs ${fee} euros a night.\n\n# Conduct\n\nDogs are kept on a lead on the whole of the quay.\n`;
await writeFile(join(folder, "harbour-rules.md"), rules("ten"));
await writeFile(
  join(folder, "pump-manual.md"),
  "# Start\n\nOpen the sea cock before the pump is started.\n\n# Faults\n\nA hot pump has run dry: close it down and prime it.\n",
);

const memory = new Memory();
for (const name of (await readdir(folder)).sort()) {
  const { file } = await memory.rememberFile({ path: join(folder, name), occurred_at: "2026-01-10" });
  console.log(`${file.name}: ${file.passages.created} passages`);
}

async function ask(query: string, as_of?: string): Promise<void> {
  const { file_memory } = await memory.recall({ query, ...(as_of === undefined ? {} : { as_of }) });
  const [best] = file_memory;
  console.log(
    `${query}\n  ${best === undefined ? "nothing" : `${best.name}, ${best.heading}: ${best.text}`}`,
  );
}
await ask("What do I do about a hot pump?");
await ask("Who won the regatta?");

// The same name with other bytes is a newer version: changed passages are replaced and stay in the
// history.
await writeFile(join(folder, "harbour-rules.md"), rules("twelve"));
const newer = await memory.rememberFile({
  path: join(folder, "harbour-rules.md"),
  occurred_at: "2026-05-01",
});
console.log("newer version:", newer.file.passages);
await ask("What does a berth cost?");
await ask("What does a berth cost?", "2026-02-01");

const { forgotten, verified } = await memory.forget({ file_id: newer.file_id });
console.log(`forgotten: ${forgotten}, verified: ${verified}`);
await memory.close();
await rm(folder, { recursive: true });
