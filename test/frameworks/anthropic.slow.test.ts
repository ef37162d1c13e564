/** Ten thousand random commands of Anthropic's memory tool, compared with the SDK's own tool. */
import { it } from "vitest";
import { commands, compare } from "./anthropic-commands.js";

it.each(Array.from({ length: 20 }, (_, index) => 100 + index))(
  "memoryToolHandlers() answers 500 random commands as the SDK's own tool does (%i)",
  async (seed) => {
    await compare(commands(500, seed));
  },
  300_000,
);
