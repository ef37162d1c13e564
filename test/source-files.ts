/**
 * What each file of `src/` imports and which globals it uses, read with TypeScript's own parser.
 */
import { posix } from "node:path";
import { fileURLToPath } from "node:url";
import { type Node, type SourceFile, SyntaxKind } from "typescript/unstable/ast";
import {
  isCallExpression,
  isExportDeclaration,
  isIdentifier,
  isImportDeclaration,
  isImportTypeNode,
  isLiteralTypeNode,
  isNewExpression,
  isPropertyAccessExpression,
  isStringLiteral,
} from "typescript/unstable/ast/is";
import { API } from "typescript/unstable/sync";

export interface SourceFacts {
  /** From `src/` on, with slashes: `recall/search/fuse.ts`. */
  readonly path: string;
  /** Files of ours, as `path`; type-only and dynamic imports as well. */
  readonly files: readonly string[];
  /** Everything else by its package or built-in: `zod`, `chrono-node`, `node:fs`. */
  readonly packages: readonly string[];
  /**
   * Uses of a global, as they are written: `process.env`, `console.log`, `fetch()`, `new Date()`.
   */
  readonly globals: readonly string[];
}

const root = fileURLToPath(new URL("..", import.meta.url));
const watchedObjects = new Set(["process", "console", "Math", "Date", "performance", "crypto", "globalThis"]);

/** Every file that `tsconfig.build.json` compiles. Starts TypeScript once; some 0.3 s. */
export function readSourceFiles(): SourceFacts[] {
  const api = new API({ cwd: root });
  try {
    const snapshot = api.updateSnapshot({ openProject: `${root}tsconfig.build.json` });
    const project = snapshot.getProjects()[0]!;
    return project.rootFiles.map((name) => factsOf(project.program.getSourceFile(name)!, sourcePath(name)));
  } finally {
    api.close();
  }
}

function sourcePath(fileName: string): string {
  return fileName.slice(fileName.lastIndexOf("/src/") + "/src/".length);
}

function factsOf(file: SourceFile, path: string): SourceFacts {
  const specifiers: string[] = [];
  const globals: string[] = [];
  const visit = (node: Node): void => {
    const specifier = specifierOf(node);
    if (specifier !== undefined) specifiers.push(specifier);
    const used = globalOf(node);
    if (used !== undefined) globals.push(used);
    node.forEachChild(visit);
  };
  file.forEachChild(visit);
  const [ours, others] = [specifiers.filter(isRelative), specifiers.filter((name) => !isRelative(name))];
  return {
    path,
    files: ours.map((name) => posix.join(posix.dirname(path), name).replace(/\.js$/, ".ts")),
    packages: others.map(packageOf),
    globals,
  };
}

function specifierOf(node: Node): string | undefined {
  const holder =
    isImportDeclaration(node) || isExportDeclaration(node)
      ? node.moduleSpecifier
      : isCallExpression(node) && node.expression.kind === SyntaxKind.ImportKeyword
        ? node.arguments[0]
        : isImportTypeNode(node) && isLiteralTypeNode(node.argument)
          ? node.argument.literal
          : undefined;
  if (holder === undefined) return undefined;
  // A computed import cannot be judged; it shows up as a package of this name, which no room may
  // import.
  return isStringLiteral(holder) ? holder.text : "(computed)";
}

function globalOf(node: Node): string | undefined {
  if (isPropertyAccessExpression(node) && isIdentifier(node.expression))
    return watchedObjects.has(node.expression.text) ? `${node.expression.text}.${node.name.text}` : undefined;
  if (isCallExpression(node) && isIdentifier(node.expression) && node.expression.text === "fetch")
    return "fetch()";
  if (isNewExpression(node) && isIdentifier(node.expression)) {
    const { text } = node.expression;
    if (text === "Date" && (node.arguments?.length ?? 0) === 0) return "new Date()";
    if (/^(?:WebSocket|XMLHttpRequest|EventSource)$/.test(text)) return `new ${text}()`;
  }
  return undefined;
}

function isRelative(specifier: string): boolean {
  return specifier.startsWith(".");
}

function packageOf(specifier: string): string {
  if (specifier.startsWith("node:")) return specifier;
  const parts = specifier.split("/");
  return parts.slice(0, specifier.startsWith("@") ? 2 : 1).join("/");
}
