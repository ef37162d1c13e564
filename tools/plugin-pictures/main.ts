/**
 * Takes the pictures of `docs/plugins.md`: `npm run build:plugin-pictures`, after `npm run
 * test:assistants` has installed Claude Code and Codex, with Debian's Chromium and pngquant. Each
 * assistant gets the plugin for a file and two prompts. A picture has what the program printed, and
 * what the plugin added to the second prompt, as the model on loopback received it. That model
 * writes back the memory that it received.
 */
import type { Browser } from "playwright-core";
import { type Assistant, assistants, setupOf } from "../../test/plugins/assistants.js";
import { scriptedModel } from "../../test/plugins/scripted-model.js";
import { launch, take } from "../console-pictures/picture.js";

const prompts = ["My daughter Ines is allergic to walnuts.", "What is Ines allergic to?"] as const;
const commands: Readonly<Record<Assistant, string>> = { "claude-code": "claude -p", codex: "codex exec" };
/** On a busy machine a hook may take longer than the two seconds that a turn waits for it. */
const mostAttempts = 3;

/** What a picture shows. */
interface Turns {
  readonly printed: readonly string[];
  readonly recalled: string;
}

async function turnsOf(assistant: Assistant): Promise<Turns> {
  const model = await scriptedModel((request) => answerOf(recalledIn(request)));
  try {
    for (let attempt = 0; attempt < mostAttempts; attempt += 1) {
      const turns = await attemptOf(assistant, model);
      if (turns !== undefined) return turns;
    }
    throw new Error(`Cannot take the picture: ${assistant} recalled nothing in ${mostAttempts} attempts`);
  } finally {
    await model.close();
  }
}

async function attemptOf(
  assistant: Assistant,
  model: Parameters<typeof setupOf>[1],
): Promise<Turns | undefined> {
  const place = setupOf(assistant, model);
  try {
    await place.install("keepsake-local");
    const printed: string[] = [];
    let recalled: string | undefined;
    for (const prompt of prompts) {
      recalled = recalledIn(await place.prompt(prompt));
      printed.push(withoutSettings(place.printed()));
    }
    const isWhole = printed.every((text) => !text.includes("Failed"));
    return recalled === undefined || !isWhole ? undefined : { printed, recalled };
  } finally {
    place.remove();
  }
}

/** What was recalled in a request, with its fences. */
function recalledIn(request: string): string | undefined {
  const text = request.replaceAll("\\n", "\n").replaceAll('\\"', '"');
  const blocks = text.match(/<(recalled_memory_[0-9a-f]+)[^>]*>[\s\S]*?<\/\1>/gu);
  return blocks?.join("\n\n");
}

function answerOf(recalled: string | undefined): string {
  const fact = recalled?.split("\n").find((line) => line.includes("walnuts"));
  return fact === undefined ? "Understood." : `From memory: ${fact.replace(/^\W+/u, "")}`;
}

/**
 * What belongs to this machine and to the scripted model, which nobody else sees: warnings,
 * folders, ids.
 */
function withoutSettings(printed: string): string {
  const own =
    /^(?:WARNING|warning:|workdir:|session id:|(?:model|provider|approval|sandbox|reasoning \w+): |Reading additional|tokens used$|\d+$)/u;
  const lines = printed.split("\n").filter((line) => !own.test(line));
  return lines.join("\n").trim();
}

async function draw(browser: Browser, assistant: Assistant, { printed, recalled }: Turns): Promise<void> {
  const shown = prompts.map((prompt, at) => `$ ${commands[assistant]} "${prompt}"\n${printed[at]}`);
  const page = await browser.newPage({ viewport: { width: 1080, height: 400 } });
  await page.setContent(`<!doctype html><style>
    body { margin: 0; padding: 24px 28px; background: #16181d; color: #e4e6eb; }
    pre { margin: 0; font: 14px/1.5 "DejaVu Sans Mono", monospace; white-space: pre-wrap; }
    h2 { margin: 24px 0 8px; padding-top: 16px; border-top: 1px solid #3a3f4a; color: #9aa3b2;
      font: 13px "DejaVu Sans", sans-serif; }
  </style><pre id="terminal"></pre><h2>What the plugin added to the second prompt</h2><pre id="recalled"></pre>`);
  const texts = [shown.join("\n\n"), recalled].map((text) => JSON.stringify(text)).join(", ");
  await page.evaluate(`(${fillIn})(${texts})`);
  const height = await page.evaluate<number>("document.body.scrollHeight");
  await page.setViewportSize({ width: 1080, height });
  await take(page, `plugin-${assistant}`);
  await page.close();
}

/** Runs in the page: what was printed is text, never HTML. */
const fillIn = `(terminal, recalled) => {
  document.querySelector("#terminal").textContent = terminal;
  document.querySelector("#recalled").textContent = recalled;
}`;

const browser = await launch();
try {
  for (const assistant of assistants) await draw(browser, assistant, await turnsOf(assistant));
} finally {
  await browser.close();
}
