/** Starts a reading process that is busy for ever, and prints its id. */
import diagnostics from "node:diagnostics_channel";
import { ByteFeed } from "../../../src/readers/apart/byte-feed.js";
import { ReadingProcess } from "../../../src/readers/apart/reading-process.js";
import { fileOf } from "../file-source.js";

let child: { readonly pid?: number } | undefined;
diagnostics.subscribe("child_process", (message) => {
  child = (message as { readonly process: { readonly pid?: number } }).process;
});
const reading = new ReadingProcess({ program: process.argv[2]! });
await reading.begun(30_000);
const file = fileOf("busy", "");
void reading.ask(
  { kind: "read", format: "HTML", file: { name: "busy", mediaType: null, sizeBytes: 0 } },
  new ByteFeed(file),
  600_000,
);
setTimeout(() => process.stdout.write(String(child?.pid)), 200);
