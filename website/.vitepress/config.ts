/**
 * The website: README.md, its neighbours and docs/, as they are, with navigation and a search that
 * runs in the browser. Nothing is loaded from elsewhere. The order of the pages is README's.
 */
import { cpSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitepress";

const root = fileURLToPath(new URL("../..", import.meta.url));
const copies = fileURLToPath(new URL("../pages", import.meta.url));
const pages = [...readdirSync(root), ...readdirSync(join(root, "docs")).map((name) => `docs/${name}`)].filter(
  (name) => name.endsWith(".md"),
);

/** Pages in the order in which README.md first links them; then those that it does not link. */
function ordered(): string[] {
  const links = readFileSync(join(root, "README.md"), "utf8").matchAll(/\]\(([\w/-]+\.md)(?:#[^)]*)?\)/g);
  const linked = [...links].map(([, page]) => page!).filter((page) => pages.includes(page));
  return [...new Set([...linked, ...pages])].filter((page) => page !== "README.md");
}

function titleOf(page: string): string {
  return /^# (.+)$/m.exec(readFileSync(join(root, page), "utf8"))?.[1] ?? page;
}

/** Copies the pages and their pictures into this folder, where they find its packages. */
function copyPages(): void {
  rmSync(copies, { recursive: true, force: true });
  for (const page of pages) {
    const pictures = readFileSync(join(root, page), "utf8").matchAll(/!\[[^\]]*\]\((?!\w+:)([^)\s]+)\)/g);
    for (const path of [page, ...[...pictures].map(([, picture]) => join(dirname(page), picture!))])
      cpSync(join(root, path), join(copies, path));
  }
}

/** Whether a link of a page leads to a file of the repository that is no page of the website. */
function leavesSite(target: string, page: string): boolean {
  if (/^(?:[a-z]+:|#)/.test(target)) return false;
  const path = normalize(join(dirname(page), decodeURI(target.replace(/#.*$/, ""))));
  return !pages.includes(path) && !pages.includes(`${path}.md`);
}

copyPages();

export default defineConfig({
  title: "keepsake",
  description: "Long-term memory for AI agents, in the agent's own process and one SQLite file.",
  lang: "en",
  srcDir: "pages",
  rewrites: { "README.md": "index.md" },
  outDir: "./dist",
  cacheDir: "./cache",
  cleanUrls: true,
  markdown: {
    // Anchors as GitHub makes them, because the pages' links use those.
    anchor: {
      slugify: (heading) =>
        heading
          .toLowerCase()
          .replace(/[^\p{L}\p{N}\s_-]/gu, "")
          .replaceAll(" ", "-"),
    },
    config({ renderer }) {
      const rendered = renderer.rules.link_open;
      // Such a link would be dead here, so it becomes plain text.
      renderer.rules.link_open = (tokens, index, options, environment, self) => {
        const token = tokens[index]!;
        if (leavesSite(token.attrGet("href") ?? "", environment.relativePath))
          token.attrs = [["title", "A file of the repository"]];
        else if (rendered !== undefined) return rendered(tokens, index, options, environment, self);
        return self.renderToken(tokens, index, options);
      };
    },
  },
  themeConfig: {
    search: { provider: "local" },
    outline: { level: [2, 3] },
    sidebar: ordered().map((page) => ({ text: titleOf(page), link: `/${page.replace(/\.md$/, "")}` })),
  },
});
