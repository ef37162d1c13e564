/** Our own descriptors of a file release no lock while a connection of the process is open. */
import { readFileSync, statSync } from "node:fs";
import { expect, it } from "vitest";
import { change, erasure, passage, record } from "../../store-fixture.js";
import { openStore, temporaryPath } from "../sqlite-fixture.js";

/**
 * Counts the locks that this process has on a file, as Linux lists them. The list is not read in
 * one piece: when another process takes or releases a lock meanwhile, a line can occur twice.
 */
function locksOn(path: string): number {
  const { ino } = statSync(path);
  const lines = readFileSync("/proc/locks", "utf8").split("\n");
  const own = lines.filter((line) => line.includes(` ${process.pid} `) && line.includes(`:${ino} `));
  return new Set(own.map((line) => line.replace(/^\d+: /, ""))).size;
}

it.runIf(process.platform === "linux")(
  "closing one of two stores on a file leaves the locks of the other",
  async () => {
    const path = temporaryPath();
    const [one, other] = [openStore(path), openStore(path)];
    await one.save(change([passage("passage a", { records: [record("a")] })]));
    await other.save(change([passage("passage b", { records: [record("b")] })]));
    // This reads and writes the file without SQLite.
    expect((await one.erase(["a"], erasure())).residue.overwritten).toBe(true);
    await one.close();
    expect(locksOn(path)).toBe(1);
    await openStore(path).close();
    expect(locksOn(path)).toBe(1);
    await other.close();
    expect(locksOn(path)).toBe(0);
  },
);
