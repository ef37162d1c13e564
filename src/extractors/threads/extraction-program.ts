/** The program of a thread that extracts: it answers one request after the other, in order. */
import { parentPort } from "node:worker_threads";
import { extract } from "../rules/extract.js";
import type { FromThread, ToThread } from "./messages.js";

let earlier: Promise<void> = load();

parentPort?.on("message", (message: ToThread) => {
  earlier = earlier.then(() => answer(message));
});

/** Loads the grammar and the tagger, so that the first request need not wait for them. */
async function load(): Promise<void> {
  await extract({ passages: [], previousContext: null }, new Set(), {});
  send({ kind: "ready" });
}

async function answer({ id, request, parts }: ToThread): Promise<void> {
  // The main thread extracts this request itself, and throws the error when its turn comes.
  const extraction = await extract(request, parts, {}).catch(() => null);
  send({ kind: "answer", id, extraction });
}

function send(message: FromThread): void {
  parentPort?.postMessage(message);
}
