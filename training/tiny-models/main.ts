/**
 * Makes the tiny models that tests and examples run in place of downloaded ones:
 *
 *   npx tsx training/tiny-models/main.ts DIR
 */
import { writeTinyModels } from "./write-models.js";

const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error("Cannot make the tiny models: say into which folder");
writeTinyModels(folder);
console.error(`wrote tiny-static, tiny-marked and tiny-rerank to ${folder}`);
