/** Tries inputs: `fuzz-program.ts COUNT SEED`. Prints the results as JSON. */
import { fuzz } from "./fuzz.js";

const [count = 0, seed = 0] = process.argv.slice(2).map(Number);
process.stdout.write(JSON.stringify(await fuzz(count, seed)));
