/** The documents at the top and in `docs/`, taken apart: code, fenced blocks, links. */
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

export interface Fence {
  /** Where it is, for a test's name: `docs/api.md:19`. */
  readonly at: string;
  /** What follows the opening fence: `ts`, `ts no-run`, `sh`, or nothing. */
  readonly info: string;
  readonly code: string;
}

export interface Document {
  /** From the project's root: `docs/api.md`. */
  readonly name: string;
  readonly text: string;
  readonly fences: readonly Fence[];
}

export const projectRoot = fileURLToPath(new URL("..", import.meta.url));

/**
 * `README.md` and its neighbours, `docs/*.md`, and the README of each folder that has one of its
 * own.
 */
export function readDocuments(): Document[] {
  const top = readdirSync(projectRoot).filter((name) => name.endsWith(".md"));
  const pages = readdirSync(`${projectRoot}docs`).filter((name) => name.endsWith(".md"));
  return [...top, ...pages.map((name) => `docs/${name}`)].sort().map((name) => {
    const text = readFileSync(`${projectRoot}${name}`, "utf8");
    return { name, text, fences: fencesOf(name, text) };
  });
}

/**
 * Everything that is set as code: fenced blocks and `spans`. A name in plain prose documents
 * nothing.
 */
export function codeOf(document: Document): string {
  const spans = withoutFences(document.text).match(/`[^`]+`/g) ?? [];
  return [...document.fences.map(({ code }) => code), ...spans].join("\n");
}

/** Targets of links, without those that leave the project. */
export function localLinks(document: Document): string[] {
  const targets = [...withoutFences(document.text).matchAll(/\]\(([^)\s]+)\)/g)].map(([, target]) => target!);
  return targets.filter((target) => !/^[a-z]+:/.test(target));
}

/** The anchors of a document's headings, as GitHub makes them. */
export function anchorsOf(document: Document): string[] {
  const headings = withoutFences(document.text).match(/^#+ .*$/gm) ?? [];
  return headings.map((heading) =>
    heading
      .replace(/^#+ /, "")
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, "")
      .replaceAll(" ", "-"),
  );
}

function fencesOf(name: string, text: string): Fence[] {
  return [...text.matchAll(/^```([^\n]*)\n(.*?)^```$/gms)].map(({ index, 1: info, 2: code }) => ({
    at: `${name}:${text.slice(0, index).split("\n").length}`,
    info: info!.trim(),
    code: code!,
  }));
}

function withoutFences(text: string): string {
  return text.replace(/^```.*?^```$/gms, "");
}
