/**
 * A process that is killed at a system call: `victim.ts PATH ENCRYPTED VERB POINT`, with the shim.
 * Prints the number of system calls when the verb was acknowledged.
 */
import { writeSync } from "node:fs";
import { arm, disarm, killed } from "./shim.js";
import { memoryAt, verbs } from "./verbs.js";

const [path = "", encrypted, name, point] = process.argv.slice(2);
const verb = verbs.find((one) => one.name === name)!;
const memory = memoryAt(path, encrypted === "encrypted");
if (!verb.opens) await memory.details();
arm(killed, Number(point));
await verb.run(memory, path);
writeSync(1, `${disarm()}\n`);
process.kill(process.pid, "SIGKILL");
